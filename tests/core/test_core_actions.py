"""The three actions and the closing of a material: rules A1 to A4."""

import pytest

from core.decision import DECISIONS, Deliver, Sell, Treat
from core.errors import IllegalDecision
from core.happening import Delivered, MaterialClosed, Sold, Treated
from core.material import Material
from core.phase import Phase
from core.state import State
from tests.core.positions import GLASS, METAL, PAPER, areas, empty_bank, happened, to_roll


def refused(state: State, code: tuple[int, ...]) -> str:
    """The rule under which a decision is refused, by question and by force."""
    decision = DECISIONS[code]
    refusal = state.why_not(decision)
    assert refusal is not None
    with pytest.raises(IllegalDecision) as caught:
        state.decide(decision)
    assert caught.value.rule == refusal.rule
    assert caught.value.decision is decision
    return refusal.rule


def test_a1_deliver_takes_a_chip_from_the_bank_to_a_vacant_yard_square() -> None:
    state = to_roll({0: "P.M."})
    state.roll(GLASS, PAPER)
    bank = state.bank[GLASS]
    assert refused(state, (0, GLASS, 0)) == "A1"
    happened(state)
    state.decide(Deliver(GLASS, 3))
    assert (areas(state, 0), state.bank[GLASS]) == ("P.MG ....", bank - 1)
    assert happened(state)[0] == Delivered(0, Material.GLASS, 3)


def test_a1_deliver_needs_a_chip_in_the_bank() -> None:
    state = to_roll()
    empty_bank(state, GLASS)
    state.roll(GLASS, PAPER)
    assert refused(state, (0, GLASS, 0)) == "A1"


@pytest.mark.parametrize(("source", "targets"), [(0, (0, 1)), (1, (0, 1, 2)), (2, (1, 2, 3)), (3, (2, 3))])
def test_a2_treat_reaches_the_facing_square_and_its_neighbours(source: int, targets: tuple[int, ...]) -> None:
    state = to_roll({0: "".join("G" if square == source else "." for square in range(4))})
    state.roll(GLASS, GLASS)
    treats = [decision for decision in state.legal() if isinstance(decision, Treat)]
    assert treats == [Treat(source, target) for target in targets]


def test_a2_treat_moves_the_chip_to_a_vacant_square() -> None:
    state = to_roll({0: ".GP."}, {0: "M..."})
    state.roll(GLASS, METAL)
    assert refused(state, (1, 1, 0)) == "A2"  # occupied
    assert refused(state, (1, 3, 3)) == "A2"  # no chip
    assert refused(state, (1, 2, 2)) == "T3"  # of another colour
    happened(state)
    state.decide(Treat(1, 2))
    assert areas(state, 0) == "..P. M.G."
    assert happened(state)[0] == Treated(0, Material.GLASS, 1, 2)


def test_a3_the_first_chip_opens_any_free_row() -> None:
    state = to_roll(treatments={0: ".G.."}, market={PAPER: (2, 1)})
    state.roll(GLASS, METAL)
    sales = [decision for decision in state.legal() if isinstance(decision, Sell)]
    assert sales == [Sell(1, 0), Sell(1, 1), Sell(1, 3), Sell(1, 4)]
    assert refused(state, (2, 1, 2)) == "A3"  # another's row
    assert refused(state, (2, 0, 1)) == "A3"  # no chip
    happened(state)
    state.decide(Sell(1, 3))
    assert (state.money[0], areas(state, 0)) == (40, ".... ....")
    assert state.market[3].material is Material.GLASS
    assert happened(state)[0] == Sold(0, Material.GLASS, 1, 3, 10)


def test_a3_later_chips_go_to_the_next_space_of_that_row() -> None:
    state = to_roll(treatments={0: ".G.G"}, market={GLASS: (4, 2)})
    state.roll(GLASS, GLASS)
    assert refused(state, (2, 1, 0)) == "A3"
    state.decide(Sell(1, 4))
    assert state.money[0] == 30 + 28
    state.decide(Sell(3, 4))
    assert (state.money[0], state.market[4].chips) == (30 + 28 + 37, 4)


def test_a4_a_full_row_closes_its_material_everywhere() -> None:
    state = to_roll({0: "GP..", 1: "G..G"}, {0: "G...", 2: "P..."}, market={GLASS: (4, 4)}, seats=3)
    assert state.bank[GLASS] == 0
    state.roll(GLASS, PAPER)
    happened(state)
    state.decide(Sell(0, 4))
    assert [areas(state, seat) for seat in range(3)] == [".P.. ....", ".... ....", ".... P..."]
    assert (state.gone[GLASS], state.bank[GLASS]) == (3, 0)
    assert not state.is_in_play(GLASS)
    assert happened(state)[:2] == [Sold(0, Material.GLASS, 0, 4, 46), MaterialClosed(Material.GLASS, 4)]


def test_a4_the_bank_loses_its_chips_too() -> None:
    state = to_roll(treatments={0: "G..."}, market={GLASS: (0, 4)})
    state.roll(GLASS, PAPER)
    state.decide(Sell(0, 0))
    assert (state.gone[GLASS], state.bank[GLASS], state.phase) == (3, 0, Phase.ROLL)
