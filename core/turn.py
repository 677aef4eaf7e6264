"""The order of turns and rolls: who is next, and whether another roll is due (T10, E3)."""

from core.ending import finish
from core.happening import TurnPassed
from core.outcome import Reason
from core.phase import ROLL
from core.storage import charge
from core.table import NO_ONE, Table


def begin_turn(table: Table, seat: int) -> None:
    """Begin the turn of an active seat with its storage (T1)."""
    table.roller = seat
    if table.happenings is not None:
        table.happenings.append(TurnPassed(seat))
    due = table.fees[table.yards[seat]] + table.fees[table.treatments[seat]]
    if due:
        charge(table, due)
    else:
        table.phase = ROLL


def pass_turn(table: Table) -> None:
    """Pass the turn to the left, or end the game after the last roll, before any storage (T10, E3)."""
    table.options = ()
    table.colours = ()
    table.actions_left = 0
    if table.rolls >= table.ruleset.most_rolls:
        finish(table, Reason.ROLLS)
    else:
        begin_turn(table, table.left[table.roller])


def roll_again(table: Table) -> None:
    """Go on after a hammer: the roller's next roll, or the next turn if it has retired (T6, L4)."""
    table.options = ()
    table.auctioned = table.winner = NO_ONE
    if table.roller not in table.active:
        pass_turn(table)
    elif table.rolls >= table.ruleset.most_rolls:
        finish(table, Reason.ROLLS)
    else:
        table.phase = ROLL
