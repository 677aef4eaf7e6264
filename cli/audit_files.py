"""The files that `mark audit` is given: found, opened, and judged one by one.

A log given by itself is read without pathlib, which takes a third of the time in which Python starts.
"""

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO, Final

from core.frozen import Frozen
from p2p.audit import audit_log
from p2p.compare import Comparison, compare, overall
from p2p.frames import JOURNAL_MAGIC, JOURNAL_NAME
from p2p.roll_inputs import RollFinder, RollInputs
from p2p.verdict import Fault, Finding, Report, Verdict

if TYPE_CHECKING:
    from pathlib import Path

PATTERN: Final = "*.mark"
"""The files of a folder that are judged: logs and proofs, whatever their state; no journal."""

NO_SUCH_ROLL: Final = 1
"""Exit code when the logs are complete, but one has no such roll to show."""

MISSING: Final = "missing"
NO_FILE: Final = "no file"
NO_LOGS: Final = "no logs"
"""Why a path gives no bytes: nothing there, no plain file, a folder without logs; or the system's words."""

Progress = Callable[[int, int, int], None]
"""Told how many logs are judged, of how many, and how many bytes of the next one have been read."""


class Audited(Frozen):
    """One path, what the audit says of it, and the roll that was asked for if it has that."""

    path: str
    report: Report
    roll: RollInputs | None


class Outcome(Frozen):
    """All that one run of the command found out; `roll` is the index that was asked for."""

    verdict: Verdict
    logs: tuple[Audited, ...]
    games: tuple[Comparison, ...]
    roll: int | None

    @property
    def exit_code(self) -> int:
        """The verdict's, or `NO_SUCH_ROLL`."""
        lacking = self.roll is not None and any(one.roll is None for one in self.logs)
        return NO_SUCH_ROLL if lacking and self.verdict is Verdict.COMPLETE else int(self.verdict)


def audit_paths(
    paths: Sequence[str], *, every_signature: bool, roll: int | None, progress: Progress | None
) -> Outcome:
    """Judge all logs and proofs that these paths name, and compare those of one game."""
    found = [file for path in paths for file in _files(path)]
    logs: list[Audited] = []
    for number, (path, problem) in enumerate(found):

        def tell(size: int, number: int = number) -> None:
            if progress:
                progress(number, len(found), size)

        tell(0)
        logs.append(_unread(path, problem) if problem else _audit(path, every_signature, roll, tell))
    reports = [one.report for one in logs]
    games = compare(reports, lambda number: _open(logs[number].path))
    return Outcome(overall(reports, games), tuple(logs), games, roll)


def _open(path: str) -> BinaryIO:
    return open(path, "rb")


def _files(path: str) -> Iterator[tuple[str, str]]:
    """Give the files that a path stands for, each with the reason why it cannot be read, if there is one."""
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            yield from [(file, "") for file in _logs_in(path)] or [(path, NO_LOGS)]
        else:
            yield path, "" if stat.S_ISREG(mode) else NO_FILE
    except FileNotFoundError:
        yield path, MISSING
    except OSError as error:
        yield path, _reason(error)


def _logs_in(folder: str) -> list[str]:
    from pathlib import Path  # noqa: PLC0415 - see above

    return [str(file) for file in sorted(Path(folder).rglob(PATTERN)) if not _is_journal(file)]


def _is_journal(path: "Path") -> bool:
    if path.name == JOURNAL_NAME:
        return True
    try:
        with path.open("rb") as stream:
            return stream.read(len(JOURNAL_MAGIC)) == JOURNAL_MAGIC
    except OSError:
        return False  # it is told when it is to be judged


def _audit(path: str, every_signature: bool, roll: int | None, tell: Callable[[int], None]) -> Audited:
    finder = None if roll is None else RollFinder(roll)
    try:
        with _open(path) as stream:
            report = audit_log(stream, every_signature=every_signature, progress=tell, watch=finder)
    except OSError as error:
        return _unread(path, _reason(error))
    return Audited(path, report, finder.found if finder else None)


def _unread(path: str, problem: str) -> Audited:
    finding = Finding(Fault.UNREADABLE, error=problem)
    return Audited(path, Report(finding.verdict, (finding,)), None)


def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else type(error).__name__
