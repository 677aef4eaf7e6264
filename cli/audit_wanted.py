"""What `mark audit` is given and asked: the files, found and opened, and what is wanted of each.

Nothing that judges is imported here: workers begin to start before this process has loaded it. And a log
given by itself is read without pathlib, which takes a third of the time in which Python starts.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Final

from core.frozen import Frozen
from p2p.frames import CHAT_MAGIC, CHAT_NAME, JOURNAL_MAGIC, JOURNAL_NAME

SUFFIX: Final = ".mark"
"""How the files of a folder end that are judged: logs and proofs, whatever their state."""

_BESIDE: Final = (JOURNAL_NAME, CHAT_NAME)
_BESIDE_MAGICS: Final = (JOURNAL_MAGIC, CHAT_MAGIC)
"""What lies beside a log and is none: a journal, which is private, and what was said."""

MISSING: Final = "missing"
NO_FILE: Final = "no file"
NO_LOGS: Final = "no logs"
"""Why a path gives no bytes: nothing there, no plain file, a folder without logs; or the system's words."""


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


def find_files(paths: Sequence[str]) -> list[File]:
    """Give the files that these paths stand for: of a folder all logs and proofs in it, by name."""
    return [file for path in paths for file in _files(path)]


def open_log(path: str) -> BinaryIO:
    """Open a log to be read. Raises `OSError`."""
    return open(path, "rb")


def reason(error: OSError) -> str:
    """Give why a path gives no bytes: one of the words above, or the system's."""
    if isinstance(error, FileNotFoundError):
        return MISSING
    return os.strerror(error.errno) if error.errno else type(error).__name__


def _files(path: str) -> Iterator[File]:
    try:
        found = os.stat(path)
        if stat.S_ISDIR(found.st_mode):
            yield from list(_logs_in(path)) or [File(path, problem=NO_LOGS)]
        else:
            yield _file(path, found)
    except OSError as error:
        yield File(path, problem=reason(error))


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
            yield File(entry.path, problem=reason(error))


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
