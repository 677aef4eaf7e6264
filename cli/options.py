"""Options that several commands take, and what reads their values."""

import argparse
from collections.abc import Sequence
from typing import Any

from cli.words import _

BOT_LEVELS = ("random", "cautious")
"""The bots of core.bots, which is not imported for a help text."""

MOST_SECONDS = 600
"""Longest time to listen for tables."""


def add_name(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add the name at the table."""
    parser.add_argument(
        "--name",
        type=read_name,
        metavar=_("NAME"),
        required=required,
        help=_("how the others see you at the table"),
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the rules of the table."""
    parser.add_argument(
        "--rules", metavar=_("FILE"), help=_("rules of the table: default, long, or a TOML file")
    )


def add_level(parser: argparse.ArgumentParser, name: str = "--level") -> None:
    """Add how the bots of a table play."""
    parser.add_argument(
        name,
        choices=BOT_LEVELS,
        metavar=_("LEVEL"),
        default="cautious",
        help=_("how the bots play: random, cautious (default: cautious)"),
    )


def add_clock(parser: argparse.ArgumentParser, *, has_rules: bool) -> None:
    """Add the soft clock of a table, whose rules are given too or those of the form that hosts it."""
    text = _("seconds for each choice, after which mark makes a modest one; 0: no limit; wins over --rules")
    if not has_rules:
        text = _("seconds for each choice at the tables that you host; 0: no limit")
    parser.add_argument(
        "--clock",
        type=read_clock,
        metavar="S",
        help=text,
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add what a demonstration gives its peers; nobody should play others with chance that can be known."""
    parser.add_argument("--seed", help=argparse.SUPPRESS)


def add_bot(parser: argparse.ArgumentParser) -> None:
    """Add a bot that plays the seat."""
    parser.add_argument(
        "--bot",
        choices=BOT_LEVELS,
        metavar=_("LEVEL"),
        help=_("let a bot play: random, cautious"),
    )


def add_rematch(parser: argparse.ArgumentParser) -> None:
    """Add how often a bot plays again."""
    parser.add_argument(
        "--rematch",
        type=read_rematches,
        metavar="N",
        default=0,
        help=_("let the bot play again up to N times, when others ask for it"),
    )


def add_ready(parser: argparse.ArgumentParser) -> None:
    """Add being ready for any full table."""
    parser.add_argument(
        "--ready", action="store_true", help=_("be ready for any full table, without being asked; bots are")
    )


def add_network(parser: argparse.ArgumentParser, *, goes_on: bool = False) -> None:
    """Add what every command takes that plays on a network, or that `goes_on` there."""
    port = _("port to listen on (default: any free one)")
    if goes_on:
        port = _("port to listen on (default: the one of before, else any free one)")
    add_bot(parser)
    add_rematch(parser)
    add_watching(parser)
    parser.add_argument("--port", type=read_port, metavar="P", default=0, help=port)
    add_interface(parser)
    add_address(parser)


def add_watching(parser: argparse.ArgumentParser) -> None:
    """Add who may watch the game."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--no-watch", action="store_true", help=_("let nobody watch the game through you"))
    group.add_argument(
        "--watch-open", action="store_true", help=_("let anyone on the network watch, without an invite")
    )


def add_interface(parser: argparse.ArgumentParser) -> None:
    """Add the networks to use."""
    parser.add_argument(
        "--interface",
        action="append",
        metavar="I",
        help=_("network interface to use, by name or address (default: all); may be repeated"),
    )


def add_address(parser: argparse.ArgumentParser) -> None:
    """Add the addresses to give out."""
    parser.add_argument(
        "--address",
        action="append",
        metavar="A",
        help=_("numeric address of this computer to give out; wins over --interface; may be repeated"),
    )


def read_port(text: str) -> int:
    """Give the number of a port. Raises `ArgumentTypeError`, whose text tells what is wrong."""
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 0xFFFF):
        raise argparse.ArgumentTypeError(_("a port is a number from 0 to 65535"))
    return int(text)


class OneText(argparse.Action):
    """Takes words for one text with spaces in it, as an invite may have (14.2); without any it is None."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002 - argparse calls so
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        """Put the text together."""
        setattr(namespace, self.dest, " ".join(values or ()) or None)


def read_seed(text: str) -> int:
    """Give a seed. Raises `ArgumentTypeError`, whose text tells what is wrong."""
    try:
        return int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(_("this is a whole number")) from error


def read_rematches(text: str) -> int:
    """Give a number of rematches. Raises `ArgumentTypeError`, whose text tells what is wrong."""
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise argparse.ArgumentTypeError(_("rematches are a whole number from 0 to 999"))
    return int(text)


def read_seconds(text: str) -> float:
    """Give seconds. Raises `ArgumentTypeError`, whose text tells what is wrong."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(_("seconds are a number from 0 to {most}").format(most=MOST_SECONDS))
    return seconds


def read_clock(text: str) -> int:
    """Give the seconds of a clock. Raises `ArgumentTypeError`, whose text tells what is wrong."""
    from core.ruleset import BOUNDS  # noqa: PLC0415 - other commands do without it

    _low, most = BOUNDS["clock"]
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and int(text) <= most):
        problem = _("a clock has a whole number of seconds from 0 to {most}")
        raise argparse.ArgumentTypeError(problem.format(most=most))
    return int(text)


def read_name(text: str) -> str:
    """Give a name as it stands. Raises `ArgumentTypeError`, whose text tells what is wrong."""
    from p2p.text import MAX_NAME_CHARACTERS, is_name  # noqa: PLC0415 - other commands do without it

    if not is_name(text):
        problem = _("a name has 1 to {most} visible characters and no space at either end")
        raise argparse.ArgumentTypeError(problem.format(most=MAX_NAME_CHARACTERS))
    return text
