"""The report of an error that nobody expected: its traceback in a file, and one sentence about it."""

import tempfile
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from cli.folders import data_folder
from cli.words import _


def write_report(error: BaseException, data: str | None, *, is_game: bool = False) -> str:
    """Write the traceback to a file in the data folder, else among the temporary files, and name it.

    `data` is the data folder as asked for on the command line. With `is_game` a second line says what becomes
    of a game that was going on.
    """
    told = _report(error, data)
    hint = _("A game that was going on can be resumed with: mark resume")
    return f"{told}\n{hint}" if is_game else told


def _report(error: BaseException, data: str | None) -> str:
    report = "".join(traceback.format_exception(error))
    name = f"crash-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    for folder in (lambda: data_folder(data), lambda: Path(tempfile.gettempdir())):
        if path := _write(folder, name, report):
            text = _("mark has failed with an error of its own; please report it with the file {path}")
            return text.format(path=path)
    text = _("mark has failed with an error of its own, and no file could be written about it: {error}")
    return text.format(error=type(error).__name__)


def _write(find: Callable[[], Path], name: str, report: str) -> Path | None:
    """Write a new file that only its owner can read; None if there is no folder that takes it."""
    try:
        folder = find()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number, path = tempfile.mkstemp(prefix=f"{name}-", suffix=".txt", dir=folder)
        with open(number, "w", encoding="utf-8", errors="backslashreplace") as file:  # noqa: PTH123 - a descriptor
            file.write(report)
    except (OSError, RuntimeError, ValueError):  # no such home, a path that cannot be one
        return None
    return Path(path)
