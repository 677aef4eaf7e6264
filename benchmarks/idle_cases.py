"""What two real `mark` processes use while their game waits for a person, against one whole core.

The host is a person who types nothing, the guest a bot; both are measured from outside, all threads of each.
A rate is how many such peers one core could carry: over 100 means under 1 % of a core for each.
"""

import os
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from benchmarks.measure import Result
from p2p.invite import PREFIX

SETTLE_SECONDS = 1.0
"""How long after the question one waits before counting."""
LEAST_SECONDS = 1.2
"""How long it must be looked at least: a peer speaks once a second."""
UNIT = "could wait on one core"
_NANOSECONDS = 10**9


def can_measure() -> bool:
    """Tell whether the system counts the time of each thread in nanoseconds, as Linux does."""
    return Path("/proc/self/schedstat").exists()


def measure(folder: Path, rounds: int, seconds: float) -> dict[str, Result]:
    network = ("--address", "127.0.0.1", "--data")
    host = (
        "host",
        "--name",
        "Ann",
        "--seats",
        "2",
        "--no-announce",
        "--ready",
        *network,
        str(folder / "host"),
    )
    guest = ("--name", "Ben", "--bot", "cautious", *network, str(folder / "guest"))
    with ExitStack() as running:
        person = running.enter_context(_Mark(*host))
        invite = next(word for word in person.line_with(PREFIX).split() if word.startswith(PREFIX))
        bot = running.enter_context(_Mark("join", invite, *guest))
        person.line_with(": type ")  # a roll or a bid is wanted
        time.sleep(SETTLE_SECONDS)
        peers = {"a person's peer": person, "a bot's peer": bot}
        rates: dict[str, list[float]] = {name: [] for name in peers}
        for _ in range(rounds):
            before = {name: mark.used() for name, mark in peers.items()}
            begun = time.monotonic()
            time.sleep(seconds)
            spent = time.monotonic() - begun
            for name, mark in peers.items():
                rates[name].append(spent / (mark.used() - before[name]))
    found = {"a busy core": [1.0] * rounds, **rates}
    return {name: Result(name, statistics.median(each), tuple(each), UNIT) for name, each in found.items()}


class _Mark:
    """One `mark` command, its input open and silent."""

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cli", "--lang", "en", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )

    def __enter__(self) -> "_Mark":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        with self._process:
            pass

    def line_with(self, part: str) -> str:
        assert self._process.stdout is not None
        return next(line for line in self._process.stdout if part in line)

    def used(self) -> float:
        """Give the seconds that its threads have run so far."""
        threads = Path(f"/proc/{self._process.pid}/task").iterdir()
        return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / _NANOSECONDS
