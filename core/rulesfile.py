"""Read a ruleset from the text of a TOML file."""

import re
from typing import Any

from core.errors import Problem, RulesetError
from core.ruleset import BOUNDS, PRESETS, Ruleset

_AT_LINE = r"at line (\d+)"


def parse_ruleset(text: str) -> Ruleset:
    """Give the ruleset that `text` describes: a preset named by `base`, changed key by key (S2).

    Without `base` the default ruleset is changed. Raises RulesetError, which names the key.
    """
    options = _load(text)
    base = options.pop("base", "default")
    if not isinstance(base, str):
        raise RulesetError("base", Problem.WRONG_TYPE)
    if base not in PRESETS:
        raise RulesetError("base", Problem.UNKNOWN_BASE, tuple(PRESETS))
    for key in options:
        if key not in BOUNDS:
            raise RulesetError(key, Problem.UNKNOWN_KEY, ("base", *BOUNDS))
    if "amounts" in options:
        options["amounts"] = _as_tuples(options["amounts"])
    return PRESETS[base].changed(**options)


def _load(text: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - most games have no file of rules

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        found = re.search(_AT_LINE, str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise RulesetError("", Problem.SYNTAX, line=line) from error


def _as_tuples(value: object) -> object:
    """Turn lists of lists into tuples of tuples; anything else is left for the ruleset to refuse."""
    if not isinstance(value, list):
        return value
    return tuple(tuple(row) if isinstance(row, list) else row for row in value)
