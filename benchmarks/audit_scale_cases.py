"""Audits of many logs and of long ones, by the real command: two cores, memory, and the cost of a round."""

import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
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
from benchmarks.measure import Act, Effort, Work, each_in_turn
from benchmarks.process import run_whole
from cli.audit_work import cores
from p2p.audit import audit_log
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import whole_game
from tests.verify.long import write_logs

LOGS = Unit("logs/s", Better.MORE)
ROUND = Unit("us a round", Better.LESS, 1e6)
TIMES_AS_MANY = 10
_TELL_PEAK = """
import os, sys
child = os.posix_spawn(sys.executable, [sys.executable, *sys.argv[1:]], os.environ)
_, status, used = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), used.ru_maxrss)
"""
"""Runs Python out of a small process: what starts another has, Linux counts as memory of that one too."""


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
    few = effort.copies
    with _folder([log], few) as small, _folder([log], few * TIMES_AS_MANY) as large:
        folders = {few * TIMES_AS_MANY: large, few: small}
        peaks = _in_turns({count: partial(_peak, folder) for count, folder in folders.items()}, effort)
    many, some = (Measured(role, f"{count:,} logs", peaks[count]) for role, count in _roles(peaks))
    yield Comparison("most memory of an audit", MEBIBYTES, (many, some))


def length(effort: Effort) -> Iterable[Comparison]:
    """From 10² rounds on, ten times as many each time: the longest against all the others."""
    lengths = [10**power for power in range(2, 7) if 10**power <= effort.longest]
    with tempfile.TemporaryDirectory() as name:
        acts: dict[int, Act] = {}
        for rounds, path in write_logs(Path(name), lengths):
            log = shutil.copyfile(path, path.with_name(f"{rounds}.mark"))
            acts[rounds] = partial(_seconds_a_round, log, rounds)
        found = _in_turns(acts, effort)
    measured = (Measured(role, f"{rounds:,} rounds", found[rounds]) for role, rounds in _roles(found))
    yield Comparison("audit of a long log", ROUND, tuple(measured))


def _in_turns(acts: Mapping[int, Act], effort: Effort) -> dict[int, tuple[float, ...]]:
    rounds = each_in_turn({str(size): act for size, act in acts.items()}, effort)
    return {size: rounds[str(size)] for size in acts}


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


def _arguments(folder: Path, jobs: int) -> list[str]:
    return ["-m", "cli", "audit", "-q", "--jobs", str(jobs), str(folder)]


def _audit(folder: Path, jobs: int) -> Work:
    if cores() < jobs:
        raise Skipped("this computer has one core")
    count = len(list(folder.iterdir()))

    def work() -> float:
        run_whole([sys.executable, *_arguments(folder, jobs)])
        return count

    return work


def _peak(folder: Path) -> float:
    """Give the most bytes that an audit of the folder has had in memory."""
    line = [sys.executable, "-c", _TELL_PEAK, *_arguments(folder, 1)]
    code, kibibytes = map(int, run_whole(line, needs_output=True).split())
    assert code == Verdict.COMPLETE
    return kibibytes * 1024.0


def _seconds_a_round(path: Path, rounds: int) -> float:
    begun = time.thread_time()
    with path.open("rb") as stream:
        assert audit_log(stream).verdict is Verdict.UNFINISHED
    return (time.thread_time() - begun) / rounds
