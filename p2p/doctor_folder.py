"""Tries out whether a folder can hold games: written, brought to the disk, locked. Leaves nothing behind."""

import shutil
import tempfile
from enum import Enum
from pathlib import Path
from typing import Final

from core.frozen import Frozen
from p2p.disk import PRIVATE_FILE, Disk, NotSynced, write_all
from p2p.folder_lock import FolderLock
from p2p.store_errors import StoreError, StoreLocked, StoreUnusable

LEAST_BYTES: Final = 16 * 1024 * 1024
"""Free space below which a game may not fit."""


class FolderProblem(Enum):
    """Why a folder is of no use for games."""

    NOT_FOLDER = "not a folder"
    NOT_WRITABLE = "not writable"
    NOT_DURABLE = "not durable"
    """Its disk does not say that what was written has arrived (fsync)."""
    NOT_LOCKABLE = "not lockable"
    """It keeps no locks, as some network disks: two programs could write one game."""
    NO_SPACE = "no space"


class FolderTry(Frozen):
    """What a folder can do. `exists`: else the nearest folder above it was tried. `free` in bytes."""

    path: Path
    exists: bool
    free: int
    problem: FolderProblem | None = None
    errno: int = 0


def try_folder(path: Path, disk: Disk | None = None) -> FolderTry:
    """Write, sync and lock in a new folder inside `path`, or above it while there is none, and remove it."""
    above = path
    while not above.exists() and above != above.parent:
        above = above.parent
    exists = above == path
    if not above.is_dir():
        return FolderTry(path, exists, 0, FolderProblem.NOT_FOLDER)
    try:
        free = shutil.disk_usage(above).free
        with tempfile.TemporaryDirectory(prefix=".mark-doctor-", dir=above) as made:
            found = _try_writing(Path(made), disk or Disk()) or _try_locking(Path(made))
    except OSError as error:
        return FolderTry(path, exists, 0, FolderProblem.NOT_WRITABLE, error.errno or 0)
    if found is None and free < LEAST_BYTES:
        found = (FolderProblem.NO_SPACE, 0)
    return FolderTry(path, exists, free, *(found or ()))


def _try_writing(folder: Path, disk: Disk) -> tuple[FolderProblem, int] | None:
    fd = disk.create(folder / "written", PRIVATE_FILE)
    try:
        write_all(disk, fd, b"mark")
        disk.sync(fd)
        disk.sync_folder(folder)
    except NotSynced as error:
        return FolderProblem.NOT_DURABLE, error.errno or 0
    finally:
        disk.close(fd)
    return None


def _try_locking(folder: Path) -> tuple[FolderProblem, int] | None:
    first, second = FolderLock(folder), FolderLock(folder)
    try:
        first.acquire()
        second.acquire()
    except StoreLocked:
        return None
    except StoreError as error:
        return FolderProblem.NOT_LOCKABLE, error.errno if isinstance(error, StoreUnusable) else 0
    finally:
        second.release()
        first.release()
    return FolderProblem.NOT_LOCKABLE, 0
