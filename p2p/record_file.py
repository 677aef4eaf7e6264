"""One file of framed records that only grows: opened with its torn end repaired, appended to, synced."""

import errno
from collections.abc import Iterable
from pathlib import Path

from core.frozen import Frozen
from p2p.descriptors import reserve
from p2p.disk import Disk, NotSynced, open_plain, write_all, write_new, write_over
from p2p.frames import TornTail, frame, header, read_records
from p2p.store_errors import (
    StoreBroken,
    StoreExists,
    StoreFull,
    StoreMissing,
    StoreUnusable,
    fault_error,
)

_MOST_BACKUPS = 1000
"""Different tears at one place of a file that are kept; only a failing disk would ever reach it."""


class Repair(Frozen):
    """From byte `offset` of `path` on, `size` bytes of an unfinished write were moved to `backup`."""

    path: Path
    offset: int
    size: int
    backup: Path


class RecordFile:
    """A file of opaque record bodies.

    After any error but `StoreBroken` the file is as it was before the call. The object must not be used on
    after `StoreBroken`.
    """

    def __init__(self, path: Path, magic: bytes, mode: int, disk: Disk) -> None:
        self.path = path
        self._magic, self._mode, self._disk = magic, mode, disk
        self._fd: int | None = None
        self._good = 0
        self._unsynced = False

    def create(self) -> None:
        """Make the file, without a record, and open it. Raises `StoreExists`, `StoreFull`, `StoreBroken`."""
        try:
            write_new(self._disk, self.path, header(self._magic), self._mode)
        except FileExistsError as error:
            raise StoreExists(self.path) from error
        except OSError as error:
            raise self._failure(error) from error
        self._read()

    def open(self) -> tuple[tuple[bytes, ...], Repair | None]:
        """Open the file and give its record bodies; a torn tail is moved to a file of its own.

        What is given is on the disk: a process that was killed may have left it with the kernel only.
        Raises `StoreMissing`, `StoreDamaged`, `StoreForeign`, `StoreNewer`, `StoreUnusable`, `StoreFull` when
        there is no room for the backup, `StoreBroken`.
        """
        bodies, tail = self._read()
        try:
            repair = self._cut(tail) if tail else None
            self._disk.sync(self._descriptor())
        except OSError as error:
            self.close()
            raise self._failure(error) from error
        return bodies, repair

    def _read(self) -> tuple[tuple[bytes, ...], bytes]:
        """Open the file and give its record bodies, and the torn tail behind them."""
        try:
            with reserve(), open_plain(self.path) as stream:
                reader = read_records(stream, self._magic)
                bodies = tuple([body for _, body in reader])
                stream.seek(reader.good)
                tail = stream.read() if isinstance(reader.fault, TornTail) else b""
            self._fd = self._disk.open(self.path)
        except FileNotFoundError as error:
            raise StoreMissing(self.path) from error
        except OSError as error:
            raise StoreUnusable(self.path, _number(error)) from error
        if reader.fault and not isinstance(reader.fault, TornTail):
            self.close()
            raise fault_error(self.path, reader.fault)
        self._good = reader.good
        return bodies, tail

    def close(self) -> None:
        """Close the file, unsynced; a second call does nothing."""
        if self._fd is not None:
            fd, self._fd = self._fd, None
            self._disk.close(fd)

    def append(self, body: bytes) -> None:
        """Write one more record; it is on the disk only after `sync`.

        Raises `StoreFull` when the system did not take it, and nothing of it is left in the file.
        """
        record = frame(body)
        fd = self._descriptor()
        self._unsynced = True
        try:
            write_all(self._disk, fd, record)
        except OSError as error:
            self._take_back()
            raise self._failure(error) from error
        self._good += len(record)

    def sync(self) -> None:
        """Return when every record is on the disk. Raises `StoreBroken`."""
        if not self._unsynced:
            return
        try:
            self._disk.sync(self._descriptor())
        except OSError as error:
            raise self._failure(error) from error
        self._unsynced = False

    def rewrite(self, bodies: Iterable[bytes]) -> None:
        """Put these records in place of all that the file holds, at once and on the disk.

        Raises `StoreFull` and keeps the old records when there is no room for the new.
        """
        data = header(self._magic) + b"".join(map(frame, bodies))
        self.close()  # Windows exchanges no file that is open
        try:
            write_over(self._disk, self.path, data, self._mode)
            self._good, self._unsynced = len(data), False
        except OSError as error:
            raise self._failure(error) from error
        finally:
            self._reopen()

    def _reopen(self) -> None:
        try:
            self._fd = self._disk.open(self.path)
        except OSError as error:
            raise StoreBroken(self.path, _number(error)) from error

    def _descriptor(self) -> int:
        if self._fd is None:
            raise StoreUnusable(self.path, errno.EBADF)
        return self._fd

    def _take_back(self) -> None:
        """Cut off what a failed write may have left; with it in place the next record would be unreadable."""
        try:
            self._disk.truncate(self._descriptor(), self._good)
        except OSError as error:
            raise StoreBroken(self.path, _number(error)) from error

    def _cut(self, tail: bytes) -> Repair:
        backup = self._backup(tail)
        self._disk.truncate(self._descriptor(), self._good)
        return Repair(self.path, self._good, len(tail), backup)

    def _backup(self, tail: bytes) -> Path:
        """Keep the bytes that are about to be cut off, beside those of an earlier tear at the same place."""
        name = f"{self.path.name}.torn-{self._good}"
        for backup in (self.path.with_name(name if n == 0 else f"{name}-{n}") for n in range(_MOST_BACKUPS)):
            if not backup.exists():
                write_new(self._disk, backup, tail, self._mode)
                return backup
            if backup.read_bytes() == tail:  # a crash came between the backup and the cut
                return backup
        raise FileExistsError(errno.EEXIST, name)

    def _failure(self, error: OSError) -> StoreUnusable:
        kind = StoreBroken if isinstance(error, NotSynced) else StoreFull
        return kind(self.path, _number(error))


def _number(error: OSError) -> int:
    return error.errno or 0
