"""Start-up of the command in whole processes, against a bare Python and against others' first screens."""

import tempfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from benchmarks.audit_cases import make_logs
from benchmarks.case import MILLISECONDS, Comparison, floor, ours, peer, time_each
from benchmarks.measure import Effort
from benchmarks.place import Place

OURS = ("cli.main", "run")
LOOPBACK = "127.0.0.1"
BOARD = "0 of 4 rows full"
"""What the board shows of a game that has just begun."""
NOT_ALL_IS_WELL = 1
"""The exit code of `mark doctor` where a system lets nobody find tables."""

AUDIT_IMPORTS = """
import msgpack
from cryptography.hazmat.primitives.asymmetric import ed25519
"""
"""What `mark audit` takes of others."""
SCREEN_IMPORTS = """
import asyncio, argparse, msgpack, zmq, prompt_toolkit.application, prompt_toolkit.layout.menus
from cryptography.hazmat.primitives.asymmetric import ed25519
"""
"""What `mark play` takes of others until its first screen."""
HOME_IMPORTS = """
import argparse, asyncio, pathlib, tomllib
from prompt_toolkit.application import Application
from prompt_toolkit.layout.menus import CompletionsMenu
"""
"""What the home screen takes of others."""


def commands(effort: Effort) -> Iterable[Comparison]:
    """Measure commands that answer and leave."""
    title = "start-up, processor time"
    with tempfile.TemporaryDirectory() as name:
        place = Place(Path(name))
        log = place.folder / "game.mark"
        log.write_bytes(make_logs(4, 1)[0][0])
        lines = (
            ("--help",),
            ("audit", str(log)),
            ("rules",),
            ("id", "--data", str(place.folder)),
            ("replay", "--plain", str(log)),
            ("export", str(log)),
            ("tables", "--interface", LOOPBACK, "--seconds", "0"),
        )
        mark = place.script("mark", *OURS)
        bare = floor("python -c pass", lambda: place.timed("-c", "pass"))
        each = [ours(f"mark {line[0]}", partial(place.timed, mark, *line)) for line in lines]
        report = ("report", str(log), "--force", "-o", str(place.folder / "game.html"))
        each.append(ours("mark report", partial(place.timed, mark, *report, needs=("jinja2", "pygal"))))
        doctor = ("doctor", "--interface", LOOPBACK, "--data", str(place.folder))
        each.append(ours("mark doctor", partial(place.timed, mark, *doctor, codes=(0, NOT_ALL_IS_WELL))))
        yield time_each(title, MILLISECONDS, [*each, bare], effort)
        audit = ours("mark audit", lambda: place.timed(mark, "audit", str(log)))
        yield time_each(title, MILLISECONDS, [audit, place.imports(AUDIT_IMPORTS)], effort)


def first_screens(effort: Effort) -> Iterable[Comparison]:
    """Measure from the start of the process to the moment at which a terminal has read the first screen."""
    with tempfile.TemporaryDirectory() as name:
        place = Place(Path(name))
        mark = place.script("mark", *OURS)
        others = (
            peer("ptpython", lambda: place.shown(place.installed("ptpython"), shows=">>>")),
            peer("litecli", lambda: place.shown(place.installed("litecli"), ":memory:", shows=":memory:>")),
            place.shown_python(),
        )
        home = ours("mark", lambda: place.shown(mark, shows="Quit"))
        table = ours("mark play", lambda: place.shown(mark, "play", shows=BOARD))
        for mine, imports in ((home, HOME_IMPORTS), (table, SCREEN_IMPORTS)):
            contenders = (mine, *others, place.shown_imports(imports))
            yield time_each("first screen", MILLISECONDS, contenders, effort)
