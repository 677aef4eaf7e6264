"""The home screen in lines of text: what can be done, each by its command, with what is there for it now."""

import asyncio
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Final

from cli.discovery_words import tell_table
from cli.folders import data_folder, games_folder
from cli.home_lists import find_games
from cli.home_menus import ENTRIES
from cli.lines import say
from cli.names import quoted, seat_names, shown_path, titled
from cli.person_name import player_name
from cli.preferences_file import load_preferences, settings_path
from cli.replay_files import NothingPlayed, find_log
from cli.tables import Find, find_tables, tell_none
from cli.words import _, ngettext
from p2p.advert import Advert

LISTEN_SECONDS: Final = 2.0
"""How long tables are listened for."""
MOST_GAMES: Final = 5
"""Games to go on with that are named; the newest ones."""


def run(args: Namespace, find: Find = find_tables) -> int:
    """Print what can be done and how; gives 0. Raises `InterfaceUnknown`, `SettingsMissing`."""
    path = settings_path(args.settings)
    load_preferences(path, must_exist=args.settings is not None)  # nothing here makes the file
    say(_("MARK"), _("A board game between your own computers, with no server."))
    say("", _("Looking for tables on this network …"))
    found = asyncio.run(find([*(args.address or args.interface or ())], LISTEN_SECONDS))
    fitting = sorted(found.tables, key=lambda advert: (advert.host, advert.instance))
    page = _Page(args, fitting, tell_none(found.off))
    width = max(len(_(text)) for _name, text, _detail in ENTRIES)
    for name, text, detail in ENTRIES:
        if detail:
            say("", f"{_(text):<{width}}  {_(detail)}")
            say(*(f"  {line}" for line in page.lines(name)), hanging=4)
    say("", _("All commands and their options: mark --help"))
    return 0


class _Page:
    """What each entry of the home screen is here: commands as they can be typed, and what they are for."""

    def __init__(self, args: Namespace, tables: Sequence[Advert], none: str) -> None:
        self._args, self._tables, self._none = args, tables, none
        self._data = data_folder(args.data)

    def lines(self, name: str) -> Iterator[str]:
        """Give the lines below an entry."""
        match name:
            case "play":
                yield self._command("play", "--bots", "2")
            case "host":
                yield self._command("host", "--seats", "3", *self._name())
            case "join":
                yield from self._list_tables("join", [one for one in self._tables if not one.playing])
            case "watch":
                yield from self._list_tables("watch", [one for one in self._tables if one.watch])
            case "resume":
                yield from self._list_games()
            case "replay":
                yield self._command("replay", *(() if self._has_played() else (_("FILE"),)))
            case "audit":
                logs = games_folder(self._data) if self._has_played() else _("FILE")
                yield f"mark audit {quoted(str(logs))}"
            case "rules":
                yield "mark rules"
            case _:
                yield _("Kept in {path}").format(path=shown_path(settings_path(self._args.settings)))

    def _list_tables(self, command: str, tables: Sequence[Advert]) -> Iterator[str]:
        name = self._name() if command == "join" else ()
        if tables:
            yield self._command(command, *name)
        names = seat_names(advert.host for advert in tables)
        yield from (f"  {tell_table(one, name)}" for one, name in zip(tables, names, strict=True))
        if command == "join" and not tables:
            yield self._none
        yield self._command(command, _("INVITE"), *name)

    def _list_games(self) -> Iterator[str]:
        games = find_games("resume", self._args.data)
        for row in games[:MOST_GAMES]:
            yield f"{self._command('resume', row.name)}  ({titled(row.text)} {row.detail})"
        if not games:
            yield _("There is no game on this computer that you could go on with.")
        elif (more := len(games) - MOST_GAMES) > 0:
            text = ngettext("and {count} older game", "and {count} older games", more)
            yield text.format(count=more)

    def _has_played(self) -> bool:
        try:
            find_log(self._data, None)
        except NothingPlayed:
            return False
        return True

    def _name(self) -> tuple[str, ...]:
        """Give the option for the person's name, unless that is among the settings."""
        if self._args.preferences.name and not self._args.name:
            return ()
        return ("--name", self._args.name or player_name())

    def _command(self, command: str, *words: str) -> str:
        """Give a command as it is typed, with what was said once for all that is done from here."""
        options = [*words]
        if self._args.data is not None:
            options += ["--data", self._args.data]
        if self._args.settings is not None:
            options += ["--settings", self._args.settings]
        if command in {"host", "join", "resume", "watch"}:
            for option in ("address", "interface"):
                options += [
                    word for one in getattr(self._args, option) or () for word in (f"--{option}", one)
                ]
        return " ".join(("mark", command, *map(quoted, options)))
