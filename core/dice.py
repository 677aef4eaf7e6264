"""What two faces mean: an auction, a star, a double, or two colours (T3-T9)."""

from core.action import actions
from core.auction import await_name, open_auction
from core.happening import TurnLost
from core.material import SPECIAL
from core.phase import ACT
from core.table import Table
from core.turn import pass_turn

_FACES = range(SPECIAL + 1)

_SHOWN = tuple(tuple(tuple(sorted({first, second})) for second in _FACES) for first in _FACES)
"""The faces shown, without repetition, ascending."""


def read_dice(table: Table, first: int, second: int) -> None:
    """Await what the roll calls for; the hammer is on the first die, the star on the second.

    A roller with no possible action loses the turn (T9).
    """
    if first == SPECIAL:
        if second == SPECIAL:
            await_name(table)
        else:
            open_auction(table, second)
        return
    table.actions_left = 2 if first == second else 1  # a star never makes a double (T5)
    table.colours = table.in_play if second == SPECIAL else _in_play(table, _SHOWN[first][second])
    table.options = actions(table)
    if table.options:
        table.phase = ACT
    else:
        if table.happenings is not None:
            table.happenings.append(TurnLost(table.roller))
        pass_turn(table)


def _in_play(table: Table, shown: tuple[int, ...]) -> tuple[int, ...]:
    if len(table.in_play) == SPECIAL:
        return shown
    return tuple([colour for colour in shown if colour in table.in_play])
