"""`mark report`: write a game as one page that convinces a stranger."""

from argparse import Namespace
from pathlib import Path
from typing import Final

from cli.folders import data_folder
from cli.lines import say
from cli.names import shown_path
from cli.output_file import new_file
from cli.replay_files import find_log
from cli.replay_words import tell_report
from cli.report.course import Course
from cli.report.snapshot import Snapshot, take_snapshot
from cli.words import _
from p2p.tape import Tape
from p2p.verdict import Fault, Report

_NEEDED: Final = ("jinja2", "markupsafe", "pygal")


class ExtraMissing(Exception):
    """A library of the extra `report` is not installed."""


def run(args: Namespace) -> int:
    """Write the page, tell where it is and what the audit says; gives the audit's exit code."""
    try:
        from cli.report.page import render  # noqa: PLC0415 - the libraries are optional
    except ModuleNotFoundError as error:
        if error.name in _NEEDED:
            raise ExtraMissing from error
        raise
    path, output = find_log(data_folder(args.data), args.log), Path(args.output)
    if (refused := _judge_start(path)) is not None:
        say(tell_report(refused))
        return int(refused.verdict)
    with new_file(output, force=args.force, source=path) as target, take_snapshot(path) as snapshot:
        tape, course, report = read_whole(snapshot)
        for part in render(snapshot, tape, course, report):
            target.write(part.encode())
        size = target.tell()
    text = _("The page: {path} ({size} KiB)")
    say(tell_report(report))
    say(text.format(path=shown_path(output), size=-(-size // 1024)))
    return int(report.verdict)


def _judge_start(path: Path) -> Report | None:
    """Give the verdict where the first bytes tell that this is no log: there is nothing to copy or show."""
    with path.open("rb") as stream:
        report = Tape(stream).report
    is_none = report is not None and any(one.fault is Fault.NOT_A_LOG for one in report.findings)
    return report if is_none else None


def read_whole(snapshot: Snapshot) -> tuple[Tape, Course, Report]:
    """Audit a log, and sum up its course as far as it is sound."""
    tape = Tape(snapshot.stream)
    genesis = tape.genesis
    course = Course(0 if genesis is None else len(genesis.seats))
    if genesis is not None and tape.report is None:
        tape.follow(course.see)
    while tape.read_on():
        pass
    assert tape.report is not None
    return tape, course, tape.report
