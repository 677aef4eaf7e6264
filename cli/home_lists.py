"""What the home screen lists: tables on the network, as they come and go, and the games of this computer."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from cli.audit_words import verdict_word
from cli.discovery_words import tell_discovery, tell_place
from cli.folders import data_folder, watched_folder
from cli.games import SavedGame, is_open, saved_games, saved_in
from cli.identity import NoIdentity, find_identity
from cli.names import listing, seat_names
from cli.screen.models.menu import Row
from cli.words import _, ngettext
from p2p.advert import Advert
from p2p.browser import Browser
from p2p.discovery import DiscoveryOff
from p2p.frames import LOG_NAME
from p2p.interfaces import own_addresses
from p2p.invite import format_invite

GONE: Final = "gone"
"""What the name of a row begins with whose table is gone."""
Show = Callable[[Sequence[Row], str], None]
"""Takes the rows as they are now, and why there can be none."""


async def watch_tables(kind: str, wanted: Sequence[str], show: Show) -> None:
    """Show the tables to join, or the games that anyone may watch, whenever they change, without end.

    Raises `InterfaceUnknown`.
    """
    own_addresses(wanted)  # a wrong name is an error of the person's, and no loss of network
    changed = asyncio.Event()
    off = ""

    def told(now: DiscoveryOff | None) -> None:
        nonlocal off
        off = "" if now is None else tell_discovery(now)
        changed.set()

    tables = TableRows(kind)
    async with Browser(lambda: own_addresses(wanted), lambda _news: changed.set(), told) as browser:
        while True:
            show(tables.rows(browser.tables), off)
            await changed.wait()
            changed.clear()


class TableRows:
    """A row for each table that fits, named by its invite.

    A row stays its table's for good, and one that is gone says so, so that none is taken by mistake.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._known: dict[str, Advert] = {}

    def rows(self, adverts: Sequence[Advert]) -> list[Row]:
        """Give the rows now that these tables are there."""
        fit = [one for one in adverts if (one.watch if self._kind == "watch" else not one.playing)]
        for advert in sorted(fit, key=lambda advert: (advert.host, advert.instance)):
            self._known[advert.instance] = advert
        there = [advert.instance for advert in fit]
        names = seat_names(advert.host for advert in self._known.values())
        return [
            Row(format_invite(one.invite), name, tell_place(one))
            if one.instance in there
            else Row(f"{GONE} {one.instance}", name, _("gone"))
            for one, name in zip(self._known.values(), names, strict=True)
        ]


def find_games(kind: str, data: str | None) -> list[Row]:
    """Give the games of this computer to go on with, or all, watched ones too, the one played last first."""
    folder = data_folder(data)
    if kind == "resume":
        try:
            key = find_identity(folder).key.public
        except NoIdentity:
            return []
        mine = [game for game in saved_games(folder) if any(seat.key == key for seat in game.report.seats)]
        unfinished = sorted((game for game in mine if is_open(game, key)), key=lambda one: not one.has_begun)
        return [_row(game.folder.name, game, _not_begun(game)) for game in unfinished]
    played = [(game, "") for game in saved_games(folder)]
    watched = [(game, _("watched")) for game in saved_in(watched_folder(folder))]
    games = sorted(played + watched, key=lambda one: -_age(one[0].folder))
    return [
        _row(str(game.folder / LOG_NAME), game, note)
        for game, note in games
        if (game.folder / LOG_NAME).is_file()
    ]


def _age(folder: Path) -> float:
    log = folder / LOG_NAME
    return log.stat().st_mtime if log.is_file() else 0.0


def _not_begun(game: SavedGame) -> str:
    return "" if game.has_begun else _("not begun")


def _row(name: str, game: SavedGame, note: str) -> Row:
    players = listing(seat_names(seat.name for seat in game.report.seats))
    rolls = ngettext("{count} roll", "{count} rolls", game.report.rolls).format(count=game.report.rolls)
    played = f"{datetime.fromtimestamp(_age(game.folder)).astimezone():%Y-%m-%d %H:%M}"
    facts = [played, verdict_word(game.report.verdict), rolls, note, game.folder.name[:4]]
    return Row(name, players, ", ".join(filter(None, facts)))
