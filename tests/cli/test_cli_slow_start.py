"""A game whose start one seat's client never signs: told on the full screen and in lines."""

import asyncio

import pytest

from cli import plain
from cli.screen.settings import Settings
from cli.screen.table_screen import TableScreen
from cli.slow_start import LATE_SECONDS, tell_slow_start
from cli.words import set_language
from p2p.view import View
from tests.cli.fakes import FakePeer
from tests.cli.screen.scenes import hear_all
from tests.cli.test_cli_plain_clock import Scene
from tests.p2p.gamebuilder import GameBuilder

NAMES = ("Ada", "Ben", "Cleo")


def at_start(*missing: int) -> View:
    """The view of seat 0 in a game whose start these seats have not signed."""
    log = GameBuilder(3).log
    return FakePeer(3).view().changed(round_number=0, expects=log.expects, missing=missing, wanted=None)


def test_a_game_that_does_not_begin_is_told_with_what_to_do() -> None:
    told = tell_slow_start(at_start(0, 2), NAMES, LATE_SECONDS)
    assert told == (
        "The game has not begun: nothing has come from Cleo for 12 seconds. Should it stay so, leave it "
        "(quit), and host a table anew."
    )
    assert tell_slow_start(at_start(0, 2), NAMES, 600) == told
    set_language("fr")
    assert tell_slow_start(at_start(0, 2), NAMES, 600) != told


@pytest.mark.parametrize(
    ("view", "waited"),
    [
        (at_start(1, 2), LATE_SECONDS - 1),
        (at_start(0), 600),
        (at_start(), 600),
        (FakePeer(3).view(), 600),
    ],
)
def test_nothing_is_told_before_or_of_another_wait(view: View, waited: float) -> None:
    assert tell_slow_start(view, NAMES, waited) == ""


class Unanswered(FakePeer):
    """A game of which nobody else signs the start before `answers`."""

    answers = False

    def _run_on(self) -> None:
        if self.answers:
            super()._run_on()

    def go_on(self) -> None:
        self.answers = True
        self._run_on()


def test_on_the_full_screen_it_stands_in_sight_until_the_game_begins() -> None:
    peer, now = Unanswered(2), 0.0
    table = TableScreen(peer, Settings(), clock=lambda: now)
    table.look_around()
    assert table.scene().alerts == ()
    for later in (LATE_SECONDS, 60.0):
        now = later
        table.look_around()
        (alert,) = table.scene().alerts
        assert alert.startswith("The game has not begun: nothing has come from ")
    peer.go_on()
    hear_all(table)
    table.look_around()
    assert table.scene().alerts == ()


def test_in_lines_it_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "WATCH_SECONDS", 0)

    async def run() -> None:
        async with Scene(Unanswered(2)) as scene:
            (line,) = await scene.pass_to(LATE_SECONDS)
            assert line.startswith("The game has not begun: nothing has come from ")
            assert await scene.pass_to(60) == []

    asyncio.run(run())
