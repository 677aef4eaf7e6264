"""The asyncio shell around one lobby after another: feed it, post, tell its news, wake who waits."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

from p2p.genesis import Genesis
from p2p.lobby import REPEAT_SECONDS, LobbyFailure, LobbyNews
from p2p.lobby_guest import GuestLobby
from p2p.lobby_host import HostLobby

Lobby: TypeAlias = HostLobby | GuestLobby


class LobbyShell:
    """Where a player is before a game: `lobby`, None while there is none.

    `send` carries bytes to a CURVE key, `tell` hears the news.
    """

    def __init__(self, send: Callable[[bytes, bytes], object], tell: Callable[[LobbyNews], None]) -> None:
        self._send, self._tell = send, tell
        self._loop = asyncio.get_running_loop()
        self._decided: asyncio.Future[None] = self._loop.create_future()
        self.lobby: Lobby | None = None

    @property
    def host(self) -> HostLobby | None:
        """The lobby, where this player is its host."""
        return self.lobby if isinstance(self.lobby, HostLobby) else None

    def enter(self, lobby: Lobby | None) -> None:
        """Be at this lobby, or at none, from now on."""
        self.lobby, self._decided = lobby, self._loop.create_future()

    async def gather(self) -> Genesis:
        """Be at the lobby until there is a genesis. Raises the `LobbyFailure` that it comes to."""
        lobby = self.lobby
        assert lobby is not None
        while lobby.genesis is None:
            self.tick()
            await self.wait()
        return lobby.genesis

    async def wait(self, *others: asyncio.Future[Any]) -> bool:
        """Wait until there is a genesis, one of the others is done, or things are to be said again.

        True tells the first. Raises the `LobbyFailure` that the lobby has come to.
        """
        parts: list[asyncio.Future[Any]] = [self._decided, *others]
        await asyncio.wait(parts, timeout=REPEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if self._decided.done():
            self._decided.result()
        return self._decided.done()

    def tick(self) -> None:
        """Let time pass."""
        if self.lobby is not None:
            self.lobby.tick(self._loop.time())
            self.post()

    def receive(self, sender: bytes, data: bytes) -> None:
        """Take a message from the peer with this CURVE key."""
        if self.lobby is None:
            return
        try:
            self.lobby.receive(sender, data, self._loop.time())
        except LobbyFailure as failure:
            if not self._decided.done():
                self._decided.set_exception(failure)
        self.post()

    def say_again(self, curve_key: bytes) -> None:
        """Say over a connection that is up again what went nowhere before."""
        match self.lobby:
            case GuestLobby():
                self.tick()
            case HostLobby():  # it has moved: the guest can answer, but not call
                self.lobby.tell(curve_key)
                self.post()
            case None:
                pass

    def leave(self) -> None:
        """Tell the others of the lobby that this player leaves it."""
        match self.lobby:
            case HostLobby():
                self.lobby.close()
            case GuestLobby():
                self.lobby.leave()
            case None:
                pass
        self.post()
        self.lobby = None

    def post(self) -> None:
        """Send what the lobby says, tell its news, and wake who waits if there is a genesis now."""
        lobby = self.lobby
        if lobby is None:
            return
        if lobby.genesis is not None and not self._decided.done():
            self._decided.set_result(None)
        for receiver, data in lobby.outbox:
            self._send(receiver, data)
        lobby.outbox.clear()
        for news in lobby.news:
            self._tell(news)
        lobby.news.clear()
