"""The one table: a line for each of ours against each other, the ratio first; and the same as JSON."""

from collections.abc import Iterable, Mapping

from benchmarks.case import Comparison, Measured

WIDTHS = (7, 6, 62, 11, 11, 16, 44)
HEAD = ("ratio", "better", "measured", "ours", "theirs", "unit", "against")


def head(machine: Mapping[str, str], versions: Mapping[str, str], rounds: int) -> list[str]:
    """Give what stands above the table."""
    return [
        ", ".join(f"{name} {value}" for name, value in machine.items()),
        ", ".join(f"{name} {value}" for name, value in versions.items()),
        f"Medians over {rounds} rounds in which all of a case took turns. A ratio is ours through theirs.",
        "",
        _line(HEAD),
        _line(tuple("-" * width for width in WIDTHS)),
    ]


def rows(comparison: Comparison) -> Iterable[str]:
    """Give the lines of one comparison."""
    unit = comparison.unit
    for mine in comparison.ours:
        title = ": ".join(filter(None, (comparison.title, mine.name)))
        for other in comparison.others:
            values = (_number(mine.median * unit.scale), _number(other.median * unit.scale))
            against = f"{other.role}: {other.name}"
            yield _line((_number(mine.ratio(other)), unit.better, title, *values, unit.name, against))
        if not comparison.others and not comparison.skipped:
            yield _line(("", unit.better, title, _number(mine.median * unit.scale), "", unit.name, ""))
    for name, why in comparison.skipped:
        yield _line(("skipped", "", comparison.title, "", "", "", f"{name}: {why}"))


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


def _line(cells: tuple[str, ...]) -> str:
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
