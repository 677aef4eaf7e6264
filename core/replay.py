"""Replay recorded steps for as long as they are legal (H5)."""

from collections.abc import Iterable

from core.errors import CoreError
from core.frozen import Frozen
from core.ruleset import Ruleset
from core.state import State
from core.step import INPUTS, Step


class Replayed(Frozen):
    """The last good state, how many steps led there, and why the next one is refused, if one is."""

    state: State
    applied: int
    refusal: CoreError | None


def replay(ruleset: Ruleset, seats: int, steps: Iterable[Step]) -> Replayed:
    """Play `steps` from the start, and stop before the first that is refused; BadSeats as State."""
    state = State(ruleset, seats)
    applied = 0
    try:
        for step in steps:
            INPUTS[type(step)](state, step)
            applied += 1
    except CoreError as refusal:
        return Replayed(state, applied, refusal)
    return Replayed(state, applied, None)
