"""A person's seat at a table on the full screen: the table's controller, its peer's notices, and the time."""

import asyncio
from pathlib import Path

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from cli.errors import sentence
from cli.plain import Ending
from cli.screen.app import FullScreen
from cli.screen.table_screen import TableScreen
from p2p.audit import audit_log
from p2p.verdict import Report


class ScreenClient:
    """Plays a seat, over `stage` where one stands; tests give `source` and `output` for the terminal."""

    def __init__(
        self,
        table: TableScreen,
        *,
        stage: FullScreen | None = None,
        source: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self._table = table
        self._is_judged = False
        self._stage = stage
        self._screen = stage or FullScreen(table, source=source, output=output)

    async def play(self) -> Ending:
        """Show the table until the person leaves it; gives how the game stands then."""
        parts = (self._listen(), self._watch(), self._play_on())
        if self._stage is None:
            await self._screen.show(*parts)
        else:
            await self._stage.present(self._table, *parts)
        again = self._table.again
        if again is not None and again.next is not None:
            return Ending.AGAIN
        return Ending.DONE if self._table.peer.done.is_set() else Ending.LEFT

    async def _listen(self) -> None:
        notices = self._table.peer.notices
        while True:
            self._table.hear(await notices.get())
            while not notices.empty():
                self._table.hear(notices.get_nowait())
            self._screen.refresh()
            peer = self._table.peer
            if peer.done.is_set() and peer.view().complete and not self._is_judged:
                self._is_judged = True
                await self._judge(peer.log_path)

    async def _play_on(self) -> None:
        """Wait for another game with the same players."""
        again = self._table.again
        if again is None:
            await asyncio.Event().wait()
            return
        again.tell, again.changed = self._table.note, self._screen.refresh
        while not await again.outcome():
            self._screen.refresh()

    async def _judge(self, log: Path) -> None:
        """Audit the finished log, and show what that says."""
        try:
            self._table.judged(await asyncio.to_thread(_audit, log))
        except OSError as error:
            self._table.story.alert(sentence(error) or type(error).__name__)
        self._screen.refresh()

    async def _watch(self) -> None:
        """Draw anew as time passes, where that changes anything."""
        shown = self._table.screen()
        while True:
            await asyncio.sleep(self._table.rest())
            self._table.look_around()
            if (now := self._table.screen()) != shown:
                shown = now
                self._screen.refresh()


def _audit(log: Path) -> Report:
    with log.open("rb") as stream:
        return audit_log(stream)
