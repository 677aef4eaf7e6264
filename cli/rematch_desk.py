"""A person's wish to play again with the same players, from the end of a game to the next one's begin."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from cli.errors import sentence
from core.frozen import Frozen
from p2p.again import NobodyAgain
from p2p.genesis import Genesis
from p2p.lobby import LobbyFailure, TableSeen
from p2p.peer import Peer
from p2p.rematch import Rematch
from p2p.table import News, Tell
from p2p.view import Presence, View

WATCH_SECONDS: Final = 1.0
"""How often it is looked whether all have answered."""


class Wish(Frozen):
    """Who plays again, by seat: `wanted` tells whether this one does, or will once the game is over.

    `refused` tells that it has said no. `offered` are the others whose tables stand open, `sitting` those at
    the table where this seat is, which `is_host` tells to be its own.
    """

    wanted: bool = False
    refused: bool = False
    offered: tuple[int, ...] = ()
    sitting: tuple[int, ...] = ()
    is_host: bool = False


class AgainTable(Protocol):
    """What can begin another game, as `p2p.table.Table` does: see there."""

    async def play_again(self, hear: Tell, *, may_host: bool = True) -> Peer: ...  # noqa: D102 - as above
    def begin_with_these(self) -> bool: ...  # noqa: D102


class Finished(Protocol):
    """What the desk needs of the peer whose game is over, as `p2p.peer.Peer` is: see there."""

    @property
    def genesis(self) -> Genesis: ...  # noqa: D102 - as above
    @property
    def seat(self) -> int: ...  # noqa: D102
    @property
    def rematch(self) -> Rematch: ...  # noqa: D102
    def view(self) -> View: ...  # noqa: D102
    def tell_rematch(self) -> None: ...  # noqa: D102


class RematchDesk:
    """One finished game's desk. `next` is the peer of the game that follows, once that has begun.

    `tell` is given the sentence for a rematch that comes to nothing, `changed` is called with each news.
    """

    def __init__(self, table: AgainTable, peer: Finished) -> None:
        self._table, self._peer = table, peer
        self._task: asyncio.Task[None] | None = None
        self._ended: asyncio.Task[None] | None = None
        self._wanted = self._refused = self._will_begin = False
        self._sitting: tuple[int, ...] = ()
        self._is_host = False
        self._settled = asyncio.Event()
        self._may_host = True
        self.next: Peer | None = None
        self.tell: Callable[[str], None] = lambda _text: None
        self.changed: Callable[[], None] = lambda: None

    def wish(self) -> Wish:
        """Give how it stands."""
        offered = tuple(self._peer.rematch.offers)
        return Wish(self._wanted, self._refused, offered, self._sitting, self._is_host)

    def want(self, *, may_host: bool = True) -> None:
        """Play again, at once if the game is over, or as soon as it is; a bot only follows others."""
        self._wanted, self._refused, self._may_host = True, False, may_host
        self.look()

    def refuse(self) -> None:
        """Say no, or take the wish back."""
        self._wanted, self._refused = False, True
        if self._task is not None:
            self._task.cancel()
        self._peer.rematch.decline()
        self._peer.tell_rematch()

    def begin(self, *, at_once: bool) -> bool:
        """Begin with those who sit here, at once or when all others have answered; False if that cannot be.

        It can be only at one's own table with a guest; for later, a wish is enough.
        """
        self._will_begin = not at_once
        return self._table.begin_with_these() if at_once else self._wanted

    def look(self) -> None:
        """Take up the wish once the log is whole; to be called when something has happened."""
        if self._wanted and self._task is None and self._peer.view().complete:
            self._settled.clear()
            self._task = asyncio.ensure_future(self._play())

    async def outcome(self) -> bool:
        """Wait until the next game has begun (True) or comes to nothing. Raises what it failed with."""
        await self._settled.wait()
        self._settled.clear()
        await self._look_at_ended()
        return self.next is not None

    async def close(self) -> None:
        """Let go of a wish that has come to nothing yet. Raises what failed and was not told."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._look_at_ended()

    async def _look_at_ended(self) -> None:
        """Raise what the last wish failed with, once."""
        ended, self._ended = self._ended, None
        if ended is not None:
            await asyncio.wait([ended])  # it has only to return
            if not ended.cancelled():
                ended.result()

    async def _play(self) -> None:
        watching = asyncio.ensure_future(self._watch())
        try:
            self.next = await self._table.play_again(self._hear, may_host=self._may_host)
        except (NobodyAgain, LobbyFailure) as error:
            self.tell(sentence(error) or type(error).__name__)
        finally:
            watching.cancel()
            self._ended, self._task = self._task, None
            self._wanted, self._sitting, self._is_host = False, (), False
            self._settled.set()
            self.changed()

    def _hear(self, news: News) -> None:
        if not isinstance(news, TableSeen):
            return
        genesis = self._peer.genesis
        seats = [genesis.seat_of(one.key) for one in news.table.seated]
        self._sitting = tuple(seat for seat in seats if seat is not None)
        self._is_host = self._sitting[:1] == (self._peer.seat,)
        self.changed()

    async def _watch(self) -> None:
        """Begin, where that was said before, once every other seat has answered or is away."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            answered = {*self._sitting, *self._peer.rematch.declined}
            answered.update(one.seat for one in self._peer.view().peers if one.presence is Presence.AWAY)
            if self._will_begin and len(answered) == len(self._peer.genesis.seats):
                self._table.begin_with_these()
