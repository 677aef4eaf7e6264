"""Whole peers on loopback play again: one table, the same keys, a new game (protocol.md, 21.15 to 21.20)."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from p2p.again import NobodyAgain
from p2p.audit import audit_log
from p2p.lobby import TableSeen
from p2p.peer import Peer
from p2p.table import News
from p2p.verdict import Verdict
from p2p.view import Wanted
from tests.p2p.tables import PATIENCE, Player, seated, until


def run(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await scene()

    asyncio.run(bounded())


async def play(players: list[Player]) -> None:
    """Let the players play their game to its end, each with the first choice that it has."""
    while not all(player.peer.done.is_set() for player in players):
        for player in players:
            view = player.peer.view()
            match view.wanted:
                case Wanted.ROLL:
                    player.peer.roll()
                case Wanted.DECISION:
                    player.peer.decide(view.state.legal()[0])
                case Wanted.BID:
                    player.peer.bid(0)
                case None:
                    pass
        await asyncio.sleep(0.01)


def again(player: Player, news: list[News] | None = None, *, may_host: bool = True) -> "asyncio.Task[Peer]":
    hear = (news if news is not None else []).append
    return asyncio.ensure_future(player.table.play_again(hear, may_host=may_host))


def in_seat_order(players: list[Player]) -> list[Player]:
    return sorted(players, key=lambda player: player.peer.seat)


def has_asked(seat: int, others: list[Player], news: list[News], *, follows: bool) -> bool:
    """Tell whether a seat sits at another's table, if it `follows`, or these others have heard its offer."""
    if follows:
        return any(isinstance(one, TableSeen) for one in news)
    return all(seat in one.peer.rematch.offers for one in others)


def names(peer: Peer) -> set[str]:
    return {seat.name for seat in peer.genesis.seats}


def is_complete(peer: Peer) -> bool:
    with peer.log_path.open("rb") as stream:
        return audit_log(stream).verdict is Verdict.COMPLETE


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_whoever_asks_first_all_come_to_one_table_and_both_logs_are_whole(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    async def scene() -> None:
        async with seated(3, tmp_path) as players:
            await play(players)
            first = [player.peer for player in players]
            by_seat = in_seat_order(players)
            tasks: dict[int, asyncio.Task[Peer]] = {}
            for seat in order:
                news: list[News] = []
                tasks[seat] = again(by_seat[seat], news)
                others = [one for one in by_seat if one.peer.seat not in tasks]
                await until(partial(has_asked, seat, others, news, follows=seat > min(tasks)))
            for seat, task in tasks.items():
                by_seat[seat].peer = await task
            assert len({player.peer.genesis.game_id for player in players}) == 1
            assert names(players[0].peer) == names(first[0])
            assert players[0].peer.genesis.nonce != first[0].genesis.nonce
            assert {seat.anchor for seat in players[0].peer.genesis.seats}.isdisjoint(
                seat.anchor for seat in first[0].genesis.seats
            )
            await play(players)
            assert all(map(is_complete, [*first, *(player.peer for player in players)]))

    run(scene)


def test_who_says_no_is_told_of_and_the_host_begins_with_the_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with seated(3, tmp_path) as players:
            await play(players)
            host, guest, gone = in_seat_order(players)
            gone.table.close()
            await until(lambda: gone.peer.seat in host.peer.rematch.declined)
            news: list[News] = []
            tasks = again(host, news), again(guest)
            await until(
                lambda: any(isinstance(one, TableSeen) and len(one.table.seated) == 2 for one in news)
            )
            assert not guest.table.begin_with_these(), "only at the host's word"
            assert host.table.begin_with_these()
            host.peer, guest.peer = await asyncio.gather(*tasks)
            assert names(host.peer) == {host.name, guest.name}
            await play([host, guest])
            assert is_complete(host.peer)

    run(scene)


def test_where_all_others_say_no_nobody_waits_any_more(tmp_path: Path) -> None:
    async def scene() -> None:
        async with seated(2, tmp_path) as players:
            await play(players)
            one, other = players
            task = again(one)
            await until(lambda: bool(other.peer.rematch.offers))
            other.peer.rematch.decline()
            other.peer.tell_rematch()
            with pytest.raises(NobodyAgain):
                await task
            assert one.table.begin_with_these() is False
            await until(lambda: one.peer.seat in other.peer.rematch.declined)

    run(scene)


def test_who_takes_it_back_can_ask_once_more_and_who_only_follows_never_hosts(tmp_path: Path) -> None:
    async def scene() -> None:
        async with seated(2, tmp_path) as players:
            await play(players)
            low, high = in_seat_order(players)
            task = again(high)
            await until(lambda: bool(low.peer.rematch.offers))
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await until(lambda: bool(low.peer.rematch.declined))
            follower, task = again(low, may_host=False), again(high)
            finished = high.peer
            low.peer, high.peer = await asyncio.gather(follower, task)
            assert finished.rematch.offers == {}
            await play(players)
            assert is_complete(low.peer)

    run(scene)
