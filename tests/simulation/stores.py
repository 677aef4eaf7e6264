"""The two stores that a simulated process works with: record bodies in memory, or the program's own files.

Both keep the model `Disk` as it must be; what the files hold after a crash is held against it.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from p2p.record_file import Repair
from p2p.store import GameStore
from p2p.store_errors import StoreBroken, StoreFull
from p2p.stored import first_of_log
from tests.simulation.disk import Disk
from tests.simulation.faults import Faults
from tests.simulation.files import Files


class RecordStore:
    """What `Peer` uses of a `GameStore`, over the model alone: with every fault but a torn record."""

    folder = Path("game")

    def __init__(self, disk: Disk, faults: Faults) -> None:
        self._disk = disk
        self._faults = faults
        self._broken = False

    def append_log(self, body: bytes) -> None:
        self._write()
        self._disk.log.append(body)

    def append_journal(self, body: bytes) -> None:
        self._write()
        self._disk.journal.append(body)

    def compact(self, bodies: Iterable[bytes]) -> None:
        self.sync_log()
        self._write()
        self._sync()
        self._disk.compact(bodies)

    def write_evidence(self, name: str, data: bytes) -> Path:
        self._write()
        self._sync()
        self._disk.evidence[name] = data
        return self.folder / name

    def sync(self) -> None:
        if not self._disk.journal_is_safe:
            self._sync()
            self._disk.sync_journal()

    def sync_log(self) -> None:
        if not self._disk.log_is_safe:
            self._sync()
            self._disk.sync_log()

    def is_there(self) -> bool:
        return True

    def close(self) -> None:
        """Nothing is held open."""

    def drop(self) -> None:
        """Nothing is locked."""

    def _write(self) -> None:
        self._faults.step()
        self._check()
        try:
            self._faults.write()
        except OSError as error:
            raise StoreFull(self.folder, error.errno or 0) from error

    def _sync(self) -> None:
        self._faults.step()
        self._check()
        try:
            self._faults.sync()
        except OSError as error:
            self._broken = True
            raise StoreBroken(self.folder, error.errno or 0) from error

    def _check(self) -> None:
        if self._broken:
            raise StoreBroken(self.folder, 0)


class FileStore(GameStore):
    """The program's own store, on real files whose calls fail."""

    def __init__(self, folder: Path, files: Files) -> None:
        super().__init__(folder, files)
        self._files = files

    @property
    def model(self) -> Disk:
        return self._files.model

    def drop(self) -> None:
        """Let go of the lock, as the system does when a process ends."""
        self._lock.release()

    def append_log(self, body: bytes) -> None:
        self._append(self.model.log, body, super().append_log)

    def append_journal(self, body: bytes) -> None:
        self._append(self.model.journal, body, super().append_journal)

    def _append(self, bodies: list[bytes], body: bytes, write: Callable[[bytes], None]) -> None:
        bodies.append(body)  # from now on a crash may leave it there
        try:
            write(body)
        except StoreFull:
            bodies.pop()
            raise

    def sync(self) -> None:
        super().sync()
        self.model.sync_journal()

    def sync_log(self) -> None:
        super().sync_log()
        self.model.sync_log()

    def compact(self, bodies: Iterable[bytes]) -> None:
        model = self.model
        model.next_journal = list(bodies)  # from now on a crash may leave either
        try:
            super().compact(model.next_journal)
        except StoreFull:
            model.next_journal = None
            raise
        model.compact(model.next_journal)
        model.next_journal = None

    def write_evidence(self, name: str, data: bytes) -> Path:
        path = super().write_evidence(name, data)
        self.model.evidence[name] = path.read_bytes()
        return path


def open_files(folder: Path, files: Files) -> tuple[FileStore, tuple[Repair, ...]]:
    """Open a game's files and hold what they give against the model. Raises the store's errors."""
    store, contents = FileStore.open(folder, files, first_of_log)
    assert isinstance(store, FileStore)
    files.model.reopen(contents)
    return store, contents.repairs
