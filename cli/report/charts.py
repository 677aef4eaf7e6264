"""The charts of a page: pygal draws the shapes, the page's own style sheet gives them colours and letters.

Of what pygal writes, its styles, scripts, comments and tooltips are left out, so that nothing in a chart
runs, is fetched, or needs a mouse. Each chart says what it shows in its title and description, and the page
has its numbers as a table.
"""

from collections.abc import Sequence
from typing import Any, Final
from xml.etree.ElementTree import Element

import pygal
from markupsafe import Markup
from pygal.style import Style

from cli.names import material_name, money
from cli.report.course import Course, Point
from cli.words import _, pgettext
from core.material import Material
from core.ruleset import ROWS

_WIDTH: Final = 860
_DROPPED: Final = frozenset({"style", "script", "defs", "desc", "title"})
_OVERLAYS: Final = frozenset({"overlay", "tooltip-overlay"})
_LABELS: Final = 8
"""Labels along the axis of rolls, about."""
_NAME: Final = 17
"""Characters of a name below its bars; the table has all of it."""
_AIR: Final = 1
"""Height between two rows of the market, in chips."""


def draw_money(points: Sequence[Point], names: Sequence[str]) -> Markup:
    """Draw each seat's dollars after every roll; the seats differ by their lines as well as by colour."""
    chart = pygal.Line(**_options(300), **_rolls_axis(points), value_formatter=_dollars)
    for seat, name in enumerate(names):
        chart.add(name, [point.money[seat] for point in points])
    text = _("Each player's money after every roll, from {first} to {last}.")
    ends = [
        ", ".join(_("{seat} {money}").format(seat=name, money=money(dollars)) for name, dollars in pairs)
        for pairs in (zip(names, point.money, strict=True) for point in (points[0], points[-1]))
    ]
    return _svg(chart, "money", _("Money"), text.format(first=ends[0], last=ends[1]))


def draw_market(course: Course) -> Markup:
    """Draw the rows of the market as five lanes in which the chips pile up; between them is air."""
    points = course.points
    middles = [{"value": _lane(row) + ROWS / 2, "label": row_name(course, row)} for row in range(ROWS)]
    chart = pygal.StackedLine(
        **_options(340),
        **_rolls_axis(points),
        fill=True,
        y_labels=middles,
        range=(0, _lane(0) + ROWS + _AIR),
    )
    lanes: list[str] = []
    for row in reversed(range(ROWS)):
        chips = [point.chips[row] for point in points]
        chart.add(row_name(course, row), chips)
        chart.add("", [ROWS + _AIR - count for count in chips])
        lanes += [f"lane-{course.rows[row].material}", "air"]
    full = [row_name(course, row) for row in range(ROWS) if points[-1].chips[row] == ROWS]
    told = ", ".join(full) or pgettext("rows", "none")
    text = _("How many chips lie on each market row after every roll. Full rows at the end: {rows}.")
    return _svg(chart, "market", _("Market"), text.format(rows=told), lanes)


def draw_accounts(course: Course, names: Sequence[str]) -> Markup:
    """Draw for each seat what sales brought it, and what auctions and storage cost it."""
    amounts_of = (course.income, course.spent, course.fees)
    chart = pygal.Bar(
        **_options(300),
        x_labels=list(names),
        value_formatter=_dollars,
        print_values=True,
        print_values_position="top",
        range=(0, max(map(max, amounts_of)) * 1.1 or 1),
        truncate_label=_NAME,
    )
    for label, amounts in zip(account_names(), amounts_of, strict=True):
        chart.add(label, amounts)
    return _svg(chart, "accounts", _("Sales, auctions and storage"), _("What each player took in and paid."))


def account_names() -> tuple[str, str, str]:
    """Give the names of the bars that each seat has, in their order."""
    return _("sold for"), _("paid at auctions"), _("paid for storage")


def row_name(course: Course, row: int) -> str:
    """Name a row as it is at the end, for most rows belong to a material sooner or later."""
    material: Material | None = course.rows[row].material
    return f"{row + 1} {material_name(material)}" if material is not None else f"{row + 1}"


def _lane(row: int) -> int:
    """Give where a row's lane begins, the first row's on top."""
    return (ROWS - 1 - row) * (ROWS + _AIR)


def _options(height: int) -> dict[str, Any]:
    return {
        "width": _WIDTH,
        "height": height,
        "js": (),
        "css": (),
        "classes": ("chart",),
        "no_prefix": True,
        "show_legend": False,
        "show_dots": False,
        "margin": 12,
        "style": Style(label_font_size=12, major_label_font_size=12, title_font_size=12, value_font_size=12),
        "disable_xml_declaration": True,
    }


def _rolls_axis(points: Sequence[Point]) -> dict[str, Any]:
    return {
        "x_title": _("roll"),
        "x_labels": [str(point.roll) for point in points],
        "x_labels_major_every": max(-(-len(points) // _LABELS), 1),
        "show_minor_x_labels": False,
        "truncate_label": -1,
    }


def _dollars(amount: float | None) -> str:
    return "" if amount is None else money(round(amount))


def _svg(chart: Any, name: str, title: str, text: str, series: Sequence[str] = ()) -> Markup:
    """Give the drawing as it stands in the page, with its title and description for who does not see it.

    `series` are names of the looks of its series, in their order.
    """

    def finish(root: Element) -> Element:
        _clean(root)
        root.attrib.pop("id", None)
        root.attrib |= {"role": "img", "aria-labelledby": f"chart-{name} chart-{name}-text"}
        root.attrib["class"] = f"chart {name}"
        for place, (tag, said) in enumerate((("title", title), ("desc", text))):
            labelled = Element(tag, id=f"chart-{name}" + "-text" * place)
            labelled.text = said
            root.insert(place, labelled)
        drawn = [one for one in root.iter("g") if one.get("class", "").startswith("series ")]
        for one, look in zip(drawn, series, strict=False):
            one.set("class", look)
        return root

    chart.add_xml_filter(finish)
    return Markup(chart.render(is_unicode=True))  # noqa: S704 - built by ElementTree, which escapes what it is given


def _clean(root: Element) -> None:
    for parent in list(root.iter()):
        for child in list(parent):
            tag: object = child.tag  # of a comment it is no name
            if (
                not isinstance(tag, str)
                or tag in _DROPPED
                or _OVERLAYS & {*child.attrib.get("class", "").split()}
            ):
                parent.remove(child)
            else:
                child.attrib.pop("style", None)
