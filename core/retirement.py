"""Seats that leave, and how the game goes on without them (L1-L4)."""

from collections.abc import Sequence

from core.action import actions
from core.area import EMPTY, count
from core.auction import await_name, no_auction
from core.ending import finish
from core.errors import BadSeats
from core.happening import Retired
from core.outcome import Reason
from core.phase import Phase
from core.table import Table, left_of
from core.turn import pass_turn, roll_again


def remaining(table: Table, leaving: Sequence[int]) -> tuple[int, ...]:
    """Give the active seats that stay; raises BadSeats unless `leaving` are distinct active ones."""
    for index, seat in enumerate(leaving):
        if type(seat) is not int or seat not in table.active or seat in leaving[:index]:
            raise BadSeats(tuple(leaving))
    return tuple(seat for seat in table.active if seat not in leaving)


def leave(table: Table, leaving: Sequence[int]) -> None:
    """Retire valid seats together, and end the game if at most one is left (L3, L4)."""
    for seat in sorted(leaving):
        for material in table.in_play:
            back = count(table.yards[seat], material) + count(table.treatments[seat], material)
            table.bank[material] += back
        table.yards[seat] = table.treatments[seat] = EMPTY
        if table.happenings is not None:
            table.happenings.append(Retired(seat))
    table.active = tuple(seat for seat in table.active if seat not in leaving)
    table.left = left_of(table.seats, table.active)
    if len(table.active) < 2:
        finish(table, Reason.LAST_SEAT if table.active else Reason.NOBODY)


def go_on(table: Table) -> None:
    """Go on after a round that held nothing but retirements (L4)."""
    here = table.roller in table.active
    match table.phase:
        case Phase.DRAW | Phase.BID | Phase.OVER:
            pass  # the others are asked anew, and only their bids count
        case Phase.PLACE:
            if table.winner not in table.active:
                roll_again(table)
        case Phase.NAME:
            _go_on_naming(table, here)
        case Phase.ACT if here:
            table.options = actions(table)  # the bank may hold more than before
        case Phase.ROLL | Phase.RETURN | Phase.ACT:
            if not here:
                pass_turn(table, table.left[table.roller])


def _go_on_naming(table: Table, here: bool) -> None:
    if here:
        await_name(table)  # the bank may hold more than before
    else:
        no_auction(table, None)
