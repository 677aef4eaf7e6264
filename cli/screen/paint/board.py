"""Market, bank and companies as blocks of lines; each block knows the columns that it needs."""

from collections.abc import Sequence

from cli.screen.glyphs import Glyphs
from cli.screen.models.table import Company, Die, Row, Space, Square, Stock
from cli.screen.spans import Ask, Choose, Line, Span, Target, line, width_of
from cli.width import columns, fit
from cli.words import _
from p2p.view import Presence

NAME_COLUMNS = 12
"""Columns of a company's name, its money not included."""
MONEY_COLUMNS = 7
COMPANY_COLUMNS = 3 + NAME_COLUMNS + MONEY_COLUMNS + 1 + 12
"""Signs, name, money and four squares of three columns."""

_PRESENCE = {Presence.HERE: "here", Presence.SUSPECT: "suspect", Presence.AWAY: "away"}


def paint_market(rows: Sequence[Row], glyphs: Glyphs) -> list[Line]:
    """Give a heading and one line for each row: number, material, taken spaces and open amounts."""
    name_width = max(4, *(columns(row.name) for row in rows))
    amounts = [len(space.text) for row in rows for space in row.spaces]
    cell = max(3, *amounts) + 1
    lines = [line(Span(fit(_("market"), 2 + name_width + 1), "heading"))]
    for row in rows:
        style = "closed" if row.is_full else f"chip{row.material}" if row.material is not None else "faint"
        sign, number_style = (glyphs.lit[1], "lit") if row.option else (" ", "")
        target = _target(row.option, Ask("row", row.number - 1))
        head = [
            Span(f"{row.number}{sign}", number_style, target),
            Span(fit(row.name, name_width) + " ", style, target),
        ]
        lines.append((*head, *(_space(space, cell, glyphs, target) for space in row.spaces)))
    width = max(map(width_of, lines))
    return [(*spans, Span(" " * (width - width_of(spans)))) for spans in lines]


def _space(space: Space, cell: int, glyphs: Glyphs, target: Target) -> Span:
    if space.material is not None:
        return Span(f"[{space.text}]".rjust(cell), f"chip{space.material}", target)
    if space.is_next:
        return Span(f"{glyphs.next_space}{space.text}".rjust(cell), "next", target)
    return Span(space.text.rjust(cell), "", target)


def paint_bank(bank: Sequence[Stock], glyphs: Glyphs) -> list[Line]:
    """Give a heading and one line for each material: its letter, its name and the chips that are left."""
    name_width = max(columns(stock.name) for stock in bank)
    width = name_width + 6
    lines = [line(Span(fit(_("bank"), width), "heading"))]
    for stock in bank:
        closed = stock.count is None
        lit = bool(stock.option)
        style = "closed" if closed else "lit" if lit else f"chip{stock.material}"
        left, right = glyphs.lit if lit else (" ", " ")
        count = _("shut") if stock.count is None else str(stock.count)
        name = f"{stock.letter}{right if lit else ' '}{stock.name}"
        text = f"{left}{fit(name, width - 1 - columns(count))}{count}"
        lines.append(line(Span(fit(text, width), style, _target(stock.option, Ask("bank", stock.material)))))
    return lines


def paint_companies(companies: Sequence[Company], glyphs: Glyphs, *, spaced: bool) -> list[Line]:
    """Give two lines for each company, yard above treatment, with an empty one after each if `spaced`."""
    lines: list[Line] = []
    for company in companies:
        lines += paint_company(company, glyphs)
        if spaced:
            lines.append(())
    return lines[:-1] if spaced else lines


def paint_company(company: Company, glyphs: Glyphs) -> list[Line]:
    """Give the two lines of a company."""
    style = "you" if company.presence is None else ""
    if not company.is_active:
        style = "faint"
    turn = Span(glyphs.turn if company.has_turn else " ", "turn")
    if company.presence is None or not company.is_active:
        dot = Span("  ")
    else:
        dot = Span(glyphs.presence(company.presence) + " ", _PRESENCE[company.presence])
    own = company.presence is None
    name = Span(fit(company.name, NAME_COLUMNS), style)
    dollars = Span(company.money.rjust(MONEY_COLUMNS) + " ", style)
    facts = Span("   " + fit(", ".join(company.facts), NAME_COLUMNS + MONEY_COLUMNS + 1), "faint")
    return [
        line(turn, dot, name, dollars, *_squares(company.yard, glyphs, "yard", own=own)),
        line(facts, *_squares(company.treatment, glyphs, "treatment", own=own)),
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


def paint_dice(dice: Sequence[Die], turn: str) -> Line:
    """Give the line of whose turn it is and what the dice of it show."""
    shown: list[Span | str] = [Span(turn, "turn")]
    for number, die in enumerate(dice):
        style = "reveal" if die.material is None else f"chip{die.material}"
        shown += [" " if number else (": " if turn else ""), Span(f"[{die.name}]", style)]
    return line(*shown)
