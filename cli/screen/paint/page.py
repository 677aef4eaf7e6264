"""A page of text over the board, wrapped, scrolled and framed by its title."""

from functools import lru_cache

from cli.screen.glyphs import Glyphs
from cli.screen.spans import Line, Span, line
from cli.screen.ui import Page
from cli.width import clip, wrapped
from cli.words import _


def paint_page(page: Page, scroll: int, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Give exactly `height` lines of the page, from line `scroll` on as far as there is more."""
    text = wrap(page, width)
    room = max(height - 1, 0)
    shown = text[scroll : scroll + room]
    title = page.title
    if scroll + room < len(text):
        title = _("{title}, more below").format(title=title)
    title = clip(f"{glyphs.horizontal * 2} {title} ", width)
    heading = title + glyphs.horizontal * (width - len(title))
    lines = [line(Span(clip(heading, width), "heading")), *(line(clip(one, width)) for one in shown)]
    return [*lines, *[()] * (height - len(lines))][:height]


def last_scroll(page: Page, scroll: int, width: int, height: int) -> int:
    """Give the line from which a page is shown that is scrolled so far: none leaves the screen half empty."""
    return max(min(scroll, len(wrap(page, width)) - max(height - 1, 0)), 0)


@lru_cache(maxsize=4)  # a long page is wrapped once, and not for each key
def wrap(page: Page, width: int) -> tuple[str, ...]:
    """Give the lines of a page, none wider than `width` columns."""
    return tuple(line for text in page.lines for line in wrapped(text, width))
