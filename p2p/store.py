"""The folder of one game on this computer: its lock, its log and its private journal.

    game.mark     the log: what is shared and audited, append-only
    private.mark  the journal: what this peer must remember to never contradict itself, mode 0600
    lock          held while the game is open: one game, one writer

Record bodies are opaque here.
"""

import errno
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, TypeAlias

from core.frozen import Frozen
from p2p.disk import (
    PRIVATE_FILE,
    PRIVATE_FOLDER,
    SHARED_FILE,
    Disk,
    NotSynced,
    keep_private,
    open_plain,
    write_all,
    write_new,
)
from p2p.folder_lock import FolderLock
from p2p.frames import HEADER_SIZE, JOURNAL_MAGIC, JOURNAL_NAME, LOG_MAGIC, LOG_NAME, read_records
from p2p.record_file import RecordFile, Repair
from p2p.store_errors import (
    JournalMissing,
    LogDamaged,
    StoreBroken,
    StoreDamaged,
    StoreExists,
    StoreFull,
    StoreMissing,
    StoreUnusable,
)


class LogLost(Frozen):
    """The log at `path` was missing, or empty: it has been begun anew."""

    path: Path


_GAME_BYTES: Final = 128 * 1024
"""About what the two files of a game take."""

FirstOfLog: TypeAlias = Callable[[tuple[bytes, ...]], bytes | None]
"""Gives the first record of a lost log from the records of its journal, if they tell."""


class Contents(Frozen):
    """What a game's folder held when it was opened: record bodies in the order of writing."""

    log: tuple[bytes, ...]
    journal: tuple[bytes, ...]
    repairs: tuple[Repair, ...]
    lost: LogLost | None = None


class _Writing:
    """A block that writes: refused with `StoreBroken` once the disk has failed to say what it holds."""

    def __init__(self) -> None:
        self._broken: StoreBroken | None = None

    def __enter__(self) -> None:
        if self._broken is not None:
            raise StoreBroken(self._broken.path, self._broken.errno)

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, StoreBroken):
            self._broken = error


class GameStore:
    """The one writer of a game's files. Made by `create` or `open`, given back by `close`.

    Every write raises `StoreFull` when the system did not take it: then nothing has changed and the same
    call may be made again later. After a `StoreBroken` every further write raises it too.
    """

    def __init__(self, folder: Path, disk: Disk) -> None:
        self.folder = folder
        self._disk = disk
        self._lock = FolderLock(folder)
        self._log = RecordFile(folder / LOG_NAME, LOG_MAGIC, SHARED_FILE, disk)
        self._journal = RecordFile(folder / JOURNAL_NAME, JOURNAL_MAGIC, PRIVATE_FILE, disk)
        self._writing = _Writing()

    @classmethod
    def create(cls, folder: Path, disk: Disk | None = None) -> "GameStore":
        """Make the folder (mode 0700) and its two files, both without a record, and open them.

        Raises `StoreExists`, `StoreLocked`, `StoreUnusable`, `StoreFull`, `StoreBroken`.
        """
        try:
            folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            folder.chmod(PRIVATE_FOLDER)
        except OSError as error:
            raise StoreUnusable(folder, error.errno or 0) from error
        store = cls(folder, disk or Disk())
        with store._opening():
            store._make()
        return store

    @classmethod
    def open(
        cls, folder: Path, disk: Disk | None = None, first_of_log: FirstOfLog = lambda _: None
    ) -> "tuple[GameStore, Contents]":
        """Open a game and give what it holds, torn tails repaired.

        A log that is missing or empty is begun anew if the journal tells how, by `first_of_log`: the others
        have the rest. Without a journal nothing is opened: it alone tells what this seat has signed.

        Raises `StoreMissing`, `JournalMissing`, `StoreLocked`, `StoreDamaged` (`LogDamaged` where the log
        could be begun anew), `StoreForeign`, `StoreNewer`, `StoreUnusable`, `StoreFull`, `StoreBroken`; then
        nothing stays open or locked.
        """
        if not (folder / JOURNAL_NAME).exists():
            has_log = (folder / LOG_NAME).exists()
            raise JournalMissing(folder / JOURNAL_NAME) if has_log else StoreMissing(folder / LOG_NAME)
        store = cls(folder, disk or Disk())
        with store._opening():
            contents = store._load(first_of_log)
        return store, contents

    def close(self) -> None:
        """Close the files, unsynced, and give the lock back; a second call does nothing."""
        self._log.close()
        self._journal.close()
        self._lock.release()

    def is_there(self) -> bool:
        """Tell whether both files are still found by their names; what the system does not tell is there."""
        try:
            for name in (LOG_NAME, JOURNAL_NAME):
                (self.folder / name).stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:
            return True
        return True

    def append_log(self, body: bytes) -> None:
        """Add a record to the log; on the disk after `sync_log`."""
        with self._writing:
            self._log.append(body)

    def append_journal(self, body: bytes) -> None:
        """Add a record to the journal; on the disk after `sync`."""
        with self._writing:
            self._journal.append(body)

    def sync(self) -> None:
        """Return when the journal is on the disk; costs nothing if it was not written since."""
        with self._writing:
            self._journal.sync()

    def sync_log(self) -> None:
        """Return when the log is on the disk; costs nothing if it was not written since."""
        with self._writing:
            self._log.sync()

    def compact(self, bodies: Iterable[bytes]) -> None:
        """Let the journal hold these records and no others, at once and on the disk.

        The log is synced first: what leaves the journal may be there.
        """
        with self._writing:
            self._log.sync()
            self._journal.rewrite(bodies)

    def write_evidence(self, name: str, data: bytes) -> Path:
        """Keep a file of its own in the folder and give its path; one that is there already stays so."""
        path = self.folder / name
        if path.parent != self.folder:
            raise ValueError(name)
        with self._writing:
            try:
                write_new(self._disk, path, data, SHARED_FILE)
            except FileExistsError:
                pass
            except NotSynced as error:
                raise StoreBroken(path, error.errno or 0) from error
            except OSError as error:
                raise StoreFull(path, error.errno or 0) from error
        return path

    @contextmanager
    def _opening(self) -> Iterator[None]:
        """Hold the lock, and let go of everything should the body fail."""
        self._lock.acquire()
        with ExitStack() as undo:
            undo.callback(self.close)
            yield
            undo.pop_all()

    def _make(self) -> None:
        """Make the journal and then the log, whose presence makes the game.

        A journal without records and without a log is what a crash between the two leaves.
        """
        if self._log.path.exists():
            raise StoreExists(self._log.path)
        journal = self._journal.path
        if journal.exists() and journal.stat().st_size <= HEADER_SIZE:
            journal.unlink()
        self._journal.create()
        self._log.create()

    def _load(self, first_of_log: FirstOfLog) -> Contents:
        keep_private(self.folder, PRIVATE_FOLDER)
        keep_private(self._journal.path, PRIVATE_FILE)
        journal, journal_repair = self._journal.open()
        first, lost = first_of_log(journal), None
        if first is not None and not self._log.path.exists():
            self._log.create()
            self._log.close()
        try:
            log, log_repair = self._log.open()
        except StoreDamaged as error:
            raise error if first is None else LogDamaged(error.path, error.offset) from error
        if first is not None and not log:
            self._log.append(first)
            self._log.sync()
            log, lost = (first,), LogLost(self._log.path)
        try:
            self._disk.sync_folder(self.folder)  # a crash may have come right after the journal was exchanged
        except OSError as error:
            raise StoreBroken(self.folder, error.errno or 0) from error
        return Contents(
            log, journal, tuple(repair for repair in (log_repair, journal_repair) if repair), lost
        )


def check_room(folder: Path, disk: Disk | None = None) -> None:
    """Raise `StoreUnusable` or `StoreFull` if no new game fits into this folder of games.

    To be asked before others are invited: they could do nothing with a game that this computer cannot begin.
    Nothing is left in the folder.
    """
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder, buffering=0) as trial:
            write_all(disk or Disk(), trial.fileno(), bytes(_GAME_BYTES))
    except OSError as error:
        kind = StoreFull if error.errno in {errno.ENOSPC, errno.EDQUOT} else StoreUnusable
        raise kind(folder, error.errno or 0) from error


def read_journal(folder: Path) -> tuple[bytes, ...]:
    """Give the records of a game's journal as far as they are sound, without a lock and without a repair.

    For a look at a game that is not opened. Raises `OSError`.
    """
    with open_plain(folder / JOURNAL_NAME) as stream:
        return tuple([body for _, body in read_records(stream, JOURNAL_MAGIC)])
