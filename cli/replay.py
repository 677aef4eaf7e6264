"""`mark replay`: look at a finished, unfinished or broken game again, on the full screen or in lines."""

import asyncio
import sys
from argparse import Namespace
from pathlib import Path
from typing import Final

from cli.audit_words import tell_finding
from cli.console import open_console
from cli.folders import data_folder
from cli.playhead import Aim, Goal
from cli.replay_files import find_log
from cli.replay_goals import find_place
from cli.replay_plain import PlainReplay
from cli.replay_words import NotInLog, ProofGiven
from p2p.tape import Tape
from p2p.text import clean
from p2p.verdict import Report

_PATH_CHARACTERS: Final = 4096


def run(args: Namespace) -> int:
    """Replay a log; gives the audit's exit code once all of the log has been read, else 0."""
    data = data_folder(args.data)
    path = find_log(data, args.log)
    with path.open("rb") as stream:
        tape = Tape(stream)
        if tape.is_proof:
            raise ProofGiven(path)
        if tape.report is not None and tape.genesis is None:
            return _fail(tape.report, path)
        return asyncio.run(_replay(args, tape))


async def _replay(args: Namespace, tape: Tape) -> int:
    replay = PlainReplay(tape, print if _is_listing(args) else _print)
    replay.move(_first_place(args, tape))
    if _is_listing(args):
        replay.tell_to(_last_round(args, tape, replay.place))
    else:
        await replay.talk(open_console())
    return replay.exit_code


def _is_listing(args: Namespace) -> bool:
    """Tell whether lines are only to be printed: a part of the log is named, or nobody sees them come."""
    named = (args.first, args.turn, args.last) != (None, None, None)
    return named or (sys.stdin is not None and sys.stdin.isatty() and not sys.stdout.isatty())


def _first_place(args: Namespace, tape: Tape) -> int:
    """Give the place to begin at. Raises `NotInLog`."""
    goal = Goal(Aim.ROUND, args.first or 0) if args.turn is None else Goal(Aim.TURN, args.turn)
    place = find_place(tape, goal, 0)
    if place is None:
        raise NotInLog(tape.rounds, len(tape.landmarks.turns))
    return place


def _last_round(args: Namespace, tape: Tape, place: int) -> int | None:
    """Give the last round to print, None for all: of a turn that was asked for, no more than that turn."""
    if args.last is None and args.turn is not None:
        return (find_place(tape, Goal(Aim.NEXT_TURN), place) or tape.rounds) - 1
    last: int | None = args.last
    return last


def _fail(report: Report, path: Path) -> int:
    """Say in one line why there is nothing to look at."""
    problem = tell_finding(report.findings[0], report)
    print(f"{clean(str(path), _PATH_CHARACTERS)}: {problem}", file=sys.stderr)
    return int(report.verdict)


def _print(line: str) -> None:
    print(line, flush=True)
