"""`mark audit`: judge logs and proofs, alone and beside each other, as text or as JSON."""

import argparse
import sys
from time import monotonic
from typing import Final

from cli.words import _

PROGRESS_SECONDS: Final = 0.2
"""Between two lines of progress, and before the first: quick work shows none."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `mark audit` takes."""
    parser.add_argument(
        "logs",
        nargs="+",
        metavar=_("LOG"),
        help=_("a log, a proof, or a folder that stands for all of them in it"),
    )
    parser.add_argument("--json", action="store_true", help=_("print one JSON document"))
    parser.add_argument(
        "--every-signature", action="store_true", help=_("check every signature, not one for each author")
    )
    parser.add_argument(
        "--roll",
        type=_roll_index,
        metavar="K",
        help=_("show what roll K was made of; 0 is the draw of the starting seat"),
    )


def run(args: argparse.Namespace) -> int:
    """Judge what `args` names, print what was found, and give the verdict's exit code."""
    from cli.audit_files import audit_paths  # noqa: PLC0415 - the help text does without it

    progress = _Progress() if sys.stderr.isatty() else None
    outcome = audit_paths(
        args.logs,
        every_signature=args.every_signature,
        roll=args.roll,
        progress=progress,
    )
    if progress:
        progress.clear()
    if args.json:
        from cli.audit_json import as_json  # noqa: PLC0415

        print(as_json(outcome))
    else:
        from cli.audit_text import as_text  # noqa: PLC0415

        print(as_text(outcome))
    return outcome.exit_code


def _roll_index(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise argparse.ArgumentTypeError(_("a roll is a whole number, counted from 0"))
    return int(text)


class _Progress:
    """One line on stderr that is written over as the work goes on."""

    def __init__(self) -> None:
        self._next = monotonic() + PROGRESS_SECONDS
        self._width = 0

    def __call__(self, done: int, total: int, size: int) -> None:
        """Show how far it is, unless that was done a moment ago."""
        if monotonic() < self._next:
            return
        self._next = monotonic() + PROGRESS_SECONDS
        text = _("{done} of {total} logs, {size} KiB of the next one")
        self._show(text.format(done=done, total=total, size=size // 1024))

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            self._show("")
            print(end="\r", file=sys.stderr, flush=True)

    def _show(self, text: str) -> None:
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(text)
