"""What is to be told to one reader: a queue without bounds, which wakes it once for all that has come.

`asyncio.Queue` does more, and takes twice as long. Whoever shows a game waits on it for every decision.
"""

from asyncio import Future, QueueEmpty, get_running_loop
from collections import deque
from typing import Generic, TypeVar

Notice = TypeVar("Notice")


class Notices(Generic[Notice]):
    """Notices in the order in which they were put."""

    def __init__(self) -> None:
        self._held: deque[Notice] = deque()
        self._woken: Future[None] | None = None

    def put_nowait(self, notice: Notice) -> None:
        """Add one, and wake who waits for it."""
        self._held.append(notice)
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    async def get(self) -> Notice:
        """Take the first one; wait while there is none. To be waited for by one reader at a time."""
        while not self._held:
            self._woken = get_running_loop().create_future()
            await self._woken
        return self._held.popleft()

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
