"""Storage at the start of a turn: the fee, or chips back to the bank (T1)."""

from core.account import pay
from core.area import CHIPS, SQUARES_OF, VACANT, WEIGHT, chip_at
from core.decision import DECISIONS, TREATMENT, YARD, Decision, Return
from core.decision import RETURN as RETURN_VERB
from core.happening import ChipReturned, FeePaid
from core.material import MATERIALS
from core.phase import RETURN, ROLL
from core.table import Table

RETURNS = tuple(
    tuple(
        tuple(DECISIONS[RETURN_VERB, which, square] for square in SQUARES_OF[15 - vacant])
        for vacant in range(16)
    )
    for which in (YARD, TREATMENT)
)
"""RETURNS[YARD or TREATMENT][mask of vacant squares]."""


def fee_due(table: Table, seat: int) -> int:
    """Give the dollars that the seat owes: the fee for each area over the limit."""
    limit = table.ruleset.limit
    over = (CHIPS[table.yards[seat]] > limit) + (CHIPS[table.treatments[seat]] > limit)
    return over * table.ruleset.fee


def charge(table: Table) -> None:
    """Take the roller's whole fee and await the roll, or await the chips that it must return."""
    due = fee_due(table, table.roller)
    if due:
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
    limit = table.ruleset.limit
    yard, treatment = table.yards[table.roller], table.treatments[table.roller]
    from_yard = RETURNS[YARD][VACANT[yard]] if CHIPS[yard] > limit else ()
    from_treatment = RETURNS[TREATMENT][VACANT[treatment]] if CHIPS[treatment] > limit else ()
    return from_yard + from_treatment


def give_back(table: Table, decision: Return) -> None:
    """Return the chip of a legal decision, and await the next one or the roll."""
    areas = table.yards if decision.area == YARD else table.treatments
    material = chip_at(areas[table.roller], decision.square)
    areas[table.roller] -= WEIGHT[material][decision.square]
    table.bank[material] += 1
    if table.happenings is not None:
        table.happenings.append(
            ChipReturned(table.roller, MATERIALS[material], decision.area, decision.square)
        )
    table.options = returns(table)
    if not table.options:
        table.phase = ROLL
