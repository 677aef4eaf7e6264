"""What `mark audit` takes on the command line; the help text needs nothing else of the audit."""

import argparse

from cli.words import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `mark audit` takes."""
    parser.add_argument(
        "logs",
        nargs="+",
        metavar=_("LOG"),
        help=_("a log, a proof, or a folder that stands for all of them in it"),
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=_("print one JSON document"))
    form.add_argument("-q", "--quiet", action="store_true", help=_("print nothing: the exit code tells all"))
    parser.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help=_("tell everything about each log, and every roll and auction in a line"),
    )
    parser.add_argument(
        "--every-signature", action="store_true", help=_("check every signature, not one for each author")
    )
    parser.add_argument(
        "--roll",
        type=_roll_index,
        metavar="K",
        help=_("show what roll K was made of; 0 is the draw of the starting seat"),
    )
    parser.add_argument(
        "--auction",
        type=_auction_index,
        metavar="K",
        help=_("show what the bids of auction K were sealed from; 1 is the first"),
    )
    parser.add_argument(
        "--jobs",
        type=_jobs,
        metavar="N",
        help=_("judge many logs with up to N processes (by default one for each core)"),
    )


def _roll_index(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise argparse.ArgumentTypeError(_("a roll is a whole number, counted from 0"))
    return int(text)


def _auction_index(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text)):
        raise argparse.ArgumentTypeError(_("an auction is a whole number, counted from 1"))
    return int(text)


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text)):
        raise argparse.ArgumentTypeError(_("the number of processes is a whole number from 1 to 999"))
    return int(text)
