"""The three actions: which are possible, and what each does (A1-A3, T4)."""

from collections.abc import Sequence
from typing import Final

from core.account import pay
from core.area import CHIP_AT, HELD, SQUARES, SQUARES_OF, VACANT, WEIGHT
from core.decision import DECISIONS, DELIVER, SELL, TREAT, Decision
from core.happening import ActionLost, Delivered, Sold, Treated
from core.market import close_if_full, take_space
from core.material import MATERIALS
from core.phase import OVER
from core.ruleset import ROWS
from core.table import NO_ONE, Table
from core.turn import pass_turn

_MASKS: Final = range(16)

DELIVERIES: Final = tuple(
    tuple(
        tuple(DECISIONS[DELIVER, material, square] for square in SQUARES_OF[vacant])
        for material in range(len(MATERIALS))
    )
    for vacant in _MASKS
)
"""DELIVERIES[mask of vacant yard squares][material]."""


def _joined(parts: Sequence[tuple[Decision, ...]]) -> tuple[tuple[Decision, ...], ...]:
    """Give for each mask of squares the parts of these squares, one after the other."""
    joined: list[tuple[Decision, ...]] = [()]
    for part in parts:
        joined += [lower + part for lower in joined]
    return tuple(joined)


def _treatments(vacant: int) -> tuple[tuple[Decision, ...], ...]:
    beside = [[to for to in SQUARES_OF[vacant] if abs(source - to) <= 1] for source in range(SQUARES)]
    return _joined(
        [tuple([DECISIONS[TREAT, source, to] for to in targets]) for source, targets in enumerate(beside)]
    )


TREATMENTS: Final = tuple(map(_treatments, _MASKS))
"""TREATMENTS[mask of vacant treatment squares][mask of yard squares with a chip]."""


def _sales(rows: int) -> tuple[tuple[Decision, ...], ...]:
    taking = [row for row in range(ROWS) if rows >> row & 1]
    return _joined([tuple([DECISIONS[SELL, square, row] for row in taking]) for square in range(SQUARES)])


SALES: Final = tuple(zip(*map(_sales, range(1 << ROWS)), strict=True))
"""SALES[mask of treatment squares with a chip][mask of rows that take it]."""

_YARDS: Final = tuple(zip(map(DELIVERIES.__getitem__, VACANT), HELD, strict=True))
_TREATMENT_AREAS: Final = tuple(zip(map(TREATMENTS.__getitem__, VACANT), HELD, strict=True))
"""What an area says about actions, by its number: what fits into it, and the masks of what it holds."""


def actions(table: Table) -> tuple[Decision, ...]:
    """List the roller's possible actions, colour by colour; the one source of what is legal in ACT."""
    seat = table.roller
    deliveries, in_yard = _YARDS[table.yards[seat]]
    treatments, in_treatment = _TREATMENT_AREAS[table.treatments[seat]]
    bank = table.bank
    found: tuple[Decision, ...] = ()
    for material in table.colours:
        if bank[material]:
            found += deliveries[material]
        if chips := in_yard[material]:
            found += treatments[chips]
        if chips := in_treatment[material]:
            row = table.row_of[material]
            found += SALES[chips][table.free_rows if row == NO_ONE else 1 << row]
    return found


def deliver(table: Table, fields: tuple[int, int]) -> None:
    """Do the legal delivery with these fields, and go on (A1)."""
    seat = table.roller
    material, square = fields
    table.bank[material] -= 1
    table.yards[seat] += WEIGHT[material][square]
    if table.happenings is not None:
        table.happenings.append(Delivered(seat, MATERIALS[material], square))
    _go_on(table)


def treat(table: Table, fields: tuple[int, int]) -> None:
    """Do the legal treatment with these fields, and go on (A2)."""
    seat = table.roller
    source, target = fields
    yard = table.yards[seat]
    material = CHIP_AT[yard][source]
    table.yards[seat] = yard - WEIGHT[material][source]
    table.treatments[seat] += WEIGHT[material][target]
    if table.happenings is not None:
        table.happenings.append(Treated(seat, MATERIALS[material], source, target))
    _go_on(table)


def sell(table: Table, fields: tuple[int, int]) -> None:
    """Do the legal sale with these fields, and go on unless it ended the game (A3, E1)."""
    seat = table.roller
    square, row = fields
    treatment = table.treatments[seat]
    material = CHIP_AT[treatment][square]
    table.treatments[seat] = treatment - WEIGHT[material][square]
    amount = take_space(table, material, row)
    pay(table, seat, -amount)
    if table.happenings is not None:
        table.happenings.append(Sold(seat, MATERIALS[material], square, row, amount))
    close_if_full(table, material)
    if table.phase is not OVER:  # E1: at once, before the second action and any storage
        _go_on(table)


def _go_on(table: Table) -> None:
    """Await the second action of a double, or pass the turn (T4, T10)."""
    if table.actions_left > 1:
        table.actions_left -= 1
        table.options = actions(table)
        if table.options:
            return
        if table.happenings is not None:
            table.happenings.append(ActionLost(table.roller))
    pass_turn(table, table.left[table.roller])
