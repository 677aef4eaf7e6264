"""A menu, painted: its lines, its rows in two columns, the marked one always in sight."""

from cli.screen.glyphs import Glyphs
from cli.screen.models.menu import Menu, Row
from cli.screen.paint.page import wrap
from cli.screen.spans import Choose, Line, Span, fit_line, line
from cli.screen.ui import Page
from cli.width import columns, fit

_WIDEST_TEXT = 60
"""Columns of the texts beyond which what stands beside them begins on the same line all the same."""


def paint_menu(menu: Menu, cursor: int, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Give at most `height` lines of the menu."""
    lines = [line(Span(text, "faint")) for text in wrap(Page("", menu.lines), width)] if menu.lines else []
    lines = [(), *lines, *([()] if lines else [])]
    if len(lines) + len(menu.rows) > height:  # rows are worth more
        lines = lines[: max(height - len(menu.rows), 0)]
    room = max(height - len(lines), 1)
    first = min(max(cursor - room // 2, 0), max(len(menu.rows) - room, 0))
    across = min(max((columns(row.text) for row in menu.rows), default=0), _WIDEST_TEXT)
    numbers = _numbers(menu)
    for place, row in enumerate(menu.rows[first : first + room], first):
        lines.append(fit_line(_row(row, place, numbers[place], place == cursor, across, glyphs), width))
    return lines[:height]


def _numbers(menu: Menu) -> list[str]:
    """Give what stands before each row: its number where it has one."""
    if not menu.numbered:
        return [""] * len(menu.rows)
    numbers, number = [], 0
    for row in menu.rows:
        number += not row.is_field
        numbers.append("" if row.is_field or number > 9 else str(number))
    return [f"{one:>2} " for one in numbers]


def _row(row: Row, place: int, number: str, marked: bool, across: int, glyphs: Glyphs) -> Line:
    target = Choose(str(place))
    shown = f"< {row.shown} >" if row.options else row.shown or ("_" if row.is_field else "")
    return line(
        Span(f" {glyphs.cursor if marked else ' '} ", "key", target),
        Span(number, "key", target),
        Span(fit(row.text, max(across, columns(row.text))), "cursor" if marked else "", target),
        Span(f"  {shown}" if shown else "", "" if row.is_field else "faint", target),
    )
