"""What real `mark` processes use while their game waits for a person: processor time, and memory.

The host is a person who types nothing, the guest a bot, and a third plays on the full screen against a bot of
its own; each is looked at from outside, with all its threads.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from benchmarks.case import MEBIBYTES, Better, Comparison, Measured, Role, Unit
from benchmarks.measure import Effort, Rounds
from benchmarks.process import end, start
from benchmarks.terminal import HAS_TERMINALS, Terminal, environment
from p2p.invite import PREFIX

PERCENT = Unit("% of a core", Better.LESS, 100)
PERSON, BOT, SCREEN = "a person's peer", "a bot's peer", "on the full screen"
SETTLE_SECONDS = 1.0
"""How long after the question, or the first screen, one waits before counting."""
LEAST_SECONDS = 1.2
"""How long it must be looked at least: a peer speaks once a second."""
WAKING = "asyncio, woken once a second"
WAKING_CODE = """
import asyncio
async def wake():
    print("ready", flush=True)
    while True:
        await asyncio.sleep(1)
asyncio.run(wake())
"""
IMPORTS = "import what they take of others"
IMPORTS_CODE = """
import argparse, asyncio, filelock, hashlib, ifaddr, msgpack, platformdirs, zmq
from cryptography.hazmat.primitives.asymmetric import ed25519
print("ready", flush=True)
asyncio.run(asyncio.sleep(1000))
"""
BARE = "bare Python"
BARE_CODE = "print('ready', flush=True); input()"
_NANOSECONDS = 10**9
_QUESTION = ": type "
"""What the line client says when a roll or a bid is wanted."""


def waiting(effort: Effort) -> Iterable[Comparison]:
    title = "a peer that waits for a person"
    if not Path("/proc/self/schedstat").exists():
        why = "this system does not count the time of threads in nanoseconds, as Linux does"
        yield Comparison(title, PERCENT, (), (("processor and memory", why),))
        return
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        processes = _start(Path(folder), running)
        seconds = max(4 * effort.seconds, LEAST_SECONDS)
        used = _used(processes, effort.rounds, seconds)
        held = {name: tuple(_memory(pid) for _ in range(effort.rounds)) for name, pid in processes.items()}
    ours = tuple(name for name in (PERSON, BOT, SCREEN) if name in processes)
    yield Comparison(title, PERCENT, _measured(used, ours, (WAKING,)))
    yield Comparison(title, MEBIBYTES, _measured(held, ours, (IMPORTS, BARE)))


def _measured(rounds: Rounds, ours: tuple[str, ...], floors: tuple[str, ...]) -> tuple[Measured, ...]:
    return (
        *(Measured(Role.OURS, name, rounds[name]) for name in ours),
        *(Measured(Role.FLOOR, name, rounds[name]) for name in floors),
    )


def _start(folder: Path, running: ExitStack) -> dict[str, int]:
    """Start them all, and give their processes once they wait."""
    network = ("--address", "127.0.0.1", "--data")
    host = ("--name", "Ann", "--seats", "2", "--no-announce", "--ready", *network, str(folder / "host"))
    guest = ("--name", "Ben", "--bot", "cautious", *network, str(folder / "guest"))
    mark = ("-m", "cli", "--lang", "en")
    person = running.enter_context(_Python(*mark, "host", *host))
    invite = next(word for word in person.line_with(PREFIX).split() if word.startswith(PREFIX))
    bot = running.enter_context(_Python(*mark, "join", invite, *guest))
    processes = {PERSON: person.pid, BOT: bot.pid}
    if HAS_TERMINALS:
        play = [sys.executable, *mark, "play", "--pace", "0", "--data", str(folder / "screen")]
        screen = running.enter_context(Terminal(play, environment(folder)))
        screen.seconds_until("0 of 4 rows full")
        screen.read_on(SETTLE_SECONDS)
        processes[SCREEN] = screen.pid
    person.line_with(_QUESTION)
    for name, code in ((WAKING, WAKING_CODE), (IMPORTS, IMPORTS_CODE), (BARE, BARE_CODE)):
        floor = running.enter_context(_Python("-c", code))
        floor.line_with("ready")
        processes[name] = floor.pid
    time.sleep(SETTLE_SECONDS)
    return processes


class _Python:
    """One Python process, its input open and silent."""

    def __init__(self, *arguments: str) -> None:
        self._process = start(
            [sys.executable, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.pid = self._process.pid

    def __enter__(self) -> "_Python":
        return self

    def __exit__(self, *_: object) -> None:
        end(self._process)

    def line_with(self, part: str) -> str:
        assert self._process.stdout is not None
        line: str = next(line for line in self._process.stdout if part in line)
        return line


def _used(processes: dict[str, int], rounds: int, seconds: float) -> Rounds:
    """Give the share of a core that each has used in each round."""
    shares: dict[str, list[float]] = {name: [] for name in processes}
    for _ in range(rounds):
        before = {name: _seconds(pid) for name, pid in processes.items()}
        begun = time.monotonic()
        time.sleep(seconds)
        spent = time.monotonic() - begun
        for name, pid in processes.items():
            shares[name].append((_seconds(pid) - before[name]) / spent)
    return {name: tuple(found) for name, found in shares.items()}


def _seconds(pid: int) -> float:
    """Give the seconds that the threads of a process have run so far."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / _NANOSECONDS


def _memory(pid: int) -> float:
    """Give the bytes of memory in which a process lies."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))
