"""How a game ended, and for whom (E1-E3, L3)."""

from enum import IntEnum

from core.frozen import Frozen


class Reason(IntEnum):
    """Why a game is over."""

    ROWS = 0
    """The agreed number of market rows is full (E1)."""
    ROLLS = 1
    """The last of the agreed most rolls has been played out (E3)."""
    LAST_SEAT = 2
    """One active seat is left, and wins (L3)."""
    NOBODY = 3
    """No active seat is left, and nobody wins (L3)."""


class Outcome(Frozen):
    """The result of a game: its reason, the winning seats ascending, and each seat's dollars."""

    reason: Reason
    winners: tuple[int, ...]
    money: tuple[int, ...]
