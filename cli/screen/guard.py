"""What keeps the terminal in order while the screen stands: signals, stray output and errors of callbacks."""

import asyncio
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from functools import partial
from io import TextIOBase
from types import TracebackType
from typing import Any, Final

_OWN: Final = ("cli", "prompt_toolkit")
"""Packages whose errors end the screen; whatever else goes wrong in the loop is reported after it."""


@contextmanager
def guarded(tell: Callable[[str], None], leave: Callable[[BaseException], None]) -> Iterator[None]:
    """Hold the screen together meanwhile.

    Lines that are printed go to `tell`. A signal that ends the program, and an error in one of the screen's
    own callbacks, go to `leave`, which is to close the screen and to raise them where it is waited for.
    """
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(_Lines(tell)))
        stack.enter_context(stop_signals(leave))
        stack.enter_context(_errors(leave))
        yield


@contextmanager
def stop_signals(leave: Callable[[BaseException], None]) -> Iterator[None]:
    """Give `leave` a KeyboardInterrupt for a signal that ends the program, in place of ending it at once."""
    stop = partial(leave, KeyboardInterrupt("begun"))
    with heed_signals({"SIGTERM": stop, "SIGHUP": stop}):
        yield


@contextmanager
def heed_signals(heeding: Mapping[str, Callable[[], object]]) -> Iterator[None]:
    """Call these for the signals of these names meanwhile, in the loop, where the system has such signals."""
    loop = asyncio.get_running_loop()
    numbers = {name: number for name in heeding if (number := getattr(signal, name, None))}
    for name, number in numbers.items():
        with suppress(NotImplementedError):  # Windows ends a program without asking
            loop.add_signal_handler(number, heeding[name])
    try:
        yield
    finally:
        for number in numbers.values():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)


@contextmanager
def _errors(leave: Callable[[BaseException], None]) -> Iterator[None]:
    """Let no callback's error be written over the screen, and none be lost."""
    loop = asyncio.get_running_loop()
    others: list[dict[str, Any]] = []

    def handle(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException) and _is_own(error.__traceback__):
            leave(error)
        else:
            others.append(context)

    earlier = loop.get_exception_handler()
    loop.set_exception_handler(handle)
    try:
        yield
    finally:
        loop.set_exception_handler(earlier)
        for context in others:
            loop.call_exception_handler(context)


def _is_own(traceback: TracebackType | None) -> bool:
    """Tell whether an error came up in the screen's code."""
    while traceback is not None:
        if traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0] in _OWN:
            return True
        traceback = traceback.tb_next
    return False


class _Lines(TextIOBase):
    """A text stream that hands over each whole line."""

    def __init__(self, take: Callable[[str], None]) -> None:
        super().__init__()
        self._take = take
        self._held = ""

    def write(self, text: str) -> int:
        """Take some text."""
        *lines, self._held = (self._held + text).split("\n")
        for line in lines:
            if line:
                self._take(line)
        return len(text)
