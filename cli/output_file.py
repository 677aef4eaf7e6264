"""A file that a command writes for a person: whole or not at all, and never over another unasked."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO


class OutputExists(Exception):
    """There is something at {path} already."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class OutputNoFile(Exception):
    """{path} is there and is no plain file, so nothing can be put in its place."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class OutputIsSource(Exception):
    """What is to be written would take the place of what it is made from, at {path}."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


@contextmanager
def new_file(path: Path, *, force: bool, source: Path) -> Iterator[BinaryIO]:
    """Give a binary stream whose content stands under this name once the block is left without an error.

    Until then, and after any error, the name is as it was. With `force` a plain file there is replaced, but
    for `source`, the one that the content is made from: a log that is lost cannot be made again.
    Raises `OutputExists`, `OutputNoFile`, `OutputIsSource`, `OSError`.
    """
    if path.exists() and not path.is_file():
        raise OutputNoFile(path)
    if path.exists() and path.samefile(source):
        raise OutputIsSource(path)
    if path.exists() and not force:
        raise OutputExists(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with ExitStack() as undo:
            with temporary.open("xb") as stream:
                undo.callback(temporary.unlink, missing_ok=True)
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            _give_name(temporary, path, force=force)
    except OSError as error:
        if error.filename in (None, str(temporary)):
            error.filename = str(path)  # what a person has named
        raise


def _give_name(temporary: Path, path: Path, *, force: bool) -> None:
    if force:
        temporary.replace(path)
        return
    try:
        path.hardlink_to(temporary)  # which refuses a name that somebody has taken meanwhile
    except FileExistsError as error:
        raise OutputExists(path) from error
    except OSError:  # a file system without hard links
        temporary.replace(path)
