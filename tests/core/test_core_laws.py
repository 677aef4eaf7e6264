"""What holds in every game, whoever plays and whoever leaves: rules H1 to H5."""

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.decision import DECISIONS
from core.errors import CoreError
from core.invariants import broken_invariants
from core.material import MATERIALS, SPECIAL
from core.phase import Phase
from core.replay import replay
from core.ruleset import DEFAULT, Ruleset
from core.state import State
from core.step import Bids, Draw, Retire, Roll, Step, apply
from tests.strategies import random_steps, rulesets, seat_counts, seeds

leavings = st.sampled_from((0.0, 0.01, 0.1))
DECIDING = (Phase.RETURN, Phase.ACT, Phase.NAME, Phase.PLACE)


@settings(max_examples=200)
@given(rulesets(), seat_counts, seeds, leavings)
def test_h1_h2_h3_nothing_is_ever_broken(ruleset: Ruleset, seats: int, seed: int, leaving: float) -> None:
    state = State(ruleset, seats)
    assert broken_invariants(state) == []
    for step in random_steps(state, seed, leaving):
        assert broken_invariants(state) == [], step


@settings(max_examples=100)
@given(rulesets(), seat_counts, seeds, leavings)
def test_h2_money_counted_from_what_happened(ruleset: Ruleset, seats: int, seed: int, leaving: float) -> None:
    state = State(ruleset, seats)
    state.happenings = []
    for _ in random_steps(state, seed, leaving):
        pass
    flow = {"FeePaid": -1, "Sold": 1}
    balance = sum(flow.get(type(what).__name__, 0) * getattr(what, "amount", 0) for what in state.happenings)
    balance -= sum(getattr(what, "price", 0) for what in state.happenings)
    assert sum(state.money) == seats * ruleset.money + balance


@settings(max_examples=200)
@given(rulesets(), seat_counts, seeds, leavings)
def test_h4_every_game_ends_and_always_awaits_someone_who_can_speak(
    ruleset: Ruleset, seats: int, seed: int, leaving: float
) -> None:
    state = State(ruleset, seats)
    for _ in random_steps(state, seed, leaving):
        assert bool(state.awaited) == (state.phase is not Phase.OVER) == (state.outcome is None)
        assert set(state.awaited) <= set(state.active)
        assert bool(state.legal()) == (state.phase in DECIDING)
        if state.phase is Phase.BID:
            assert all(len(state.bid_range(seat)) for seat in state.active)
    assert state.rolls <= ruleset.most_rolls


@settings(max_examples=25)
@given(rulesets(), seat_counts, seeds, leavings)
def test_there_is_one_source_of_legality(ruleset: Ruleset, seats: int, seed: int, leaving: float) -> None:
    state = State(ruleset, seats)
    for _ in islice(random_steps(state, seed, leaving), 150):
        legal = state.legal()
        assert len(set(legal)) == len(legal)
        for decision in DECISIONS.values():
            allowed = decision in legal
            assert state.is_legal(decision) == allowed
            assert (state.why_not(decision) is None) == allowed
            assert _is_taken(state.copy(), decision) == allowed


@settings(max_examples=30)
@given(rulesets(), seat_counts, seeds, leavings)
def test_what_is_legal_is_what_the_rules_say_square_by_square(
    ruleset: Ruleset, seats: int, seed: int, leaving: float
) -> None:
    state = State(ruleset, seats)
    for _ in islice(random_steps(state, seed, leaving), 200):
        expected = {code for code in DECISIONS if _by_the_rules(state, *code)}
        assert {decision.code for decision in state.legal()} == expected


def _by_the_rules(state: State, verb: int, first: int, second: int = 0) -> bool:
    """The rules once more, from what can be seen on the table and by the letter."""
    (seat, *others) = state.awaited or (0, 0)
    yard, treatment = state.yard(seat), state.treatment(seat)
    if state.phase is Phase.ACT and not others:
        return _possible_action(state, seat, (verb, first, second))
    if state.phase is Phase.RETURN and verb == 3:
        area = treatment if first else yard
        return area[second] is not None and 4 - area.count(None) > state.ruleset.limit
    if state.phase is Phase.NAME and verb == 4:
        return state.is_in_play(first) and state.bank[first] > 0
    return state.phase is Phase.PLACE and verb == 5 and yard[first] is None


def _possible_action(state: State, seat: int, code: tuple[int, int, int]) -> bool:
    assert state.dice
    yard, treatment, (verb, first, second) = state.yard(seat), state.treatment(seat), code
    colours = [face for face in state.dice if face != SPECIAL]
    colours = [material for material in MATERIALS if SPECIAL in state.dice or material in colours]
    if verb == 0:
        return first in colours and state.is_in_play(first) and state.bank[first] > 0 and yard[second] is None
    if verb == 1:
        return yard[first] in colours and treatment[second] is None and abs(first - second) <= 1
    if verb == 2 and (chip := treatment[first]) in colours:
        holders = [row.material for row in state.market]
        return holders[second] is chip or (holders[second] is None and chip not in holders)
    return False


def _is_taken(state: State, step: Step) -> bool:
    before = state.snapshot()
    try:
        apply(state, step)
    except CoreError:
        assert state.snapshot() == before
        return False
    assert state.snapshot() != before
    return True


ODD_STEPS: list[Step] = [
    Draw(-1),
    Draw(9),
    Draw(0, (0, 0)),
    Draw(0, (7,)),
    Roll(0, 6),
    Roll(-1, 0),
    Roll(0, 0, (1, 1)),
    Roll(0, 0, (4,)),
    Bids(()),
    Bids((None, None, None)),
    Bids((-1, 0, 0)),
    Bids((0, 0, 10**9)),
    Bids((0, 0, 0), (0,)),
    Bids((0, 0, 0), (5,)),
    Retire(()),
    Retire((9,)),
    Retire((0, 0)),
]


@settings(max_examples=25)
@given(seeds, leavings)
def test_a_refusal_leaves_the_state_untouched(seed: int, leaving: float) -> None:
    state = State(DEFAULT, 3)
    for _ in islice(random_steps(state, seed, leaving), 200):
        for step in ODD_STEPS:
            assert not _is_taken(state, step)


@settings(max_examples=100)
@given(rulesets(), seat_counts, seeds, leavings)
def test_a_copy_is_equal_and_independent(ruleset: Ruleset, seats: int, seed: int, leaving: float) -> None:
    state = State(ruleset, seats)
    steps = random_steps(state, seed, leaving)
    for _ in islice(steps, seed % 90):
        pass
    twin, still = state.copy(), state.copy()
    before = state.snapshot()
    rest = list(steps)
    for step in rest:
        apply(twin, step)
    assert twin.snapshot() == state.snapshot()
    assert still.snapshot() == before
    assert still != state or not rest
    assert twin == state
    assert still.happenings is None


@settings(max_examples=100)
@given(rulesets(), seat_counts, seeds, leavings)
def test_h5_the_same_steps_give_the_same_states(
    ruleset: Ruleset, seats: int, seed: int, leaving: float
) -> None:
    state = State(ruleset, seats)
    state.happenings = []
    steps, shots = [], []
    for step in random_steps(state, seed, leaving):
        steps.append(step)
        shots.append(state.snapshot())
    other = State(ruleset, seats)
    for step, shot in zip(steps, shots, strict=True):
        apply(other, step)
        assert other.snapshot() == shot


def test_h5_a_replay_leaves_no_trace_in_the_next() -> None:
    first, second = State(DEFAULT, 4), State(Ruleset(limit=0), 2)
    steps, others = list(random_steps(first, 1, 0.01)), list(random_steps(second, 2))
    shots = [
        replay(DEFAULT, 4, steps).state.snapshot(),
        replay(second.ruleset, 2, others).state.snapshot(),
        replay(DEFAULT, 4, steps).state.snapshot(),
    ]
    assert shots == [first.snapshot(), second.snapshot(), first.snapshot()]


def test_h5_a_snapshot_holds_nothing_but_tuples_of_plain_integers() -> None:
    state = State(DEFAULT, 4)
    for _ in random_steps(state, 5, 0.01):
        _assert_plain(state.snapshot())


def _assert_plain(value: object) -> None:
    if type(value) is tuple:
        for part in value:
            _assert_plain(part)
    else:
        assert type(value) is int
        assert value >= 0


DIGEST = """
from hashlib import sha256
from core.ruleset import DEFAULT
from core.state import State
from tests.strategies import random_steps
digest = sha256()
for seed in range(12):
    state = State(DEFAULT, 2 + seed % 3)
    state.happenings = []
    for step in random_steps(state, seed, 0.01):
        digest.update(repr((step, state.snapshot(), state.legal())).encode())
    digest.update(repr(state.happenings).encode())
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_h5_the_hash_seed_does_not_matter() -> None:
    root = str(Path(__file__).parents[2])
    digests = [
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            check=True,
            capture_output=True,
            text=True,
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        ).stdout
        for hash_seed in ("0", "1", "4242")
    ]
    assert len(set(digests)) == 1
    assert len(digests[0]) == 65
