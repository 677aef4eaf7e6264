"""Text measured and cut in columns of the screen, whatever its characters are.

The measure is prompt-toolkit's own, taken from where it takes it, so that lines of text do without the rest.
"""

from wcwidth import wcwidth, wrap

CUT = "~"
"""What ends a text that was cut."""
_LEAST_INDENTED = 20
"""Columns above which there is room for an indent."""


def columns(text: str) -> int:
    """Give the columns that `text` takes."""
    return len(text) if text.isascii() else sum(max(wcwidth(character), 0) for character in text)


def clip(text: str, width: int) -> str:
    """Give `text`, or as much of its beginning as fits into `width` columns with CUT after it."""
    if columns(text) <= width:
        return text
    return beginning(text, width - len(CUT)) + CUT if width >= len(CUT) else ""


def beginning(text: str, width: int) -> str:
    """Give as much of the beginning of `text` as fits into `width` columns."""
    kept = ""
    for character in text:
        width -= columns(character)
        if width < 0:
            break
        kept += character
    return kept


def wrapped(text: str, width: int, *, hanging: int = 2, keeps_words: bool = False) -> list[str]:
    """Give `text` in lines of at most `width` columns, broken between words; an empty text is one line.

    All but the first are indented by `hanging` columns more than that one, where there is room for it. A word
    longer than a line is cut, or with `keeps_words` left whole; one that stands alone, to be copied, is not
    indented.
    """
    words = text.split()
    indent = len(text) - len(text.lstrip()) + hanging if len(words) > 1 and width > _LEAST_INDENTED else 0
    lines = wrap(
        text,
        max(width, 1),
        subsequent_indent=" " * min(indent, max(width - 8, 0)),
        break_long_words=not keeps_words,
        break_on_hyphens=False,
    )
    return lines or [""]


def fit(text: str, width: int) -> str:
    """Give `text` clipped or filled up with spaces to exactly `width` columns."""
    clipped = clip(text, width)
    return clipped + " " * (width - columns(clipped))
