"""The file with a person's secret: written once, whole, readable by its owner only, never written over."""

from pathlib import Path

from p2p.disk import PRIVATE_FILE, PRIVATE_FOLDER, Disk, NotSynced, keep_private, open_plain, write_new
from p2p.folder_lock import FolderLock
from p2p.frames import IDENTITY_MAGIC, frame, header, scan
from p2p.store_errors import (
    StoreBroken,
    StoreDamaged,
    StoreExists,
    StoreFull,
    StoreMissing,
    StoreUnusable,
    fault_error,
)

SECRET_SIZE = 64
"""Bytes: the Ed25519 seed and the CURVE secret, 32 each."""

_MOST_BYTES = 4096
"""More than the file has, which is damaged if there is more in it."""
_LOCK_WAIT = 10.0
"""Seconds for another program that is just making the same file; it needs milliseconds."""


def load_identity_secret(path: Path) -> bytes:
    """Give the 64 bytes of the secret.

    Raises `StoreMissing`, `StoreDamaged` (also for a file that was cut short: it was written at once, so no
    crash explains it), `StoreForeign`, `StoreNewer`, `StoreUnusable`.
    """
    try:
        keep_private(path, PRIVATE_FILE)
        with open_plain(path) as stream:
            data = stream.read(_MOST_BYTES)
    except FileNotFoundError as error:
        raise StoreMissing(path) from error
    except OSError as error:
        raise StoreUnusable(path, error.errno or 0) from error
    found = scan(data, IDENTITY_MAGIC)
    if found.fault:
        raise fault_error(path, found.fault)
    match found.records:
        case ((_, secret),) if len(secret) == SECRET_SIZE:
            return secret
        case _:
            raise StoreDamaged(path, found.good)


def create_identity_secret(path: Path, secret: bytes, disk: Disk | None = None) -> None:
    """Write the secret to a new file of mode 0600, on the disk when this returns.

    Raises `StoreExists` if there is a file, be it another program's that was faster; `StoreLocked`,
    `StoreUnusable`, `StoreFull`, `StoreBroken`; `ValueError` for a secret that is not 64 bytes.
    """
    if len(secret) != SECRET_SIZE:
        raise ValueError(len(secret))
    try:
        path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnusable(path, error.errno or 0) from error
    lock = FolderLock(path.parent)
    lock.acquire(_LOCK_WAIT)
    try:
        write_new(disk or Disk(), path, header(IDENTITY_MAGIC) + frame(secret), PRIVATE_FILE)
    except FileExistsError as error:
        raise StoreExists(path) from error
    except NotSynced as error:
        raise StoreBroken(path, error.errno or 0) from error
    except OSError as error:
        raise StoreFull(path, error.errno or 0) from error
    finally:
        lock.release()
