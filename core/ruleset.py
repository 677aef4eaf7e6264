"""The options that players agree on before a game, and their bounds (S2; clause 6.3)."""

from types import MappingProxyType
from typing import Final

from core.errors import Problem, RulesetError
from core.frozen import Frozen

ROWS: Final = 5
"""Market rows, and spaces in each (C4)."""
MOST_DOLLARS: Final = 1_000_000
BOUNDS: Final = MappingProxyType(
    {
        "rows_to_end": (1, ROWS),
        "amounts": (0, MOST_DOLLARS),
        "money": (0, MOST_DOLLARS),
        "fee": (0, MOST_DOLLARS),
        "limit": (0, 4),
        "chips": (5, 200),
        "most_rolls": (1, 1_000_000),
        "clock": (0, 86_400),
    }
)
"""Lowest and highest value of every option, by its name; for `amounts` of each single amount."""

Amounts = tuple[tuple[int, ...], ...]


class Ruleset(Frozen):
    """The options of one game; the constructor raises RulesetError for any outside S2.

    rows_to_end: full market rows that end the game (E1).
    amounts: dollars on each space of each market row, five by five (C4).
    money: dollars that each seat starts with (C5).
    fee: dollars of storage for each area over the limit (T1).
    limit: chips that an area may hold without a fee (T1).
    chips: chips of each material (C1).
    most_rolls: rolls after which the game ends (E3).
    clock: seconds that a person has for each choice, 0 for no limit. No rule of the game reads it: the
        players' own clients keep to it (clause 6.10).
    """

    rows_to_end: int = 4
    amounts: Amounts = (
        (10, 11, 12, 13, 14),
        (10, 13, 16, 19, 22),
        (10, 15, 20, 25, 30),
        (10, 17, 24, 31, 38),
        (10, 19, 28, 37, 46),
    )
    money: int = 30
    fee: int = 5
    limit: int = 2
    chips: int = 8
    most_rolls: int = 4096
    clock: int = 0

    def __post_init__(self) -> None:
        self.validate()

    def validate(self) -> None:
        """Raise RulesetError for the first option, in the order of BOUNDS, that breaks S2."""
        for key in BOUNDS:
            value: object = getattr(self, key)  # of any type, whatever is declared
            if key == "amounts":
                _check_amounts(value)
            else:
                _check_number(key, value)

    def options(self) -> tuple[int | Amounts, ...]:
        """All options in the order of the fields, as nested tuples of plain integers."""
        return (
            self.rows_to_end,
            self.amounts,
            self.money,
            self.fee,
            self.limit,
            self.chips,
            self.most_rolls,
            self.clock,
        )


def _check_number(key: str, value: object) -> None:
    if type(value) is not int:  # a bool is an int to isinstance, and no number to a player
        raise RulesetError(key, Problem.WRONG_TYPE)
    low, high = BOUNDS[key]
    if not low <= value <= high:
        raise RulesetError(key, Problem.OUT_OF_BOUNDS, (low, high))


def _check_amounts(amounts: object) -> None:
    if not isinstance(amounts, tuple):
        raise RulesetError("amounts", Problem.WRONG_TYPE)
    if len(amounts) != ROWS:
        raise RulesetError("amounts", Problem.WRONG_SHAPE, (ROWS, ROWS))
    for row in amounts:
        _check_row(row)


def _check_row(row: object) -> None:
    if not isinstance(row, tuple):
        raise RulesetError("amounts", Problem.WRONG_TYPE)
    if len(row) != ROWS:
        raise RulesetError("amounts", Problem.WRONG_SHAPE, (ROWS, ROWS))
    for amount in row:
        _check_number("amounts", amount)
    if list(row) != sorted(row):
        raise RulesetError("amounts", Problem.FALLING)


DEFAULT: Final = Ruleset()
LONG: Final = Ruleset(rows_to_end=5)
PRESETS: Final = MappingProxyType({"default": DEFAULT, "long": LONG})
"""The rulesets that have a name of their own."""
