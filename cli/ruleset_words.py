"""The options of a ruleset in words: what differs from the default, and what is wrong with one."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cli.names import series
from cli.words import N_, _
from core.errors import Problem, RulesetError
from core.ruleset import BOUNDS, DEFAULT, ROWS, Ruleset
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


_OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "rows_to_end": N_("full rows that end the game: {value}"),
        "amounts": N_("amounts of the market: {value}"),
        "money": N_("dollars at the start: {value}"),
        "fee": N_("dollars of storage for each area: {value}"),
        "limit": N_("chips in an area without storage: {value}"),
        "chips": N_("chips of each material: {value}"),
        "most_rolls": N_("most rolls: {value}"),
    }
)


def tell_ruleset(rules_id: str, ruleset: Ruleset) -> str:
    """Give in one line what differs from the rules as they are by default."""
    changed = [
        _(template).format(value=_tell_value(getattr(ruleset, key)))
        for key, template in _OPTIONS.items()
        if getattr(ruleset, key) != getattr(DEFAULT, key)
    ]
    if not changed:
        return _("Rules {rules}, everything as by default.").format(rules=clean(rules_id))
    text = _("Rules {rules}, but with {options}.")
    return text.format(rules=clean(rules_id), options=series(changed))


def tell_options(ruleset: Ruleset) -> list[str]:
    """Give every option but the amounts in words, one a line."""
    told = [
        _(template).format(value=_tell_value(getattr(ruleset, key)))
        for key, template in _OPTIONS.items()
        if key != "amounts"
    ]
    clock = _("seconds for each choice: {value}") if ruleset.clock else _("no limit of time")
    return [*told, clock.format(value=ruleset.clock)]


def _tell_value(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(" ".join(map(str, row)) for row in value)
    return str(value)
