"""Market, bank and companies as blocks of lines; each block knows the columns that it needs."""

from collections.abc import Sequence
from typing import Final

from cli.screen.glyphs import Glyphs
from cli.screen.models.table import Company, Row, Space, Square, Stock
from cli.screen.spans import Ask, Choose, Line, Span, Target, clip_line, fit_line, line, width_of
from cli.width import columns, fit
from cli.words import _
from p2p.view import Presence

LEAST_NAME: Final = 6
"""Columns that a company's name has at least."""
_MOST_NAME: Final = 24
_SIGNS: Final = 3
_SQUARES: Final = 12
"""Columns of the signs before a company's name, and of its four squares."""

_PRESENCE = {Presence.HERE: "here", Presence.SUSPECT: "suspect", Presence.AWAY: "away"}


def paint_market(rows: Sequence[Row], glyphs: Glyphs) -> list[Line]:
    """Give a heading and one line for each row: number, material, taken spaces and open amounts."""
    name_width = max(4, *(columns(row.name) for row in rows))
    amounts = [len(space.text) for row in rows for space in row.spaces]
    cell = max(3, *amounts) + 1
    lines = [line(Span(fit(_("market"), 2 + name_width), "heading"))]
    for row in rows:
        style = "closed" if row.is_full else f"chip{row.material}" if row.material is not None else "faint"
        sign, number_style = (glyphs.lit[1], "lit") if row.option else (" ", "")
        target = _target(row.option, Ask("row", row.number - 1))
        head = [
            Span(f"{row.number}{sign}", number_style, target),
            Span(fit(row.name, name_width), style, target),
        ]
        lines.append((*head, *(_space(space, cell, glyphs, target) for space in row.spaces)))
    width = max(map(width_of, lines))
    return [(*spans, Span(" " * (width - width_of(spans)))) for spans in lines]


def paint_market_shortly(rows: Sequence[Row], width: int, glyphs: Glyphs) -> list[Line]:
    """Give number, material and next amount of each row, as many rows to a line as it has room for."""
    letters = (next((space.text for space in row.spaces if space.material is not None), "-") for row in rows)
    cells = [_row_shortly(row, letter, glyphs) for row, letter in zip(rows, letters, strict=True)]
    cell = max(map(width_of, cells)) + 1
    abreast = max((width + 1) // cell, 1)
    return [
        tuple(span for spans in cells[at : at + abreast] for span in fit_line(spans, cell))
        for at in range(0, len(cells), abreast)
    ]


def _row_shortly(row: Row, letter: str, glyphs: Glyphs) -> Line:
    sign, style = (glyphs.lit[1], "lit") if row.option else (" ", "")
    target = _target(row.option, Ask("row", row.number - 1))
    amount = next((space.text for space in row.spaces if space.is_next), "")
    return line(
        Span(f"{row.number}{sign}", style, target),
        Span(letter, "faint" if row.material is None else f"chip{row.material}", target),
        Span(f"{glyphs.next_space}{amount}", "next", target) if amount else Span(_("full"), "closed", target),
    )


def _space(space: Space, cell: int, glyphs: Glyphs, target: Target) -> Span:
    if space.material is not None:
        return Span(f"[{space.text}]".rjust(cell), f"chip{space.material}", target)
    if space.is_next:
        return Span(f"{glyphs.next_space}{space.text}".rjust(cell), "next", target)
    return Span(space.text.rjust(cell), "", target)


def paint_bank(bank: Sequence[Stock], glyphs: Glyphs) -> list[Line]:
    """Give a heading and one line for each material: its letter, its name and the chips that are left."""
    name_width = max(columns(stock.name) for stock in bank)
    count_width = max(2, *(len(str(stock.count)) for stock in bank if stock.count is not None))
    width = 2 + name_width + 1 + count_width
    lines = [line(Span(fit(_("bank"), width), "heading"))]
    for stock in bank:
        if stock.count is None:
            text, style = _("shut"), "closed"
        else:
            style = "lit" if stock.option else f"chip{stock.material}"
            text = f"{fit(stock.name, name_width)} {stock.count:>{count_width}}"
        sign = glyphs.lit[1] if stock.option else " "
        target = _target(stock.option, Ask("bank", stock.material))
        lines.append(line(Span(fit(f"{stock.letter}{sign}{text}", width), style, target)))
    return lines


def paint_stock_shortly(bank: Sequence[Stock], width: int) -> list[Line]:
    """Give the bank in one line of letters and counts."""
    stock = [
        Span(f" {one.letter} {_('shut') if one.count is None else one.count}", f"chip{one.material}")
        for one in bank
    ]
    return [clip_line(line(Span(_("bank"), "heading"), *stock), width)]


def least_columns(companies: Sequence[Company]) -> int:
    """Give the columns that companies need."""
    return _SIGNS + LEAST_NAME + _money_columns(companies) + 1 + _SQUARES


def _money_columns(companies: Sequence[Company]) -> int:
    return max(columns(company.money) for company in companies) + 1


def paint_companies(
    companies: Sequence[Company], width: int, glyphs: Glyphs, *, spaced: bool = False
) -> list[Line]:
    """Give two lines for each company, yard above treatment, with an empty one after each if `spaced`."""
    money_width = _money_columns(companies)
    name_width = min(width - least_columns(companies) + LEAST_NAME, _MOST_NAME)
    lines: list[Line] = []
    for company in companies:
        lines += _company(company, name_width, money_width, glyphs)
        if spaced:
            lines.append(())
    return lines[:-1] if spaced else lines


def paint_companies_shortly(companies: Sequence[Company], width: int, glyphs: Glyphs) -> list[Line]:
    """Give one line for each company, the yard before the treatment area."""
    money_width = _money_columns(companies)
    least = least_columns(companies) + 1 + _SQUARES
    name_width = min(max(width - least + LEAST_NAME, LEAST_NAME), _MOST_NAME)
    return [
        line(
            *_head(company, name_width, money_width, glyphs),
            *_squares(company.yard, glyphs, "yard", own=company.is_first),
            " ",
            *_squares(company.treatment, glyphs, "treatment", own=company.is_first),
        )
        for company in companies
    ]


def _company(company: Company, name_width: int, money_width: int, glyphs: Glyphs) -> list[Line]:
    own = company.is_first
    facts = Span(" " * _SIGNS + fit(", ".join(company.facts), name_width + money_width + 1), "faint")
    return [
        line(
            *_head(company, name_width, money_width, glyphs),
            *_squares(company.yard, glyphs, "yard", own=own),
        ),
        line(facts, *_squares(company.treatment, glyphs, "treatment", own=own)),
    ]


def _head(company: Company, name_width: int, money_width: int, glyphs: Glyphs) -> list[Span]:
    """Give what stands before a company's squares: whose turn it is, who is there, name and money."""
    style = "faint" if not company.is_active else "you" if company.is_first else ""
    dot = Span("  ")
    if company.presence is not None and company.is_active:
        dot = Span(glyphs.presence(company.presence) + " ", _PRESENCE[company.presence])
    return [
        Span(glyphs.turn if company.has_turn else " ", "turn"),
        dot,
        Span(fit(company.name, name_width), style),
        Span(company.money.rjust(money_width) + " ", style),
    ]


def _squares(squares: Sequence[Square], glyphs: Glyphs, area: str, *, own: bool) -> list[Span]:
    spans = []
    for number, square in enumerate(squares):
        style = "frame" if square.material is None else f"chip{square.material}"
        inner, around = square.letter, glyphs.chip
        if square.option:
            style, around = "lit", glyphs.lit
            inner = square.option if square.material is None else square.letter
        elif square.is_pending:
            style, around = "pending", glyphs.pending
        target = _target(square.option, Ask(area, number)) if own else None
        spans.append(Span(f"{around[0]}{inner}{around[1]}", style, target))
    return spans


def _target(option: str, otherwise: Ask) -> Target:
    return Choose(option) if option.isdecimal() else otherwise
