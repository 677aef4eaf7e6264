"""What the game waits for: one phase for each kind of thing that can be said."""

from enum import IntEnum
from typing import Final


class Phase(IntEnum):
    """Kind of input that is due, and from whom.

    DRAW: the draw of the starting seat, from all active seats (S1).
    ROLL: a roll of both dice, from all active seats (T2).
    RETURN: a chip to give back for want of the fee, from the roller (T1).
    ACT: an action, from the roller (T3-T5).
    NAME: the colour to auction, from the roller (T7).
    BID: a bid each, from all active seats (B1).
    PLACE: the square for the chip won, from the winner (B4).
    OVER: nothing more, from nobody.
    """

    DRAW = 0
    ROLL = 1
    RETURN = 2
    ACT = 3
    NAME = 4
    BID = 5
    PLACE = 6
    OVER = 7


DRAW: Final = Phase.DRAW
ROLL: Final = Phase.ROLL
RETURN: Final = Phase.RETURN
ACT: Final = Phase.ACT
NAME: Final = Phase.NAME
BID: Final = Phase.BID
PLACE: Final = Phase.PLACE
OVER: Final = Phase.OVER
"""The members by themselves: a plain global is read faster than a member of an enum."""
