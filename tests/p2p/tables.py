"""Whole peers on loopback in one process: a host and its guests, with real sockets, files and keys."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from p2p.entropy import seeded_entropy
from p2p.identity import Identity
from p2p.invite import Endpoints, Invite
from p2p.peer import Peer
from p2p.table import News, Table
from tests.p2p.gamebuilder import NAMES, SHORT

PATIENCE: Final = 60.0
"""Seconds that nothing here should need; only a fault waits so long."""


class Player:
    """One player's table and peer; `place` is the loopback address at which it listens."""

    def __init__(self, number: int, data: Path) -> None:
        self.name = NAMES[number]
        self.place = f"127.0.0.{number + 2}"
        self.data = data / self.name
        self.data.mkdir()
        self._number, self._starts = number, 0
        entropy = seeded_entropy(f"player {number}")
        self.identity = Identity(entropy("key") + entropy("curve"))
        self.news: list[News] = []
        self.table = self.sit()
        self.peer: Peer

    def sit(self) -> Table:
        self._starts += 1
        entropy = seeded_entropy(f"player {self._number}, start {self._starts}")
        return Table(self.identity, self.data, entropy, self.news.append)

    @property
    def endpoints(self) -> Endpoints:
        return (self.place,), self.port

    def listen(self, port: int = 0) -> None:
        self.port = self.table.listen([self.place], port)

    def stop(self) -> Path:
        """End this peer; give the folder of its game."""
        folder = self.peer.folder
        self.table.close()
        return folder

    def resume(self, folder: Path, place: str, port: int = 0) -> None:
        """Go on at this address, and at this port or any."""
        self.table = self.sit()
        self.place = place
        self.listen(port)
        self.peer = self.table.resume(folder, self.endpoints)

    def link_to(self, other: "Player") -> str | None:
        """Give where this one's own connection to the other is up."""
        link = self.table._transport._links.get(other.table.curve_key)
        return link._up if link is not None else None


@asynccontextmanager
async def seated(number: int, data: Path) -> AsyncIterator[list[Player]]:
    """Give so many players that have begun a game, and close them whatever happens."""
    players = [Player(one, data) for one in range(number)]
    try:
        for player in players:
            player.listen()
        invite: asyncio.Future[Invite] = asyncio.get_running_loop().create_future()
        host, *guests = players
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            hosted = group.create_task(
                host.table.host(
                    host.name, number, SHORT, host.endpoints, invite.set_result, always_ready=True
                )
            )
            found = await invite
            joined = [
                group.create_task(guest.table.join(found, guest.name, guest.endpoints, always_ready=True))
                for guest in guests
            ]
        for player, task in zip(players, [hosted, *joined], strict=True):
            player.peer = task.result()
        yield players
    finally:
        for player in players:
            player.table.close()


async def until(wanted: Callable[[], bool]) -> None:
    """Wait for something that will come."""
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.02)
