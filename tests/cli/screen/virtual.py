"""An event loop whose time goes on only where nothing is to be done: hours pass at once, and are counted."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


class VirtualLoop(asyncio.SelectorEventLoop):
    """`now` are its seconds, `turns` how often it has woken."""

    def __init__(self) -> None:
        self.now = 0.0
        self.turns = 0
        super().__init__(_Selector(self._wait))

    def time(self) -> float:
        """Give the seconds since it was made."""
        return self.now

    def run_in_executor(
        self,
        executor: Executor | None,  # noqa: ARG002  # the others' form
        func: Callable[[*Arguments], Result],
        *args: *Arguments,
    ) -> asyncio.Future[Result]:
        """Do at once what would be done in a thread, which knows no virtual time."""
        done: asyncio.Future[Result] = self.create_future()
        try:
            done.set_result(func(*args))
        except OSError as error:
            done.set_exception(error)
        return done

    def _wait(self, seconds: float | None, has_events: bool) -> None:
        self.turns += 1
        if not has_events and seconds is not None:
            self.now += seconds


class _Selector(selectors.DefaultSelector):
    """Never waits: it tells how long it would have."""

    def __init__(self, wait: Callable[[float | None, bool], None]) -> None:
        super().__init__()
        self._wait = wait

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        self._wait(timeout, bool(found))
        return found


def run_virtually(make: Callable[[VirtualLoop], Coroutine[Any, Any, Result]]) -> Result:
    """Run on a loop of its own, and call off there what is left."""
    loop = VirtualLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(make(loop))
