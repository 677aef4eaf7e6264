"""An idle screen costs nothing and a key is on it at once: draws and turns of the event loop are counted."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli import home_menus
from cli.screen.app import FullScreen
from cli.screen.client import ScreenClient
from cli.screen.controller import Controller
from cli.screen.drawing import MOMENT_SECONDS
from cli.screen.settings import Settings
from cli.screen.table_screen import TableScreen
from core.ruleset import Ruleset
from tests.cli.fakes import FakePeer
from tests.cli.screen.home_scenes import Taken
from tests.cli.screen.scenes import LONGER, hear_all, play_until
from tests.cli.screen.virtual import VirtualLoop, run_virtually

HOUR = 3600.0
CLOCKED = Ruleset(rows_to_end=1, most_rolls=60, clock=100)


class Counted(FullScreen):
    """Notes at what time of the loop it was drawn, and in which of its turns."""

    def __init__(self, controller: Controller, source: PipeInput, loop: VirtualLoop) -> None:
        super().__init__(controller, source=source, output=DummyOutput())
        self._loop = loop
        self.draws: list[tuple[float, int]] = []
        self.drawn = asyncio.Event()
        self._app.after_render += self._note

    def _note(self, _app: object) -> None:
        self.draws.append((self._loop.now, self._loop.turns))
        self.drawn.set()


async def called_off(shown: asyncio.Future[Any]) -> None:
    """Call off what is shown, and wait until the screen is closed."""
    shown.cancel()
    with suppress(asyncio.CancelledError):
        await shown


def sit_in(loop: VirtualLoop, rules: Ruleset = LONGER) -> TableScreen:
    table = TableScreen(FakePeer(2, "whole", rules), Settings(confirm=False), clock=loop.time)
    hear_all(table)
    return table


def counted(make: Callable[[VirtualLoop], Controller], seconds: float) -> tuple[int, int]:
    """Give how often a screen that nobody touches is drawn in this time, and how often its loop wakes.

    It wakes twice for each timer that somebody waits for, this function's own one included.
    """

    async def run(loop: VirtualLoop) -> tuple[int, int]:
        with create_pipe_input() as pipe:
            at = make(loop)
            screen = Counted(at, pipe, loop)
            parts = [ScreenClient(at, stage=screen).show()] if isinstance(at, TableScreen) else []
            shown = asyncio.gather(screen.show(), *parts)
            await asyncio.sleep(2)
            draws, turns = len(screen.draws), loop.turns
            await asyncio.sleep(seconds)
            found = len(screen.draws) - draws, loop.turns - turns
            await called_off(shown)
            return found

    return run_virtually(run)


def test_a_home_screen_that_nobody_touches_does_nothing_at_all() -> None:
    assert counted(lambda _loop: Taken(home_menus.home_menu()).at, HOUR) == (0, 2)


def test_a_table_that_waits_is_drawn_when_what_it_tells_changes() -> None:
    """That is since when it waits: in steps of ten seconds, and of minutes after two of them."""
    draws, turns = counted(sit_in, HOUR)
    assert draws == 12 + 58
    assert turns <= 2 * HOUR + 4 * draws  # it is looked once a second who has gone


def test_a_clock_is_drawn_once_a_second() -> None:
    draws, turns = counted(lambda loop: sit_in(loop, CLOCKED), 60)
    assert draws == 60
    assert turns <= 2 * 60 + 4 * draws


def test_a_game_that_is_over_does_nothing_at_all() -> None:
    def make(loop: VirtualLoop) -> TableScreen:
        table = sit_in(loop)
        play_until(table, lambda view: view.complete)
        return table

    assert counted(make, HOUR) == (0, 2)


def test_a_key_is_drawn_before_any_time_passes() -> None:
    """There is no pause for more keys to come, and no frame to wait for."""

    async def run(loop: VirtualLoop) -> None:
        with create_pipe_input() as pipe:
            at = Taken(home_menus.home_menu()).at
            screen = Counted(at, pipe, loop)
            shown = asyncio.ensure_future(screen.show())
            for number in range(1, 5):
                await asyncio.sleep(10)
                pressed = loop.now, loop.turns
                screen.drawn.clear()
                pipe.send_text("\x1b[B")
                await screen.drawn.wait()
                assert at.cursor == number
                drawn = screen.draws[-1]
                assert drawn[0] == pressed[0]
                assert drawn[1] <= pressed[1] + 3  # read in the first, drawn in the second, or third if busy
            await called_off(shown)

    run_virtually(run)


def draws_after_a_key(settles_after: float) -> list[float]:
    """Say something by a key that is settled after so many seconds; give when the screen is drawn."""

    async def run(loop: VirtualLoop) -> list[float]:
        with create_pipe_input() as pipe:
            at = Taken(home_menus.home_menu()).at
            screen = Counted(at, pipe, loop)
            shown = asyncio.ensure_future(screen.show())
            await asyncio.sleep(10)
            screen.draws.clear()
            pressed = loop.now
            at.on_its_way = "a roll"
            pipe.send_text("\x1b[B")
            await asyncio.sleep(settles_after)
            at.on_its_way = ""
            screen.refresh()
            await asyncio.sleep(10)
            draws = [drawn - pressed for drawn, _turn in screen.draws]
            await called_off(shown)
            return draws

    return run_virtually(run)


def test_what_is_settled_within_a_moment_is_drawn_once_as_soon_as_it_is() -> None:
    """Drawing that it is on its way would only keep the answers waiting."""
    assert draws_after_a_key(MOMENT_SECONDS / 4) == pytest.approx([MOMENT_SECONDS / 4])


def test_what_takes_longer_is_shown_to_be_on_its_way_after_that_moment() -> None:
    assert draws_after_a_key(100 * MOMENT_SECONDS) == pytest.approx([MOMENT_SECONDS, 100 * MOMENT_SECONDS])


def test_a_key_is_drawn_at_once_while_something_has_long_been_on_its_way() -> None:
    async def run(loop: VirtualLoop) -> None:
        with create_pipe_input() as pipe:
            at = Taken(home_menus.home_menu()).at
            screen = Counted(at, pipe, loop)
            shown = asyncio.ensure_future(screen.show())
            at.on_its_way = "a roll"
            for _ in range(3):
                await asyncio.sleep(10)
                pressed = loop.now
                screen.drawn.clear()
                pipe.send_text("\x1b[B")
                await screen.drawn.wait()
            assert screen.draws[-1][0] == pressed
            await called_off(shown)

    run_virtually(run)


def test_what_a_seat_says_is_on_its_way_until_it_is_settled() -> None:
    table = TableScreen(FakePeer(2, "whole", LONGER), Settings(confirm=False), clock=lambda: 0.0)
    hear_all(table)
    seen = [table.on_its_way]
    table.press("enter")
    seen.append(table.on_its_way)
    hear_all(table)
    assert [*seen, table.on_its_way] == ["", "roll", ""]
