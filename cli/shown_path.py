"""A path as it is shown to a person."""

from typing import TYPE_CHECKING, Final

from p2p.text import clean

if TYPE_CHECKING:  # an audit does without pathlib
    from pathlib import Path

MOST_CHARACTERS: Final = 4096


def quoted(word: str) -> str:
    """Give a word of a command line as it is typed: between quotes if it has spaces."""
    return f'"{word}"' if " " in word else word


def shown_path(path: "str | Path") -> str:
    """Give a path without what acts on a screen, cut where it is longer than paths can be."""
    return clean(str(path), MOST_CHARACTERS)
