"""`mark replay`: look at a finished, unfinished or broken game again, on the full screen or in lines."""

import asyncio
import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cli.console import open_console
from cli.finding_words import tell_finding
from cli.folders import data_folder
from cli.identity import NoIdentity, find_identity
from cli.names import shown_path, titled
from cli.playhead import Aim, Goal
from cli.replay_files import find_log
from cli.replay_goals import find_place
from cli.replay_plain import PlainReplay
from cli.replay_words import EndsBeforeStart, NotInLog, ProofGiven, SeatMissing
from cli.stage import settings_of, wants_screen
from p2p.genesis import Genesis
from p2p.store_errors import StoreError
from p2p.tape import Tape

if TYPE_CHECKING:
    from cli.screen.app import FullScreen


def run(args: Namespace) -> int:
    """Replay a log; gives the audit's exit code once all of the log has been read, else 0."""
    return asyncio.run(replay(args))


async def replay(args: Namespace, stage: "FullScreen | None" = None) -> int:
    """Replay as `run` does, over `stage` where one stands."""
    data = data_folder(args.data)
    path = find_log(data, args.log)
    with path.open("rb") as stream:
        tape = Tape(stream)
        if tape.is_proof:
            raise ProofGiven(path)
        if tape.genesis is None:
            return _fail(tape, path)
        return await _replay(args, tape, tape.genesis, path, stage)


async def _replay(
    args: Namespace, tape: Tape, genesis: Genesis, path: Path, stage: "FullScreen | None"
) -> int:
    if args.seat is not None and args.seat > len(genesis.seats):
        raise SeatMissing(len(genesis.seats))
    if stage is not None or (wants_screen(args) and args.last is None):
        seat = own_seat(data_folder(args.data), genesis) if args.seat is None else args.seat - 1
        from cli.screen.replay_client import show_tape  # noqa: PLC0415 - lines do without the screen

        await show_tape(tape, path, seat, settings_of(args), stage, goal=_first_goal(args))
    else:
        await _tell(args, tape, path)
    return 0 if tape.report is None else int(tape.report.verdict)


async def _tell(args: Namespace, tape: Tape, path: Path) -> None:
    """Tell the log in lines. Raises `NotInLog`, `EndsBeforeStart`."""
    is_listing = _is_listing(args)
    place = find_place(tape, _first_goal(args), 0)
    if place is None:
        raise NotInLog(tape.rounds, len(tape.landmarks.turns))
    last = _last_round(args, tape, place)
    if last is not None and last < place:
        raise EndsBeforeStart(place, last)
    replay = PlainReplay(tape, path, print if is_listing else _print)
    replay.move(place)
    if is_listing:
        replay.tell_to(last)
    else:
        await replay.talk(open_console())


def own_seat(data: Path, genesis: Genesis) -> int:
    """Give the seat of this computer's player; the first one in a game of others."""
    with suppress(NoIdentity, StoreError):
        return genesis.seat_of(find_identity(data).key.public) or 0
    return 0


def _is_listing(args: Namespace) -> bool:
    """Tell whether lines are only to be printed: a part of the log is named, or nobody sees them come."""
    named = (args.first, args.turn, args.last) != (None, None, None)
    return named or (sys.stdin is not None and sys.stdin.isatty() and not sys.stdout.isatty())


def _first_goal(args: Namespace) -> Goal:
    return Goal(Aim.ROUND, args.first or 0) if args.turn is None else Goal(Aim.TURN, args.turn)


def _last_round(args: Namespace, tape: Tape, place: int) -> int | None:
    """Give the last round to print, None for all: of a turn that was asked for, no more than that turn."""
    if args.last is None and args.turn is not None:
        return (find_place(tape, Goal(Aim.NEXT_TURN), place) or tape.rounds) - 1
    last: int | None = args.last
    return last


def _fail(tape: Tape, path: Path) -> int:
    """Say in one line why there is nothing to look at."""
    report = tape.report
    assert report is not None  # the start of the game is the first thing that is read
    problem = tell_finding(report.findings[0], report)
    print(f"{titled(shown_path(path))} {problem}", file=sys.stderr)
    return int(report.verdict)


def _print(line: str) -> None:
    print(line, flush=True)
