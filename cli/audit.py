"""`mark audit`: judge logs and proofs, alone and beside each other, as text or as JSON."""

import sys
from collections.abc import Sequence
from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING, Final

from cli.audit_wanted import Wanted, find_files, open_log
from cli.audit_work import Form, Judged, cores, judge_all
from cli.lines import say
from cli.words import _

if TYPE_CHECKING:  # a log without options needs neither
    from argparse import Namespace

    from p2p.compare import Comparison
    from p2p.verdict import Entry, Verdict

PROGRESS_SECONDS: Final = 0.2
"""Between two lines of progress, and before the first: quick work shows none."""

LACKING: Final = 1
"""Exit code when the logs are complete, but one has no such roll or auction to show."""


def run(args: "Namespace") -> int:
    """Judge what `args` names, print what was found, and give the verdict's exit code."""
    kind = _Json if args.json else _Quiet if args.quiet else _Text
    wanted = Wanted(args.every_signature, args.verbose, args.roll, args.auction)
    return _judge(args.logs, wanted, kind, args.jobs)


def run_on(logs: Sequence[str]) -> int:
    """Do what `run` does where there are no options."""
    return _judge(logs, Wanted(), _Text)


def _judge(logs: Sequence[str], wanted: Wanted, kind: "type[_Printer]", jobs: int | None = None) -> int:
    files = find_files(logs)
    printer = kind([file.path for file in files], wanted)
    progress = _Progress(len(files)) if sys.stderr.isatty() and kind is not _Quiet else None
    entries: list[Entry | None] = []
    try:
        with closing(judge_all(files, wanted, printer.form, jobs or cores(), progress)) as all_judged:
            for judged in all_judged:
                if progress and sys.stdout.isatty():
                    progress.clear()  # both are on one screen
                printer.show(judged)
                entries.append(judged.entry)
                if progress:
                    progress(len(entries), 0)
    finally:
        if progress:
            progress.clear()
    from p2p.verdict import gravest  # noqa: PLC0415 - workers are to start before it is loaded

    if len(files) == 1 and printer.form != "json":
        return printer.end((), gravest(*printer.verdicts))
    from p2p.compare import compare, overall  # noqa: PLC0415 - most audits are of one log

    games = compare(entries, lambda number: open_log(files[number].path))
    return printer.end(games, overall(printer.verdicts, games))


class _Printer:
    """Prints what was found as it is found, and counts the verdicts."""

    form: Form = "not at all"

    def __init__(self, paths: Sequence[str], wanted: Wanted) -> None:
        self.paths = paths
        self.wanted = wanted
        self.verdicts: dict[Verdict, int] = {}
        self.lacks = False

    def show(self, judged: Judged) -> None:
        """Tell of one log, the next in order."""
        self.verdicts[judged.verdict] = self.verdicts.get(judged.verdict, 0) + 1
        self.lacks = self.lacks or judged.lacks

    def end(self, games: "Sequence[Comparison]", verdict: "Verdict") -> int:
        """Tell of the games that several logs are of, and of all together; give the exit code."""
        code = int(verdict) or (LACKING if self.lacks else 0)
        self.tell_end(games, verdict, code)
        return code

    def tell_end(self, games: "Sequence[Comparison]", verdict: "Verdict", code: int) -> None:
        """Print what comes after the last log."""


class _Quiet(_Printer):
    """Only counts."""


class _Text(_Printer):
    def __init__(self, paths: Sequence[str], wanted: Wanted) -> None:
        super().__init__(paths, wanted)
        self.form = "whole" if wanted.verbose or len(paths) == 1 else "short"

    def show(self, judged: Judged) -> None:
        super().show(judged)
        lines = judged.text.split("\n")
        if self.wanted.roll is None and self.wanted.auction is None:
            say(*lines)
            return
        from cli.audit_by_hand import is_command  # noqa: PLC0415 - only these have commands

        for line in lines:
            if is_command(line):
                print(line)  # a line break in it would be another command
            else:
                say(line)

    def tell_end(self, games: "Sequence[Comparison]", verdict: "Verdict", code: int) -> None:  # noqa: ARG002
        if len(self.paths) == 1:
            return
        from cli.audit_text import game_lines, total_lines  # noqa: PLC0415

        lines = [line for game in games for line in game_lines(game, self.paths)]
        say(*lines, *total_lines(self.verdicts, verdict))


class _Json(_Printer):
    form: Form = "json"

    def __init__(self, paths: Sequence[str], wanted: Wanted) -> None:
        super().__init__(paths, wanted)
        from cli.audit_json import START  # noqa: PLC0415

        self._before = START

    def show(self, judged: Judged) -> None:
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
        text = (
            _("{done} of {total} logs, {size} KiB of the next one") if size else _("{done} of {total} logs")
        )
        self._show(text.format(done=done, total=self._total, size=size // 1024))

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            self._show("")
            print(end="\r", file=sys.stderr, flush=True)

    def _show(self, text: str) -> None:
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(text)
