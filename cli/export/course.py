"""The course of a game, whatever it is read from: what was agreed, and each move with what followed.

A move is one input of the core (`core.step`): a draw, a roll, a decision, all bids, or seats that leave.
Where the seats that leave in the round of a draw, a roll or bids end the game by it, nothing else of that
round counts, and the move is that they leave.
"""

from collections.abc import Sequence

from core.frozen import Frozen
from core.happening import Happening
from core.ruleset import Ruleset
from core.state import State
from core.step import Step
from p2p.event import SignedEvent


class Player(Frozen):
    """A seat's name (foreign text) and its Ed25519 key, 32 bytes."""

    name: str
    key: bytes


class Heading(Frozen):
    """Which game it is: its id and the hash of its rules' text, both 32 bytes, and what was agreed."""

    game_id: bytes
    rules_id: str
    rules_hash: bytes
    players: tuple[Player, ...]
    ruleset: Ruleset


class Move(Frozen):
    """An input to the game, and what followed. `voters` are those who removed the seats that leave (L2)."""

    step: Step
    followed: tuple[Happening, ...]
    voters: tuple[int, ...] = ()


class Exporter:
    """What writes a game in one form: told of it as it is read, it gives the text that is to be written.

    Every method gives nothing by default. A state is to be read at once; it changes with the next move.
    """

    def begin(self, heading: Heading, state: State) -> str:  # noqa: ARG002 - see above, and so below
        """Tell of the game before its first move."""
        return ""

    def round(self, number: int, events: Sequence[SignedEvent], *, moves: bool) -> str:  # noqa: ARG002
        """Tell of a closed round of a log, just before its move if it `moves` the game."""
        return ""

    def move(self, move: Move, state: State) -> str:  # noqa: ARG002
        """Tell of a move and of the state after it."""
        return ""

    def end(self, state: State) -> str:  # noqa: ARG002
        """Tell that there are no more moves, whether the game is over or not."""
        return ""
