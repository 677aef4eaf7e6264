"""The end of a game: rules E1 to E3."""

import pytest

from core.decision import Deliver, Place, Sell
from core.errors import WrongPhase
from core.happening import GameOver, MaterialClosed
from core.outcome import Outcome, Reason
from core.phase import Phase
from core.ruleset import LONG, Ruleset
from core.state import State
from core.step import Bids, Draw, Retire, Roll, Step, apply
from tests.core.positions import CORK, GLASS, METAL, PAPER, PLASTIC, SPECIAL, happened, to_roll

THREE_FULL = {GLASS: (4, 5), PAPER: (1, 5), METAL: (2, 5)}


def last_sale(ruleset: Ruleset | None = None) -> State:
    """A position in which cork is about to fill the fourth row, by a double."""
    market = {**THREE_FULL, CORK: (3, 4)}
    state = to_roll(
        {0: "C...", 1: "LLL."}, {0: "C..."}, market=market, money={0: 10}, ruleset=ruleset or Ruleset()
    )
    state.roll(CORK, CORK)
    happened(state)
    state.decide(Sell(0, 3))
    return state


def test_e1_the_game_ends_at_once_when_the_last_row_is_full() -> None:
    state = last_sale()
    assert (state.phase, state.awaited, state.legal()) == (Phase.OVER, (), ())
    assert state.money == [48, 30, 30]  # no storage for seat 1
    assert state.gone[CORK] == 3  # the material was closed first
    outcome = Outcome(Reason.ROWS, (0,), (48, 30, 30))
    assert state.outcome == outcome
    assert happened(state)[-1] == GameOver(outcome)


def test_e1_the_long_game_goes_on() -> None:
    state = last_sale(LONG)
    assert any(isinstance(what, MaterialClosed) for what in happened(state))
    assert (state.phase, state.roller, state.in_play) == (Phase.ROLL, 1, (PLASTIC,))
    assert state.money == [48, 25, 30]


def test_e1_nothing_is_taken_after_the_end() -> None:
    state = last_sale()
    before = state.snapshot()
    refusal = state.why_not(Deliver(PLASTIC, 0))
    assert refusal
    assert refusal.rule == "E1"
    steps: list[Step] = [Draw(0), Roll(0, 0), Bids((0, 0, 0)), Retire((0,)), Deliver(PLASTIC, 0)]
    for step in steps:
        with pytest.raises(WrongPhase):
            apply(state, step)
    assert state.snapshot() == before


def test_e2_equal_money_shares_the_win() -> None:
    state = to_roll(treatments={0: "C..."}, market={**THREE_FULL, CORK: (0, 4)}, money={0: 16})
    state.roll(CORK, PLASTIC)
    state.decide(Sell(0, 0))
    assert state.outcome == Outcome(Reason.ROWS, (0, 1, 2), (30, 30, 30))


def test_e2_the_money_of_a_retired_seat_does_not_win() -> None:
    state = to_roll(treatments={0: "C..."}, market={**THREE_FULL, CORK: (0, 4)}, money={1: 500})
    state.retire((1,))
    state.roll(CORK, PLASTIC)
    state.decide(Sell(0, 0))
    assert state.outcome == Outcome(Reason.ROWS, (0,), (44, 500, 30))


def at_last_roll() -> State:
    return to_roll({1: "LLL."}, ruleset=Ruleset(most_rolls=9), rolls=8, money={2: 31})


def test_e3_the_last_roll_is_played_out_and_no_storage_follows() -> None:
    state = at_last_roll()
    state.roll(GLASS, GLASS)
    state.decide(Deliver(GLASS, 0))
    assert state.phase is Phase.ACT
    state.decide(Deliver(GLASS, 1))
    assert state.outcome == Outcome(Reason.ROLLS, (2,), (30, 30, 31))
    assert state.rolls == 9


def test_e3_an_auction_of_the_last_roll_is_played_out() -> None:
    state = at_last_roll()
    state.roll(SPECIAL, GLASS)
    state.bid((0, 0, 2))
    state.decide(Place(0))
    assert state.outcome == Outcome(Reason.ROLLS, (0, 1), (30, 30, 29))
    refusal = state.why_not(Place(0))
    assert refusal
    assert refusal.rule == "E3"


def test_e3_no_sale_at_the_last_roll_ends_the_game() -> None:
    state = at_last_roll()
    state.roll(SPECIAL, GLASS)
    state.bid((0, 0, 0))
    assert state.phase is Phase.OVER


def test_e3_a_lost_turn_at_the_last_roll_ends_the_game() -> None:
    state = to_roll({0: "LLLL"}, {0: "LLL."}, ruleset=Ruleset(most_rolls=1))
    state.roll(GLASS, PAPER)
    assert state.outcome == Outcome(Reason.ROLLS, (0, 1, 2), (30, 30, 30))


def test_e3_the_draw_does_not_count() -> None:
    state = State(Ruleset(most_rolls=1), 2)
    state.draw(1)
    assert (state.phase, state.rolls) == (Phase.ROLL, 0)
