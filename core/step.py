"""One input to a state as a value, and its application."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.decision import Decision, Deliver, Name, Place, Return, Sell, Treat
from core.frozen import Frozen
from core.state import State


class Draw(Frozen):
    """The draw of the starting seat (S1), with the seats that leave in its round."""

    seat: int
    retired: tuple[int, ...] = ()


class Roll(Frozen):
    """A roll of both dice (T2), with the seats that leave in its round."""

    first: int
    second: int
    retired: tuple[int, ...] = ()


class Bids(Frozen):
    """All bids in dollars by seat (B1), with the seats that leave in their round."""

    bids: tuple[int | None, ...]
    retired: tuple[int, ...] = ()


class Retire(Frozen):
    """A round of nothing but seats that leave (L1, L2)."""

    seats: tuple[int, ...]


Step = Draw | Roll | Bids | Retire | Decision


def _draw(state: State, step: Draw) -> None:
    state.draw(step.seat, step.retired)


def _roll(state: State, step: Roll) -> None:
    state.roll(step.first, step.second, step.retired)


def _bid(state: State, step: Bids) -> None:
    state.bid(step.bids, step.retired)


def _retire(state: State, step: Retire) -> None:
    state.retire(step.seats)


INPUTS: Final[Mapping[type[Step], Callable[[State, Any], None]]] = {
    Draw: _draw,
    Roll: _roll,
    Bids: _bid,
    Retire: _retire,
    **dict.fromkeys((Deliver, Treat, Sell, Return, Name, Place), State.decide),
}
"""What puts each kind of step into a state."""


def apply(state: State, step: Step) -> None:
    """Put the step into the state; raises what its input raises, and changes nothing then."""
    INPUTS[type(step)](state, step)
