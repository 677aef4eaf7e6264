"""Storage, rolls and what they allow: rules T1 to T10."""

import pytest

from core.decision import Deliver, Name, Return, Sell, Treat
from core.errors import IllegalDecision
from core.happening import ActionLost, ChipReturned, FeePaid, NoAuction, Rolled, TurnLost, TurnPassed
from core.material import Material
from core.phase import Phase
from core.ruleset import Ruleset
from core.state import State
from tests.core.positions import (
    CORK,
    GLASS,
    METAL,
    PAPER,
    PLASTIC,
    SPECIAL,
    areas,
    empty_bank,
    happened,
    to_roll,
)


def next_turn(state: State) -> None:
    """Roll two colours and act, whatever it be."""
    state.roll(GLASS, PAPER)
    state.decide(state.legal()[0])


def test_t1_no_fee_for_two_chips_in_each_area() -> None:
    state = to_roll({1: "GP.."}, {1: "..MC"})
    assert state.fee_due(1) == 0
    next_turn(state)
    assert (state.roller, state.phase, state.money[1]) == (1, Phase.ROLL, 30)


@pytest.mark.parametrize(
    ("yard", "treatment", "fee"), [("GPM.", "..MC", 5), ("....", "GGCC", 5), ("GPM.", ".MCC", 10)]
)
def test_t1_five_dollars_for_each_area_with_more_than_two(yard: str, treatment: str, fee: int) -> None:
    state = to_roll({1: yard}, {1: treatment})
    assert state.fee_due(1) == fee
    next_turn(state)
    assert (state.phase, state.money[1]) == (Phase.ROLL, 30 - fee)
    assert FeePaid(1, fee) in happened(state)


def test_t1_who_has_just_the_fee_pays_it() -> None:
    state = to_roll({1: "GPM."}, {1: ".MCC"}, money={1: 10})
    next_turn(state)
    assert (state.phase, state.money[1]) == (Phase.ROLL, 0)


def test_t1_who_cannot_pay_the_whole_fee_pays_nothing_and_returns_chips() -> None:
    state = to_roll({1: "GPML"}, {1: ".MCC"}, money={1: 9})
    next_turn(state)
    assert (state.phase, state.awaited, state.money[1]) == (Phase.RETURN, (1,), 9)
    assert [decision.code for decision in state.legal()] == [
        (3, 0, 0),
        (3, 0, 1),
        (3, 0, 2),
        (3, 0, 3),
        (3, 1, 1),
        (3, 1, 2),
        (3, 1, 3),
    ]
    bank = state.bank[PAPER]
    happened(state)
    state.decide(Return(0, 1))
    assert state.bank[PAPER] == bank + 1
    assert happened(state) == [ChipReturned(1, Material.PAPER, 0, 1)]
    state.decide(Return(1, 3))
    assert [decision.code for decision in state.legal()] == [(3, 0, 0), (3, 0, 2), (3, 0, 3)]
    with pytest.raises(IllegalDecision) as caught:
        state.decide(Return(1, 1))  # no more than needed
    assert caught.value.rule == "T1"
    state.decide(Return(0, 3))
    assert (state.phase, areas(state, 1), state.money[1]) == (Phase.ROLL, "G.M. .MC.", 9)


def test_t1_storage_is_charged_once_a_turn_not_before_the_roll_after_a_hammer() -> None:
    state = to_roll({0: "GPM."}, {2: "GPM."})
    state.roll(SPECIAL, GLASS)
    state.bid((0, 0, 0))
    assert (state.phase, state.roller, state.money) == (Phase.ROLL, 0, [30, 30, 30])
    next_turn(state)
    assert state.roller == 1


def test_t1_follows_the_options() -> None:
    ruleset = Ruleset(fee=7, limit=0)
    state = to_roll({1: "G..."}, {1: "G..."}, ruleset=ruleset)
    next_turn(state)
    assert state.money[1] == 16


def test_t2_both_dice_are_rolled_and_counted() -> None:
    state = to_roll()
    assert (state.phase, state.awaited, state.rolls, state.dice) == (Phase.ROLL, (0, 1, 2), 0, None)
    state.roll(METAL, CORK)
    assert (state.rolls, state.dice) == (1, (METAL, CORK))
    assert happened(state) == [Rolled(0, METAL, CORK)]


def test_t2_a_material_is_a_face_and_is_kept_as_a_plain_number() -> None:
    state = to_roll()
    state.roll(Material.METAL, Material.CORK)
    assert state.dice
    assert [type(face) for face in state.dice] == [int, int]


def test_t3_two_colours_give_one_action_with_either() -> None:
    state = to_roll({0: "GG.."}, {0: "..PM"})
    state.roll(PAPER, GLASS)
    assert (state.phase, state.choices, state.actions_left) == (
        Phase.ACT,
        (Material.GLASS, Material.PAPER),
        1,
    )
    deliveries = [Deliver(GLASS, 2), Deliver(GLASS, 3)]
    treatments = [Treat(0, 0), Treat(0, 1), Treat(1, 0), Treat(1, 1)]
    paper = [Deliver(PAPER, 2), Deliver(PAPER, 3), *(Sell(2, row) for row in range(5))]
    assert list(state.legal()) == [*deliveries, *treatments, *paper]
    refusal = state.why_not(Deliver(METAL, 2))
    assert refusal
    assert refusal.rule == "T3"
    state.decide(Treat(0, 1))
    assert state.roller == 1


def test_t3_a_colour_out_of_play_allows_no_action() -> None:
    state = to_roll(market={GLASS: (0, 5)})
    state.roll(GLASS, PAPER)
    assert state.choices == (Material.PAPER,)
    refusal = state.why_not(Deliver(GLASS, 0))
    assert refusal
    assert refusal.rule == "C6"


def test_t4_a_double_gives_two_actions_that_may_follow_one_chip() -> None:
    state = to_roll()
    state.roll(CORK, CORK)
    assert (state.choices, state.actions_left) == ((Material.CORK,), 2)
    state.decide(Deliver(CORK, 0))
    assert (state.phase, state.roller, state.actions_left) == (Phase.ACT, 0, 1)
    refusal = state.why_not(Deliver(GLASS, 1))
    assert refusal
    assert refusal.rule == "T4"
    state.decide(Treat(0, 1))
    assert (state.roller, areas(state, 0)) == (1, ".... .C..")


def test_t4_the_second_action_is_lost_only_if_it_is_impossible() -> None:
    state = to_roll({0: "...."}, {0: "G..."}, market={GLASS: (0, 4)})
    state.roll(GLASS, GLASS)
    state.decide(Sell(0, 0))
    assert ActionLost(0) in happened(state)
    assert (state.roller, state.actions_left) == (1, 0)


def test_t4_the_first_action_is_free_even_if_it_leaves_no_second() -> None:
    state = to_roll({0: "MPPP"}, {0: "M..."})
    empty_bank(state, METAL)
    state.roll(METAL, METAL)
    assert Sell(0, 2) in state.legal()
    assert Treat(0, 1) in state.legal()


def test_t5_a_star_is_any_colour_in_play() -> None:
    state = to_roll(market={PAPER: (1, 5)})
    state.roll(CORK, SPECIAL)
    assert state.choices == (Material.GLASS, Material.METAL, Material.CORK, Material.PLASTIC)
    assert len(state.legal()) == 16


def test_t5_a_star_never_makes_a_double() -> None:
    state = to_roll()
    state.roll(CORK, SPECIAL)
    state.decide(Deliver(CORK, 0))
    assert state.roller == 1


def test_t6_a_hammer_auctions_a_chip_and_the_roller_rolls_again() -> None:
    state = to_roll()
    state.roll(SPECIAL, METAL)
    assert (state.phase, state.auctioned_material, state.legal()) == (Phase.BID, Material.METAL, ())
    state.bid((0, 3, 1))
    state.decide(state.legal()[0])
    assert (state.phase, state.roller, state.auctioned_material) == (Phase.ROLL, 0, None)
    state.roll(SPECIAL, METAL)
    assert state.rolls == 2


def test_t7_the_roller_names_a_colour_in_play_that_the_bank_has() -> None:
    state = to_roll(market={PAPER: (1, 5)})
    empty_bank(state, CORK)
    state.roll(SPECIAL, SPECIAL)
    assert (state.phase, state.awaited) == (Phase.NAME, (0,))
    assert list(state.legal()) == [Name(GLASS), Name(METAL), Name(PLASTIC)]
    refusal = state.why_not(Name(CORK))
    assert refusal
    assert refusal.rule == "T7"
    state.decide(Name(METAL))
    assert (state.phase, state.auctioned_material) == (Phase.BID, Material.METAL)


def test_t7_naming_is_asked_even_if_there_is_only_one() -> None:
    state = to_roll()
    for material in (GLASS, PAPER, METAL, CORK):
        empty_bank(state, material)
    state.roll(SPECIAL, SPECIAL)
    assert list(state.legal()) == [Name(PLASTIC)]


def test_t7_without_any_colour_to_name_the_player_rolls_again() -> None:
    state = to_roll()
    for material in range(5):
        empty_bank(state, material)
    state.roll(SPECIAL, SPECIAL)
    assert (state.phase, state.roller) == (Phase.ROLL, 0)
    assert NoAuction(None) in happened(state)


@pytest.mark.parametrize("closed", [True, False])
def test_t8_no_auction_of_a_colour_out_of_play_or_out_of_the_bank(closed: bool) -> None:
    state = to_roll(market={GLASS: (0, 5)} if closed else {})
    empty_bank(state, GLASS)
    state.roll(SPECIAL, GLASS)
    assert (state.phase, state.roller, state.rolls) == (Phase.ROLL, 0, 1)
    assert NoAuction(Material.GLASS) in happened(state)


def test_t9_a_colour_without_an_action_is_no_excuse_while_the_other_has_one() -> None:
    state = to_roll()
    empty_bank(state, GLASS)
    state.roll(GLASS, PAPER)
    assert list(state.legal()) == [Deliver(PAPER, square) for square in range(4)]
    assert state.why_not(Name(GLASS)) is not None


def test_t9_no_possible_action_loses_the_turn() -> None:
    state = to_roll({0: "PPPP"}, {0: "MMMM"})
    state.roll(GLASS, CORK)
    assert (state.phase, state.roller) == (Phase.ROLL, 1)
    assert happened(state) == [Rolled(0, GLASS, CORK), TurnLost(0), TurnPassed(1)]


def test_t9_only_colours_out_of_play_lose_the_turn() -> None:
    state = to_roll(market={GLASS: (0, 5), PAPER: (3, 5)})
    state.roll(GLASS, PAPER)
    assert state.roller == 1
    state.roll(PAPER, PAPER)
    assert state.roller == 2
    state.roll(PAPER, SPECIAL)
    assert (state.roller, state.phase) == (2, Phase.ACT)  # the star counts as every colour in play


def test_t10_the_turn_passes_to_the_left() -> None:
    state = to_roll(seats=4, roller=2)
    rollers = []
    for _ in range(5):
        rollers.append(state.roller)
        next_turn(state)
    assert rollers == [2, 3, 0, 1, 2]


def test_t10_the_turn_passes_over_retired_seats() -> None:
    state = to_roll(seats=4, roller=2)
    state.retire((0, 3))
    next_turn(state)
    assert state.roller == 1
