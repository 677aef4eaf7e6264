"""A person with a soft clock in the plain line mode (clause 6.10); the tests make the time."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from cli import plain
from cli.plain import PlainClient
from cli.stand_in import stand_in
from cli.words import set_language
from core.bots import BOTS
from core.ruleset import Ruleset
from p2p.view import View, Wanted
from tests.cli.fakes import FakeConsole, FakePeer

RULES = Ruleset(rows_to_end=1, most_rolls=60, clock=30)
OVER = "Your time is over"


class Scene:
    """A client that plays beside the test; `now` is the time that it sees."""

    def __init__(self, peer: FakePeer, lines: tuple[str, ...] = ()) -> None:
        self.peer = peer
        self.now = 0.0
        self.console = FakeConsole(lines, patient=False, forever=True)
        self._client = PlainClient(peer, self.console, clock=lambda: self.now)

    async def __aenter__(self) -> "Scene":
        self._playing = asyncio.ensure_future(self._client.play())
        await self.pass_to(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._playing.cancel()
        (ended,) = await asyncio.gather(self._playing, return_exceptions=True)
        assert isinstance(ended, asyncio.CancelledError) or self.peer.done.is_set(), ended

    async def pass_to(self, now: float) -> list[str]:
        """Let the time be `now`, and give what the client says then."""
        before = len(self.console.said)
        self.now = now
        for _turn in range(50):
            await asyncio.sleep(0)
        return self.console.said[before:]


def run(act: Callable[[Scene], Awaitable[None]], peer: FakePeer, *lines: str) -> None:
    async def scene() -> None:
        async with Scene(peer, lines) as one:
            await act(one)

    asyncio.run(scene())


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "WATCH_SECONDS", 0)


def peer_at(wanted: Wanted) -> FakePeer:
    """A peer with a clock of 30 seconds whose open question is this one."""
    for seed in range(100):
        peer = FakePeer(2, f"clock {seed}", RULES)
        if wanted is Wanted.DECISION and peer.wanted is Wanted.ROLL:
            peer.roll()
        if peer.wanted is wanted:
            peer.said.clear()
            return peer
    raise AssertionError


def test_the_time_is_told_with_the_question_and_once_before_it_ends() -> None:
    async def act(scene: Scene) -> None:
        asked = scene.console.said.index("Your roll: type roll.")
        assert scene.console.said[asked + 1] == "Time left: 30 seconds."
        assert await scene.pass_to(19.9) == []
        assert await scene.pass_to(20) == ["Time left: 10 seconds."]
        assert await scene.pass_to(29.9) == []
        assert scene.peer.said == []

    run(act, peer_at(Wanted.ROLL))


def test_a_roll_is_rolled() -> None:
    async def act(scene: Scene) -> None:
        assert (await scene.pass_to(30))[0] == "Your time is over: mark rolls for you."
        assert scene.peer.said == [None]

    run(act, peer_at(Wanted.ROLL))


def test_of_the_decisions_the_cautious_one_is_taken_and_told() -> None:
    peer = peer_at(Wanted.DECISION)
    view = peer.view()
    cautious = BOTS["cautious"].decide(view.state, view.seat, lambda _bound: 0)

    async def act(scene: Scene) -> None:
        (line,) = [line for line in await scene.pass_to(30) if line.startswith(OVER)]
        assert line.startswith("Your time is over: mark chooses for you: ")
        assert scene.peer.said == [cautious]

    run(act, peer)


def test_a_bid_is_of_nothing() -> None:
    async def act(scene: Scene) -> None:
        assert "Your time is over: mark bids $0 for you." in await scene.pass_to(30)
        assert scene.peer.said == [0]

    run(act, peer_at(Wanted.BID))


def test_whoever_answers_in_time_has_the_whole_time_for_the_next_question() -> None:
    async def act(scene: Scene) -> None:
        await scene.pass_to(29)
        scene.peer.roll()
        assert "Time left: 30 seconds." in await scene.pass_to(29.5)
        asked_again = scene.peer.said.copy()
        await scene.pass_to(30)
        await scene.pass_to(59)
        assert scene.peer.said == asked_again
        await scene.pass_to(59.5)
        assert len(scene.peer.said) == len(asked_again) + 1

    run(act, peer_at(Wanted.ROLL))


def test_nothing_is_said_for_anyone_while_the_game_is_paused() -> None:
    async def act(scene: Scene) -> None:
        scene.peer.paused = True
        await scene.pass_to(5)
        await scene.pass_to(300)
        assert scene.peer.said == []
        scene.peer.paused = False
        await scene.pass_to(300)
        await scene.pass_to(329)
        assert scene.peer.said == []
        await scene.pass_to(330)
        assert len(scene.peer.said) == 1

    run(act, peer_at(Wanted.ROLL))


class Mute(FakePeer):
    """A seat that may say nothing yet, since the others have not told what they hold of it."""

    def view(self) -> View:
        return super().view().changed(wanted=None, ready=False)


def test_a_seat_that_is_not_ready_has_no_time_to_lose() -> None:
    async def act(scene: Scene) -> None:
        await scene.pass_to(300)
        assert scene.peer.said == []

    run(act, Mute(2, "clock", RULES))


def test_without_a_clock_a_person_may_think_for_ever() -> None:
    async def act(scene: Scene) -> None:
        await scene.pass_to(10**6)
        assert scene.peer.said == []
        assert not any(line.startswith("Time left") for line in scene.console.said)

    run(act, FakePeer(2, "clock", RULES.changed(clock=0)))


def test_whoever_was_asked_whether_to_resign_is_asked_still() -> None:
    peer = peer_at(Wanted.ROLL)

    async def act(scene: Scene) -> None:
        assert any("type yes to do it" in line for line in scene.console.said)
        await scene.pass_to(30)
        assert peer.said == [None]
        scene.console.type("yes")
        await scene.pass_to(31)
        assert peer.resigned

    run(act, peer, "resign")


def test_to_see_the_choices_again_brings_no_more_time() -> None:
    peer = peer_at(Wanted.ROLL)

    async def act(scene: Scene) -> None:
        await scene.pass_to(25)
        scene.console.type("choices")
        assert "Time left: 5 seconds." in await scene.pass_to(25)
        await scene.pass_to(30)
        assert peer.said == [None]

    run(act, peer)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_played_for_a_person_who_is_gone(language: str) -> None:
    set_language(language)
    peer = FakePeer(3, "clock", RULES)

    async def act(scene: Scene) -> None:
        while not peer.done.is_set():
            await scene.pass_to(scene.now + 30)

    run(act, peer)
    assert peer.game.log.complete


def test_nothing_is_said_where_nothing_is_wanted() -> None:
    peer = Mute(2, "clock", RULES)
    assert stand_in(peer) is None
    assert peer.said == []
