"""What `mark replay` takes on the command line; the help text needs nothing else of the replay."""

import argparse
from typing import Final

from cli.words import _

_MOST: Final = 999_999_999
"""The greatest round or turn that can be named: more than any log has."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `mark replay` takes."""
    parser.add_argument(
        "log",
        metavar=_("LOG"),
        nargs="?",
        help=_("a log, or the beginning of a game's id; else the game played last"),
    )
    start = parser.add_mutually_exclusive_group()
    start.add_argument(
        "--from", type=_count, metavar="N", dest="first", help=_("begin at this round, counted from 0")
    )
    start.add_argument("--turn", type=_count, metavar="N", help=_("begin at this turn, counted from 1"))
    parser.add_argument(
        "--to", type=_count, metavar="N", dest="last", help=_("print the lines up to this round, and leave")
    )
    parser.add_argument(
        "--seat", type=int, choices=(1, 2, 3, 4), help=_("seat whose view is shown first (default: your own)")
    )


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(_MOST))):
        problem = _("this is a whole number from 0 to {most}")
        raise argparse.ArgumentTypeError(problem.format(most=_MOST))
    return int(text)
