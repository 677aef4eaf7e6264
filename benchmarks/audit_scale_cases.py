"""Audits of many logs and of long ones, by the real command: two cores, memory, and the cost of a round."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from benchmarks.audit_cases import make_logs
from benchmarks.case import (
    MEBIBYTES,
    Better,
    Comparison,
    Measured,
    Role,
    Skipped,
    Unit,
    floor,
    ours,
    race,
)
from benchmarks.measure import Effort, Work
from cli.audit_work import cores
from p2p.audit import audit_log
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import whole_game
from tests.verify.long import write_logs

LOGS = Unit("logs/s", Better.MORE)
ROUND = Unit("us a round", Better.LESS, 1e6)
TIMES_AS_MANY = 10


def two_cores(effort: Effort) -> Iterable[Comparison]:
    logs, _ = make_logs(4, effort.games)
    with _folder(logs, effort.copies * effort.games) as folder:
        contenders = (
            ours("two processes", partial(_audit, folder, 2)),
            floor("one process", partial(_audit, folder, 1)),
        )
        yield race("audit of many logs, 4 seats", LOGS, contenders, effort)


def memory(effort: Effort) -> Iterable[Comparison]:
    log = whole_game(3, "memory").data()
    few = effort.copies * effort.games
    with _folder([log], few) as small, _folder([log], few * TIMES_AS_MANY) as large:
        peaks = {
            count: tuple(float(_peak(folder)) for _ in range(effort.rounds))
            for count, folder in ((few * TIMES_AS_MANY, large), (few, small))
        }
    many, some = (Measured(role, f"{count:,} logs", peaks[count]) for role, count in _roles(peaks))
    yield Comparison("most memory of an audit", MEBIBYTES, (many, some))


def length(effort: Effort) -> Iterable[Comparison]:
    """From 10² rounds on, ten times as many each time: the longest against all the others."""
    lengths = [10**power for power in range(2, 7) if 10**power <= effort.longest]
    found: dict[int, tuple[float, ...]] = {}
    with tempfile.TemporaryDirectory() as name:
        for rounds, path in write_logs(Path(name), lengths):
            found[rounds] = tuple(_seconds(path) / rounds for _ in range(effort.rounds))
    measured = (Measured(role, f"{rounds:,} rounds", found[rounds]) for role, rounds in _roles(found))
    yield Comparison("audit of a long log", ROUND, tuple(measured))


def _roles(found: Iterable[int]) -> Iterator[tuple[Role, int]]:
    """Give the largest number as ours, and then the others."""
    largest, *others = sorted(found, reverse=True)
    yield Role.OURS, largest
    yield from ((Role.FLOOR, other) for other in others)


@contextmanager
def _folder(logs: list[bytes], count: int) -> Iterator[Path]:
    """Make a folder of so many files that hold these logs in turn."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, log in enumerate(logs):
            (folder / f"{number:06}.mark").write_bytes(log)
        for number in range(len(logs), count):
            (folder / f"{number:06}.mark").hardlink_to(folder / f"{number % len(logs):06}.mark")
        yield folder


def _command(folder: Path, jobs: int) -> list[str]:
    return [sys.executable, "-m", "cli", "audit", "-q", "--jobs", str(jobs), str(folder)]


def _audit(folder: Path, jobs: int) -> Work:
    if cores() < jobs:
        raise Skipped("this computer has one core")
    count = len(list(folder.iterdir()))

    def work() -> float:
        subprocess.run(_command(folder, jobs), check=True)
        return count

    return work


def _peak(folder: Path) -> int:
    """Give the most bytes that an audit of the folder has had in memory."""
    child = os.posix_spawn(sys.executable, _command(folder, 1), os.environ)
    _, status, used = os.wait4(child, 0)
    assert os.waitstatus_to_exitcode(status) == Verdict.COMPLETE
    return used.ru_maxrss * 1024


def _seconds(path: Path) -> float:
    begun = time.perf_counter()
    with path.open("rb") as stream:
        assert audit_log(stream).verdict is Verdict.UNFINISHED
    return time.perf_counter() - begun
