"""A short file that a person writes, with settings or with rules, read as text."""

from pathlib import Path
from typing import Final

MOST_BYTES: Final = 64 * 1024
"""Size of the largest file that is read; one with everything in it has a few hundred bytes."""


class TextFileProblem(ValueError):
    """The file at `path` cannot be read as text."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class TextFileNoFile(TextFileProblem):
    """What is there is a pipe, which may never give anything."""


class TextFileTooLong(TextFileProblem):
    """The file has more than MOST_BYTES bytes."""


class TextFileNotText(TextFileProblem):
    """The file is not UTF-8 text."""


def read_text_file(path: Path) -> str:
    """Give the text of a file, without the mark that some editors put before UTF-8.

    Raises `TextFileProblem`, `OSError`.
    """
    if path.is_fifo():  # would be waited for
        raise TextFileNoFile(path)
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise TextFileTooLong(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TextFileNotText(path) from error
