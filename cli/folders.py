"""Where this program keeps its files on this computer; the one door to platformdirs."""

from pathlib import Path

IDENTITY_NAME = "identity"
GAMES_NAME = "games"
WATCHED_NAME = "watched"


def data_folder(wanted: str | None) -> Path:
    """Give the folder `wanted`, or the one that the system has for a user's data of this program."""
    if wanted is not None:
        return Path(wanted).expanduser()
    from platformdirs import user_data_path  # noqa: PLC0415 - a folder that is named needs no search

    return user_data_path("mark-p2p", appauthor=False)


def identity_path(data: Path) -> Path:
    """Give the file with this computer's keys."""
    return data / IDENTITY_NAME


def games_folder(data: Path) -> Path:
    """Give the folder that has one folder for each game."""
    return data / GAMES_NAME


def watched_folder(data: Path) -> Path:
    """Give the folder that has one folder for each game that was watched."""
    return data / WATCHED_NAME
