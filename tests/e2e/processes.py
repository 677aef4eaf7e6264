"""Real `mark` processes on loopback, with every wait bounded."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

from p2p.invite import PREFIX

PATIENCE = 90.0
"""Seconds that nothing here should need; only a fault waits so long."""
LOOPBACK = "127.0.0.1"


class Mark:
    """One running `mark` command; its lines are read by a thread, so that no pipe fills up.

    `within` is a command that runs it, such as one that enters a network namespace.
    """

    def __init__(self, *arguments: str, within: tuple[str, ...] = ()) -> None:
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "en", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [*within, sys.executable, "-m", "cli", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env=environment,
            cwd=Path(__file__).parents[2],
        )
        self.lines: list[str] = []
        self._queue: Queue[str | None] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._queue.put(line.rstrip("\n"))
        self._queue.put(None)

    def wait_for(self, wanted: Callable[[str], bool]) -> str:
        """Give the next line that is wanted; fails if the process ends first or nothing comes."""
        while True:
            try:
                line = self._queue.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError(["nothing came", *self.lines[-20:]]) from None
            if line is None:
                raise AssertionError(["ended", *self.lines[-20:]])
            self.lines.append(line)
            if wanted(line):
                return line

    def hear(self, wanted: Callable[[str], bool]) -> str:
        """Give a line that is wanted, also one that came before others that were waited for."""
        return next((line for line in self.lines if wanted(line)), None) or self.wait_for(wanted)

    def invite(self) -> str:
        line = self.wait_for(lambda line: PREFIX in line)
        return next(word for word in line.split() if word.startswith(PREFIX))

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """End the process as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def finish(self) -> int:
        """Wait until the process ends by itself; give its exit code."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        while (line := self._queue.get(timeout=PATIENCE)) is not None:
            self.lines.append(line)
        return code

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None and not stream.closed:
                stream.close()

    @property
    def said(self) -> str:
        return "\n".join(self.lines)


@contextmanager
def running(*arguments: str, within: tuple[str, ...] = ()) -> Iterator[Mark]:
    """Run a command, and end it whatever happens."""
    mark = Mark(*arguments, within=within)
    try:
        yield mark
    finally:
        mark.close()


def host(data: Path, seats: int, *options: str) -> tuple[str, ...]:
    return ("host", "--name", "Host", "--seats", str(seats), *_network(data), *options)


def join(data: Path, invite: str, name: str, *options: str) -> tuple[str, ...]:
    return ("join", invite, "--name", name, *_network(data), *options)


def resume(data: Path, *options: str) -> tuple[str, ...]:
    return ("resume", *_network(data), *options)


def _network(data: Path) -> tuple[str, ...]:
    return ("--data", str(data), "--address", LOOPBACK)


def only_log(data: Path) -> Path:
    """Give the one log below a data folder."""
    (path,) = data.glob("games/*/game.mark")
    return path
