"""The ruleset that a person asks for: a preset by its name, or a TOML file."""

from pathlib import Path
from typing import Final

from core.errors import RulesetError
from core.ruleset import DEFAULT, PRESETS, Ruleset
from core.rulesfile import parse_ruleset

MOST_BYTES: Final = 64 * 1024
"""Size of the largest file that is read; one with every option has a few hundred bytes."""


class RulesFileError(ValueError):
    """The rules file at `path` cannot be used."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class RulesFileMissing(RulesFileError):
    """There is no such file, and no preset of that name."""

    presets: Final = ", ".join(PRESETS)


class RulesFileNoFile(RulesFileError):
    """What is there is a pipe, which may never give anything."""


class RulesFileTooLong(RulesFileError):
    """The file has more than MOST_BYTES bytes."""


class RulesFileNotText(RulesFileError):
    """The file is not UTF-8 text."""


class RulesFileWrong(RulesFileError):
    """An option in the file is outside the rules; `problem` says which and how."""

    def __init__(self, path: Path, problem: RulesetError) -> None:
        super().__init__(path)
        self.problem = problem


def load_ruleset(wanted: str | None) -> Ruleset:
    """Give the preset named `wanted`, else the ruleset in the file of that path; None is the default.

    A path that is spelled like a preset is reached by "./". Raises `RulesFileError`, and `OSError` for a
    file that is there and cannot be read.
    """
    if wanted is None:
        return DEFAULT
    if wanted in PRESETS:
        return PRESETS[wanted]
    path = Path(wanted)
    if path.is_fifo():  # would be waited for
        raise RulesFileNoFile(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise RulesFileMissing(path) from error
    if len(data) > MOST_BYTES:
        raise RulesFileTooLong(path)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise RulesFileNotText(path) from error
    try:
        return parse_ruleset(text)
    except RulesetError as error:
        raise RulesFileWrong(path, error) from error
