"""Storage at the start of a turn: the fee, or chips back to the bank (T1)."""

from core.account import pay
from core.area import CHIP_AT, SQUARES_OF, VACANT, WEIGHT
from core.decision import DECISIONS, TREATMENT, YARD, Decision, Return
from core.decision import RETURN as RETURN_VERB
from core.happening import ChipReturned, FeePaid
from core.material import MATERIALS
from core.phase import RETURN, ROLL
from core.table import Table

FROM_YARD, FROM_TREATMENT = (
    tuple(
        tuple(DECISIONS[RETURN_VERB, which, square] for square in SQUARES_OF[15 - vacant])
        for vacant in range(16)
    )
    for which in (YARD, TREATMENT)
)
"""What can be returned from an area: FROM_YARD[mask of vacant squares]."""


def charge(table: Table, due: int) -> None:
    """Take the whole fee that the roller owes and await the roll, or await the chips that it must return."""
    if due > table.money[table.roller]:
        table.phase = RETURN
        table.options = returns(table)
        return
    pay(table, table.roller, due)
    if table.happenings is not None:
        table.happenings.append(FeePaid(table.roller, due))
    table.phase = ROLL


def returns(table: Table) -> tuple[Decision, ...]:
    """List the chips that the roller may return: any from an area over the limit."""
    seat, fees = table.roller, table.fees
    yard, treatment = table.yards[seat], table.treatments[seat]
    found: tuple[Decision, ...] = ()
    if fees[yard]:
        found = FROM_YARD[VACANT[yard]]
    if fees[treatment]:
        found += FROM_TREATMENT[VACANT[treatment]]
    return found


def give_back(table: Table, decision: Return) -> None:
    """Return the chip of a legal decision, and await the next one or the roll."""
    seat = table.roller
    _, which, square = decision.code
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
