"""The command line: which commands there are, what each takes, and an example of each.

Nothing but argparse is imported for it, and a command's own arguments are made when it is chosen.
"""

import argparse
import os
import sys

from cli.words import LANGUAGES, N_, _, ngettext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

BOT_LEVELS = ("random", "cautious")
"""The bots of core.bots, which is not imported for a help text."""

USAGE_ERROR = 2
"""Exit code of a command line that cannot be understood."""

_WIDEST = 100
"""Columns beyond which a help text is not drawn out: long lines are hard to read."""

# argparse looks its own words up by these two names: this makes them part of our catalogue. Should a later
# version do it in another way, its words stay English.
argparse._ = _  # type: ignore[attr-defined]
argparse.ngettext = ngettext  # type: ignore[attr-defined]


class Parser(argparse.ArgumentParser):
    """A parser that takes its arguments from `fill` when it is first used, and complains in one line."""

    fill: "Callable[[argparse.ArgumentParser], None] | None" = None

    def parse_known_args(  # type: ignore[override]  # one of the overloads is all that is used
        self, args: "Sequence[str] | None" = None, namespace: "argparse.Namespace | None" = None
    ) -> "tuple[argparse.Namespace, list[str]]":
        """Parse as usual, with the command's own arguments in place."""
        fill, self.fill = self.fill, None
        if fill is not None:
            fill(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> "NoReturn":
        """Leave with one line on stderr that names the problem and the help for it."""
        text = _("{program}: {problem}; {program} --help tells more.")
        print(text.format(program=self.prog, problem=message), file=sys.stderr)
        raise SystemExit(USAGE_ERROR)


def build_parser() -> Parser:
    """Give the parser of the whole command line in the language in use."""
    parser = Parser(
        prog="mark",
        allow_abbrev=False,
        add_help=False,
        formatter_class=_Formatter,
        description=_("The board game MARK between your own computers, with no server."),
        epilog="\n  ".join((_("Examples:"), *(command[2] for command in _COMMANDS))),
    )
    _add_common(parser)
    parser.add_argument("--version", action="store_true", help=_("print the version and leave"))
    commands = parser.add_subparsers(dest="command", metavar=_("COMMAND"), title=_("commands"))
    for name, summary, example, fill in _COMMANDS:
        command = commands.add_parser(
            name,
            allow_abbrev=False,
            add_help=False,
            formatter_class=_Formatter,
            help=_(summary),
            description=_sentence(_(summary)),
            epilog=_example(example),
        )
        command.fill = fill
    return parser


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Lays help out for the terminal's width, asked for in the cheapest way."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(_columns(), _WIDEST) - 2)

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


def _example(command: str) -> str:
    return _("Example: {command}").format(command=command)


def _sentence(summary: str) -> str:
    return f"{summary[:1].upper()}{summary[1:]}."


def _add_common(parser: argparse.ArgumentParser) -> None:
    """Add what every command takes, before or after its name."""
    group = parser.add_argument_group(_("for every command"))
    group.add_argument("-h", "--help", action="help", help=_("show this help and leave"))
    group.add_argument(
        "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=_("language; else as the system says")
    )
    group.add_argument(
        "--data", metavar=_("DIR"), default=argparse.SUPPRESS, help=_("folder for the key and the games")
    )


def _fill_demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), default=2, help=_("number of seats (default: 2)")
    )
    parser.add_argument("--seed", type=int, metavar="N", help=_("draw all chance from this number"))
    parser.add_argument("--out", metavar=_("DIR"), help=_("keep every peer's files in this folder"))
    _add_rules(parser)
    parser.add_argument("--plain", action="store_true", help=_("one line for each event, no board"))
    _add_bot(parser, default="cautious")
    _add_common(parser)


def _fill_host(parser: argparse.ArgumentParser) -> None:
    _add_name(parser)
    parser.add_argument(
        "--seats", type=int, choices=(2, 3, 4), required=True, help=_("number of seats, yours included")
    )
    _add_rules(parser)
    _add_network(parser)


def _fill_join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("invite", metavar=_("INVITE"), help=_("the invite that the host has sent you"))
    _add_name(parser)
    _add_network(parser)


def _fill_resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar=_("GAME"),
        nargs="?",
        help=_("beginning of the game's id; else the only unfinished one"),
    )
    _add_network(parser)


def _fill_audit(parser: argparse.ArgumentParser) -> None:
    from cli.audit import add_arguments  # noqa: PLC0415 - other commands do without it

    add_arguments(parser)
    _add_common(parser)


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--name", type=_name, metavar=_("NAME"), required=True, help=_("how the others see you at the table")
    )


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar=_("FILE"), help=_("a TOML file with rules, or default, or long"))


def _add_bot(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    parser.add_argument(
        "--bot",
        choices=BOT_LEVELS,
        metavar=_("LEVEL"),
        default=default,
        help=_("let a bot play: random, cautious"),
    )


def _add_network(parser: argparse.ArgumentParser) -> None:
    _add_bot(parser)
    parser.add_argument(
        "--port", type=_port, metavar="P", default=0, help=_("port to listen on (default: any free one)")
    )
    parser.add_argument(
        "--address",
        action="append",
        metavar="A",
        help=_("numeric address of this computer to give to the others; may be repeated"),
    )
    _add_common(parser)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 0xFFFF):
        raise argparse.ArgumentTypeError(_("a port is a number from 0 to 65535"))
    return int(text)


def _name(text: str) -> str:
    from p2p.text import MAX_NAME_CHARACTERS, is_name  # noqa: PLC0415 - other commands do without it

    if not is_name(text):
        problem = _("a name has 1 to {most} visible characters and no space at either end")
        raise argparse.ArgumentTypeError(problem.format(most=MAX_NAME_CHARACTERS))
    return text


_COMMANDS = (
    ("demo", N_("let bots play a whole game and audit it"), "mark demo --players 3 --seed 7", _fill_demo),
    ("host", N_("open a table and invite others"), "mark host --name Ada --seats 2", _fill_host),
    ("join", N_("take a seat at a table"), "mark join mark1:... --name Ben", _fill_join),
    ("resume", N_("go on with an unfinished game"), "mark resume", _fill_resume),
    ("audit", N_("check the logs of games"), "mark audit game.mark", _fill_audit),
    ("rules", N_("read the rules of the game"), "mark rules", _add_common),
    ("id", N_("show the key of this computer"), "mark id", _add_common),
)
"""Every command: its name, what it does, an example, and what adds its arguments."""
