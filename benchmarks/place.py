"""A folder in which commands of ours and of others run as if they were installed there."""

import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from benchmarks.case import Contender, Skipped, floor
from benchmarks.measure import Timed
from benchmarks.process import ROOT, run_quietly
from benchmarks.terminal import HAS_TERMINALS, Terminal, environment

SCRIPT = (
    "import sys\nfrom {module} import {function}\nif __name__ == '__main__':\n    sys.exit({function}())\n"
)
"""What an installer writes as a command."""
IMPORTS = "import what it takes of others"
READY = "ready"


@cache
def _bytecode() -> "tempfile.TemporaryDirectory[str]":
    """Give the folder for the bytecode of all that runs in any place, until the suite ends."""
    return tempfile.TemporaryDirectory()


class Place:
    """The folder. The bytecode of what runs there is kept from the first run on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._environment = {
            **environment(folder),
            "PYTHONPYCACHEPREFIX": _bytecode().name,
            "PYTHONPATH": str(ROOT),
            "TMPDIR": str(folder),
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
        """Give what is measured by processor time as `timed` does."""
        return floor(IMPORTS, lambda: self.timed("-c", code))

    def shown_imports(self, code: str) -> Contender:
        """Give what is measured by the clock as `shown` does: until it has said a word."""
        return floor(IMPORTS, lambda: self.shown("-c", f"{code}\nprint({READY!r})", shows=READY))

    def shown_python(self) -> Contender:
        """Give a Python that imports nothing and says a word."""
        return floor("bare Python", lambda: self.shown("-c", f"print({READY!r})", shows=READY))

    def timed(self, *arguments: str, needs: Sequence[str] = (), codes: Sequence[int] = (0,)) -> Timed:
        """Run Python with these arguments to its end; `Skipped` where it needs what is not installed.

        Counted is its processor time, which other programs on the same cores do not lengthen. Any other exit
        code than one of `codes` is an error.
        """
        for name in needs:
            if find_spec(name) is None:
                raise Skipped(f"{name} is not installed")

        def act() -> float:
            code, seconds = run_quietly(arguments, self._environment)
            if code not in codes:
                raise RuntimeError(f"exit code {code}: {arguments}")
            return seconds

        return act

    def shown(self, *arguments: str, shows: str, by: type[Terminal] = Terminal) -> Timed:
        """Run Python with these arguments until its terminal, which is read by such a one, shows a text."""
        if not HAS_TERMINALS:
            raise Skipped("this system has no pseudo-terminals")

        def act() -> float:
            with by([sys.executable, *arguments], self._environment) as terminal:
                return terminal.seconds_until(shows)

        return act
