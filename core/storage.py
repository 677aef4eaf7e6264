"""Storage at the start of a turn: the fee, or chips back to the bank (T1)."""

from typing import Final

from core.area import CHIP_AT, SQUARES_OF, VACANT, WEIGHT
from core.decision import DECISIONS, TREATMENT, YARD, Decision
from core.decision import RETURN as RETURN_VERB
from core.happening import ChipReturned
from core.material import MATERIALS
from core.phase import ROLL
from core.table import Table


def _returns(which: int) -> tuple[tuple[Decision, ...], ...]:
    """Give what can be returned from the yard or the treatment area, by the area's number."""
    by_vacant = [
        tuple([DECISIONS[RETURN_VERB, which, square] for square in SQUARES_OF[15 - vacant]])
        for vacant in range(16)
    ]
    return tuple(map(by_vacant.__getitem__, VACANT))


FROM_YARD: Final = _returns(YARD)
FROM_TREATMENT: Final = _returns(TREATMENT)
"""What can be returned from an area, by its number."""


def returns(table: Table) -> tuple[Decision, ...]:
    """List the chips that the roller may return: any from an area over the limit."""
    seat, fees = table.roller, table.fees
    yard, treatment = table.yards[seat], table.treatments[seat]
    found: tuple[Decision, ...] = ()
    if fees[yard]:
        found = FROM_YARD[yard]
    if fees[treatment]:
        found += FROM_TREATMENT[treatment]
    return found


def give_back(table: Table, fields: tuple[int, int]) -> None:
    """Return the chip that a legal decision's fields name, and await the next one or the roll."""
    seat = table.roller
    which, square = fields
    areas = table.yards if which == YARD else table.treatments
    area = areas[seat]
    material = CHIP_AT[area][square]
    areas[seat] = area - WEIGHT[material][square]
    table.bank[material] += 1
    if table.happenings is not None:
        table.happenings.append(ChipReturned(seat, MATERIALS[material], which, square))
    options = table.options = returns(table)
    if not options:
        table.phase = ROLL
