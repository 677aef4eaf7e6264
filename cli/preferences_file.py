"""The file with a person's settings, in the folder that the system has for settings: found, read, written."""

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from cli.preferences import Preferences, SettingsProblem, SettingsSyntax, read_preferences, write_preferences
from cli.text_file import TextFileNotText, TextFileTooLong, read_text_file

SETTINGS_NAME: Final = "settings.toml"


class SettingsMissing(SettingsProblem):
    """A settings file that was asked for is not there."""


def settings_path(wanted: str | None) -> Path:
    """Give the file `wanted`, or the one in the folder that the system has for a user's settings."""
    if wanted is not None:
        return Path(wanted).expanduser()
    from platformdirs import user_config_path  # noqa: PLC0415 - a file that is named needs no search

    return user_config_path("mark-p2p", appauthor=False) / SETTINGS_NAME


def load_preferences(path: Path, *, must_exist: bool = False) -> Preferences:
    """Give the settings in the file, or the defaults without one.

    Raises `SettingsProblem`, `TextFileProblem`, `OSError`.
    """
    try:
        try:
            return read_preferences(read_text_file(path))
        except FileNotFoundError as missing:
            if must_exist:
                raise SettingsMissing from missing
            return Preferences()
    except SettingsProblem as problem:
        problem.path = path
        raise


def save_preferences(path: Path, wanted: Preferences) -> None:
    """Write the settings into the file, with the comments that are in it; all of it or nothing.

    A file that holds what is no setting is left to its owner. Raises `SettingsProblem`, `TextFileNoFile`,
    `OSError`.
    """
    try:
        text = read_text_file(path)
        read_preferences(text)
    except (FileNotFoundError, SettingsSyntax, TextFileNotText, TextFileTooLong):
        text = ""
    except SettingsProblem as problem:
        problem.path = path
        raise
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(prefix=f"{path.name}-", dir=path.parent)
    with ExitStack() as undo:
        undo.callback(Path(name).unlink, missing_ok=True)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(write_preferences(wanted, text))
        Path(name).replace(path)
        undo.pop_all()
