"""What `mark report` takes on the command line; the help text needs nothing else of the report."""

import argparse

from cli.words import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `mark report` takes."""
    parser.add_argument(
        "log",
        metavar=_("LOG"),
        nargs="?",
        help=_("a log, or the beginning of a game's id; else the game played last"),
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FILE"),
        required=True,
        help=_("the page to write"),
    )
    parser.add_argument("--force", action="store_true", help=_("write over the file if it is there already"))
