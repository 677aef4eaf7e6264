"""Real files on which every call can fail or be the last, and that lose at a crash what was not synced."""

import os
import random
import weakref
from collections.abc import Iterable
from pathlib import Path

from p2p.disk import Disk
from p2p.frames import JOURNAL_MAGIC, JOURNAL_NAME, LOG_MAGIC, LOG_NAME
from tests.p2p.gamebuilder import log_bytes
from tests.simulation import disk as model
from tests.simulation.faults import Crash, Faults


class Unsynced(Disk):
    """Files of which nothing is ever lost, so that nothing need be waited for."""

    def fsync(self, fd: int) -> None:
        pass


def _close_all(fds: Iterable[int]) -> None:
    for fd in fds:
        os.close(fd)


class Files(Disk):
    """The file calls of one machine, in its own folder, and what of their effect a crash cannot take back."""

    def __init__(self, folder: Path, disk: model.Disk, faults: Faults, chance: random.Random) -> None:
        self.folder = folder
        self.model = disk
        self._faults = faults
        self._chance = chance
        self._paths: dict[int, Path] = {}
        weakref.finalize(self, _close_all, self._paths)  # a world just ends, with its processes running
        self._safe_size: dict[Path, int] = {}
        self._replaced: dict[Path, tuple[bytes, int] | None] = {}
        for name, magic, bodies in (
            (LOG_NAME, LOG_MAGIC, disk.log),
            (JOURNAL_NAME, JOURNAL_MAGIC, disk.journal),
        ):
            path = folder / name
            self._safe_size[path] = path.write_bytes(log_bytes(bodies, magic))

    def create(self, path: Path, mode: int) -> int:
        fd = super().create(path, mode)
        self._paths[fd] = path
        self._safe_size[path] = 0
        return fd

    def open(self, path: Path) -> int:
        fd = super().open(path)
        self._paths[fd] = path
        return fd

    def close(self, fd: int) -> None:
        self._paths.pop(fd, None)  # a folder's is not among them
        super().close(fd)

    def write(self, fd: int, data: memoryview) -> int:
        try:
            self._faults.step()
            self._faults.write()
        except (Crash, OSError):
            super().write(fd, data[: self._chance.randint(0, len(data))])  # so much of it got through
            raise
        return super().write(fd, data)

    def truncate(self, fd: int, size: int) -> None:
        self._faults.step()
        super().truncate(fd, size)
        path = self._paths[fd]
        self._safe_size[path] = min(self._safe_size[path], size)

    def fsync(self, fd: int) -> None:
        self._faults.step()
        self._faults.sync()
        path = self._paths.get(fd)
        if path is None:
            self._replaced.clear()  # it is the folder
        else:
            self._safe_size[path] = os.fstat(fd).st_size

    def replace(self, source: Path, target: Path) -> None:
        self._faults.step()
        if target not in self._replaced:
            there = target.exists()
            self._replaced[target] = (target.read_bytes(), self._safe_size[target]) if there else None
        super().replace(source, target)
        self._safe_size[target] = self._safe_size.pop(source)

    def crash(self, *, forget: bool) -> None:
        """Close what a process that has ended had open; `forget` what the disk did not get, from its end."""
        for fd in list(self._paths):
            self.close(fd)
        if not forget:
            return
        for target, before in self._replaced.items():
            if self._chance.random() < 0.5:
                continue
            if before is None:
                target.unlink()
                del self._safe_size[target]
            else:
                target.write_bytes(before[0])
                self._safe_size[target] = before[1]
        self._replaced.clear()
        for path, safe in self._safe_size.items():
            if path.exists():
                size = path.stat().st_size
                os.truncate(path, self._chance.randint(min(safe, size), size))
