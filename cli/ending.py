"""Why a person's part at a table is over."""

from enum import Enum


class Ending(Enum):
    """Why a person's part at the table is over."""

    DONE = "done"
    """The peer has nothing more to do: the game is over, or the seat has resigned."""
    LEFT = "left"
    """The person has left an unfinished game, which can be resumed."""
    AGAIN = "again"
    """The game is over, and the next one with the same players has begun."""
