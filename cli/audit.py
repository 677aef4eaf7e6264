"""`mark audit`: judge logs and proofs, alone and beside each other, as text or as JSON."""

import argparse
import sys
from time import monotonic
from typing import Final

from cli.lines import say
from cli.words import _

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.audit_work import Form, Judged
    from p2p.compare import Comparison, Entry
    from p2p.verdict import Verdict

PROGRESS_SECONDS: Final = 0.2
"""Between two lines of progress, and before the first: quick work shows none."""

LACKING: Final = 1
"""Exit code when the logs are complete, but one has no such roll or auction to show."""


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


def run(args: argparse.Namespace) -> int:
    """Judge what `args` names, print what was found, and give the verdict's exit code."""
    from contextlib import closing  # noqa: PLC0415 - the help text does without all these

    from cli.audit_files import Wanted, find_files, open_log  # noqa: PLC0415
    from cli.audit_work import cores, judge_all  # noqa: PLC0415
    from p2p.compare import compare  # noqa: PLC0415

    files = find_files(args.logs)
    printer = _printer(args, [file.path for file in files])
    progress = _Progress(len(files)) if sys.stderr.isatty() and not args.quiet else None
    wanted = Wanted(args.every_signature, args.verbose, args.roll, args.auction)
    entries: list[Entry | None] = []
    try:
        with closing(judge_all(files, wanted, printer.form, args.jobs or cores(), progress)) as all_judged:
            for judged in all_judged:
                if progress and judged.text:
                    progress.clear()
                printer.show(judged)
                entries.append(judged.entry)
    finally:
        if progress:
            progress.clear()
    return printer.end(compare(entries, lambda number: open_log(files[number].path)))


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


def _printer(args: argparse.Namespace, paths: "Sequence[str]") -> "_Printer":
    kind = _Json if args.json else _Quiet if args.quiet else _Text
    return kind(paths, whole=args.verbose or len(paths) == 1)


class _Printer:
    """Prints what was found as it is found, and counts the verdicts."""

    form: "Form"

    def __init__(self, paths: "Sequence[str]") -> None:
        self.paths = paths
        self.verdicts: dict[Verdict, int] = {}
        self.lacks = False

    def show(self, judged: "Judged") -> None:
        """Tell of one log, the next in order."""
        self.verdicts[judged.verdict] = self.verdicts.get(judged.verdict, 0) + 1
        self.lacks = self.lacks or judged.lacks

    def end(self, games: "Sequence[Comparison]") -> int:
        """Tell of the games that several logs are of, and of all together; give the exit code."""
        from p2p.compare import overall  # noqa: PLC0415

        verdict = overall(self.verdicts, games)
        code = int(verdict) or (LACKING if self.lacks else 0)
        self.tell_end(games, verdict, code)
        return code

    def tell_end(self, games: "Sequence[Comparison]", verdict: "Verdict", code: int) -> None:
        """Print what comes after the last log."""


class _Quiet(_Printer):
    def __init__(self, paths: "Sequence[str]", *, whole: bool) -> None:  # noqa: ARG002 - as its siblings
        super().__init__(paths)
        from cli.audit_work import Form  # noqa: PLC0415

        self.form = Form.NOT_AT_ALL


class _Text(_Printer):
    def __init__(self, paths: "Sequence[str]", *, whole: bool) -> None:
        super().__init__(paths)
        from cli.audit_work import Form  # noqa: PLC0415

        self.form = Form.WHOLE if whole else Form.SHORT

    def show(self, judged: "Judged") -> None:
        super().show(judged)
        say(*judged.text.split("\n"))

    def tell_end(self, games: "Sequence[Comparison]", verdict: "Verdict", code: int) -> None:  # noqa: ARG002
        from cli.audit_text import game_lines, total_lines  # noqa: PLC0415

        lines = [line for game in games for line in game_lines(game, self.paths)]
        if len(self.paths) > 1:
            lines += total_lines(self.verdicts, verdict)
        say(*lines)


class _Json(_Printer):
    def __init__(self, paths: "Sequence[str]", *, whole: bool) -> None:  # noqa: ARG002 - it is always whole
        super().__init__(paths)
        from cli.audit_json import START  # noqa: PLC0415
        from cli.audit_work import Form  # noqa: PLC0415

        self.form = Form.JSON
        self._before = START

    def show(self, judged: "Judged") -> None:
        super().show(judged)
        print(f"{self._before}\n    {judged.text}", end="")
        self._before = ","

    def tell_end(self, games: "Sequence[Comparison]", verdict: "Verdict", code: int) -> None:
        from cli.audit_json import end_json  # noqa: PLC0415

        print(end_json(games, verdict, code))


class _Progress:
    """One line on stderr that is written over as the work goes on."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._next = monotonic() + PROGRESS_SECONDS
        self._width = 0

    def __call__(self, done: int, size: int) -> None:
        """Show how far it is, unless that was done a moment ago."""
        if monotonic() < self._next:
            return
        self._next = monotonic() + PROGRESS_SECONDS
        text = _("{done} of {total} logs, {size} KiB of the next one")
        self._show(text.format(done=done, total=self._total, size=size // 1024))

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            self._show("")
            print(end="\r", file=sys.stderr, flush=True)

    def _show(self, text: str) -> None:
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(text)
