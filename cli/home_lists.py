"""What the home screen lists: tables on the network, as they come and go, and the games of this computer."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from cli.audit_words import verdict_word
from cli.discovery_words import tell_discovery, tell_table
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
from p2p.verdict import Report

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

    async with Browser(lambda: own_addresses(wanted), lambda _news: changed.set(), told) as browser:
        while True:
            show(table_rows(kind, browser.tables), off)
            await changed.wait()
            changed.clear()


def table_rows(kind: str, adverts: Sequence[Advert]) -> list[Row]:
    """Give a row for each table that fits, named by its invite, in an order that stays."""
    fit = [one for one in adverts if (one.watch if kind == "watch" else not one.playing)]
    fit.sort(key=lambda advert: (advert.host, advert.instance))
    names = seat_names(advert.host for advert in fit)
    return [
        Row(format_invite(advert.invite), tell_table(advert, name))
        for advert, name in zip(fit, names, strict=True)
    ]


def find_games(kind: str, data: str | None) -> list[Row]:
    """Give the games of this computer to go on with, or all, watched ones too, the one played last first."""
    folder = data_folder(data)
    if kind == "resume":
        try:
            key = find_identity(folder).key.public
        except NoIdentity:
            return []
        return [_row(game.folder.name, game, "") for game in saved_games(folder) if is_open(game, key)]
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


def _row(name: str, game: SavedGame, note: str) -> Row:
    players = listing(seat_names(seat.name for seat in game.report.seats))
    notes = [note] if note else []
    return Row(name, players, ", ".join((*_facts(game.report), *notes, game.folder.name)))


def _facts(report: Report) -> list[str]:
    rolls = ngettext("{count} roll", "{count} rolls", report.rolls).format(count=report.rolls)
    return [verdict_word(report.verdict), rolls]
