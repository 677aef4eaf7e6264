"""A real `mark` in a pseudo-terminal, its screen read back by pyte, with every wait bounded."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

import pyte

from cli.screen.whole_frames import BEGIN, END
from tests.e2e.processes import PATIENCE

_ROOT = Path(__file__).parents[2]
MARK = (sys.executable, "-m", "cli")
_USUAL = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
_UNUSUAL = ("COLORTERM", "COLUMNS", "LANG", "LC_CTYPE", "LINES", "NO_COLOR", "PYTHONIOENCODING", "PYTHONUTF8")
"""What may be set where the tests run, and changes what a program does with its terminal."""
_TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal that of the session, as login shells do: its keys, its size and its end send signals."""


class Terminal:
    """One running command on a terminal of this size, on which it alone is.

    `program` is what runs in place of `mark`; a variable in `environment` that is None is not set.
    """

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        lines: int = 24,
        program: tuple[str, ...] = MARK,
        environment: Mapping[str, str | None] = MappingProxyType({}),
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.raw = b""
        self._stream = pyte.ByteStream(self.screen)
        self._master, slave = pty.openpty()
        self._slave = slave  # kept open, so that its settings can be looked at after the command
        self._set_size(columns, lines)
        self.settings = termios.tcgetattr(slave)
        usual = {name: value for name, value in os.environ.items() if name not in _UNUSUAL}
        wanted = {**usual, **_USUAL, **environment}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _TAKE_TERMINAL, *program, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=_ROOT,
            env={name: value for name, value in wanted.items() if value is not None},
            start_new_session=True,
        )

    @property
    def text(self) -> str:
        """What the screen shows now."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size, as a person does who pulls at its window."""
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.screen.resize(lines, columns)
        self.process.send_signal(signal.SIGWINCH)

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def flags(self) -> int:
        """Give the local modes of the terminal as they are now, such as termios.ECHO."""
        local: int = termios.tcgetattr(self._slave)[3]
        return local

    def set(self, settings: list[int | list[bytes | int]]) -> None:
        """Set the terminal, as another program does that has it meanwhile."""
        termios.tcsetattr(self._slave, termios.TCSANOW, settings)

    def feed(self, data: bytes) -> None:
        """Show what another program writes on the terminal."""
        self.raw += data
        self._stream.feed(data)

    def hang_up(self) -> None:
        """Close the terminal's window."""
        os.close(self._master)
        self._master = -1

    def _set_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    @property
    def is_half_drawn(self) -> bool:
        """Whether the end of what is being drawn has not come yet: old and new stand side by side."""
        return self.raw.rfind(BEGIN.encode()) > self.raw.rfind(END.encode())

    def wait_for(self, wanted: Callable[[str], bool]) -> str:
        """Read until the screen, drawn whole, is as wanted, and give it; fails if that never comes."""
        until = time.monotonic() + PATIENCE
        while self.is_half_drawn or not wanted(self.text):
            if not self._read(0.2) and (self._has_ended() or time.monotonic() > until):
                raise AssertionError(self.text)
        return self.text

    def finish(self) -> int:
        """Read until the command ends, and give its exit code."""
        until = time.monotonic() + PATIENCE
        while not self._has_ended():
            self._read(0.05)
            assert time.monotonic() < until, self.text
        while self._read(0):
            pass
        return self.process.wait(PATIENCE)

    def is_restored(self) -> bool:
        """Tell whether the terminal is as it was: its settings, the normal screen, a cursor, no mouse."""
        left = all(
            self.raw.rfind(off) >= self.raw.rfind(on) for on, off in _SWITCHES
        )  # -1 each if it was never on
        return left and termios.tcgetattr(self._slave) == self.settings

    def _read(self, seconds: float) -> bool:
        waiting = select.poll()  # unlike select, for any number of open files
        waiting.register(self._master, select.POLLIN)
        if not any(event & select.POLLIN for _fd, event in waiting.poll(1000 * seconds)):
            return False
        data = os.read(self._master, 65536)
        self.raw += data
        self._stream.feed(data)
        return True

    def _has_ended(self) -> bool:
        return self.process.poll() is not None

    def close(self) -> None:
        if not self._has_ended():
            self.process.kill()
            self.process.wait(PATIENCE)
        if self._master >= 0:
            os.close(self._master)
        os.close(self._slave)


_SWITCHES = (
    (b"\x1b[?1049h", b"\x1b[?1049l"),
    (b"\x1b[?25l", b"\x1b[?25h"),
    (b"\x1b[?2004h", b"\x1b[?2004l"),
    (BEGIN.encode(), END.encode()),
    *((b"\x1b[?%dh" % mode, b"\x1b[?%dl" % mode) for mode in (1000, 1003, 1006, 1015)),
)
"""What switches the other screen, no cursor, marked pastes, half drawings and the mouse on, and what off."""


@contextmanager
def terminal(
    *arguments: str,
    columns: int = 80,
    lines: int = 24,
    program: tuple[str, ...] = MARK,
    environment: Mapping[str, str | None] = MappingProxyType({}),
) -> Iterator[Terminal]:
    """Run a command on a terminal, and end it whatever happens."""
    running = Terminal(*arguments, columns=columns, lines=lines, program=program, environment=environment)
    try:
        yield running
    finally:
        running.close()
