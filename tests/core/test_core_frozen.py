"""Frozen values: built, compared, and never changed."""

import copy
import pickle

import pytest

from core.frozen import Frozen


class Pair(Frozen):
    """Two fields, one with a default."""

    left: int
    right: str = "r"


class Twin(Frozen):
    """The same fields under another name."""

    left: int
    right: str = "r"


class Even(Frozen):
    """A value that judges its field."""

    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError(self.number)


def test_fields_by_place_by_name_and_by_default() -> None:
    assert Pair(1, "a").as_dict() == Pair(right="a", left=1).as_dict() == {"left": 1, "right": "a"}
    assert Pair(1).right == Pair(left=1).right == "r"
    assert list(Pair(right="a", left=1).as_dict()) == ["left", "right"]
    assert repr(Pair(1)) == "Pair(left=1, right='r')"


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((), {"right": "a"}), ((1, "a", 2), {}), ((1,), {"left": 2}), ((1,), {"middle": 2})],
)
def test_missing_unknown_and_double_fields_are_refused(
    values: tuple[object, ...], named: dict[str, object]
) -> None:
    with pytest.raises(TypeError):
        Pair(*values, **named)  # type: ignore[arg-type]


def test_equal_are_values_of_one_class_with_equal_fields() -> None:
    assert Pair(1) == Pair(1, "r")
    assert hash(Pair(1)) == hash(Pair(1, "r"))
    assert Pair(1) != Pair(2)
    assert Pair(1) != Twin(1)
    assert len({Pair(1), Pair(1, "r"), Twin(1)}) == 2


def test_a_value_is_taken_apart_by_a_pattern() -> None:
    match Pair(1, "a"):
        case Pair(left, right):
            assert (left, right) == (1, "a")


def test_a_value_never_changes() -> None:
    one = Pair(1)
    with pytest.raises(AttributeError):
        one.left = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del one.left
    assert one == Pair(1)


def test_a_changed_one_differs_in_what_is_named_only() -> None:
    assert Pair(1, "a").changed(left=2) == Pair(2, "a")
    with pytest.raises(TypeError):
        Pair(1).changed(middle=2)


def test_a_value_can_judge_its_fields() -> None:
    assert Even(2).number == 2
    with pytest.raises(ValueError, match="3"):
        Even(3)
    with pytest.raises(ValueError, match="3"):
        Even(2).changed(number=3)


def test_copies_and_pickles_are_equal() -> None:
    one = Pair(1, "a")
    assert copy.copy(one) == copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - our own
