"""What two faces mean: an auction, a star, a double, or two colours (T3-T8)."""

from core.action import await_action
from core.auction import await_name, open_auction
from core.material import SPECIAL
from core.table import Table

_FACES = range(SPECIAL + 1)

_SHOWN = tuple(tuple(tuple(sorted({first, second})) for second in _FACES) for first in _FACES)
"""The faces shown, without repetition, ascending."""


def read_dice(table: Table, first: int, second: int) -> None:
    """Await what the roll calls for; the hammer is on the first die, the star on the second."""
    if first == SPECIAL:
        if second == SPECIAL:
            await_name(table)
        else:
            open_auction(table, second)
        return
    table.actions_left = 2 if first == second else 1  # a star never makes a double (T5)
    table.colours = table.in_play if second == SPECIAL else _in_play(table, _SHOWN[first][second])
    await_action(table)


def _in_play(table: Table, shown: tuple[int, ...]) -> tuple[int, ...]:
    if len(table.in_play) == SPECIAL:
        return shown
    return tuple([colour for colour in shown if colour in table.in_play])
