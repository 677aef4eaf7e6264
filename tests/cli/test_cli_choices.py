import pytest
from hypothesis import given

from cli.choices import describe, find_choices, list_choices
from cli.words import set_language
from core.decision import DECISIONS, Deliver, Sell, Treat
from core.ruleset import Ruleset
from core.state import State
from tests.core.positions import CORK, GLASS, METAL, PAPER, PLASTIC, SPECIAL, to_roll
from tests.strategies import random_steps, rulesets, seat_counts, seeds


def rolled(first: int, second: int) -> State:
    state = to_roll({0: "GP.."}, {0: "M..."})
    state.roll(first, second)
    return state


def test_choices_are_numbered_and_worded() -> None:
    assert list_choices(rolled(GLASS, METAL)) == [
        " 1  deliver glass to yard 3",
        " 2  deliver glass to yard 4",
        " 3  treat glass from yard 1 to treatment 2",
        " 4  deliver metal to yard 3",
        " 5  deliver metal to yard 4",
        " 6  sell metal from treatment 1 for $10 in row 1",
        " 7  sell metal from treatment 1 for $10 in row 2",
        " 8  sell metal from treatment 1 for $10 in row 3",
        " 9  sell metal from treatment 1 for $10 in row 4",
        "10  sell metal from treatment 1 for $10 in row 5",
    ]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("1", [Deliver(GLASS, 2)]),
        ("3", [Treat(0, 1)]),
        ("deliver glass to yard 3", [Deliver(GLASS, 2)]),
        ("Deliver Glass 3", [Deliver(GLASS, 2)]),
        ("d g 3", [Deliver(GLASS, 2)]),
        ("d gl 3", [Deliver(GLASS, 2)]),
        ("d 3", [Deliver(GLASS, 2), Deliver(METAL, 2)]),
        ("t", [Treat(0, 1)]),
        ("t 1 2", [Treat(0, 1)]),
        ("s m 1 4", [Sell(0, 3)]),
        ("sell row 5", [Sell(0, 4)]),
        ("sell", [Sell(0, row) for row in range(5)]),
        ("glass", []),
        ("d p 3", []),
        ("d t 3", []),
        ("0", []),
        ("11", []),
        ("9" * 5000, []),
        ("", []),
        ("   ", []),
        ("{material}", []),
    ],
)
def test_what_is_typed_is_found(typed: str, found: list[object]) -> None:
    assert find_choices(rolled(GLASS, METAL), typed) == found


def test_letters_of_french_materials_are_understood() -> None:
    set_language("fr")
    state = to_roll({0: "...."}, {0: "...."})
    state.roll(CORK, SPECIAL)
    assert find_choices(state, "l l 1") == [Deliver(CORK, 0)]
    assert find_choices(state, "livrer plastique 2") == [Deliver(PLASTIC, 1)]
    assert find_choices(state, "l p 4") == [Deliver(PAPER, 3)]


@given(seeds, seat_counts, rulesets())
def test_every_choice_is_found_by_its_number_and_by_its_words(
    seed: int, seats: int, ruleset: Ruleset
) -> None:
    for language in ("en", "fr"):
        set_language(language)
        state = State(ruleset, seats)
        for number, _step in enumerate(random_steps(state, seed)):
            for index, option in enumerate(state.legal(), 1):
                assert find_choices(state, str(index)) == [option]
                assert find_choices(state, describe(state, option)) == [option]
            if number > 40:
                break


def test_every_decision_has_words_in_some_game() -> None:
    met: dict[str, int] = {}
    for seed in range(60):
        state = State(Ruleset(money=6, fee=5, limit=1), 2)
        for _step in random_steps(state, seed):
            for option in state.legal():
                met[type(option).__name__] = met.get(type(option).__name__, 0) + bool(describe(state, option))
    assert {*met} == {type(decision).__name__ for decision in DECISIONS.values()}
