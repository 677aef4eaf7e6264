"""A person's wish to play again, up to the next game or to nothing (protocol.md, 21.15 to 21.20)."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from cli.rematch_desk import WATCH_SECONDS, RematchDesk, Wish
from p2p.again import NobodyAgain
from p2p.lobby import VERSIONS, TableSeen
from p2p.peer import Peer
from p2p.rematch import Rematch, encode_rematch
from p2p.table import Tell
from p2p.table_info import Seated, TableInfo
from p2p.view import Presence, Wanted
from tests.cli.fakes import FakePeer
from tests.cli.screen.virtual import run_virtually

NEXT = object.__new__(Peer)
"""The peer of the game that follows; nothing is asked of it here."""


class Finished(FakePeer):
    """Seat 0 of a game of three that goes on until `finish`."""

    def __init__(self) -> None:
        super().__init__(3, "again")
        self.rematch = Rematch(self.genesis, self.seat)
        self.told = 0

    def finish(self) -> None:
        while self.wanted is not None:
            match self.wanted:
                case Wanted.ROLL:
                    self.roll()
                case Wanted.BID:
                    self.bid(0)
                case Wanted.DECISION:
                    self.decide(self.view().state.legal()[0])

    def tell_rematch(self) -> None:
        self.told += 1

    def table_of(self, *seats: int) -> TableSeen:
        """Give the news of a table at which these seats sit, the host's first."""
        protocol, rules_id, rules_hash = VERSIONS
        seated = tuple(Seated(f"{seat}", self.genesis.seats[seat].key, ready=True) for seat in seats)
        return TableSeen(
            TableInfo(protocol, rules_id, rules_hash, bytes(32), self.genesis.ruleset, seated, 3, 0)
        )


class Tables:
    """A table that plays again when the test says so; notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[bool] = []
        self.begun = 0
        self.hear: Tell = lambda _news: None
        self.following: asyncio.Future[Peer] = asyncio.get_running_loop().create_future()

    async def play_again(self, hear: Tell, *, may_host: bool = True) -> Peer:
        self.asked.append(may_host)
        self.hear = hear
        self.following = asyncio.get_running_loop().create_future()
        return await self.following

    def begin_with_these(self) -> bool:
        self.begun += 1
        return True


class Desk:
    """A desk with all that it tells."""

    def __init__(self, *, over: bool = True) -> None:
        self.peer, self.tables = Finished(), Tables()
        if over:
            self.peer.finish()
        self.desk = RematchDesk(self.tables, self.peer)
        self.told: list[str] = []
        self.changes = 0
        self.desk.tell = self.told.append
        self.desk.changed = self._count

    def _count(self) -> None:
        self.changes += 1


def play(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    run_virtually(lambda _loop: scene())


async def turn() -> None:
    """Let what is ready to run do so."""
    for _ in range(3):
        await asyncio.sleep(0)


def test_a_wish_waits_for_the_end_of_the_game_and_leads_to_the_next_one() -> None:
    async def scene() -> None:
        at = Desk(over=False)
        at.desk.want()
        await turn()
        assert (at.tables.asked, at.desk.wish()) == ([], Wish(wanted=True))
        at.peer.finish()
        at.desk.look()
        at.desk.look()
        await turn()
        assert at.tables.asked == [True]
        at.tables.following.set_result(NEXT)
        assert await at.desk.outcome()
        assert at.desk.next is NEXT
        assert (at.desk.wish(), at.changes, at.told) == (Wish(), 1, [])

    play(scene)


def test_a_wish_that_comes_to_nothing_is_told_and_can_be_had_again() -> None:
    async def scene() -> None:
        at = Desk()
        for time in (1, 2):
            at.desk.want(may_host=time == 1)
            await turn()
            at.tables.following.set_exception(NobodyAgain())
            assert not await at.desk.outcome()
            assert at.told == ["Nobody else of that game plays again."] * time
            assert (at.desk.wish(), at.changes, at.desk.next) == (Wish(), time, None)
        assert at.tables.asked == [True, False]

    play(scene)


def test_an_error_of_the_program_is_raised_where_the_outcome_is_waited_for() -> None:
    async def scene() -> None:
        at = Desk()
        at.desk.want()
        await turn()
        at.tables.following.set_exception(LookupError("a fault"))
        with pytest.raises(LookupError):
            await at.desk.outcome()
        assert at.told == []

    play(scene)


def test_an_error_for_which_nobody_waits_is_raised_as_the_desk_is_closed_and_once() -> None:
    async def scene() -> None:
        at = Desk()
        at.desk.want()
        await turn()
        at.tables.following.set_exception(LookupError("a fault"))
        await turn()
        with pytest.raises(LookupError):
            await at.desk.close()
        await at.desk.close()

    play(scene)


def test_who_sits_at_the_table_and_whose_it_is_is_known() -> None:
    async def scene() -> None:
        at = Desk()
        at.desk.want()
        await turn()
        at.tables.hear(at.peer.table_of(2, 0))
        assert at.desk.wish() == Wish(wanted=True, sitting=(2, 0))
        at.tables.hear(at.peer.table_of(0, 1))
        assert at.desk.wish() == Wish(wanted=True, sitting=(0, 1), is_host=True)
        assert at.changes == 2
        assert at.desk.begin(at_once=True)
        assert at.tables.begun == 1

    play(scene)


@pytest.mark.parametrize("missing", ["has said no", "is away"])
def test_a_begin_said_beforehand_waits_until_every_other_has_answered_or_is_away(missing: str) -> None:
    async def scene() -> None:
        at = Desk()
        assert not at.desk.begin(at_once=False), "nobody wants to play again yet"
        at.desk.want()
        assert at.desk.begin(at_once=False)
        await turn()
        at.tables.hear(at.peer.table_of(0, 1))
        await asyncio.sleep(3 * WATCH_SECONDS)
        assert at.tables.begun == 0
        if missing == "is away":
            at.peer.presence = Presence.AWAY
        else:
            tag, no_token = at.peer.genesis.game_id[:8], bytes(16)
            at.peer.rematch.receive(2, encode_rematch(tag, no_token), 0.0)
        await asyncio.sleep(WATCH_SECONDS)
        assert at.tables.begun == 1

    play(scene)


def test_a_no_takes_the_wish_back_and_is_told_to_the_others() -> None:
    async def scene() -> None:
        at = Desk()
        at.desk.want()
        await turn()
        at.desk.refuse()
        assert not await at.desk.outcome()
        assert at.tables.following.cancelled()
        assert at.desk.wish() == Wish(refused=True)
        assert at.peer.told == 1
        assert {seat for seat, _message in at.peer.rematch.outbox} == {1, 2}

    play(scene)


def test_a_desk_that_is_closed_lets_go_of_the_wish() -> None:
    async def scene() -> None:
        at = Desk()
        at.desk.want()
        await turn()
        await at.desk.close()
        assert at.tables.following.cancelled()

    play(scene)
