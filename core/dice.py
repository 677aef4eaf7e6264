"""What two faces mean while certain materials are in play (T3-T7)."""

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias

from core.material import MATERIALS, SPECIAL

Roll: TypeAlias = tuple[tuple[int, int], tuple[int, ...], int]
"""Two faces as plain integers, the colours that they show, ascending, and the actions due.

A hammer has neither colours nor actions.
"""

_FACES: Final = range(SPECIAL + 1)


@cache
def rolls(in_play: tuple[int, ...]) -> Mapping[int, Mapping[int, Roll]]:
    """Give every roll by its first face and its second, with those colours alone that are in play (C6).

    One of Materials, which are faces too, finds its own.
    """
    return {first: {second: _read(first, second, in_play) for second in _FACES} for first in _FACES}


def _read(first: int, second: int, in_play: tuple[int, ...]) -> Roll:
    """Read two faces: the hammer is on the first die (T6, T7), the star, all colours, on the second (T5)."""
    if first == SPECIAL:
        return (first, second), (), 0
    shown = range(len(MATERIALS)) if second == SPECIAL else sorted({first, second})
    return (first, second), tuple([one for one in shown if one in in_play]), 2 if first == second else 1
