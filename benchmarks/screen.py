"""A terminal that is read as a person reads it: what stands on its screen, and since when."""

import time
from collections.abc import Callable, Mapping

import pyte

from benchmarks.terminal import COLUMNS, LINES, PATIENCE_SECONDS, Terminal

QUIET_SECONDS = 0.06
"""A screen from which nothing has come for so long is at rest."""


class Screen(Terminal):
    """One command on a terminal; what comes from it is laid out only once the screen is at rest.

    So the laying out, which takes its time, goes on beside nothing that is measured.
    """

    def __init__(
        self, command: list[str], environment: Mapping[str, str], keeps: tuple[int, ...] = ()
    ) -> None:
        super().__init__(command, environment, keeps)
        self._screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self._screen)
        self._came: list[tuple[float, bytes]] = []

    @property
    def text(self) -> str:
        """What it showed when it was at rest last, line by line."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def seconds_until(self, text: str) -> float:
        """Give the time from the start to the moment at which this text stands on the screen."""
        until = time.monotonic() + PATIENCE_SECONDS
        while data := self._read(until - time.monotonic()):
            moment = time.monotonic()
            self._stream.feed(data)
            if text in self.text:
                return moment - self._begun
        raise RuntimeError(f"{text!r} did not come, but\n{self.text}")

    def gather(self, seconds: float) -> None:
        """Take what comes within this time: a terminal that nobody reads stops the command."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and (data := self._read(left)):
            self._came.append((time.monotonic(), data))

    def rest(self, wanted: Callable[[str], bool]) -> float:
        """Read until the screen is at rest and shows what is wanted; give since when it does.

        That is the time of the monotonic clock at which the bytes were there with which it did; now, if it
        did so before.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until and self._process.poll() is None:
            while time.monotonic() < until and (data := self._read(QUIET_SECONDS)):
                self._came.append((time.monotonic(), data))
            if (since := self._lay_out(wanted)) is not None:
                return since
        raise RuntimeError(f"what was wanted did not come, but\n{self.text}")

    def _lay_out(self, wanted: Callable[[str], bool]) -> float | None:
        """Lay out what has come; give since when the screen shows what is wanted, None if it does not."""
        since = time.monotonic() if wanted(self.text) else None
        for moment, data in self._came:
            self._stream.feed(data)
            if not wanted(self.text):
                since = None
            elif since is None:
                since = moment
        self._came.clear()
        return since
