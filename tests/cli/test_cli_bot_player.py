import asyncio

import pytest

from cli.bot_player import BotPlayer
from core.bots import BOTS
from core.ruleset import Ruleset
from p2p.effects import Advanced, Completed, Settled
from p2p.entropy import seeded_entropy
from p2p.peer import PeerNotice
from p2p.view import Presence
from tests.cli.fakes import FakePeer

LONGER = Ruleset(rows_to_end=1, most_rolls=60)


def play(level: str, seed: str = "bot", seats: int = 3) -> tuple[FakePeer, list[PeerNotice]]:
    heard: list[PeerNotice] = []

    async def scene() -> FakePeer:
        peer = FakePeer(seats, "game", LONGER)
        await BotPlayer(peer, level, seeded_entropy(seed)).play(heard.append)
        return peer

    return asyncio.run(scene()), heard


@pytest.mark.parametrize("level", BOTS)
def test_a_bot_plays_a_whole_game(level: str) -> None:
    peer, heard = play(level)
    assert peer.game.log.complete
    assert peer.notices.empty()
    assert len([notice for notice in heard if isinstance(notice, Settled)]) == len(peer.game.rounds)
    assert isinstance(heard[-1], Completed)


@pytest.mark.parametrize("level", BOTS)
def test_a_seed_says_all_that_a_bot_does(level: str) -> None:
    first, second = play(level)[0], play(level)[0]
    assert first.game.log.head == second.game.log.head


def test_another_seed_plays_otherwise() -> None:
    assert play("random", "one")[0].said != play("random", "two")[0].said


def test_nothing_is_said_when_nothing_is_wanted() -> None:
    async def scene() -> bool:
        peer = FakePeer(2)
        peer.resigned = True
        return BotPlayer(peer, "random", seeded_entropy("x")).act()

    assert asyncio.run(scene()) is False


def test_chance_is_unbiased_and_never_asked_twice_for_one_purpose() -> None:
    asked: list[str] = []

    def entropy(purpose: str) -> bytes:
        asked.append(purpose)
        return b"\xff" * 32 if len(asked) % 2 else b"\0" * 31 + bytes((len(asked),))

    async def scene() -> list[int]:
        player = BotPlayer(FakePeer(2), "random", entropy)
        draw = player._chance(player._peer.view())
        return [draw(3) for _draw in range(4)]

    assert asyncio.run(scene()) == [2, 1, 0, 2]  # the highest number is above the last whole multiple of 3
    assert len(asked) == len(frozenset(asked)) == 8


def test_a_bot_that_is_told_nothing_more_still_ends() -> None:
    async def scene() -> None:
        peer = FakePeer(2)
        peer.resigned = True
        playing = asyncio.ensure_future(BotPlayer(peer, "random", seeded_entropy("x")).play())
        await asyncio.sleep(0)
        peer.notices.put_nowait(Advanced(1, back=False))
        await asyncio.sleep(0)
        peer.done.set()
        await asyncio.wait_for(playing, 5)

    asyncio.run(scene())


def test_a_bot_whose_seat_has_resigned_ends_where_nobody_is_there_to_be_told() -> None:
    async def scene() -> bool:
        peer = FakePeer(2)
        peer.resigned = True
        peer.presence = Presence.AWAY
        await asyncio.wait_for(BotPlayer(peer, "random", seeded_entropy("x")).play(), 5)
        return peer.done.is_set()

    assert asyncio.run(scene()) is False
