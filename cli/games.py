"""The games that this computer's player has not finished: what `mark resume` can go on with."""

from pathlib import Path

from cli.folders import games_folder
from cli.names import listing, seat_names, series
from cli.words import _, ngettext
from core.frozen import Frozen
from p2p.audit import audit_log
from p2p.frames import JOURNAL_NAME, LOG_MAGIC, LOG_NAME, frame, header
from p2p.session import NotYours
from p2p.store import read_journal
from p2p.stored import first_of_log, has_left
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


class SavedGame(Frozen):
    """A game on this computer: its folder, whose name begins its id, and what an audit says of its log.

    `left` tells that this seat had nothing more to say in it when its client was stopped.
    """

    folder: Path
    report: Report
    left: bool

    @property
    def has_begun(self) -> bool:
        """Whether more than its start is known of this game; the others may have gone on all the same."""
        only_start = not self.report.rounds and self.report.verdict is Verdict.UNFINISHED
        return not (only_start and (self.folder / LOG_NAME).is_file())

    @property
    def line(self) -> str:
        """One line that tells this game from others."""
        players = listing(seat_names(seat.name for seat in self.report.seats))
        if not self.has_begun:
            return _("{id}: {players}, not begun").format(id=self.folder.name, players=players)
        rolls = self.report.rolls
        text = ngettext(
            "{id}: {players}, {rolls} roll so far", "{id}: {players}, {rolls} rolls so far", rolls
        )
        return text.format(id=self.folder.name, players=players, rolls=rolls)


def find_game(data: Path, key: bytes, wanted: str | None) -> SavedGame:
    """Give the game whose log is not complete and whose id begins with `wanted`, or the only unfinished one.

    `key` is this player's: a game that it has left for good is unfinished no more, and is given only to one
    who names it. One that has not begun counts only where no other is unfinished.

    Raises `NoUnfinishedGame`, `NoSuchGame`, `SeveralGames`, `NotYours`.
    """
    games = [game for game in saved_games(data) if game.report.verdict is not Verdict.COMPLETE]
    if wanted is None:
        games = [game for game in games if is_open(game, key)]
        games = [game for game in games if game.has_begun] or games
    else:
        games = [game for game in games if game.folder.name.startswith(wanted.lower())]
        if not games:
            raise NoSuchGame(wanted)
    if not games:
        raise NoUnfinishedGame(games_folder(data))
    if len(games) > 1:
        raise SeveralGames(series(game.line for game in games))
    if all(seat.key != key for seat in games[0].report.seats):
        raise NotYours
    return games[0]


def is_open(game: SavedGame, key: bytes) -> bool:
    """Tell whether this player, who has this key, has something left to do in a game."""
    return game.report.verdict is not Verdict.COMPLETE and not (game.left or _has_gone(game.report, key))


def saved_games(data: Path) -> list[SavedGame]:
    """Give all games in the data folder whose start can be read, the one played last first.

    The start is in the log, or else in the journal: a log that is lost can be taken from the others.
    """
    return saved_in(games_folder(data))


def saved_in(folder: Path) -> list[SavedGame]:
    """Give all games in a folder of games, played or watched, as `saved_games` does."""
    files = [path for name in (LOG_NAME, JOURNAL_NAME) for path in folder.glob(f"*/{name}")]
    files = [path for path in files if path.is_file()]
    files.sort(key=lambda path: (-path.stat().st_mtime, path))
    folders = dict.fromkeys(path.parent for path in files)
    return [game for game in map(_read_game, folders) if game.report.seats]


def _read_game(folder: Path) -> SavedGame:
    log, journal = folder / LOG_NAME, _read_journal(folder)
    report = audit_log(b"")
    if log.is_file():
        with log.open("rb") as stream:
            report = audit_log(stream)
    if not report.seats and (first := first_of_log(journal)) is not None:
        report = audit_log(header(LOG_MAGIC) + frame(first))
    return SavedGame(folder, report, has_left(journal))


def _read_journal(folder: Path) -> tuple[bytes, ...]:
    return read_journal(folder) if (folder / JOURNAL_NAME).is_file() else ()


def _has_gone(report: Report, key: bytes) -> bool:
    gone = [one.seat for one in report.resigned] + [seat for one in report.removed for seat in one.seats]
    return any(report.seats[seat].key == key for seat in gone)
