"""What is wrong with an option of a ruleset, in one sentence that names the key and what is allowed."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cli.words import N_, _
from core.errors import Problem, RulesetError
from core.ruleset import BOUNDS, ROWS
from p2p.text import clean

_NUMBERS: Final = N_("The option {key} must be a whole number from {low} to {high}.")
_PROBLEMS: Final[Mapping[Problem, str]] = MappingProxyType(
    {
        Problem.UNKNOWN_KEY: N_("There is no option {key}: the options are {allowed}."),
        Problem.UNKNOWN_BASE: N_("The option {key} names no rules that are known: they are {allowed}."),
        Problem.WRONG_SHAPE: N_("The option {key} must have {low} rows of {high} amounts."),
        Problem.FALLING: N_("The option {key} must have rows in which no amount is below the one before it."),
        Problem.SYNTAX: N_("Line {line} is not TOML: write one option a line, such as money = 30."),
    }
)


def tell_ruleset_error(error: RulesetError) -> str:
    """Give the sentence for an option outside S2."""
    template = _PROBLEMS.get(error.problem, _NUMBERS)
    allowed: tuple[object, ...] = error.allowed
    if error.problem is Problem.WRONG_TYPE:
        return _wrong_type(error.key)
    low, high = (allowed[0], allowed[-1]) if allowed else ("", "")
    return _(template).format(
        key=clean(error.key), allowed=", ".join(map(str, allowed)), low=low, high=high, line=error.line
    )


def _wrong_type(key: str) -> str:
    if key == "amounts":
        text = _("The option amounts must be {rows} lists of {rows} whole numbers.")
        return text.format(rows=ROWS)
    if key == "base":
        return _('The option base must be a name in quotes, such as "long".')
    low, high = BOUNDS[key]
    return _(_NUMBERS).format(key=key, low=low, high=high)
