"""The ruleset that a person asks for: a preset by its name, or a TOML file."""

from pathlib import Path
from typing import Final

from cli.text_file import read_text_file
from core.errors import RulesetError
from core.ruleset import DEFAULT, PRESETS, Ruleset
from core.rulesfile import parse_ruleset


class RulesFileError(ValueError):
    """The rules file at `path` cannot be used."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class RulesFileMissing(RulesFileError):
    """There is no such file, and no preset of that name."""

    presets: Final = ", ".join(PRESETS)


class RulesFileWrong(RulesFileError):
    """An option in the file is outside the rules; `problem` says which and how."""

    def __init__(self, path: Path, problem: RulesetError) -> None:
        super().__init__(path)
        self.problem = problem


def load_ruleset(wanted: str | None) -> Ruleset:
    """Give the preset named `wanted`, else the ruleset in the file of that path; None is the default.

    A path that is spelled like a preset is reached by "./". Raises `RulesFileError`, `TextFileProblem`,
    and `OSError` for a file that is there and cannot be read.
    """
    if wanted is None:
        return DEFAULT
    if wanted in PRESETS:
        return PRESETS[wanted]
    path = Path(wanted)
    try:
        text = read_text_file(path)
    except FileNotFoundError as error:
        raise RulesFileMissing(path) from error
    try:
        return parse_ruleset(text)
    except RulesetError as error:
        raise RulesFileWrong(path, error) from error
