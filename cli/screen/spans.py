"""What a painter gives: lines of spans, each a text with its style and with what a click on it does."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from cli.width import CUT, beginning, columns


class Choose(NamedTuple):
    """A click chooses the option of what is asked that has this key."""

    key: str


class Do(NamedTuple):
    """A click runs the command of this English word."""

    word: str


class Ask(NamedTuple):
    """A click on a place of the board that is no choice now: tells why it is none."""

    area: str
    number: int


Target: TypeAlias = Choose | Do | Ask


class Span(NamedTuple):
    """A piece of a line; `style` is a class of `cli.screen.themes`, "" for plain text."""

    text: str
    style: str = ""
    target: Target | None = None


Line: TypeAlias = tuple[Span, ...]


def line(*parts: Span | str) -> Line:
    """Give a line of spans and plain texts, without empty ones."""
    spans = (part if isinstance(part, Span) else Span(part) for part in parts)
    return tuple(span for span in spans if span.text)


def width_of(spans: Iterable[Span]) -> int:
    """Give the columns that the spans take."""
    return sum(columns(span.text) for span in spans)


def clip_line(spans: Sequence[Span], width: int) -> Line:
    """Give the line, or as much of its beginning as fits into `width` columns with a mark after it."""
    if width_of(spans) <= width:
        return tuple(spans)
    kept: list[Span] = []
    room = width - len(CUT)
    if room < 0:
        return ()
    for span in spans:
        taken = columns(span.text)
        if taken > room:
            return (*kept, span._replace(text=beginning(span.text, room) + CUT))
        kept.append(span)
        room -= taken
    return tuple(kept)


def fit_line(spans: Sequence[Span], width: int, style: str = "") -> Line:
    """Give the line clipped or filled up with spaces to exactly `width` columns."""
    clipped = clip_line(spans, width)
    missing = width - width_of(clipped)
    return (*clipped, Span(" " * missing, style)) if missing > 0 else clipped


def beside(left: Sequence[Line], right: Sequence[Line], width: int, between: str) -> list[Line]:
    """Give two blocks side by side, the left one `width` columns wide, with `between` in each line."""
    height = max(len(left), len(right))
    padded = [*left, *[()] * (height - len(left))], [*right, *[()] * (height - len(right))]
    return [
        (*fit_line(one, width), Span(between, "frame"), *other) for one, other in zip(*padded, strict=True)
    ]


def text_of(spans: Iterable[Span]) -> str:
    """Give the line as plain text."""
    return "".join(span.text for span in spans)
