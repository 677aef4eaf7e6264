"""A copy of a log that nobody writes to any more, and its SHA-256, by which a reader knows the log again."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

_PART: Final = 1 << 20


class Snapshot(NamedTuple):
    """The bytes of a log as a stream at its start, how many they are, and their SHA-256 in hexadecimal."""

    stream: BinaryIO
    size: int
    digest: str


@contextmanager
def take_snapshot(path: Path) -> Iterator[Snapshot]:
    """Copy the file at `path` as it is now. Raises `OSError`."""
    whole, size = sha256(), 0
    with tempfile.TemporaryFile() as copy:
        with path.open("rb") as source:
            while part := source.read(_PART):
                copy.write(part)
                whole.update(part)
                size += len(part)
        copy.seek(0)
        yield Snapshot(copy, size, whole.hexdigest())
