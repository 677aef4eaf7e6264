"""What two faces mean: an auction, a star, a double, or two colours (T3-T9)."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from core.action import actions
from core.auction import await_name, open_auction
from core.happening import TurnLost
from core.material import MATERIALS, SPECIAL
from core.phase import ACT
from core.table import Table
from core.turn import pass_turn

Roll: TypeAlias = tuple[tuple[int, int], tuple[int, ...], int]
"""Two faces as plain integers, the colours shown, ascending, and the actions due; a hammer has neither."""

_FACES: Final = range(SPECIAL + 1)


def _read(first: int, second: int) -> Roll:
    """Read two faces: the hammer is on the first die (T6, T7), the star, all colours, on the second (T5)."""
    if first == SPECIAL:
        return (first, second), (), 0
    if second == SPECIAL:
        return (first, second), tuple(range(len(MATERIALS))), 1
    return (first, second), tuple(sorted({first, second})), 2 if first == second else 1


ROLLS: Final[Mapping[tuple[int, int], Roll]] = {
    (first, second): _read(first, second) for first in _FACES for second in _FACES
}
"""Every roll by its faces; one of Materials, which are faces too, finds its own."""


def follow(table: Table, roll: Roll) -> None:
    """Await what the roll calls for; a roller with no possible action loses the turn (T9)."""
    (_, second), shown, due = roll
    if not due:
        if second == SPECIAL:
            await_name(table)
        else:
            open_auction(table, second)
        return
    in_play = table.in_play
    table.colours = shown if len(in_play) == SPECIAL else tuple([one for one in shown if one in in_play])
    table.actions_left = due
    options = actions(table)
    if options:
        table.options = options
        table.phase = ACT
    else:
        if table.happenings is not None:
            table.happenings.append(TurnLost(table.roller))
        pass_turn(table)
