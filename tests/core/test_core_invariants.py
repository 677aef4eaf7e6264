"""The validator finds every damage that a position can have."""

from collections.abc import Callable

import pytest

from core.invariants import Broken, broken_invariants
from core.phase import Phase
from core.state import State
from tests.core.positions import GLASS, PAPER, to_roll

Damage = Callable[[State], None]


def _set(name: str, index: int, value: int) -> Damage:
    def damage(state: State) -> None:
        getattr(state, name)[index] = value

    return damage


def _put(name: str, value: object) -> Damage:
    return lambda state: setattr(state, name, value)


@pytest.mark.parametrize(
    ("damage", "broken"),
    [
        (_put("money", [30]), Broken("S1")),
        (_set("yards", 1, 1296), Broken("C3", 1)),
        (_set("money", 2, -1), Broken("C5", 2)),
        (_set("filled", GLASS, 6), Broken("C4", GLASS)),
        (_set("row_of", PAPER, 5), Broken("C4", PAPER)),
        (_set("bank", PAPER, 9), Broken("H1", PAPER)),
        (_set("money", 2, 31), Broken("H2")),
        (_put("paid", 4), Broken("H2")),
        (_set("row_of", PAPER, 3), Broken("H3", 3)),
        (_set("filled", PAPER, 0), Broken("H3", PAPER)),
        (_put("free_rows", 31), Broken("H3", 2)),
        (_put("in_play", (0, 1, 2)), Broken("C6", 3)),
        (_put("active", (0, 2)), Broken("L1", GLASS)),
        (_put("phase", Phase.OVER), Broken("H4")),
        (_put("phase", Phase.ROLL), Broken("H4")),
        (_put("roller", 9), Broken("H4")),
    ],
)
def test_every_damage_is_found(damage: Damage, broken: Broken) -> None:
    state = to_roll({1: "G..."}, market={PAPER: (2, 3)})
    state.retire((2,))
    state.roll(GLASS, PAPER)
    assert broken_invariants(state) == []
    damage(state)
    assert broken in broken_invariants(state)


def test_chips_of_a_closed_material_are_found() -> None:
    state = to_roll(market={GLASS: (2, 5)})
    state.bank[GLASS], state.gone[GLASS] = state.gone[GLASS], 0
    assert broken_invariants(state) == [Broken("A4", GLASS)]


def test_a_debt_of_chips_is_found_even_if_the_sum_is_right() -> None:
    state = to_roll({1: "G..."})
    state.bank[GLASS], state.gone[GLASS] = -1, 8
    assert broken_invariants(state) == [Broken("H1", GLASS)]


def test_all_breaches_are_listed() -> None:
    state = to_roll()
    state.bank[GLASS] += 1
    state.money[0] += 1
    assert [broken.rule for broken in broken_invariants(state)] == ["H1", "H2"]
