"""The end of a game and its winners (E1-E3, L3)."""

from core.happening import GameOver
from core.outcome import Outcome, Reason
from core.phase import OVER
from core.table import NO_ONE, Table


def finish(table: Table, reason: Reason) -> None:
    """End the game for `reason`: the richest active seats win, together if equal (E2)."""
    active = table.active
    most = max((table.money[seat] for seat in active), default=0)
    winners = tuple(seat for seat in active if table.money[seat] == most)
    table.outcome = Outcome(reason, winners, tuple(table.money))
    table.phase = OVER
    table.options = ()
    table.colours = ()
    table.actions_left = 0
    table.auctioned = table.winner = NO_ONE
    if table.happenings is not None:
        table.happenings.append(GameOver(table.outcome))
