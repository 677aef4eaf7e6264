"""The processes that the suite starts: each ends with it, and with all that it has started itself."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[1]


class _Stop:
    """What a signal does that ends the suite: it raises `KeyboardInterrupt`, once what must be whole is done.

    All that runs is killed before: what is left to be done then, such as to remove folders, nobody disturbs.
    """

    def __init__(self) -> None:
        self.is_held = self.is_due = False

    def __call__(self, _number: int, _frame: object) -> None:
        self.is_due = True
        if not self.is_held:
            self.raise_if_due()

    def raise_if_due(self) -> None:
        if self.is_due:
            self.is_due = False
            for process in list(_running.values()):
                _kill(process)
            raise KeyboardInterrupt


_stop = _Stop()
_running: dict[int, "subprocess.Popen[Any]"] = {}


def heed_signals() -> None:
    """Let SIGINT and SIGTERM raise `KeyboardInterrupt` from now on."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, _stop)


@contextmanager
def undivided() -> Iterator[None]:
    """Do this whole: what would stop it comes after it."""
    _stop.is_held = True
    try:
        yield
    finally:
        _stop.is_held = False
        _stop.raise_if_due()


def start(line: Sequence[str], **options: Any) -> "subprocess.Popen[Any]":
    """Start a program in a session of its own: Ctrl-C is for who measures, and that one ends the others."""
    with undivided():
        process = subprocess.Popen(line, start_new_session=True, **options)
        _running[process.pid] = process
    return process


def end(process: "subprocess.Popen[Any]") -> None:
    """End it with all that it has started, whatever it is at: it has nothing to bring to an end."""
    _kill(process)
    with process:
        pass
    _running.pop(process.pid, None)


def _kill(process: "subprocess.Popen[Any]") -> None:
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):  # it has ended just now
            os.killpg(process.pid, signal.SIGKILL)


def end_all() -> None:
    """End all that is still there, whatever signals come meanwhile."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    for process in list(_running.values()):
        end(process)


def run_whole(line: Sequence[str], *, needs_output: bool = False) -> str:
    """Run a program to its end; give what it has printed, where needed. Raises `CalledProcessError`."""
    process = start(line, text=True, stdout=subprocess.PIPE if needs_output else None)
    try:
        printed, _ = process.communicate()
    finally:
        end(process)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args, printed)
    return printed or ""


def run_quietly(arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[int, float]:
    """Run Python with these arguments to its end; give its exit code, and its seconds of processor time."""
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    line = [sys.executable, *arguments]
    child = 0
    try:
        with undivided():
            child = os.posix_spawn(sys.executable, line, environment, file_actions=nowhere, setpgroup=0)
        _, status, used = os.wait4(child, 0)
    except KeyboardInterrupt:
        if child:
            with suppress(ProcessLookupError, ChildProcessError):  # it has ended just now
                os.killpg(child, signal.SIGKILL)
                os.wait4(child, 0)
        raise
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


class Process:
    """Runs a module of `benchmarks` with core, p2p and cli from the folder `build`, or with the source."""

    def __init__(self, module: str, *arguments: str, build: Path = ROOT) -> None:
        self._process = start(
            [sys.executable, "-P", "-m", f"benchmarks.{module}", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(build), str(ROOT)))},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def hear(self) -> str:
        assert self._process.stdout is not None
        line: str = self._process.stdout.readline()
        if not line:
            raise RuntimeError("it has ended")
        return line

    def ask(self, line: str) -> dict[str, Any]:
        self.say(line)
        return self.answer()

    def answer(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.hear())
        return found

    def close(self) -> None:
        end(self._process)
