"""A person's seat at a table on the full screen: the table's controller, its peer's notices, and the time."""

import asyncio

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from cli.plain import Ending
from cli.screen.app import FullScreen
from cli.screen.table_screen import TableScreen


class ScreenClient:
    """Plays a seat; tests give `source` and `output` for the terminal."""

    def __init__(
        self, table: TableScreen, *, source: Input | None = None, output: Output | None = None
    ) -> None:
        self._table = table
        self._screen = FullScreen(table, source=source, output=output)

    async def play(self) -> Ending:
        """Show the table until the person leaves it; gives how the game stands then."""
        await self._screen.show(self._listen(), self._watch())
        return Ending.DONE if self._table.peer.done.is_set() else Ending.LEFT

    async def _listen(self) -> None:
        notices = self._table.peer.notices
        while True:
            self._table.hear(await notices.get())
            while not notices.empty():
                self._table.hear(notices.get_nowait())
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
