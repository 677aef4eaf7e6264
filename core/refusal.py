"""Which rule forbids a decision that is not legal."""

from core.area import CHIP_AT
from core.decision import Decision, Deliver, Name, Place, Return, Sell, Treat
from core.frozen import Frozen
from core.outcome import Reason
from core.phase import Phase
from core.table import NO_ONE, Table

_PHASE_RULES = {
    Phase.DRAW: "S1",
    Phase.ROLL: "T2",
    Phase.RETURN: "T1",
    Phase.ACT: "T9",
    Phase.NAME: "T7",
    Phase.BID: "B1",
    Phase.PLACE: "B4",
}
"""The rule that says what is due in a phase."""

_END_RULES = {Reason.ROWS: "E1", Reason.ROLLS: "E3", Reason.LAST_SEAT: "L3", Reason.NOBODY: "L3"}


class Refusal(Frozen):
    """The id of the rule that forbids `decision`."""

    rule: str
    decision: Decision


def forbidding_rule(table: Table, decision: Decision) -> str:
    """Give the id of the rule that forbids a decision which is not among the table's options."""
    if table.outcome is not None:
        return _END_RULES[table.outcome.reason]
    due = _PHASE_RULES[table.phase]
    if table.phase is not Phase.ACT:
        return due
    match decision:
        case Deliver():
            return _colour_rule(table, decision.material) or "A1"
        case Treat():
            chip = CHIP_AT[table.yards[table.roller]][decision.source]
            return _colour_rule(table, chip) or "A2"
        case Sell():
            chip = CHIP_AT[table.treatments[table.roller]][decision.square]
            return _colour_rule(table, chip) or "A3"
        case Return() | Name() | Place():
            return due


def _colour_rule(table: Table, material: int) -> str | None:
    """Give the rule that keeps the roller from acting with a colour, None if there is none."""
    if material == NO_ONE or material in table.colours:
        return None
    if material not in table.in_play:
        return "C6"
    first, second = table.dice or (NO_ONE, NO_ONE)
    return "T4" if first == second else "T3"
