"""Commands that go on until they are left: from the start of the process until a terminal has read an answer.

All of it happens on this computer, on loopback. The answer is the first that is of use to who waits for it:

    host     the table with its invite
    join     the table of another process, with the seat that was given there
    watch    the board of a game that two other processes play
    resume   the board of a game that was left, with the bots at it
    demo     the board of a game of bots, each in a process of its own

What home and `mark play` answer is their first screen (`benchmarks.startup_cases`).
"""

import tempfile
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from benchmarks.case import MILLISECONDS, Comparison, ours, time_each
from benchmarks.measure import Effort, Timed
from benchmarks.place import Place
from benchmarks.process import Process
from benchmarks.startup_cases import BOARD, LOOPBACK, OURS, SCREEN_IMPORTS
from p2p.invite import PREFIX


def first_answers(effort: Effort) -> Iterable[Comparison]:
    with tempfile.TemporaryDirectory() as name, ExitStack() as running:
        place = Place(Path(name))
        contenders = (
            *(
                ours(f"mark {line[0]}", partial(_read, place, line, shows))
                for line, shows in _lines(place.folder, running)
            ),
            ours("mark resume", partial(_resume, place)),
            place.shown_python(),
            place.shown_imports(SCREEN_IMPORTS),
        )
        yield time_each("first answer", MILLISECONDS, contenders, effort)


def _lines(folder: Path, running: ExitStack) -> Iterable[tuple[tuple[str, ...], str]]:
    """Give commands, each with a text of its answer; what they find on this computer is there meanwhile."""
    table = _host(folder / "table", running)
    game = _host(folder / "player 1", running)
    running.enter_context(Process("settling_peer", str(folder / "player 2"), game))
    host, guest, spectator = (
        ("--address", LOOPBACK, "--data", str(folder / name)) for name in ("host", "guest", "spectator")
    )
    yield ("host", "--name", "Ann", "--seats", "2", "--no-announce", *host), PREFIX
    yield ("join", table, "--name", "Ben", *guest), "2 of 2 seats taken"
    yield ("watch", game, *spectator), BOARD
    yield ("demo",), BOARD


def _host(folder: Path, running: ExitStack) -> str:
    """Have a table for two stand open while this runs; give its invite."""
    host = running.enter_context(Process("settling_peer", str(folder), "2"))
    return str(host.answer()["invite"])


def _read(place: Place, line: Sequence[str], shows: str) -> Timed:
    from benchmarks.screen import Screen  # needs what reads a screen

    return place.shown(place.script("mark", *OURS), *line, shows=shows, by=Screen)


def _resume(place: Place) -> Timed:
    """Leave a game, to be gone on with again and again."""
    folder = ("--data", str(place.folder / "left"))
    _read(place, ("play", *folder), BOARD)()
    return _read(place, ("resume", *folder), BOARD)
