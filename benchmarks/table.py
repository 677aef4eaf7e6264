"""The one table: a line for each of ours against each other, the ratio first; and the same as JSON.

Where there is no room for such long lines each is folded into two or more.
"""

import textwrap
from collections.abc import Iterator, Mapping

from benchmarks.case import Comparison, Measured

WIDTHS = (7, 6, 62, 11, 11, 16, 44)
LINE_WIDTH = sum(WIDTHS) + 3 * len(WIDTHS) + 1
"""Columns that a line of the table takes, if nothing in it is longer than it should be."""
HEAD = ("ratio", "better", "measured", "ours", "theirs", "unit", "against")
Cells = tuple[str, ...]


def head(machine: Mapping[str, str], versions: Mapping[str, str], rounds: int, width: int) -> Iterator[str]:
    """Give what stands above the table, no line longer than `width` columns."""
    over = f"{rounds} rounds" if rounds > 1 else "one round"
    for text in (
        ", ".join(f"{name} {value}" for name, value in machine.items()),
        ", ".join(f"{name} {value}" for name, value in versions.items()),
        f"Medians over {over} in which all of a case took turns. A ratio is ours through theirs.",
    ):
        yield from textwrap.wrap(text, width)
    yield ""
    yield from fit(HEAD, width)
    if width >= LINE_WIDTH:
        yield _line(tuple("-" * width for width in WIDTHS))


def rows(comparison: Comparison) -> Iterator[Cells]:
    """Give the cells of each line of one comparison."""
    unit = comparison.unit
    for mine in comparison.ours:
        title = ": ".join(filter(None, (comparison.title, mine.name)))
        for other in comparison.others:
            values = (_number(mine.median * unit.scale), _number(other.median * unit.scale))
            against = f"{other.role}: {other.name}"
            yield (_number(mine.ratio(other)), unit.better, title, *values, unit.name, against)
        if not comparison.others:
            yield ("", unit.better, title, _number(mine.median * unit.scale), "", unit.name, "")
    for name, why in comparison.skipped:
        yield ("skipped", "", comparison.title, "", "", "", f"{name}: {why}")


def fit(cells: Cells, width: int) -> Iterator[str]:
    """Give a line of the table, or what it is folded into, for so many columns."""
    if width >= LINE_WIDTH:
        yield _line(cells)
        return
    ratio, better, title, mine, theirs, unit, against = cells
    begin, indent = f"{ratio:>{WIDTHS[0]}} {better:<{WIDTHS[1]}} ", " " * (WIDTHS[0] + WIDTHS[1] + 2)
    values = " to ".join(filter(None, (mine, theirs)))
    yield from textwrap.wrap(title, width, initial_indent=begin, subsequent_indent=indent)
    measured = ", ".join(filter(None, (f"{values} {unit}".strip(), against)))
    yield from textwrap.wrap(measured, width, initial_indent=indent, subsequent_indent=indent)


def as_json(name: str, comparison: Comparison) -> dict[str, object]:
    """Give one comparison of the case `name` with the value of every round, in the unit."""
    unit = comparison.unit
    return {
        "case": name,
        "title": comparison.title,
        "unit": unit.name,
        "better": unit.better,
        "measured": [_measured(one, unit.scale) for one in comparison.measured],
        "ratios": [
            {"ours": mine.name, "against": other.name, "ratio": mine.ratio(other)}
            for mine in comparison.ours
            for other in comparison.others
        ],
        "skipped": [{"name": name, "why": why} for name, why in comparison.skipped],
    }


def _measured(one: Measured, scale: float) -> dict[str, object]:
    values = [value * scale for value in one.values]
    return {"role": one.role, "name": one.name, "median": one.median * scale, "rounds": values}


def _line(cells: Cells) -> str:
    left = (2, 5, 6)
    fitted = (
        f"{cell:<{width}}" if column in left else f"{cell:>{width}}"
        for column, (cell, width) in enumerate(zip(cells, WIDTHS, strict=True))
    )
    return f"| {' | '.join(fitted)} |"


def _number(value: float) -> str:
    """Give three significant digits at least, and thousands apart."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"
