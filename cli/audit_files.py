"""The files that `mark audit` is given: found, opened, and judged one by one.

A log given by itself is read without pathlib, which takes a third of the time in which Python starts.
"""

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO, Final

from core.frozen import Frozen
from p2p.audit import audit_log
from p2p.event import SignedEvent
from p2p.frames import CHAT_MAGIC, CHAT_NAME, JOURNAL_MAGIC, JOURNAL_NAME
from p2p.log import Log
from p2p.verdict import Fault, Finding, Report, Verdict

if TYPE_CHECKING:  # what is not asked for is not imported
    from p2p.bid_inputs import AuctionInputs
    from p2p.checked import CheckedAuction, CheckedRoll
    from p2p.roll_inputs import RollInputs

SUFFIX: Final = ".mark"
"""How the files of a folder end that are judged: logs and proofs, whatever their state."""

_BESIDE: Final = (JOURNAL_NAME, CHAT_NAME)
_BESIDE_MAGICS: Final = (JOURNAL_MAGIC, CHAT_MAGIC)
"""What lies beside a log and is none: a journal, which is private, and what was said."""

MISSING: Final = "missing"
NO_FILE: Final = "no file"
NO_LOGS: Final = "no logs"
"""Why a path gives no bytes: nothing there, no plain file, a folder without logs; or the system's words."""

ENDINGS: Final = (Verdict.COMPLETE, Verdict.UNFINISHED)
"""Verdicts of logs in which all that is there is in order."""


class File(Frozen):
    """One path to judge, the bytes that it had when it was found, and why it cannot be read, if so."""

    path: str
    size: int = 0
    problem: str = ""


class Wanted(Frozen):
    """What is asked of each log: `roll` and `auction` to be shown by hand, or all of them in a line each."""

    every_signature: bool = False
    verbose: bool = False
    roll: int | None = None
    auction: int | None = None


class Audited(Frozen):
    """One path, what the audit says of it, and what else was wanted of it, if it has that.

    `rolls` and `auctions` are None unless all were wanted.
    """

    path: str
    report: Report
    wanted: Wanted = Wanted()
    roll: "RollInputs | None" = None
    auction: "AuctionInputs | None" = None
    rolls: "tuple[CheckedRoll, ...] | None" = None
    auctions: "tuple[CheckedAuction, ...] | None" = None

    @property
    def lacks(self) -> bool:
        """Whether a roll or an auction was asked for that it does not have."""
        wanted = self.wanted
        no_roll = wanted.roll is not None and self.roll is None
        return no_roll or (wanted.auction is not None and self.auction is None)


def find_files(paths: Sequence[str]) -> list[File]:
    """Give the files that these paths stand for: of a folder all logs and proofs in it, by name."""
    return [file for path in paths for file in _files(path)]


def audit_file(file: File, wanted: Wanted, tell: Callable[[int], None] | None = None) -> Audited:
    """Judge one file; `tell` is told now and then how many bytes of it have been read."""
    if file.problem:
        return _unread(file.path, file.problem, wanted)
    roll = auction = checked = None
    if wanted.roll is not None:
        from p2p.roll_inputs import RollFinder  # noqa: PLC0415 - most audits show none

        roll = RollFinder(wanted.roll)
    if wanted.auction is not None:
        from p2p.bid_inputs import AuctionFinder  # noqa: PLC0415

        auction = AuctionFinder(wanted.auction)
    if wanted.verbose:
        from p2p.checked import Checked  # noqa: PLC0415

        checked = Checked()
    watches = [watch for watch in (roll, auction, checked) if watch]

    def watch_all(log: Log, events: tuple[SignedEvent, ...]) -> None:
        for watch in watches:
            watch(log, events)

    try:
        with open_log(file.path) as stream:
            report = audit_log(
                stream,
                every_signature=wanted.every_signature,
                progress=tell,
                watch=watch_all if watches else None,
            )
    except OSError as error:
        return _unread(file.path, _reason(error), wanted)
    return Audited(
        file.path,
        report,
        wanted,
        roll.found if roll else None,
        auction.found if auction else None,
        checked.rolls if checked else None,
        checked.auctions if checked else None,
    )


def open_log(path: str) -> BinaryIO:
    """Open a log to be read. Raises `OSError`."""
    return open(path, "rb")


def _files(path: str) -> Iterator[File]:
    try:
        found = os.stat(path)
        if stat.S_ISDIR(found.st_mode):
            yield from list(_logs_in(path)) or [File(path, problem=NO_LOGS)]
        else:
            yield _file(path, found)
    except OSError as error:
        yield File(path, problem=_reason(error))


def _file(path: str, found: os.stat_result) -> File:
    return File(path, found.st_size, "" if stat.S_ISREG(found.st_mode) else NO_FILE)


def _logs_in(folder: str) -> Iterator[File]:
    """Give the logs of a folder and of those in it, but of no links to folders, which may lead in circles.

    What cannot be looked into is one file with a problem, and hides nothing beside it. Folders may lie deeper
    than functions can be called. Raises `OSError` for the folder itself.
    """
    left = _entries(folder)
    while left:
        entry = left.pop()
        try:
            if entry.is_dir(follow_symlinks=False):
                left += _entries(entry.path)
            elif entry.name.endswith(SUFFIX) and not entry.is_dir() and not _lies_beside(entry):
                yield _file(entry.path, entry.stat())
        except OSError as error:
            yield File(entry.path, problem=_reason(error))


def _entries(folder: str) -> "list[os.DirEntry[str]]":
    """Give what is in a folder by name, the first at the end."""
    with os.scandir(folder) as entries:
        return sorted(entries, key=lambda entry: entry.name, reverse=True)


def _lies_beside(entry: "os.DirEntry[str]") -> bool:
    if entry.name in _BESIDE:
        return True
    try:
        if not entry.is_file():
            return False
        with open_log(entry.path) as stream:
            return stream.read(len(JOURNAL_MAGIC)) in _BESIDE_MAGICS
    except OSError:
        return False  # it is told when it is to be judged


def _unread(path: str, problem: str, wanted: Wanted) -> Audited:
    finding = Finding(Fault.UNREADABLE, error=problem)
    return Audited(path, Report(finding.verdict, (finding,)), wanted)


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return MISSING
    return os.strerror(error.errno) if error.errno else type(error).__name__
