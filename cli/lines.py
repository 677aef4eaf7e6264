"""Lines for a person, printed: wrapped at words on a terminal, and whole everywhere else."""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO


_FIRST_WIDE = "\u1100"
"""No character before takes more than one column, and none at all more than two."""


def say(*lines: str, stream: "TextIO | None" = None, hanging: int = 2) -> None:
    """Print lines at once, on standard output unless told otherwise.

    What is wrapped is indented by `hanging` columns more than its first line. A word that is longer than the
    terminal is wide stays whole, since it may be there to be copied.
    """
    stream = stream or sys.stdout
    width = _columns(stream)
    for line in lines:
        for part in _fit(line, width, hanging):
            print(part, file=stream)
    stream.flush()


def folded(line: str, hanging: int) -> "Iterable[str]":
    """Give a line for the standard output as `say` prints it."""
    return _fit(line, _columns(sys.stdout), hanging)


def _columns(stream: "TextIO") -> int:
    """Give the columns of a terminal, 0 for what is none or does not tell."""
    try:
        return os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except (OSError, ValueError):
        return 0


def _fit(line: str, width: int, hanging: int) -> "Iterable[str]":
    most = 1 if max(line, default="") < _FIRST_WIDE else 2
    if not width or len(line) * most <= width:
        return (line,)
    try:
        from cli.width import wrapped  # noqa: PLC0415 - pipes and short lines do without it
    except (ImportError, OSError):  # what is told may be that no file can be opened, be it for an import
        return (line,)
    return wrapped(line, width, hanging=hanging, keeps_words=True)
