"""The event loop of one run of a process, as far as `Peer` uses one: the machine's clock, and timers."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from tests.simulation.computer import Computer


class Timer:
    """One call that is due at a time of the machine's clock."""

    def __init__(self, when: float, act: Callable[[], None]) -> None:
        self._when = when
        self.act = act
        self.is_over = False

    def when(self) -> float:
        return self._when

    def cancel(self) -> None:
        self.is_over = True


class Loop:
    """Calls back into one run of `machine`, until that ends."""

    def __init__(self, machine: "Computer") -> None:
        self._machine = machine
        self._pending: list[Timer] = []
        self._armed: float | None = None

    def time(self) -> float:
        return self._machine.now

    def call_soon(self, act: Callable[[], None]) -> Timer:
        return self.call_at(self.time(), act)

    def call_at(self, when: float, act: Callable[[], None]) -> Timer:
        timer = Timer(when, act)
        self._pending.append(timer)
        self._arm()
        return timer

    @property
    def _is_running(self) -> bool:
        process = self._machine.process
        return process is not None and process.loop is self

    def wake(self) -> None:
        """Call what is due: also to be called when the clock has jumped, or goes again."""
        self._armed = None
        due = [one for one in self._pending if one.when() <= self.time()]
        for timer in due:
            if not timer.is_over and self._is_running:
                timer.cancel()
                self._machine.do(timer.act)
        self._arm()

    def _arm(self) -> None:
        self._pending = [one for one in self._pending if not one.is_over]
        if not self._pending:
            return
        world, first = self._machine.world, min(one.when() for one in self._pending)
        due = world.now + self._machine.clock.until(first, world.now)
        if self._armed is None or due < self._armed:
            self._armed = due
            world.later(due - world.now, lambda: self._due(due))

    def _due(self, armed: float) -> None:
        if self._armed == armed and self._is_running and not self._machine.is_paused:
            self.wake()


@contextmanager
def running(loop: Loop) -> Iterator[None]:
    """Let what is made inside find this loop as the one that runs."""
    asyncio._set_running_loop(cast("asyncio.AbstractEventLoop", loop))
    try:
        yield
    finally:
        asyncio._set_running_loop(None)
