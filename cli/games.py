"""The games that this computer's player has not finished: what `mark resume` can go on with."""

from dataclasses import dataclass
from pathlib import Path

from cli.folders import games_folder
from cli.names import listing, seat_names
from cli.words import _
from p2p.audit import audit_log
from p2p.frames import LOG_NAME
from p2p.session import NotYours
from p2p.verdict import Report, Verdict


class NoUnfinishedGame(Exception):
    """There is no game to go on with in {folder}: host or join one, or name another folder with --data."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder


class NoSuchGame(Exception):
    """No unfinished game's id begins with {game}: leave it out to see which there are."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


class SeveralGames(Exception):
    """There are several unfinished games, told by {games}: say which one, by the beginning of its id."""

    def __init__(self, games: str) -> None:
        super().__init__(games)
        self.games = games


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game on this computer: its folder, whose name begins its id, and what an audit says of its log."""

    folder: Path
    report: Report

    @property
    def line(self) -> str:
        """One line that tells this game from others."""
        players = listing(seat_names(seat.name for seat in self.report.seats))
        text = _("{id}: {players}, {rolls} rolls so far")
        return text.format(id=self.folder.name, players=players, rolls=self.report.rolls)


def find_game(data: Path, key: bytes, wanted: str | None) -> SavedGame:
    """Give the unfinished game whose id begins with `wanted`, or the only one there is.

    `key` is this player's: a game that it has left for good is over for it. Raises `NoUnfinishedGame`,
    `NoSuchGame`, `SeveralGames`, `NotYours`.
    """
    games = [game for game in saved_games(data) if not _is_over(game.report, key)]
    if wanted is not None:
        games = [game for game in games if game.folder.name.startswith(wanted.lower())]
        if not games:
            raise NoSuchGame(wanted)
    if not games:
        raise NoUnfinishedGame(games_folder(data))
    if len(games) > 1:
        raise SeveralGames("; ".join(game.line for game in games))
    if all(seat.key != key for seat in games[0].report.seats):
        raise NotYours
    return games[0]


def saved_games(data: Path) -> list[SavedGame]:
    """Give all games in the data folder whose start can be read, the one played last first."""
    logs = [path for path in games_folder(data).glob(f"*/{LOG_NAME}") if path.is_file()]
    logs.sort(key=lambda path: (-path.stat().st_mtime, path))
    games = []
    for path in logs:
        with path.open("rb") as stream:
            games.append(SavedGame(path.parent, audit_log(stream)))
    return [game for game in games if game.report.seats]


def _is_over(report: Report, key: bytes) -> bool:
    gone = [one.seat for one in report.resigned] + [seat for one in report.removed for seat in one.seats]
    left = [seat for seat in gone if report.seats[seat].key == key]
    return report.verdict is Verdict.COMPLETE or bool(left)
