"""Replay for as long as the steps are legal."""

from core.decision import Place
from core.errors import BadRoll, WrongPhase
from core.phase import Phase
from core.replay import replay
from core.ruleset import DEFAULT
from core.state import State
from core.step import Bids, Roll, Step
from tests.strategies import random_steps


def recorded(seed: int) -> tuple[State, list[Step]]:
    state = State(DEFAULT, 3)
    return state, list(random_steps(state, seed, 0.002))


def test_a_recorded_game_replays_to_its_end() -> None:
    for seed in range(20):
        state, steps = recorded(seed)
        replayed = replay(DEFAULT, 3, steps)
        assert (replayed.applied, replayed.refusal) == (len(steps), None)
        assert replayed.state == state
        assert replayed.state.phase is Phase.OVER


def test_a_cut_game_is_no_refusal() -> None:
    _, steps = recorded(3)
    replayed = replay(DEFAULT, 3, steps[:40])
    assert (replayed.applied, replayed.refusal) == (40, None)
    assert replayed.state.phase is not Phase.OVER


def test_the_first_refused_step_stops_the_replay_at_the_last_good_state() -> None:
    _, steps = recorded(4)
    good = replay(DEFAULT, 3, steps[:1])
    bad = replay(DEFAULT, 3, [steps[0], Roll(7, 0), *steps[1:]])
    assert isinstance(bad.refusal, BadRoll)
    assert bad.applied == 1
    assert bad.state == good.state


def test_nothing_follows_the_end() -> None:
    _, steps = recorded(5)
    late: tuple[Step, ...] = (Roll(0, 0), Bids((0, 0, 0)), Place(0))
    for step in late:
        replayed = replay(DEFAULT, 3, [*steps, step])
        assert replayed.applied == len(steps)
        assert isinstance(replayed.refusal, WrongPhase)
