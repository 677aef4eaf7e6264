"""`python3 -m tests.compiled`: the same tests against a compiled build, and the same bytes as by the source.

The build is installed in an environment of its own, and the tests run in a folder without the source, so that
they can import nothing else. More words are given to pytest in place of the tests that are chosen here.
"""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ("core", "p2p", "cli", "setup.py", "pyproject.toml", "README.md", "LICENSE")
"""What is built."""
BESIDE: Final = ("tests", "docs", "benchmarks", "protocol.md", "pyproject.toml")
"""What the tests need beside it."""
CHOSEN: Final = ("tests/test_compiled.py", "tests/core", "tests/p2p", "tests/simulation")
SEED: Final = 5

_COMPILED: Final = {**os.environ, "MARK_COMPILED": "1"}


def main(arguments: list[str]) -> int:
    """Build, test, compare; 1 where something is not as it is with the source."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        commands = build(folder)
        tests = _copy(BESIDE, folder / "tests")
        words = arguments or CHOSEN
        run = [str(commands / "python"), "-m", "pytest", *words]
        failed = subprocess.run(run, cwd=tests, env=_COMPILED, check=False).returncode
        return failed or not same_logs(folder, commands)


def build(folder: Path) -> Path:
    """Install a compiled build in an environment of its own; give the folder of its commands."""
    environment = folder / "environment"
    venv.create(environment, with_pip=True)
    commands = environment / ("Scripts" if os.name == "nt" else "bin")
    source = _copy(SOURCE, folder / "source")
    pip = [str(commands / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, f"{source}[test]"], check=True, env=_COMPILED)
    return commands


def same_logs(folder: Path, commands: Path) -> bool:
    """Tell whether one game, played by the compiled build and by the source, leaves the same bytes."""
    for name, mark in (("compiled", [str(commands / "mark")]), ("pure", [sys.executable, "-m", "cli"])):
        played = [*mark, "demo", "--plain", "--seed", str(SEED), "--out", str(folder / name)]
        subprocess.run(played, check=True, stdout=subprocess.DEVNULL, cwd=folder if len(mark) == 1 else ROOT)
    compiled, pure = _logs(folder / "compiled"), _logs(folder / "pure")
    print(
        f"{len(pure)} logs, {sum(map(len, pure))} bytes:", "the same" if compiled == pure else "they differ"
    )
    return bool(pure) and compiled == pure


def _logs(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.rglob("*.mark"))]


def _copy(names: tuple[str, ...], folder: Path) -> Path:
    folder.mkdir()
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder)
    return folder


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
