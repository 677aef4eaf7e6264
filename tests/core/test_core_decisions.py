"""Decisions as interned values with codes."""

import copy
import pickle

import pytest

from core.decision import DECISIONS, Decision, Deliver, Name, Place, Return, Sell, Treat
from core.errors import UnknownDecision
from core.material import Material


def test_there_is_one_value_for_each_code() -> None:
    assert len(DECISIONS) == 20 + 10 + 20 + 8 + 5 + 4
    for code, decision in DECISIONS.items():
        assert decision.code == code
        assert all(type(part) is int for part in code)
        assert type(decision)(*code[1:]) is decision
    assert list(DECISIONS) == sorted(DECISIONS)


@pytest.mark.parametrize("decision", DECISIONS.values())
def test_copies_and_pickles_are_the_same_value(decision: Decision) -> None:
    assert copy.copy(decision) is decision
    assert copy.deepcopy(decision) is decision
    assert pickle.loads(pickle.dumps(decision)) is decision  # noqa: S301 - our own bytes


def test_fields_and_codes() -> None:
    assert Deliver(Material.CORK, 2).code == (0, 3, 2)
    assert Deliver(3, 2).material is Material.CORK
    assert Treat(1, 2).code == (1, 1, 2)
    assert Sell(3, 4).code == (2, 3, 4)
    assert Return(1, 0).code == (3, 1, 0)
    assert Name(4).material is Material.PLASTIC
    assert Place(3).code == (5, 3)
    assert repr(Treat(1, 2)) == "Treat(source=1, target=2)"
    match DECISIONS[0, 3, 2]:
        case Deliver(material, square):
            assert (material, square) == (Material.CORK, 2)
        case _:
            pytest.fail("a code of a delivery")


def test_what_is_on_no_board_is_no_decision() -> None:
    for make in (lambda: Deliver(5, 0), lambda: Treat(0, 2), lambda: Sell(0, 5), lambda: Place(-1)):
        with pytest.raises(UnknownDecision):
            make()


def test_a_decision_never_changes() -> None:
    with pytest.raises(AttributeError):
        Place(0).square = 1
