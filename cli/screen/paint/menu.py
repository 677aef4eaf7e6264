"""A menu, painted: its lines, its rows in two columns, the marked one always in sight."""

from cli.screen.glyphs import Glyphs
from cli.screen.models.menu import DIGITS, Menu, Row
from cli.screen.paint.page import wrap
from cli.screen.spans import Choose, Line, Span, fit_line, line
from cli.screen.ui import Page
from cli.width import columns, fit

_BESIDE = 5
"""Columns of the sign before a row and of the space behind its text."""


def paint_menu(menu: Menu, cursor: int, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Give at most `height` lines of the menu."""
    lines = [line(Span(text, "faint")) for text in wrap(Page("", menu.lines), width)] if menu.lines else []
    lines = [(), *lines, *([()] if lines else [])]
    if len(lines) + len(menu.rows) > height:  # rows are worth more
        lines = lines[: max(height - len(menu.rows), 0)]
    room = max(height - len(lines), 1)
    first = min(max(cursor - room // 2, 0), max(len(menu.rows) - room, 0))
    numbers = _numbers(menu)
    across = _columns_of_texts(menu, width)
    for place, row in enumerate(menu.rows[first : first + room], first):
        lines.append(fit_line(_row(row, place, numbers[place], place == cursor, across, glyphs), width))
    return lines[:height]


def _columns_of_texts(menu: Menu, width: int) -> int:
    """Give the columns of the texts: as many as they need, where that leaves the values room."""
    texts = max((columns(row.text) for row in menu.rows), default=0)
    values = max((columns(_shown(row)) for row in menu.rows if row.is_field), default=0)
    number = 0 if menu.numbered is None else 2
    return min(texts, max(width - values - number - _BESIDE, width // 2))


def is_cut(menu: Menu, row: Row, width: int) -> bool:
    """Tell whether what stands beside a row does not fit into so many columns."""
    number = 0 if menu.numbered is None else 2
    return _columns_of_texts(menu, width) + number + _BESIDE + columns(_shown(row)) > width


def _shown(row: Row) -> str:
    if row.options:
        return f"< {row.shown} >"
    return row.shown or ("_" if row.is_field else "")


def _numbers(menu: Menu) -> list[str]:
    """Give what stands before each row: its number where it has one."""
    if menu.numbered is None:
        return [""] * len(menu.rows)
    numbers = [*[" "] * menu.numbered, *DIGITS]
    return [f"{number} " for number in [*numbers, *[" "] * len(menu.rows)][: len(menu.rows)]]


def _row(row: Row, place: int, number: str, marked: bool, across: int, glyphs: Glyphs) -> Line:
    target = Choose(str(place))
    shown = _shown(row)
    return line(
        Span(f" {glyphs.cursor if marked else ' '} ", "key", target),
        Span(number, "key", target),
        Span(fit(row.text, across), "cursor" if marked else "", target),
        Span(f"  {shown}" if shown else "", "" if row.is_field else "faint", target),
    )
