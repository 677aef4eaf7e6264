"""What `mark export` takes on the command line; the help text needs nothing else of it."""

import argparse

from cli.words import _

FORMATS = ("notation", "events", "states", "money")
"""Every form of a game that can be written, the default first."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `mark export` takes."""
    parser.add_argument(
        "log",
        metavar=_("LOG"),
        nargs="?",
        help=_("a log, a notation, or the beginning of a game's id; else the game played last"),
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        metavar=_("FORMAT"),
        default=FORMATS[0],
        help=_(
            "notation: a line for each turn, for people (default); events, states: JSON Lines; money: CSV"
        ),
    )
    parser.add_argument("-o", "--output", metavar=_("FILE"), help=_("write to this file (default: print it)"))
    parser.add_argument("--force", action="store_true", help=_("write over the file if it is there already"))
