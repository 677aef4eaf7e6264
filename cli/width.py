"""Text measured and cut in columns of the screen, whatever its characters are.

The measure is prompt-toolkit's own, taken from where it takes it, so that lines of text do without the rest.
"""

from wcwidth import wcwidth

CUT = "~"
"""What ends a text that was cut."""


def columns(text: str) -> int:
    """Give the columns that `text` takes."""
    return len(text) if text.isascii() else sum(max(wcwidth(character), 0) for character in text)


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
