"""What is to be told to one reader: a queue without bounds, which calls it back for all that has come.

To wake a task, as `asyncio.Queue` does, takes several times as long, and whoever shows a game is told of
every decision twice.
"""

from asyncio import Future, QueueEmpty, get_running_loop
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Notice = TypeVar("Notice")


class _Reading(Generic[Notice]):
    """Who is called back, and where an error of its is raised."""

    def __init__(
        self, hear: Callable[[Notice], object], then: Callable[[], object], ended: "Future[None]"
    ) -> None:
        self.hear = hear
        self.then = then
        self.ended = ended


class Notices(Generic[Notice]):
    """Notices in the order in which they were put."""

    def __init__(self) -> None:
        self._held: deque[Notice] = deque()
        self._reading: _Reading[Notice] | None = None
        self._calls_soon = False

    def put_nowait(self, notice: Notice) -> None:
        """Add one, and have the reader called: never at once, nor does its error come here."""
        self._held.append(notice)
        if self._reading is not None and not self._calls_soon:
            self._call_soon()

    async def read(self, hear: Callable[[Notice], object], then: Callable[[], object]) -> None:
        """Give `hear` each notice, and call `then` after the last that is there, until one of them fails.

        They are called in a turn of the loop of their own, and their error is raised here. One reads at a
        time.
        """
        reading = self._reading = _Reading(hear, then, get_running_loop().create_future())
        if self._held and not self._calls_soon:
            self._call_soon()
        try:
            await reading.ended
        finally:
            if self._reading is reading:  # another may have begun to read
                self._reading = None

    def _call_soon(self) -> None:
        self._calls_soon = True
        get_running_loop().call_soon(self._call)

    def _call(self) -> None:
        self._calls_soon = False
        reading = self._reading
        if reading is None or reading.ended.done():
            return
        try:
            while self._held:
                reading.hear(self._held.popleft())
            reading.then()
        except Exception as error:  # noqa: BLE001 - none is swallowed: it is raised where this is waited for
            reading.ended.set_exception(error)

    def get_nowait(self) -> Notice:
        """Take the first one. Raises `asyncio.QueueEmpty`."""
        if not self._held:
            raise QueueEmpty
        return self._held.popleft()

    def empty(self) -> bool:
        """Tell whether there is none."""
        return not self._held

    def qsize(self) -> int:
        """Give how many there are."""
        return len(self._held)
