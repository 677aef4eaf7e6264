"""`mark export`: write a game down in another form, from its log or its notation."""

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

from cli.export.course import Exporter
from cli.export.events import EventsWriter
from cli.export.logged import LoggedGame
from cli.export.money import MoneyWriter
from cli.export.notation import NotationWriter
from cli.export.notation_reader import START_BYTES, is_notation, read_notation
from cli.export.states import StatesWriter
from cli.finding_words import tell_finding
from cli.folders import data_folder
from cli.lines import say
from cli.names import shown_path, titled
from cli.output_file import new_file
from cli.replay_files import find_log
from cli.replay_words import ProofGiven, tell_report
from cli.words import _
from p2p.verdict import Report, Verdict

_WRITERS: Final[dict[str, Callable[[], Exporter]]] = {
    "notation": NotationWriter,
    "events": EventsWriter,
    "states": StatesWriter,
    "money": MoneyWriter,
}


class EventsNeedLog(Exception):
    """A notation, such as {path}, has no events."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class NothingToExport(Exception):
    """Not even the start of a game can be read; `report` tells why."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


def run(args: Namespace) -> int:
    """Export a game; gives the audit's exit code for a log, 0 for a notation that is in order."""
    path = find_log(data_folder(args.data), args.log)
    with path.open("rb") as stream:
        try:
            report = _export(args, path, stream)
        except NothingToExport as nothing:
            _say(path, tell_finding(nothing.report.findings[0], nothing.report))
            return int(nothing.report.verdict)
    if report is None or report.verdict is Verdict.COMPLETE:
        return 0
    text = _("Exported as far as it goes. {verdict}")
    _say(path, text.format(verdict=tell_report(report)))
    return int(report.verdict)


def _export(args: Namespace, path: Path, source: BinaryIO) -> Report | None:
    """Write what was asked for where it was asked for; gives the report for a log.

    A file and a pipe get UTF-8 and the line ends of the form, whatever the system's own are; a terminal what
    it can show.
    """
    if args.output is not None:
        with new_file(Path(args.output), force=args.force, source=path) as target:
            return _write(args.format, path, source, lambda text: target.write(text.encode()))
    if sys.stdout.isatty():
        return _write(args.format, path, source, sys.stdout.write)
    sys.stdout.flush()
    return _write(args.format, path, source, lambda text: sys.stdout.buffer.write(text.encode()))


def _write(form: str, path: Path, source: BinaryIO, show: Callable[[str], object]) -> Report | None:
    exporter = _WRITERS[form]()
    means_notation = is_notation(source.read(START_BYTES))
    source.seek(0)
    if means_notation:
        if form == "events":
            raise EventsNeedLog(path)
        for text in read_notation(source, exporter):
            show(text)
        return None
    report = LoggedGame(source, exporter, show).read()
    if report.is_proof:
        raise ProofGiven(path)
    if report.game_id is None:
        raise NothingToExport(report)
    return report


def _say(path: Path, text: str) -> None:
    say(f"{titled(shown_path(path))} {text}", stream=sys.stderr)
