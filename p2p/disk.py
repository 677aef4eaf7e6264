"""The few calls through which files are written durably, gathered so that tests can make each of them fail.

Nothing here decides what a failure means: errors are the operating system's own `OSError`, of which
`NotSynced` is set apart because after it the content of the disk is unknown.
"""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from p2p.descriptors import reserve

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
SHARED_FILE = 0o644

_APPEND = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


class NotSynced(OSError):
    """The system could not say that what was written is on the disk, and may have dropped it."""


class Disk:
    """The operating system's file calls, unbuffered: what `write` took is with the kernel.

    Files are opened for appending, so that a write begins where the file ends. Tests hand in a subclass
    that fails, writes short or stops in the middle.
    """

    def create(self, path: Path, mode: int) -> int:
        """Make a new file and give its descriptor. Raises `FileExistsError`."""
        with reserve():
            return os.open(path, _APPEND | os.O_CREAT | os.O_EXCL, mode)

    def open(self, path: Path) -> int:
        """Open an existing file and give its descriptor. Raises `FileNotFoundError`."""
        with reserve():
            return os.open(path, _APPEND)

    def close(self, fd: int) -> None:
        """Give the descriptor back."""
        os.close(fd)

    def write(self, fd: int, data: memoryview) -> int:
        """Write some of `data`; gives how many bytes were taken, which may be fewer than all."""
        return os.write(fd, data)

    def truncate(self, fd: int, size: int) -> None:
        """Cut the file to `size` bytes."""
        os.ftruncate(fd, size)

    def fsync(self, fd: int) -> None:
        """Ask the system to bring to the disk what was written."""
        os.fsync(fd)

    def replace(self, source: Path, target: Path) -> None:
        """Put one file in another's place; whoever opens the name finds either the old or the new."""
        source.replace(target)

    def sync(self, fd: int) -> None:
        """Return when all that was written is on the disk. Raises `NotSynced`."""
        try:
            self.fsync(fd)
        except OSError as error:
            raise NotSynced(error.errno, error.strerror) from error

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in the folder are on the disk. Raises `NotSynced`.

        Windows keeps them by itself and offers no such call.
        """
        if os.name == "nt":
            return
        try:
            with reserve():
                fd = os.open(folder, os.O_RDONLY)
        except OSError as error:
            raise NotSynced(error.errno, error.strerror) from error
        try:
            self.sync(fd)
        finally:
            self.close(fd)


def open_plain(path: Path) -> BinaryIO:
    """Open a file to be read; a pipe or a device, which might not come to an end, is refused at once.

    Raises `OSError`, `ENXIO` for what is no plain file.
    """
    return open(path, "rb", opener=_plain)


def _plain(name: str, flags: int) -> int:
    fd = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
    mode = os.fstat(fd).st_mode
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):  # which the caller refuses in the system's words
        return fd
    os.close(fd)
    raise OSError(errno.ENXIO, os.strerror(errno.ENXIO), name)


def keep_private(path: Path, mode: int) -> None:
    """Give a file or a folder its mode back, which copying may have widened.

    Where the file system has no modes, or the file is somebody else's, it stays as it is: it can be read.
    """
    with suppress(OSError):
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(mode)


def write_all(disk: Disk, fd: int, data: bytes) -> None:
    """Write all of `data`, however many calls it takes."""
    rest = memoryview(data)
    while rest:
        rest = rest[disk.write(fd, rest) :]


def write_over(disk: Disk, path: Path, data: bytes, mode: int) -> None:
    """Put a file with this content under a name, in place of what was there; at no instant is it half there.

    On an error before the exchange the old file stands untouched and no other is left behind. Two writers of
    one name would meet in the temporary file: the caller holds a lock.
    """
    temporary = path.with_name(path.name + ".new")
    temporary.unlink(missing_ok=True)  # left by a crash, and never the file itself
    fd = disk.create(temporary, mode)
    try:
        try:
            write_all(disk, fd, data)
            disk.sync(fd)
        finally:
            disk.close(fd)
        disk.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    disk.sync_folder(path.parent)


def write_new(disk: Disk, path: Path, data: bytes, mode: int) -> None:
    """Make a file that either is there whole or is not there, also after a loss of power.

    Raises `FileExistsError` rather than replace one; the caller's lock keeps the name free between the look
    and the exchange.
    """
    if path.exists():
        raise FileExistsError(path)
    write_over(disk, path, data, mode)
