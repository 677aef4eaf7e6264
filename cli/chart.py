"""Money over a game, as a chart in characters or as a few lines: pure functions, legible without colour.

Both take the course of a game: each seat's dollars, by seat, at equal steps; the first is the start.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from cli.names import money
from cli.width import columns
from cli.words import _

Course: TypeAlias = Sequence[Sequence[int]]

LEAST_COLUMNS: Final = 20
LEAST_LINES: Final = 4
"""With less room there is no chart."""
SEVERAL: Final = "*"
"""Where the lines of several seats meet."""
_PARTS: Final = 4


class Frame(NamedTuple):
    """The characters of the axes: up, corner, along."""

    up: str
    corner: str
    along: str


UNICODE: Final = Frame("│", "└", "─")
ASCII: Final = Frame("|", "+", "-")


def draw_chart(course: Course, width: int, height: int, frame: Frame = UNICODE) -> list[str]:
    """Give at most `height` lines of at most `width` columns, none if there is too little room.

    Each seat draws with its number, counted from 1.
    """
    if width < LEAST_COLUMNS or height < LEAST_LINES or not course:
        return []
    low = min(min(step) for step in course)
    high = max(max(step) for step in course)
    labels = (money(high), money(low))
    margin = max(map(columns, labels))
    across, up = width - margin - 1, height - 1
    rows = [[" "] * across for _row in range(up)]
    for column in range(across):
        step = course[_scale(column, across - 1, len(course) - 1)]
        for seat, dollars in enumerate(step):
            row = rows[_scale(high - dollars, high - low, up - 1)]
            row[column] = str(seat + 1) if row[column] == " " else SEVERAL
    margins = [labels[0], *[""] * (up - 2), labels[1] if low < high else ""]
    lines = [
        f"{' ' * (margin - columns(label))}{label}{frame.up}{''.join(row).rstrip()}"
        for label, row in zip(margins, rows, strict=True)
    ]
    meets = any(SEVERAL in row for row in rows)
    return [*lines, f"{' ' * margin}{frame.corner}{_axis(len(course) - 1, across, frame, meets=meets)}"]


def _scale(part: int, whole: int, most: int) -> int:
    """Give the number from 0 to `most` that lies there as `part` lies from 0 to `whole`, rounded."""
    return (2 * part * most + whole) // (2 * whole) if whole else 0


def _axis(rolls: int, across: int, frame: Frame, *, meets: bool) -> str:
    """Give the axis with the last roll at its end, and what SEVERAL means where there is room for it."""
    end = " " + _("roll {roll}").format(roll=rolls)
    several = _("{sign}: several").format(sign=SEVERAL)
    for told in (f" {several} {frame.along}{end}", end) if meets else (end,):
        if (room := across - columns(told)) >= 0:
            return frame.along * room + told
    return frame.along * across


def tell_course(course: Course, names: Sequence[str]) -> list[str]:
    """Give a line that names the quarters of the game, and one for each seat with its money there."""
    last = len(course) - 1
    rolls = [_scale(part, _PARTS, last) for part in range(_PARTS + 1)]
    text = _("Money at the start and after each quarter of the game, rolls {rolls}:")
    lines = [text.format(rolls=", ".join(map(str, rolls)))]
    for seat, name in enumerate(names):
        text = _("{seat}: {amounts}")
        lines.append(text.format(seat=name, amounts=", ".join(money(course[roll][seat]) for roll in rolls)))
    return lines
