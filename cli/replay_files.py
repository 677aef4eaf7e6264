"""Which log `mark replay` plays: a file that is named, or a game of this computer, played or watched."""

from pathlib import Path

from cli.folders import games_folder, watched_folder
from p2p.frames import LOG_NAME


class LogMissing(Exception):
    """There is neither a file {wanted} nor a game whose id begins so."""

    def __init__(self, wanted: str) -> None:
        super().__init__(wanted)
        self.wanted = wanted


class LogNoFile(Exception):
    """{path} is neither a plain file nor the folder of a game."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class NothingPlayed(Exception):
    """There is no game in {folder}."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder


class SeveralLogs(Exception):
    """Several games have an id that begins so: {games}."""

    def __init__(self, games: str) -> None:
        super().__init__(games)
        self.games = games


def find_log(data: Path, wanted: str | None) -> Path:
    """Give the log that `wanted` names: a file, a game's folder, the beginning of an id; None: the newest.

    A game that was played and watched here is taken as it was played. Raises `LogMissing`, `LogNoFile`,
    `NothingPlayed`, `SeveralLogs`.
    """
    if wanted is None:
        logs = sorted(_logs(data), key=lambda path: path.stat().st_mtime)
        if not logs:
            raise NothingPlayed(data)
        return logs[-1]
    path = Path(wanted)
    if path.exists():
        return _log_in(path)
    games: dict[str, Path] = {}
    for path in _logs(data):
        if path.parent.name.startswith(wanted.lower()):
            games.setdefault(path.parent.name, path)
    if not games:
        raise LogMissing(wanted)
    if len(games) > 1:
        raise SeveralLogs(", ".join(games))
    return next(iter(games.values()))


def _log_in(path: Path) -> Path:
    log = path / LOG_NAME if path.is_dir() else path
    if not log.is_file():
        raise LogNoFile(path)
    return log


def _logs(data: Path) -> list[Path]:
    """Give the logs of this computer, those that were played before those that were watched."""
    folders = (games_folder(data), watched_folder(data))
    return [path for folder in folders for path in sorted(folder.glob(f"*/{LOG_NAME}")) if path.is_file()]
