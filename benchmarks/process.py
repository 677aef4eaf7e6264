"""Processes of the suite that talk line by line, each with the build that it shall measure."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[1]


def run_quietly(arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[int, float]:
    """Run Python with these arguments to its end; give its exit code, and its seconds of processor time."""
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    line = [sys.executable, *arguments]
    child = os.posix_spawn(sys.executable, line, environment, file_actions=nowhere, setpgroup=0)
    try:
        _, status, used = os.wait4(child, 0)
    except KeyboardInterrupt:
        os.kill(child, signal.SIGKILL)
        os.wait4(child, 0)
        raise
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


class Process:
    """Runs a module of `benchmarks` with core, p2p and cli from the folder `build`, or with the source."""

    def __init__(self, module: str, *arguments: str, build: Path = ROOT) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", f"benchmarks.{module}", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for who measures, and that one ends the others
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
        if not (line := self._process.stdout.readline()):
            raise RuntimeError("it has ended")
        return line

    def ask(self, line: str) -> dict[str, Any]:
        self.say(line)
        return self.answer()

    def answer(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.hear())
        return found

    def close(self) -> None:
        """End it, whatever it is at: there is nothing that it would have to bring to an end."""
        self._process.kill()
        with self._process:
            pass
