"""The table told in sentences, one for each market row, the bank and each company: the board by ear."""

from collections.abc import Sequence

from cli.names import listing, material_name, money
from cli.words import _, ngettext
from core.board import MarketRow
from core.material import MATERIALS, Material
from core.state import State

Names = Sequence[str]


def tell_table(state: State, names: Names) -> list[str]:
    """Give the lines; rows and squares are counted from 1."""
    rows = [_tell_row(number, row) for number, row in enumerate(state.market, 1)]
    companies = [_tell_company(state, names[seat], seat) for seat in range(state.seats)]
    return [*rows, _tell_bank(state), *companies]


def _tell_row(number: int, row: MarketRow) -> str:
    if row.material is None:
        amounts = ", ".join(map(str, row.amounts))
        return _("Row {row} is free and pays {amounts}.").format(row=number, amounts=amounts)
    name = material_name(row.material)
    if row.next_amount is None:
        return _("Row {row} is full of {material}.").format(row=number, material=name)
    text = ngettext(
        "Row {row} holds {count} chip of {material}; the next one brings {money}.",
        "Row {row} holds {count} chips of {material}; the next one brings {money}.",
        row.chips,
    )
    return text.format(row=number, count=row.chips, material=name, money=money(row.next_amount))


def _tell_bank(state: State) -> str:
    stock = [
        _("{count} {material}").format(count=state.bank[material], material=material_name(material))
        for material in MATERIALS
        if state.is_in_play(material)
    ]
    return _("The bank holds {stock}.").format(stock=listing(stock) or _("nothing"))


def _tell_company(state: State, name: str, seat: int) -> str:
    if seat not in state.active:
        return _("{seat} is out of the game.").format(seat=name)
    text = _("{seat} has {money}; yard: {yard}; treatment: {treatment}; storage due: {fee}.")
    return text.format(
        seat=name,
        money=money(state.money[seat]),
        yard=_tell_area(state.yard(seat)),
        treatment=_tell_area(state.treatment(seat)),
        fee=money(state.fee_due(seat)),
    )


def _tell_area(area: Sequence[Material | None]) -> str:
    chips = [
        _("{material} on {square}").format(material=material_name(chip), square=square)
        for square, chip in enumerate(area, 1)
        if chip is not None
    ]
    return ", ".join(chips) or _("empty")
