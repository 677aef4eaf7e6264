"""Hypothesis strategies and seeded random play that several test modules share."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from core.phase import Phase
from core.ruleset import Ruleset
from core.state import State
from core.step import Bids, Draw, Retire, Roll, Step, apply

seeds = st.integers(0, 2**32 - 1)
seat_counts = st.integers(2, 4)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Rulesets of all sorts, mostly of short games."""
    amount_row = st.lists(st.integers(0, 60), min_size=5, max_size=5).map(sorted).map(tuple)
    return Ruleset(
        rows_to_end=draw(st.integers(1, 5)),
        amounts=tuple(draw(st.lists(amount_row, min_size=5, max_size=5))),
        money=draw(st.sampled_from((0, 3, 30))),
        fee=draw(st.sampled_from((0, 5, 40))),
        limit=draw(st.integers(0, 4)),
        chips=draw(st.sampled_from((5, 8, 20))),
        most_rolls=draw(st.sampled_from((1, 2, 7, 60, 4096))),
        clock=draw(st.sampled_from((0, 1, 86_400))),
    )


def random_step(state: State, rng: Random, leaving: float = 0.0) -> Step:
    """Any legal step of a game that is not over; with probability `leaving` some seats leave in it."""
    retired: tuple[int, ...] = ()
    if rng.random() < leaving:
        retired = tuple(sorted(rng.sample(state.active, rng.randint(1, len(state.active)))))
        if rng.random() < 0.3:
            return Retire(retired)
    match state.phase:
        case Phase.DRAW:
            return Draw(rng.randrange(state.seats), retired)
        case Phase.ROLL:
            return Roll(rng.randrange(6), rng.randrange(6), retired)
        case Phase.BID:
            staying = [seat for seat in state.active if seat not in retired]
            bids = (
                rng.choice(state.bid_range(seat)) if seat in staying else None for seat in range(state.seats)
            )
            return Bids(tuple(bids), retired)
        case _:
            return Retire(retired) if retired else rng.choice(state.legal())


def random_steps(state: State, seed: int, leaving: float = 0.0) -> Iterator[Step]:
    """Play the state to its end, giving each step after it has been applied."""
    rng = Random(seed)
    while state.phase is not Phase.OVER:
        step = random_step(state, rng, leaving)
        apply(state, step)
        yield step
