"""A replay on the full screen: the log is read on beside it, and the time passes."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Final

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from cli.playhead import Aim, Goal
from cli.screen.app import FullScreen
from cli.screen.replay_screen import ReplayScreen
from cli.screen.settings import Settings
from p2p.tape import Tape

SHOW_SECONDS: Final = 0.25
"""How often it is shown how far the log has been read."""
START: Final = Goal(Aim.START)


async def replay_over(stage: FullScreen, path: Path, seat: int, settings: Settings) -> None:
    """Show the replay of the game of this log over what stands there. Raises `OSError`."""
    with path.open("rb") as stream:
        await show_tape(Tape(stream), path, seat, settings, stage)


async def show_tape(
    tape: Tape,
    path: Path,
    seat: int,
    settings: Settings,
    stage: FullScreen | None,
    *,
    goal: Goal = START,
) -> None:
    """Show the log of a tape from this seat's view and from this goal on, over `stage` where one stands."""
    replay = ReplayScreen(tape, settings, seat=seat, path=path)
    replay.go(goal)
    await ReplayClient(replay, stage=stage).show()


class ReplayClient:
    """Shows a replay, over `stage` where one stands; tests give `source` and `output` for the terminal."""

    def __init__(
        self,
        replay: ReplayScreen,
        *,
        stage: FullScreen | None = None,
        source: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self._replay = replay
        self._stage = stage
        self._screen = stage or FullScreen(replay, source=source, output=output)
        self._began = asyncio.Event()
        replay.began = self._began.set

    async def show(self) -> None:
        """Show the replay until the person leaves it."""
        if self._stage is None:
            await self._screen.show(self._read(), self._play())
        else:
            await self._stage.present(self._replay, self._read(), self._play())

    async def _read(self) -> None:
        """Read the log to its end, a bit at a time, and rest for good."""
        loop = asyncio.get_running_loop()
        shown = loop.time()
        while self._replay.work():
            if loop.time() - shown >= SHOW_SECONDS:
                shown = loop.time()
                self._screen.refresh()
            await asyncio.sleep(0)
        self._screen.refresh()
        await asyncio.Event().wait()

    async def _play(self) -> None:
        """Advance as time passes, while it is to go on by itself."""
        while True:
            pause = self._replay.playing.pause if self._replay.playing.is_on else None
            self._began.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._began.wait(), pause)
                continue
            if self._replay.playing.is_on:
                self._replay.advance()
                self._screen.refresh()
