"""Start-up of the command in whole processes, against a bare Python and against others' first screens."""

import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from functools import partial
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from benchmarks.audit_cases import make_logs
from benchmarks.case import MILLISECONDS, Comparison, Contender, Skipped, floor, ours, peer, time_each
from benchmarks.measure import Effort, Timed
from benchmarks.terminal import HAS_TERMINALS, Terminal, environment

SCRIPT = (
    "import sys\nfrom {module} import {function}\nif __name__ == '__main__':\n    sys.exit({function}())\n"
)
"""What an installer writes as a command."""
OURS = ("cli.main", "run")
_QUIET = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
PACKAGES = Path(__file__).parents[1]

AUDIT_IMPORTS = """
import argparse, hashlib, msgpack
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
        place = _Place(Path(name))
        log = place.folder / "game.mark"
        log.write_bytes(make_logs(4, 1)[0][0])
        lines = (
            ("--help",),
            ("audit", str(log)),
            ("rules",),
            ("id", "--data", str(place.folder)),
            ("replay", "--plain", str(log)),
            ("export", str(log)),
        )
        mark = place.script("mark", *OURS)
        bare = floor("python -c pass", lambda: place.timed("-c", "pass"))
        each = [ours(f"mark {line[0]}", partial(place.timed, mark, *line)) for line in lines]
        report = ("report", str(log), "--force", "-o", str(place.folder / "game.html"))
        each.append(ours("mark report", partial(place.timed, mark, *report, needs=("jinja2", "pygal"))))
        yield time_each(title, MILLISECONDS, [*each, bare], effort)
        audit = ours("mark audit", lambda: place.timed(mark, "audit", str(log)))
        yield time_each(title, MILLISECONDS, [audit, place.imports(AUDIT_IMPORTS)], effort)


def first_screens(effort: Effort) -> Iterable[Comparison]:
    """Measure from the start of the process to the moment at which a terminal has read the first screen."""
    with tempfile.TemporaryDirectory() as name:
        place = _Place(Path(name))
        mark = place.script("mark", *OURS)
        peers = (
            peer("ptpython", lambda: place.shown(place.installed("ptpython"), shows=">>>")),
            peer("litecli", lambda: place.shown(place.installed("litecli"), ":memory:", shows=":memory:>")),
        )
        home = ours("mark", lambda: place.shown(mark, shows="Quit"))
        yield time_each("first screen", MILLISECONDS, [home, *peers, place.imports(HOME_IMPORTS)], effort)
        table = ours("mark play", lambda: place.shown(mark, "play", shows="0 of 4 rows full"))
        yield time_each("first screen", MILLISECONDS, [table, *peers, place.imports(SCREEN_IMPORTS)], effort)


class _Place:
    """A folder in which commands run as if installed: their bytecode is kept from the first run on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._environment = {
            **environment(folder),
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "PYTHONPATH": str(PACKAGES),
        }

    def script(self, name: str, module: str, function: str) -> str:
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(SCRIPT.format(module=module, function=function), encoding="utf-8")
        return str(path)

    def installed(self, name: str) -> str:
        """Give the script of another's command; `Skipped` where it is not installed."""
        for found in entry_points(group="console_scripts", name=name):
            return self.script(name, found.module, found.attr)
        raise Skipped("it is not installed")

    def imports(self, code: str) -> Contender:
        return floor("import what it takes of others", lambda: self.timed("-c", code))

    def timed(self, *arguments: str, needs: Sequence[str] = ()) -> Timed:
        """Run Python with these arguments to its end; `Skipped` where it needs what is not installed.

        Counted is its processor time: it awaits nothing, so it takes as long where nothing else runs.
        """
        for name in needs:
            if find_spec(name) is None:
                raise Skipped(f"{name} is not installed")

        def act() -> float:
            line = [sys.executable, *arguments]
            child = os.posix_spawn(sys.executable, line, self._environment, file_actions=_QUIET)
            _, status, used = os.wait4(child, 0)
            if code := os.waitstatus_to_exitcode(status):
                raise RuntimeError(f"exit code {code}: {line}")
            return used.ru_utime + used.ru_stime

        return act

    def shown(self, *arguments: str, shows: str) -> Timed:
        """Run Python with these arguments until its terminal shows a text."""
        if not HAS_TERMINALS:
            raise Skipped("this system has no pseudo-terminals")

        def act() -> float:
            with Terminal([sys.executable, *arguments], self._environment) as terminal:
                return terminal.seconds_until(shows)

        return act
