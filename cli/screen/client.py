"""A game that goes on, on the full screen: its controller, what it is told, the time, and its replay."""

import asyncio
from pathlib import Path
from typing import Generic

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from cli.ending import Ending
from cli.errors import sentence
from cli.screen.app import FullScreen
from cli.screen.live_screen import LiveScreen, Notice
from p2p.verdict import Report


class ScreenClient(Generic[Notice]):
    """Shows a table, over `stage` where one stands; tests give `source` and `output` for the terminal."""

    def __init__(
        self,
        table: LiveScreen[Notice],
        *,
        stage: FullScreen | None = None,
        source: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self._table = table
        self._is_whole = asyncio.Event()
        self._wants_replay = asyncio.Event()
        self._stage = stage
        self._screen = stage or FullScreen(table, source=source, output=output)
        table.replaying = self._wants_replay.set

    async def show(self) -> Ending:
        """Show the table until the person leaves it; gives how the game stands then."""
        self._look_whether_whole()  # it may have been over before
        reading = self._table.notices.read(self._table.hear, self._show_news)
        parts = (reading, self._judge(), self._watch(), self._play_on(), self._replay())
        if self._stage is None:
            await self._screen.show(*parts)
        else:
            await self._stage.present(self._table, *parts)
        again = self._table.again
        if again is not None and again.next is not None:
            return Ending.AGAIN
        return Ending.DONE if self._table.game.done.is_set() else Ending.LEFT

    def _show_news(self) -> None:
        self._screen.refresh()
        self._look_whether_whole()

    def _look_whether_whole(self) -> None:
        game = self._table.game
        if game.done.is_set() and game.view().complete:
            self._is_whole.set()

    async def _play_on(self) -> None:
        """Wait for another game with the same players."""
        again = self._table.again
        if again is None:
            await asyncio.Event().wait()
            return
        again.tell, again.changed = self._table.note, self._screen.refresh
        while not await again.outcome():
            self._screen.refresh()

    async def _judge(self) -> None:
        """Audit the log once it is whole, and show what that says."""
        await self._is_whole.wait()
        try:
            self._table.judged(await asyncio.to_thread(_audit, self._table.game.log_path))
        except OSError as error:
            self._table.note(sentence(error) or type(error).__name__)
        self._screen.refresh()
        await asyncio.Event().wait()  # the screen stays

    async def _replay(self) -> None:
        """Lay the replay of the finished log over the table whenever it is wanted."""
        while True:
            await self._wants_replay.wait()
            from cli.screen.replay_client import replay_over  # noqa: PLC0415 - at the end of a game alone

            self._wants_replay.clear()
            try:
                await replay_over(
                    self._screen,
                    self._table.game.log_path,
                    self._table.scene().view.seat,
                    self._table.settings,
                )
            except OSError as error:
                self._table.note(sentence(error) or type(error).__name__)

    async def _watch(self) -> None:
        """Draw anew as time passes, where that changes anything."""
        shown = self._table.screen()
        while True:
            await asyncio.sleep(self._table.rest())
            self._table.look_around()
            if (now := self._table.screen()) != shown or self._table.is_left:
                shown = now
                self._screen.refresh()


def _audit(log: Path) -> Report:
    from p2p.audit import audit_log  # noqa: PLC0415 - at the end of a game alone

    with log.open("rb") as stream:
        return audit_log(stream)
