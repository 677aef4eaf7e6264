"""Where a person's lines come from and where lines for that person go."""

import asyncio
import os
import sys
import threading
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from cli.lines import say

MOST_CHARACTERS: Final = 4096
"""Length to which a line is cut; no answer is nearly as long."""


class Console(Protocol):
    """`patient` is true where answers may have been written before they are asked for, as in a pipe."""

    @property
    def patient(self) -> bool: ...  # noqa: D102 - as above

    def say(self, line: str) -> None:
        """Show one line."""

    def hide(self, hidden: bool) -> None:
        """Let what is typed from now on stay invisible, or not, where that can be done."""

    async def read(self) -> str | None:
        """Give the next line without its end, or None once no more will come."""


def is_terminal() -> bool:
    """Tell whether a person sits at this program's input and output."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def is_able_terminal() -> bool:
    """Tell whether it is a terminal that can move its cursor; one without a name is not known to."""
    named = os.environ.get("TERM") or ("windows" if sys.platform == "win32" else "unknown")
    return is_terminal() and named not in {"dumb", "unknown"}


def open_console() -> Console:
    """Give line editing on a terminal that can do it, and plain lines of standard input elsewhere."""
    terminal = is_terminal()
    if terminal and is_able_terminal():
        from cli.terminal import TerminalConsole  # noqa: PLC0415 - pipes do without it

        return TerminalConsole()
    return LineConsole(0, patient=not terminal)


class LineConsole:
    """Lines of a file descriptor, read one at a time by a thread, since not all of them can be awaited.

    The thread reads past no buffer of Python's and is not waited for: a program that leaves while
    nobody types leaves at once.
    """

    def __init__(self, descriptor: int, *, patient: bool, write: Callable[[str], None] = say) -> None:
        self.patient: Final = patient
        self._descriptor = descriptor
        self._write = write
        self._wanted = threading.Semaphore(0)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._pump, name="input lines", daemon=True).start()

    def say(self, line: str) -> None:
        """Show one line."""
        self._write(line)

    def hide(self, hidden: bool) -> None:
        """Do nothing: a pipe shows nothing, and a terminal without abilities hides nothing."""

    async def read(self) -> str | None:
        """Give the next line without its end, or None once no more will come."""
        self._wanted.release()
        return await self._lines.get()

    def _pump(self) -> None:
        lines = self._read_lines()
        while True:
            self._wanted.acquire()
            line = next(lines, None)
            try:
                self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            except RuntimeError:  # the loop is closed: nobody wants the line any more
                return

    def _read_lines(self) -> Iterator[str]:
        decoder = getincrementaldecoder("utf-8")("replace")
        held = ""
        while data := self._read_some():
            *lines, rest = (held + decoder.decode(data)).split("\n")
            yield from (line.rstrip("\r")[:MOST_CHARACTERS] for line in lines)
            held = rest[:MOST_CHARACTERS]
        if held:
            yield held

    def _read_some(self) -> bytes:
        try:
            return os.read(self._descriptor, MOST_CHARACTERS)
        except OSError:  # standard input may be closed from the start
            return b""


class FirstLine:
    """A console before whose own lines comes one that has been read already."""

    def __init__(self, line: str, console: Console) -> None:
        self._line: str | None = line
        self._console = console

    @property
    def patient(self) -> bool:
        """Whether answers may have been written before they are asked for."""
        return self._console.patient

    def say(self, line: str) -> None:
        """Show one line."""
        self._console.say(line)

    def hide(self, hidden: bool) -> None:
        """Let what is typed from now on stay invisible, or not, where that can be done."""
        self._console.hide(hidden)

    async def read(self) -> str | None:
        """Give the next line without its end, or None once no more will come."""
        line, self._line = self._line, None
        return line if line is not None else await self._console.read()
