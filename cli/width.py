"""Text measured and cut in columns of the screen, whatever its characters are."""

from prompt_toolkit.utils import get_cwidth

CUT = "~"
"""What ends a text that was cut."""


def columns(text: str) -> int:
    """Give the columns that `text` takes."""
    return get_cwidth(text)


def clip(text: str, width: int) -> str:
    """Give `text`, or as much of its beginning as fits into `width` columns with CUT after it."""
    if columns(text) <= width:
        return text
    kept, room = "", width - len(CUT)
    if room < 0:
        return ""
    for character in text:
        room -= columns(character)
        if room < 0:
            break
        kept += character
    return kept + CUT


def fit(text: str, width: int) -> str:
    """Give `text` clipped or filled up with spaces to exactly `width` columns."""
    clipped = clip(text, width)
    return clipped + " " * (width - columns(clipped))
