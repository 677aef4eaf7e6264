"""`mark` alone on a terminal: the home screen, from which everything else is done and to which it leads back.

Each thing is the command that does it, run on the same screen, with the options that its form says.
"""

import asyncio
from argparse import Namespace
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from cli import home_menus as menus
from cli.arguments import build_parser
from cli.crash import write_report
from cli.errors import sentence
from cli.person_name import player_name
from cli.preferences import Preferences, SettingsProblem
from cli.preferences_file import save_preferences, settings_path
from cli.screen.app import FullScreen
from cli.screen.menu_screen import Acts, MenuScreen
from cli.screen.models.menu import Menu, Row, filled
from cli.screen.settings import screen_settings
from cli.screen.ui import Page
from cli.stage import options_over
from cli.text_file import TextFileProblem
from cli.words import _, environment_language, set_language

INVITE_PREFIX: Final = "mark1-"


def run(args: Namespace) -> int:
    """Show the home screen until the person quits; the terminal is one that can show it."""
    return asyncio.run(Home(args).run())


class Home:
    """The home screen and what is done from it; one thing at a time, in `_doing`.

    `wanted` are the person's settings as they are now.
    """

    def __init__(self, args: Namespace) -> None:
        self._args = args
        self._kept: Preferences = args.preferences
        self.wanted: Preferences = _options_over(args)
        self._doing: asyncio.Task[None] | None = None
        self._has_failed = False
        self.at: Final = MenuScreen(
            menus.home_menu(), screen_settings(self.wanted), Acts(self._take, self._typed, self._closed)
        )
        self.screen: Final = FullScreen(self.at)

    async def run(self) -> int:
        """Show it until the person quits; gives 1 if the program itself has failed meanwhile, else 0."""
        try:
            await self.screen.show()
        finally:
            self._stop()
        return int(self._has_failed)

    def _take(self, menu: Menu, row: Row) -> None:
        match menu.name, row.name:
            case "home", name:
                self._open(name)
            case "play" | "host", menus.GO:
                self._do(menu.name, options_of(menu.name, menu.values))
            case "settings", menus.GO:
                self._save(menus.set_by(menu.values))
            case ("join" | "watch", "invite") | ("replay" | "audit", "file"):
                self.at.is_typing, self.at.opening = True, ""
            case ("join" | "watch") as command, invite:
                self._call(command, menu, invite)
            case "replay", log:
                self._do("replay", [log])
            case "resume", game:
                self._do("resume", [game, *options_of("resume", menu.values)])
            case "audit", log:
                self._begin(self._audit(log))
            case _:
                pass

    def _typed(self, menu: Menu, line: str) -> bool:
        """Take a typed line: an invite on the lists of tables, the path of a log, or a row's words."""
        if menu.name in {"replay", "audit"} and menus.is_path(line):
            self._take(menu, Row(menus.path_of(line), line))
            return True
        joined = "".join(line.split())
        if not joined.startswith(INVITE_PREFIX):
            return False
        if menu.name in {"join", "watch"}:
            self._call(menu.name, menu, joined)
        elif menu.name == "resume":
            self.at.fill("call", line)
        return menu.name in {"join", "watch", "resume"}

    def _call(self, command: str, menu: Menu, invite: str) -> None:
        if not invite.startswith(INVITE_PREFIX):
            self.at.note(_("That table is gone."))
        elif command == "watch":
            self._do("watch", [invite])
        elif problem := menus.check_name(menu.values["name"]):
            self.at.note(problem)
        else:
            self._do("join", [invite, *options_of("join", menu.values)])

    def _open(self, name: str) -> None:
        match name:
            case "play":
                self.at.open(menus.play_form(self.wanted, self._name()))
            case "host":
                self.at.open(menus.host_form(self.wanted, self._name()))
            case "join" | "watch":
                self.at.open(menus.table_list(name, (), self._name(), ""), mark="invite")
                self._begin(self._list_tables(name))
            case "resume" | "replay" | "audit":
                self._begin(self._list_games(name))
            case "rules":
                from cli.screen.pages import rules_page  # noqa: PLC0415 - once they are wanted

                self.at.show(rules_page())
            case "settings":
                path = settings_path(self._args.settings)
                self.at.open(menus.settings_form(self._kept, str(path)))
            case _:
                self.at.is_left = True

    def _closed(self, _menu: Menu) -> None:
        self._stop()

    def _name(self) -> str:
        return self.wanted.name or player_name()

    def _begin(self, what: Coroutine[Any, Any, None]) -> None:
        """Do this from now on; what was being done ends."""
        self._stop()
        self._doing = asyncio.ensure_future(what)
        self._doing.add_done_callback(self._ended)

    def _stop(self) -> None:
        self.at.work = ""
        if self._doing is not None:
            self._doing.cancel()
            self._doing = None

    def _ended(self, done: asyncio.Task[None]) -> None:
        """Take in that something is done; what has gone wrong becomes a sentence on the screen."""
        error = None if done.cancelled() else done.exception()
        if error is not None:
            self.at.close_all()
            worded = sentence(error)
            self._has_failed |= worded is None
            self.at.note(worded or write_report(error, self._args.data))
        self.screen.refresh()

    def _do(self, command: str, options: Sequence[str]) -> None:
        """Run a command with these options on this screen."""
        self.at.told.clear()
        self._begin(self._run(command, options))

    async def _run(self, command: str, options: Sequence[str]) -> None:
        args = build_parser(command, self.wanted).parse_args([*options, *self._common(command)])
        args.begun = False
        self.at.work = {row.name: row.text for row in menus.home_menu().rows}[command]
        self.screen.refresh()
        await asyncio.sleep(0)  # so that this is seen before modules are loaded
        try:
            await _COMMANDS[command](args, self.screen)
        finally:
            self.at.work = ""
        told = list(self.at.told)
        self._doing = None
        self.at.close_all()
        self.at.told += told

    def _common(self, command: str) -> list[str]:
        """Give what was said once for all that is done from here."""
        options = [f"--data={self._args.data}"] if self._args.data is not None else []
        if command in {"host", "join", "resume", "watch"}:
            options += [f"--address={one}" for one in self._args.address or ()]
            options += [f"--interface={one}" for one in self._args.interface or ()]
        return options

    async def _list_tables(self, kind: str) -> None:
        from cli.home_lists import watch_tables  # noqa: PLC0415 - once a network is wanted

        wanted = tuple(self._args.address or self._args.interface or ())

        def show(rows: Sequence[Row], off: str) -> None:
            values = self.at.menu.values if self.at.menu.name == kind else {}
            self.at.renew(filled(menus.table_list(kind, rows, self._name(), off), values))
            self.screen.refresh()

        await watch_tables(kind, wanted, show)

    async def _list_games(self, kind: str) -> None:
        from cli.home_lists import find_games  # noqa: PLC0415 - once games are wanted

        self.at.work = _("Looking at the games of this computer …")
        self.screen.refresh()
        rows = await asyncio.to_thread(find_games, kind, self._args.data)
        self.at.work = ""
        self.at.open(menus.game_list(kind, rows), mark=rows[0].name if rows else "")

    async def _audit(self, log: str) -> None:
        from cli.audit_files import audit_file  # noqa: PLC0415 - once it is wanted
        from cli.audit_report import head_lines, log_lines  # noqa: PLC0415
        from cli.audit_wanted import Wanted, find_files  # noqa: PLC0415

        files = find_files([log])
        audited = [await asyncio.to_thread(audit_file, file, Wanted()) for file in files]
        tell = log_lines if len(files) == 1 else head_lines
        self.at.show(Page(_("Audit"), tuple(line for one in audited for line in tell(one))))

    def _save(self, wanted: Preferences) -> None:
        path = settings_path(self._args.settings)
        try:
            save_preferences(path, wanted)
        except (SettingsProblem, TextFileProblem, OSError) as error:
            self.at.note(sentence(error) or type(error).__name__)
            return
        self._kept = self.wanted = wanted
        if self._args.lang is None:
            set_language(environment_language() if wanted.language == "auto" else wanted.language)
        self.at.settings = screen_settings(wanted)
        self.at.close_all()
        self.at.renew(menus.home_menu())
        self.at.note(_("Saved in {path}").format(path=path))


def _options_over(args: Namespace) -> Preferences:
    """Give the person's settings with what the command line says over them, all that home hands on too."""
    over = options_over(args)
    clock = over.clock if args.clock is None else args.clock
    return over.changed(name=args.name or over.name, level=args.level, clock=clock)


def options_of(command: str, values: dict[str, str]) -> list[str]:
    """Give the options of a command that a form's values mean."""
    names = {
        "play": ("name", "bots", "level"),
        "host": ("name", "seats", "port"),
        "join": ("name", "port"),
        "resume": ("port",),
    }
    options = [f"--{name}={values[name]}" for name in names[command]]
    if command in {"play", "host"}:
        options.append(f"--rules={menus.path_of(values['file']) or values['rules']}")
    if command == "resume":
        options += [f"--call={invite}" for invite in values["call"].split()]
    if command == "host":
        if values["clock"] != "0" or not values["file"]:  # which may have a clock of its own
            options.append(f"--clock={values['clock']}")
        options += ["--no-announce"] if values["announce"] == "false" else []
        options += ["--open"] if values["open"] == "true" else []
        options += {"invited": [], "open": ["--watch-open"], "nobody": ["--no-watch"]}[values["watching"]]
    return options


async def _play(args: Namespace, screen: FullScreen) -> None:
    from cli import solo  # noqa: PLC0415 - what a game needs is loaded with it, here and below
    from cli.table import agreed_rules  # noqa: PLC0415

    args.clock = 0
    await solo.play(args, agreed_rules(args), screen)


async def _host(args: Namespace, screen: FullScreen) -> None:
    from cli import table  # noqa: PLC0415

    await table.host(args, table.agreed_rules(args), screen)


async def _join(args: Namespace, screen: FullScreen) -> None:
    from cli import table  # noqa: PLC0415

    await table.join(args, screen)


async def _resume(args: Namespace, screen: FullScreen) -> None:
    from cli import table  # noqa: PLC0415

    await table.resume(args, screen)


async def _replay(args: Namespace, screen: FullScreen) -> None:
    from cli import replay  # noqa: PLC0415

    await replay.replay(args, screen)


async def _watch(args: Namespace, screen: FullScreen) -> None:
    from cli import watch  # noqa: PLC0415

    await watch.watch(args, screen)


_COMMANDS: Final = {
    "play": _play,
    "host": _host,
    "join": _join,
    "resume": _resume,
    "watch": _watch,
    "replay": _replay,
}
