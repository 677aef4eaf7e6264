"""Seats that leave, in every phase: rules L1 to L4."""

import pytest

from core.decision import Deliver, Name, Place
from core.errors import BadBid, BadSeats, WrongPhase
from core.happening import GameOver, NoAuction, Retired, Rolled, TurnPassed
from core.outcome import Outcome, Reason
from core.phase import Phase
from core.ruleset import DEFAULT, Ruleset
from core.state import State
from tests.core.positions import GLASS, METAL, PAPER, SPECIAL, areas, empty_bank, happened, to_roll


def four(ruleset: Ruleset = DEFAULT) -> State:
    return to_roll({0: "GP..", 1: "GGG.", 2: "M..."}, {0: "G..."}, seats=4, ruleset=ruleset)


def in_phase(phase: Phase) -> State:
    """A game of four in the given phase, where seat 0 rolls and seat 2 wins the auction."""
    state = four()
    match phase:
        case Phase.DRAW:
            state = State(DEFAULT, 4)
        case Phase.ROLL:
            pass
        case Phase.RETURN:
            state = to_roll({0: "GPM."}, seats=4, roller=3, money={0: 4})
            state.roll(GLASS, PAPER)
            state.decide(Deliver(GLASS, 0))
        case Phase.ACT:
            state.roll(GLASS, GLASS)
        case Phase.NAME:
            state.roll(SPECIAL, SPECIAL)
        case Phase.BID | Phase.PLACE:
            state.roll(SPECIAL, METAL)
            if phase is Phase.PLACE:
                state.bid((1, 2, 3, 0))
        case Phase.OVER:
            state.retire((0, 1, 2))
    assert state.phase is phase
    state.happenings = []
    return state


LIVE = [phase for phase in Phase if phase is not Phase.OVER]


def test_l1_the_chips_of_a_retired_seat_go_back_and_its_money_stays_on_account() -> None:
    state = four()
    state.money[0] += 12
    state.paid -= 12
    glass, paper = state.bank[GLASS], state.bank[PAPER]
    state.retire((0,))
    assert (state.bank[GLASS], state.bank[PAPER]) == (glass + 2, paper + 1)
    assert (areas(state, 0), state.money[0], state.active) == (".... ....", 42, (1, 2, 3))


@pytest.mark.parametrize("phase", LIVE)
def test_l1_a_seat_that_is_not_the_speaker_may_leave_in_every_phase(phase: Phase) -> None:
    state = in_phase(phase)
    state.retire((3,))
    assert (state.phase, state.active) == (phase, (0, 1, 2))
    assert 3 not in state.awaited
    assert happened(state) == [Retired(3)]


@pytest.mark.parametrize("phase", LIVE)
def test_l1_only_distinct_active_seats_can_leave(phase: Phase) -> None:
    state = in_phase(phase)
    state.retire((1,))
    before = state.snapshot()
    for seats in ((1,), (2, 1), (2, 2), (4,), (-1,), (True,), ()):
        with pytest.raises(BadSeats):
            state.retire(seats)
    assert state.snapshot() == before


def test_l1_a_retired_seat_has_no_more_turns() -> None:
    state = four()
    state.retire((1, 2))
    state.roll(GLASS, PAPER)
    state.decide(state.legal()[0])
    assert state.roller == 3


def test_l2_removed_seats_leave_together() -> None:
    state = four()
    state.retire((3, 1))
    assert (state.active, happened(state)) == ((0, 2), [Retired(1), Retired(3)])


@pytest.mark.parametrize("phase", LIVE)
@pytest.mark.parametrize("last", range(4))
def test_l3_the_last_active_seat_wins(phase: Phase, last: int) -> None:
    state = in_phase(phase)
    state.retire(tuple(seat for seat in range(4) if seat != last))
    assert state.outcome == Outcome(Reason.LAST_SEAT, (last,), tuple(state.money))
    assert (state.awaited, state.colours, state.actions_left) == ((), (), 0)
    assert (state.auctioned_material, state.winner) == (None, -1)
    assert state.legal() == ()
    assert happened(state)[-1] == GameOver(state.outcome)


@pytest.mark.parametrize("phase", LIVE)
def test_l3_a_game_that_all_leave_has_no_winner(phase: Phase) -> None:
    state = in_phase(phase)
    state.retire((0, 1, 2, 3))
    assert state.outcome == Outcome(Reason.NOBODY, (), tuple(state.money))


def test_l3_no_retirement_changes_a_result() -> None:
    state = in_phase(Phase.OVER)
    before = state.snapshot()
    with pytest.raises(WrongPhase):
        state.retire((3,))
    refusal = state.why_not(Place(0))
    assert refusal
    assert refusal.rule == "L3"
    assert state.snapshot() == before


def test_l3_ends_before_anything_else_of_the_round() -> None:
    state = in_phase(Phase.DRAW)
    state.draw(1, retired=(0, 1, 2))
    assert (state.roller, state.outcome) == (-1, Outcome(Reason.LAST_SEAT, (3,), (30,) * 4))
    state = in_phase(Phase.ROLL)
    state.roll(GLASS, PAPER, retired=(1, 2, 3))
    assert (state.rolls, state.dice, state.phase) == (0, None, Phase.OVER)
    state = in_phase(Phase.BID)
    state.bid((None, None, None, 9), retired=(0, 1, 2))
    assert state.outcome == Outcome(Reason.LAST_SEAT, (3,), (30,) * 4)


def test_l4_a_roller_that_leaves_in_its_own_roll_the_roll_counts_and_the_turn_passes() -> None:
    state = four()
    state.roll(SPECIAL, SPECIAL, retired=(0, 2))
    assert (state.rolls, state.phase, state.roller) == (1, Phase.ROLL, 1)
    assert state.money[1] == 25  # a new turn, with storage
    assert happened(state)[:4] == [Retired(0), Retired(2), Rolled(0, SPECIAL, SPECIAL), TurnPassed(1)]


def test_l4_the_last_roll_of_a_roller_that_leaves_in_it_ends_the_game() -> None:
    state = four(Ruleset(most_rolls=1))
    state.roll(GLASS, PAPER, retired=(0,))
    assert state.outcome == Outcome(Reason.ROLLS, (1, 2, 3), (30,) * 4)


def test_l4_others_that_leave_in_a_roll_give_their_chips_back_before_it() -> None:
    state = to_roll({1: "GGGG"}, {1: "GGGG"}, seats=3)
    state.roll(SPECIAL, GLASS, retired=(1,))
    assert (state.phase, state.bank[GLASS]) == (Phase.BID, 8)


def test_l4_a_round_without_a_roll_counts_none() -> None:
    state = in_phase(Phase.ROLL)
    state.retire((0,))
    assert (state.rolls, state.phase, state.roller, state.money[1]) == (0, Phase.ROLL, 1, 25)


@pytest.mark.parametrize("phase", [Phase.RETURN, Phase.ACT, Phase.NAME])
def test_l4_the_turn_of_a_speaker_that_leaves_passes(phase: Phase) -> None:
    state = in_phase(phase)
    state.retire((0,))
    assert (state.phase, state.roller, state.colours, state.actions_left) == (Phase.ROLL, 1, (), 0)
    assert state.legal() == ()
    assert (NoAuction(None) in happened(state)) == (phase is Phase.NAME)


@pytest.mark.parametrize("phase", [Phase.ACT, Phase.NAME])
def test_l4_chips_that_come_back_can_be_chosen_at_once(phase: Phase) -> None:
    state = to_roll({0: "P..."}, {1: "GGG."}, seats=3)
    empty_bank(state, GLASS)
    state.roll(*((GLASS, PAPER) if phase is Phase.ACT else (SPECIAL, SPECIAL)))
    late = Deliver(GLASS, 1) if phase is Phase.ACT else Name(GLASS)
    assert not state.is_legal(late)
    state.retire((1,))
    assert state.is_legal(late)


def test_l4_the_bid_of_a_seat_that_leaves_does_not_count() -> None:
    state = in_phase(Phase.BID)
    for bids, seat in (((1, 30, 2, 3), 1), ((1, 30, 2, 31), 1), ((31, 30, 2, 3), 0)):
        with pytest.raises(BadBid) as caught:
            state.bid(bids, retired=(1,))
        assert caught.value.seat == seat
    state.bid((1, None, 2, 3), retired=(1,))
    assert state.awaited == (3,)


def test_l4_the_others_finish_the_auction_of_a_roller_that_left() -> None:
    state = to_roll(seats=4, roller=2)
    state.roll(SPECIAL, METAL)
    state.retire((2,))
    assert (state.phase, state.awaited, state.roller) == (Phase.BID, (0, 1, 3), 2)
    state.bid((4, 4, None, 4))
    assert state.awaited == (3,)  # a tie goes by the place of the roller
    state.decide(Place(0))
    assert (state.phase, state.roller) == (Phase.ROLL, 3)


def test_l4_a_roller_that_leaves_with_the_bids() -> None:
    state = to_roll(seats=4, roller=2)
    state.roll(SPECIAL, METAL)
    state.bid((4, 4, None, 0), retired=(2,))
    assert state.awaited == (0,)
    state.decide(Place(0))
    assert state.roller == 3


def test_l4_nobody_buys_in_the_auction_of_a_roller_that_left() -> None:
    state = in_phase(Phase.BID)
    state.bid((None, 0, 0, 0), retired=(0,))
    assert (state.phase, state.roller) == (Phase.ROLL, 1)


def test_l4_a_winner_that_leaves_before_placing_gets_no_chip() -> None:
    state = in_phase(Phase.PLACE)
    metal = state.bank[METAL]
    state.retire((2,))
    assert (state.phase, state.roller, state.money[2]) == (Phase.ROLL, 0, 27)
    assert state.bank[METAL] == metal + 1  # the chip of its own that came back


def test_l4_a_roller_that_leaves_before_the_winner_has_placed() -> None:
    state = in_phase(Phase.PLACE)
    state.retire((0,))
    assert (state.phase, state.awaited) == (Phase.PLACE, (2,))
    state.decide(Place(1))
    assert (state.roller, areas(state, 2)) == (1, "MM.. ....")


def test_l4_winner_and_roller_that_leave_together() -> None:
    state = in_phase(Phase.PLACE)
    state.retire((0, 2))
    assert (state.phase, state.roller, state.auctioned, state.winner) == (Phase.ROLL, 1, -1, -1)


def test_l4_winner_and_roller_that_leave_one_after_the_other() -> None:
    state = in_phase(Phase.PLACE)
    state.retire((0,))
    state.retire((2,))
    assert (state.phase, state.roller) == (Phase.ROLL, 1)


def test_l4_the_last_roll_and_a_winner_that_leaves() -> None:
    state = four(Ruleset(most_rolls=1))
    state.roll(SPECIAL, METAL)
    state.bid((0, 0, 1, 0))
    state.retire((2,))
    assert state.outcome == Outcome(Reason.ROLLS, (0, 1, 3), (30, 30, 29, 30))
