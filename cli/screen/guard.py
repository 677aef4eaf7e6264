"""What keeps the terminal in order while the screen stands: signals, stray output and errors of callbacks."""

import asyncio
import logging
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import partial
from io import TextIOBase
from types import TracebackType
from typing import Any, Final

_OWN: Final = ("cli", "prompt_toolkit")
"""Packages whose errors end the screen; whatever else goes wrong in the loop is reported after it."""
HELD_LINES: Final = 50
"""Lines that are told after the screen at most."""


@contextmanager
def guarded(tell: Callable[[str], None], leave: Callable[[BaseException], None]) -> Iterator[None]:
    """Hold the screen together meanwhile.

    Lines that are printed go to `tell`. A signal that ends the program, and an error in one of the screen's
    own callbacks, go to `leave`, which is to close the screen and to raise them where it is waited for. What
    is logged, or written as an error by a library, is told on the terminal after the screen, the last of it.
    """
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(_Lines(tell)))
        stack.enter_context(_held_errors())
        stack.enter_context(stop_signals(leave))
        stack.enter_context(_errors(leave))
        yield


@contextmanager
def _held_errors() -> Iterator[None]:
    """Keep the last lines that are meant for the standard error, and write them there after the screen.

    A handler of the root logger may hold the stream from before.
    """
    held: deque[str] = deque(maxlen=HELD_LINES)
    lines, terminal = _Lines(held.append), (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__)
    handlers = [one for one in logging.root.handlers if isinstance(one, logging.StreamHandler)]
    earlier = {one: one.setStream(lines) for one in handlers if one.stream in terminal}
    try:
        with redirect_stderr(lines):
            yield
    finally:
        for handler, stream in earlier.items():
            handler.setStream(stream)
        for line in held:
            print(line, file=sys.stderr)


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
