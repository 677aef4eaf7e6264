"""What a person can set once and for all: the table of settings; a settings file's text read and changed."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cli.words import LANGUAGES, N_, _
from core.frozen import Frozen
from p2p.text import MAX_NAME_CHARACTERS, is_name

MOST_CLOCK: Final = 86_400
"""Most seconds of a table's clock, as core.ruleset bounds it."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "language": ("auto", *LANGUAGES),
        "theme": ("dark", "light", "none"),
        "colours": ("auto", "256", "16", "none"),
        "level": ("random", "cautious"),
    }
)
"""The settings that are one of a few words."""
SUMMARIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": N_("your name at a table"),
        "language": N_("language"),
        "theme": N_("theme of the colours"),
        "colours": N_("colours of the terminal"),
        "ascii": N_("draw with ASCII alone"),
        "confirm": N_("ask before each choice"),
        "mouse": N_("take clicks of the mouse"),
        "plain": N_("lines of text in place of the full screen"),
        "level": N_("how the bots play"),
        "clock": N_("seconds for each choice at your tables (0: no limit)"),
    }
)
"""Every setting, in the order of a new file, and what it is."""
_AT_LINE: Final = r"at line (\d+)"


class Preferences(Frozen):
    """The settings of one person; `clock` is in seconds, 0 for none, and an empty name for none."""

    name: str = ""
    language: str = "auto"
    theme: str = "dark"
    colours: str = "auto"
    ascii: bool = False
    confirm: bool = True
    mouse: bool = True
    plain: bool = False
    level: str = "cautious"
    clock: int = 0


class SettingsProblem(ValueError):
    """A settings file cannot be used; `path` says which, once it is known."""

    path: object = ""


class SettingsSyntax(SettingsProblem):
    """Line {line} is not TOML."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class SettingUnknown(SettingsProblem):
    """There is no setting {key}: the settings are {allowed}."""

    allowed: Final = ", ".join(SUMMARIES)

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class SettingWrong(SettingsProblem):
    """The setting {key} cannot be that: it is {allowed}."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key

    @property
    def allowed(self) -> str:
        """What the setting can be, in words."""
        if self.key in CHOICES:
            return _("one of {values}, in quotes").format(values=", ".join(CHOICES[self.key]))
        if self.key == "name":
            return _("1 to {most} visible characters, in quotes").format(most=MAX_NAME_CHARACTERS)
        if self.key == "clock":
            return _("a whole number from 0 to {most}").format(most=MOST_CLOCK)
        return _("true or false")


def read_preferences(text: str) -> Preferences:
    """Give the settings of a file with this text. Raises `SettingsProblem`."""
    import tomllib  # noqa: PLC0415 - most people have no such file

    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        found = re.search(_AT_LINE, str(error))
        raise SettingsSyntax(int(found[1]) if found else text.count("\n") + 1) from error
    for key, value in values.items():
        if key not in SUMMARIES:
            raise SettingUnknown(key)
        if not _fits(key, value):
            raise SettingWrong(key)
    return Preferences(**values)


def _fits(key: str, value: Any) -> bool:
    if key in CHOICES:
        return type(value) is str and value in CHOICES[key]
    if key == "name":
        return type(value) is str and (value == "" or is_name(value))
    if key == "clock":
        return type(value) is int and 0 <= value <= MOST_CLOCK
    return type(value) is bool


def write_preferences(wanted: Preferences, text: str = "") -> str:
    """Give the text of a file with these settings: `text` with its comments kept, where it can be changed so.

    A setting is one line, so lines are all that is changed; a file in which that goes wrong, as with a value
    over several lines, is written anew.
    """
    values = wanted.as_dict()
    lines = text.splitlines()
    for key, value in values.items():
        pattern = re.compile(rf"\s*{key}\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^#\"']*?)\s*(#.*)?$")
        found = [(number, match) for number, line in enumerate(lines) if (match := pattern.match(line))]
        written = f"{key} = {_toml(value)}"
        for number, match in found:
            lines[number] = f"{written}  {match[1]}" if match[1] else written
        if not found and value != getattr(Preferences(), key):
            lines.append(written)
    changed = "".join(f"{line}\n" for line in lines)
    try:
        if read_preferences(changed) == wanted:
            return changed
    except SettingsProblem:
        pass
    return "".join(f"{key} = {_toml(value)}\n" for key, value in values.items())


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
