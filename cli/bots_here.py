"""The bots that sit at a table on this computer, in the player's own process, as peers like all others.

Each has a folder of its own beside the player's games, with its keys and its copies of the logs.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from cli.bot_player import BotPlayer
from cli.folders import GAMES_NAME
from cli.identity import load_identity
from p2p.address_book import save_book
from p2p.again import NobodyAgain
from p2p.entropy import seeded_entropy, system_entropy
from p2p.invite import Endpoints
from p2p.lobby import LobbyFailure
from p2p.peer import Peer
from p2p.table import Table

LOOPBACK: Final = "127.0.0.1"
BOTS_NAME: Final = "bots"
"""The folder that has one folder for each bot, whose name is its level and a number."""
PACE_SECONDS: Final = 0.6
"""How long a bot waits before each choice, so that a person can follow."""


def open_bot(data: Path, name: str, seed: str | None = None) -> Table:
    """Give the sockets and the keys of the bot of this name, made at its first game."""
    folder = data / BOTS_NAME / name
    entropy = system_entropy if seed is None else seeded_entropy(f"{seed} {name}")
    return Table(load_identity(folder, entropy), folder, entropy, lambda _news: None)


@asynccontextmanager
async def playing(seats: Sequence[tuple[Table, Peer, str]], pace: float) -> AsyncIterator[None]:
    """Let bots of these levels play at their tables meanwhile, as often as others want to play again.

    Nobody is left waiting for a bot that fails: what is done meanwhile is stopped, and its error raised.
    """
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_play_on(table, peer, level, pace)) for table, peer, level in seats]
            yield
            for task in tasks:
                task.cancel()
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None


async def _play_on(table: Table, peer: Peer, level: str, pace: float) -> None:
    while True:
        await BotPlayer(peer, level, system_entropy, pace).play()
        if not peer.view().complete:
            return
        try:
            peer = await table.play_again(lambda _news: None, may_host=False)
        except (NobodyAgain, LobbyFailure):
            return


@asynccontextmanager
async def bots_of(peer: Peer, data: Path, listening: Endpoints) -> AsyncIterator[None]:
    """Let those bots go on meanwhile that sit at this peer's game, which listens there, if there are any.

    Raises what resuming a game raises.
    """
    tables: list[Table] = []
    try:
        folders = sorted((data / BOTS_NAME).glob(f"*/{GAMES_NAME}/{peer.folder.name}"))
        names = [folder.parents[1].name for folder in folders]
        tables += [open_bot(data, name) for name in names]
        places: list[Endpoints] = [((LOOPBACK,), table.listen((LOOPBACK,), 0)) for table in tables]
        keys = [entry.curve_key for entry in peer.genesis.seats]
        book: dict[int, Endpoints] = {
            keys.index(table.curve_key): place for table, place in zip(tables, places, strict=True)
        }
        book[peer.seat] = listening
        seats = []
        for table, folder, name, place in zip(tables, folders, names, places, strict=True):
            save_book(folder, book)
            seats.append((table, table.resume(folder, place), name.partition("-")[0]))
        async with playing(seats, PACE_SECONDS):
            yield
    finally:
        for table in tables:
            table.close()
