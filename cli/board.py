"""The table drawn as plain text: a function of the state, the seats' names and the width.

Every cell is one column wide and letters carry what colours would. Squares and rows are counted from 1.
"""

from collections.abc import Sequence

from cli.names import material_letter, material_name, money, roll_name
from cli.turn_dice import dice_of_turn
from cli.width import clip, columns, fit
from cli.words import _
from core.board import MarketRow
from core.material import MATERIALS, Material
from core.state import State

Names = Sequence[str]

_LEAST_COMPANY = 38
"""Columns from which two companies are drawn side by side."""


def draw_board(state: State, names: Names, width: int = 80) -> list[str]:
    """Give the lines of the board, none wider than `width` columns.

    With 80 columns it takes at most 16 lines, whatever the number of seats and the length of names.
    """
    lines = [_heading(state, names), "", *_market(state), "", *_companies(state, names, width)[:-1]]
    return [clip(line.rstrip(), width) for line in lines]


def _heading(state: State, names: Names) -> str:
    full = sum(row.next_amount is None for row in state.market)
    parts = [
        _("Roll {number}").format(number=state.rolls),
        _("{full} of {due} rows full").format(full=full, due=state.ruleset.rows_to_end),
    ]
    if state.outcome is not None:
        parts.append(_("the game is over"))
    elif state.roller >= 0:
        parts.append(_("turn of {seat}").format(seat=names[state.roller]))
    if dice := dice_of_turn(state):
        parts.append(_("dice: {roll}").format(roll=roll_name(*dice)))
    return ", ".join(parts)


def _market(state: State) -> list[str]:
    left = max(columns(material_name(material)) for material in MATERIALS) + 2
    cell = max(3, *(len(str(amount)) for row in state.ruleset.amounts for amount in row)) + 1
    title = fit("  " + _("market"), 2 + left + 5 * cell + 3) + _("bank")
    lines = [title]
    for row, material in zip(state.market, MATERIALS, strict=True):
        number = len(lines)
        name = material_name(row.material) if row.material is not None else "-"
        spaces = "".join(_space(row, space).rjust(cell) for space in range(5))
        lines.append(f"{number} {fit(name, left)}{spaces}   {_stock(state, material, left)}")
    return lines


def _space(row: MarketRow, space: int) -> str:
    if row.material is not None and space < row.chips:
        return f"[{material_letter(row.material)}]"
    return f"{row.amounts[space]} " if len(str(row.amounts[space])) < 3 else str(row.amounts[space])


def _stock(state: State, material: Material, left: int) -> str:
    name = f"{material_letter(material)} {fit(material_name(material), left)}"
    if not state.is_in_play(material):
        return name + _("closed")
    return name + str(state.bank[material])


def _companies(state: State, names: Names, width: int) -> list[str]:
    abreast = 2 if width >= 2 * _LEAST_COMPANY else 1
    column = width // abreast
    drawn = [_company(state, names, seat, column - abreast) for seat in range(state.seats)]
    lines: list[str] = []
    for first in range(0, state.seats, abreast):
        group = drawn[first : first + abreast]
        lines += ["".join(fit(line, column) for line in parts) for parts in zip(*group, strict=True)]
    return lines


def _company(state: State, names: Names, seat: int, width: int) -> tuple[str, ...]:
    mark = ">" if seat == state.roller and state.outcome is None else " "
    facts = f" {money(state.money[seat])}"
    if seat not in state.active:
        facts += ", " + _("out of the game")
    elif fee := state.fee_due(seat):
        facts += ", " + _("storage due {money}").format(money=money(fee))
    title = clip(names[seat], width - columns(facts) - 2) + facts
    labels = (_("yard"), _("treatment"))
    left = max(map(columns, labels)) + 2
    areas = (state.yard(seat), state.treatment(seat))
    rows = (f"  {fit(label, left)}{_squares(area)}" for label, area in zip(labels, areas, strict=True))
    return (f"{mark} {title}", *rows, "")


def _squares(area: Sequence[Material | None]) -> str:
    return "".join(f"[{' ' if chip is None else material_letter(chip)}]" for chip in area)
