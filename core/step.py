"""One input to a state as a value, and its application."""

from dataclasses import dataclass

from core.decision import Coded, Decision
from core.state import State


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw of the starting seat (S1), with the seats that leave in its round."""

    seat: int
    retired: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of both dice (T2), with the seats that leave in its round."""

    first: int
    second: int
    retired: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bids:
    """All bids in dollars by seat (B1), with the seats that leave in their round."""

    bids: tuple[int | None, ...]
    retired: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Retire:
    """A round of nothing but seats that leave (L1, L2)."""

    seats: tuple[int, ...]


Step = Draw | Roll | Bids | Retire | Decision


def apply(state: State, step: Step) -> None:
    """Put the step into the state; raises what its input raises, and changes nothing then."""
    if isinstance(step, Coded):
        state.decide(step)
    elif isinstance(step, Roll):
        state.roll(step.first, step.second, step.retired)
    elif isinstance(step, Bids):
        state.bid(step.bids, step.retired)
    elif isinstance(step, Draw):
        state.draw(step.seat, step.retired)
    else:
        state.retire(step.seats)
