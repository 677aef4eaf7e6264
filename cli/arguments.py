"""What each command takes on the command line; argparse is all that is imported for it."""

import argparse
import os
import sys

from cli.lines import say
from cli.options import (
    OneText,
    add_address,
    add_clock,
    add_interface,
    add_level,
    add_name,
    add_network,
    add_ready,
    add_rules,
    add_seed,
    read_seconds,
    read_seed,
)
from cli.overview import COMMANDS
from cli.words import LANGUAGES, _, ngettext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from cli.preferences import Preferences

SET_COMMANDS = ("home", "play", "host", "join", "resume", "watch", "replay")
"""The commands that heed a person's settings."""

THEMES = ("dark", "light", "none")
COLOURS = ("auto", "256", "16", "none")
"""As in cli.preferences, which is not imported for a help text."""

USAGE_ERROR = 2
"""Exit code of a command line that cannot be understood."""

MOST_CHARACTERS = 400
"""Length to which what is wrong with a command line is cut."""

_WIDEST = 100
"""Columns beyond which a help text is not drawn out: long lines are hard to read."""

# argparse looks its own words up by these two names: this makes them part of our catalogue. Should a later
# version do it in another way, its words stay English.
argparse._ = _  # type: ignore[attr-defined]
argparse.ngettext = ngettext  # type: ignore[attr-defined]


class Parser(argparse.ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> "NoReturn":
        """Leave with one line on stderr that names the problem and the help for it."""
        from p2p.text import clean  # noqa: PLC0415 - only for a mistake

        text = _("{program}: {problem}; {program} --help tells more.")
        say(text.format(program=self.prog, problem=clean(message, MOST_CHARACTERS)), stream=sys.stderr)
        raise SystemExit(USAGE_ERROR)


def build_parser(command: str, preferences: "Preferences | None" = None) -> Parser:
    """Give the parser of one of the commands in `cli.overview`, in the language in use.

    What a command line leaves open is as the person has set it in `preferences`.
    """
    summary, example = COMMANDS[command]
    parser = Parser(
        prog=f"mark {command}",
        allow_abbrev=False,
        add_help=False,
        formatter_class=_Formatter,
        description=_sentence(_(summary)),
        epilog=_("Example: {command}").format(command=example),
    )
    _FILLS.get(command, _add_nothing)(parser)
    _add_common(parser)
    if command in SET_COMMANDS:
        _add_settings(parser)
        _prefer(parser, preferences)
    return parser


def _prefer(parser: argparse.ArgumentParser, preferences: "Preferences | None") -> None:
    """Take what a person has set as the default of the options that say the same."""
    from cli.preferences import Preferences  # noqa: PLC0415 - other commands do without it

    wanted = preferences or Preferences()
    keys = ("theme", "colours", "ascii", "confirm", "mouse", "plain", "level")
    parser.set_defaults(preferences=wanted, **{key: getattr(wanted, key) for key in keys})
    if wanted.name:
        for action in parser._actions:  # noqa: SLF001 - there is no other way to make an option optional
            if action.dest == "name":
                action.required, action.default = False, wanted.name


def _add_settings(parser: argparse.ArgumentParser) -> None:
    """Add what a person can also set once and for all, in the settings file."""
    group = parser.add_argument_group(_("for this once; else as in the settings"))
    group.add_argument("--settings", metavar=_("FILE"), help=_("the settings file; else the system's place"))
    both = argparse.BooleanOptionalAction
    group.add_argument("--plain", action=both, help=_("lines of text in place of the full screen"))
    group.add_argument("--theme", choices=THEMES, help=_("theme of the colours"))
    group.add_argument("--colours", "--colors", choices=COLOURS, help=_("colours of the terminal"))
    group.add_argument("--ascii", action=both, help=_("draw with ASCII alone"))
    group.add_argument("--confirm", action=both, help=_("ask before each choice"))
    group.add_argument("--mouse", action=both, help=_("take clicks of the mouse"))


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Lays help out for the terminal's width, asked for in the cheapest way."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(_columns(), _WIDEST) - 2)

    def start_section(self, heading: str | None) -> None:
        """Begin a group of arguments; argparse puts a colon behind its title as English does."""
        titled = _("{title}:").format(title=heading).removesuffix(":")
        super().start_section(None if heading is None else titled)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return [text] if len(text) <= width else super()._split_lines(text, width)  # which imports textwrap


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS", "")) or 80
    except ValueError:
        pass
    try:
        return os.get_terminal_size().columns or 80
    except OSError:
        return 80


def _sentence(summary: str) -> str:
    return f"{summary[:1].upper()}{summary[1:]}."


def _add_common(parser: argparse.ArgumentParser) -> None:
    """Add what every command takes."""
    group = parser.add_argument_group(_("for every command"))
    group.add_argument("-h", "--help", action="help", help=_("show this help and leave"))
    group.add_argument("--lang", choices=LANGUAGES, help=_("language; else as the system says"))
    group.add_argument("--data", metavar=_("DIR"), help=_("folder for the key and the games"))


def _add_nothing(parser: argparse.ArgumentParser) -> None:
    """Leave a command with what is common to all."""


def _fill_demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), default=2, help=_("number of seats (default: 2)")
    )
    parser.add_argument("--seed", type=read_seed, metavar="N", help=_("draw all chance from this number"))
    parser.add_argument("--out", metavar=_("DIR"), help=_("keep every peer's files in this folder"))
    add_rules(parser)
    parser.add_argument("--plain", action="store_true", help=_("one line for each event, no board"))
    add_level(parser, "--bot")


def _fill_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bots", type=int, choices=(1, 2, 3), default=1, help=_("number of bots at the table (default: 1)")
    )
    add_level(parser)
    add_name(parser, required=False)
    add_rules(parser)
    parser.add_argument(
        "--pace",
        type=read_seconds,
        metavar="S",
        default=0.6,
        help=_("seconds that a bot waits before each choice (default: 0.6)"),
    )
    add_seed(parser)


def _fill_home(parser: argparse.ArgumentParser) -> None:
    add_name(parser, required=False)
    add_level(parser)
    add_clock(parser, has_rules=False)
    add_interface(parser)
    add_address(parser)


def _fill_host(parser: argparse.ArgumentParser) -> None:
    add_name(parser)
    parser.add_argument(
        "--seats", type=int, choices=(2, 3, 4), required=True, help=_("number of seats, yours included")
    )
    add_rules(parser)
    add_clock(parser, has_rules=True)
    add_network(parser)
    parser.add_argument(
        "--open", action="store_true", help=_("let anyone sit down who finds the table, without asking you")
    )
    parser.add_argument(
        "--no-announce", action="store_true", help=_("let nobody find the table without its invite")
    )
    add_ready(parser)
    add_seed(parser)


def _fill_join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "invite",
        metavar=_("INVITE"),
        nargs="*",
        action=OneText,
        help=_("the invite that the host has sent you; else pick a table of this network"),
    )
    add_name(parser)
    add_ready(parser)
    add_network(parser)
    add_seed(parser)


def _fill_resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar=_("GAME"),
        nargs="?",
        help=_("beginning of the game's id; else the only unfinished one"),
    )
    parser.add_argument(
        "--call",
        action="append",
        metavar=_("INVITE"),
        default=[],
        help=_("call the player who has sent you this invite at its addresses too; may be repeated"),
    )
    add_network(parser, goes_on=True)


def _fill_watch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "invites",
        metavar=_("INVITE"),
        nargs="*",
        help=_("what a player of the game gets for the word invite, of one or several; else pick a game"),
    )
    add_interface(parser)
    parser.add_argument(
        "--address",
        action="append",
        metavar="A",
        help=_("address of this computer on whose network to look for games; may be repeated"),
    )


def _fill_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("print one JSON document"))
    add_interface(parser)
    parser.add_argument(
        "--seconds", type=read_seconds, metavar="S", default=2.0, help=_("seconds to listen (default: 2)")
    )


def _fill_doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "invite",
        metavar=_("INVITE"),
        nargs="*",
        action=OneText,
        help=_("see also whether the host of this invite can be reached"),
    )
    parser.add_argument("--json", action="store_true", help=_("print one JSON document"))
    add_interface(parser)
    add_address(parser)


def _fill_replay(parser: argparse.ArgumentParser) -> None:
    from cli.replay_arguments import add_arguments  # noqa: PLC0415 - other commands do without it

    add_arguments(parser)


def _fill_export(parser: argparse.ArgumentParser) -> None:
    from cli.export.arguments import add_arguments  # noqa: PLC0415 - other commands do without it

    add_arguments(parser)


def _fill_audit(parser: argparse.ArgumentParser) -> None:
    from cli.audit_arguments import add_arguments  # noqa: PLC0415 - other commands do without it

    add_arguments(parser)


def _fill_report(parser: argparse.ArgumentParser) -> None:
    from cli.report.arguments import add_arguments  # noqa: PLC0415 - other commands do without it

    add_arguments(parser)


_FILLS = {
    "demo": _fill_demo,
    "host": _fill_host,
    "join": _fill_join,
    "play": _fill_play,
    "home": _fill_home,
    "resume": _fill_resume,
    "watch": _fill_watch,
    "tables": _fill_tables,
    "doctor": _fill_doctor,
    "replay": _fill_replay,
    "export": _fill_export,
    "audit": _fill_audit,
    "report": _fill_report,
}
"""What adds a command's own arguments, where it has any."""
