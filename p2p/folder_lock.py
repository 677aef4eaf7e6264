"""One writer per folder, also across processes; the lock falls when its process ends, however it ends."""

from pathlib import Path

import filelock

from p2p.descriptors import reserve
from p2p.store_errors import StoreLocked, StoreUnusable

LOCK_NAME = "lock"


class FolderLock:
    """The lock of one folder. Not taken by being constructed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = filelock.FileLock(folder / LOCK_NAME, mode=0o600, thread_local=False)

    def acquire(self, wait: float = 0) -> None:
        """Take the lock within `wait` seconds. Raises `StoreLocked`, `StoreUnusable`."""
        try:
            with reserve():
                self._lock.acquire(timeout=wait)
        except filelock.Timeout as error:
            raise StoreLocked(self._folder) from error
        except OSError as error:
            raise StoreUnusable(self._folder / LOCK_NAME, error.errno or 0) from error

    def release(self) -> None:
        """Give the lock back; does nothing if it is not held."""
        self._lock.release()
