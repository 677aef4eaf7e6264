"""Rulesets as TOML text."""

import pytest

from core.errors import Problem, RulesetError
from core.ruleset import BOUNDS, DEFAULT, LONG, Ruleset
from core.rulesfile import parse_ruleset


def test_nothing_is_the_default() -> None:
    assert parse_ruleset("") == DEFAULT
    assert parse_ruleset('base = "default"') == DEFAULT
    assert parse_ruleset('base = "long"') == LONG


def test_every_option_can_be_set() -> None:
    text = """
    base = "long"
    amounts = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [0, 0, 0, 0, 0], [6, 7, 8, 9, 9]]
    money = 1
    fee = 2
    limit = 3
    chips = 9
    most_rolls = 10
    clock = 11
    """
    ruleset = parse_ruleset(text)
    assert ruleset.options() == (5, ((1, 2, 3, 4, 5),) * 3 + ((0,) * 5, (6, 7, 8, 9, 9)), 1, 2, 3, 9, 10, 11)
    assert parse_ruleset("rows_to_end = 2") == Ruleset(rows_to_end=2)


@pytest.mark.parametrize(
    ("text", "key", "problem"),
    [
        ("colour = 3", "colour", Problem.UNKNOWN_KEY),
        ("[money]\nfee = 3", "money", Problem.WRONG_TYPE),
        ("money = true", "money", Problem.WRONG_TYPE),
        ("money = 1.5", "money", Problem.WRONG_TYPE),
        ("chips = 4", "chips", Problem.OUT_OF_BOUNDS),
        ('base = "short"', "base", Problem.UNKNOWN_BASE),
        ("base = 1", "base", Problem.WRONG_TYPE),
        ("amounts = 5", "amounts", Problem.WRONG_TYPE),
        ("amounts = [1, 2]", "amounts", Problem.WRONG_SHAPE),
        ("amounts = [1, 2, 3, 4, 5]", "amounts", Problem.WRONG_TYPE),
        ("money = " + "9" * 5000, "", Problem.SYNTAX),
        ("money = " + "[" * 100_000, "", Problem.SYNTAX),
    ],
)
def test_each_problem_names_its_key(text: str, key: str, problem: Problem) -> None:
    with pytest.raises(RulesetError) as caught:
        parse_ruleset(text)
    assert (caught.value.key, caught.value.problem) == (key, problem)


def test_allowed_values_come_with_the_error() -> None:
    with pytest.raises(RulesetError) as caught:
        parse_ruleset("tip = 1")
    assert caught.value.allowed == ("base", *BOUNDS)
    with pytest.raises(RulesetError) as caught:
        parse_ruleset("limit = 5")
    assert caught.value.allowed == (0, 4)


@pytest.mark.parametrize(
    ("text", "line"), [("money = 3\nfee = = 4\n", 2), ("money = 3\nfee = [", 2), ("=", 1)]
)
def test_a_syntax_error_names_its_line(text: str, line: int) -> None:
    with pytest.raises(RulesetError) as caught:
        parse_ruleset(text)
    assert (caught.value.problem, caught.value.line) == (Problem.SYNTAX, line)
