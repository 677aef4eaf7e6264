"""The ways in which the files of this computer can fail a peer, each with what one needs to act on it."""

from pathlib import Path

from p2p.frames import CutHeader, Damage, Fault, Newer, NotOurs, TornTail


class StoreError(Exception):
    """The file {path} cannot be used."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class StoreMissing(StoreError):
    """There is no {path}."""


class JournalMissing(StoreMissing):
    """There is a game and no {path}: nothing tells what this seat has signed, so it must stay mute."""


class StoreExists(StoreError):
    """There is a {path} already, and it is not written over."""


class StoreLocked(StoreError):
    """Another running program has {path} open."""


class StoreForeign(StoreError):
    """{path} is not a file of this program, or not of the kind that its name says."""


class StoreNewer(StoreError):
    """{path} was written by a newer program, in format {version}."""

    def __init__(self, path: Path, version: int) -> None:
        super().__init__(path)
        self.version = version


class StoreDamaged(StoreError):
    """{path} is damaged at byte {offset}; nothing was changed, and nothing after that byte is believed."""

    def __init__(self, path: Path, offset: int) -> None:
        super().__init__(path)
        self.offset = offset


class LogDamaged(StoreDamaged):
    """The log at {path} is damaged at byte {offset}; were it gone, the others would give the game again."""


class StoreUnusable(StoreError):
    """The system refuses the use of {path}, with error number {errno}."""

    def __init__(self, path: Path, errno: int) -> None:
        super().__init__(path)
        self.errno = errno


class StoreFull(StoreUnusable):
    """{path} could not be written, with error number {errno}; it stands as it was and may be tried again."""


class StoreBroken(StoreUnusable):
    """Whether {path} is on the disk is unknown, with error number {errno}.

    Whatever is signed from now on might be forgotten and said differently: nothing is written until the
    program has been started anew.
    """


def fault_error(path: Path, fault: Fault) -> StoreError:
    """Give the error for a file with such a fault, for readers that repair nothing."""
    match fault:
        case TornTail(offset=offset) | Damage(offset=offset):
            return StoreDamaged(path, offset)
        case CutHeader(size=size):
            return StoreDamaged(path, size)
        case NotOurs():
            return StoreForeign(path)
        case Newer(version=version):
            return StoreNewer(path, version)
