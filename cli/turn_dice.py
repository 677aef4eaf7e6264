"""The dice that lie on the table, where they are those of the turn that is being played."""

from typing import Final

from core.phase import Phase
from core.state import State

_ROLLED: Final = (Phase.ACT, Phase.NAME, Phase.BID, Phase.PLACE)
"""What a turn goes through once its dice are rolled."""


def dice_of_turn(state: State) -> tuple[int, int] | None:
    """Give both faces of this turn's newest roll; None before it, where those of another turn still lie."""
    return state.dice if state.phase in _ROLLED else None
