"""A page of text over the board, wrapped, scrolled and framed by its title."""

import textwrap

from cli.screen.glyphs import Glyphs
from cli.screen.spans import Line, Span, line
from cli.screen.ui import Page
from cli.width import clip
from cli.words import _


def paint_page(page: Page, scroll: int, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Give exactly `height` lines of the page, from line `scroll` on as far as there is more."""
    wrapped = wrap(page, width)
    room = max(height - 1, 0)
    first = scroll
    shown = wrapped[first : first + room]
    title = page.title
    if first + room < len(wrapped):
        title = _("{title}, more below").format(title=title)
    title = clip(f"{glyphs.horizontal * 2} {title} ", width)
    heading = title + glyphs.horizontal * (width - len(title))
    lines = [line(Span(clip(heading, width), "heading")), *(line(clip(text, width)) for text in shown)]
    return [*lines, *[()] * (height - len(lines))][:height]


def last_scroll(page: Page, scroll: int, width: int, height: int) -> int:
    """Give the line from which a page is shown that is scrolled so far: none leaves the screen half empty."""
    return max(min(scroll, len(wrap(page, width)) - max(height - 1, 0)), 0)


def wrap(page: Page, width: int) -> list[str]:
    """Give the lines of a page, none wider than `width` columns."""
    lines: list[str] = []
    for text in page.lines:
        indent = " " * min(len(text) - len(text.lstrip()) + 2, max(width - 8, 0))
        wrapped = textwrap.wrap(text, max(width, 1), subsequent_indent=indent if width > 20 else "")
        lines += wrapped or [""]
    return lines
