"""The order of turns and rolls: who is next, and whether another roll is due (T10, E3)."""

from core.account import pay
from core.ending import finish
from core.happening import FeePaid, TurnPassed
from core.outcome import Reason
from core.phase import RETURN, ROLL
from core.storage import returns
from core.table import NO_ONE, Table


def pass_turn(table: Table, seat: int) -> None:
    """Pass the turn to an active seat, or end the game after the last roll, before any storage (T10, E3).

    The seat pays the whole fee that it owes and may roll, or has chips to return if it cannot (T1).
    """
    table.options = ()
    table.colours = ()
    table.actions_left = 0
    if table.rolls >= table.ruleset.most_rolls:
        finish(table, Reason.ROLLS)
        return
    table.roller = seat
    if table.happenings is not None:
        table.happenings.append(TurnPassed(seat))
    due = table.fees[table.yards[seat]] + table.fees[table.treatments[seat]]
    if due:
        if due > table.money[seat]:
            table.options = returns(table)
            table.phase = RETURN
            return
        pay(table, seat, due)
        if table.happenings is not None:
            table.happenings.append(FeePaid(seat, due))
    table.phase = ROLL


def roll_again(table: Table) -> None:
    """Go on after a hammer: the roller's next roll, or the next turn if it has retired (T6, L4)."""
    table.options = ()
    table.auctioned = table.winner = NO_ONE
    if table.roller not in table.active:
        pass_turn(table, table.left[table.roller])
    elif table.rolls >= table.ruleset.most_rolls:
        finish(table, Reason.ROLLS)
    else:
        table.phase = ROLL
