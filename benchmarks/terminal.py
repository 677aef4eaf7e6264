"""A command in a pseudo-terminal of 24 lines and 80 columns, read until it shows what is waited for."""

import os
import re
import select
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Self

from benchmarks.process import end, start

try:
    import fcntl
    import pty
    import struct
    import termios
except ImportError:  # Windows
    HAS_TERMINALS = False
else:
    HAS_TERMINALS = True

LINES: Final = 24
COLUMNS: Final = 80
PATIENCE_SECONDS: Final = 60.0
_WHERE_IS_THE_CURSOR: Final = b"\x1b[6n"
_AT_THE_TOP_LEFT: Final = b"\x1b[1;1R"
_STYLE_OR_PLACE: Final = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """One command, which reads from the terminal and writes to it, until it is left.

    It has the file descriptors `keeps` too.
    """

    def __init__(
        self, command: list[str], environment: Mapping[str, str], keeps: tuple[int, ...] = ()
    ) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self._begun = time.monotonic()
        self._process = start(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, pass_fds=keeps
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end(self._process)
        os.close(self._ours)

    @property
    def pid(self) -> int:
        """The process of the command."""
        return self._process.pid

    def seconds_until(self, text: str) -> float:
        """Give the time from the start to the moment at which this text has been read."""
        wanted, read = text.encode(), b""
        while wanted not in _STYLE_OR_PLACE.sub(b"", read):
            if not (data := self._read(PATIENCE_SECONDS)):
                raise RuntimeError(f"{text!r} did not come, but {read!r}")
            read += data
        return time.monotonic() - self._begun

    def read_on(self, seconds: float) -> None:
        """Read whatever comes for so long: a terminal that nobody reads stops the command."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._read(left)

    def press(self, keys: str) -> float:
        """Type these keys; give the time of the monotonic clock just before."""
        begun = time.monotonic()
        os.write(self._ours, keys.encode())
        return begun

    def _read(self, seconds: float) -> bytes:
        """Give what comes first within this time, and tell where the cursor is as a terminal does."""
        if not select.select([self._ours], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self._ours, 65_536)
        except OSError:  # Linux's way to tell that the command has ended
            return b""
        if _WHERE_IS_THE_CURSOR in data:
            os.write(self._ours, _AT_THE_TOP_LEFT)
        return data


def environment(home: Path) -> dict[str, str]:
    """Give a terminal's environment in which every program finds a home of its own."""
    places = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
    return {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        **dict.fromkeys(places, str(home)),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "LANGUAGE": "en",
    }
