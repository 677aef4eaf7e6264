"""`python3 -m tests.compiled`: the same tests against a compiled build, and the same bytes as by the source.

The build lies in a folder of its own, and the tests run in another without the source, so that they can
import nothing else. The C compiler does without optimising, which is most of the time of a build that is to
be fast (MYPYC_OPT_LEVEL=3 asks for it). More words are given to pytest in place of the tests that are chosen
here. Where a C compiler or Python's headers are missing, that is said, and nothing is tested.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.compiled_build import ROOT, build, copy, what_is_lacking
from tests.simulation.matrix import rows

BESIDE: Final = ("tests", "docs", "benchmarks", "protocol.md", "pyproject.toml")
"""What the tests need beside the build."""
SIMULATED: Final = (("rough", 3), ("crashes", 2), ("mayhem", 4))
"""Weathers and seats of the simulation in short: every kind of peer is at a table."""
SEED: Final = 5


def main(arguments: list[str]) -> int:
    """Build, test, compare, measure; 1 where something is not as it is with the source."""
    if lacking := what_is_lacking():
        print(f"The compiled build is not tested: {lacking}.")
        return 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        built = folder / "built"
        build(built, os.environ.get("MYPYC_OPT_LEVEL", "0"))
        tests = copy(BESIDE, folder / "tests")
        environment = {**os.environ, "MARK_COMPILED": "1", "PYTHONPATH": str(built)}
        run = [sys.executable, "-m", "pytest", *(arguments or chosen())]
        failed = subprocess.run(run, cwd=tests, env=environment, check=False).returncode
        return failed or not (same_logs(folder, environment) and is_measured(built, folder))


def chosen() -> list[str]:
    """Give the tests of what is compiled: all but the greater part of the simulation."""
    matrix = "tests/simulation/test_simulation_matrix.py::test_what_honest_peers_make_of_it"
    played = [row.name for row in rows() if (row.weather, row.seats) in SIMULATED and not row.seeds.start]
    whole = (
        "tests/test_compiled.py",
        "tests/core",
        "tests/p2p",
        "tests/simulation/test_simulation_honest.py",
    )
    return [*whole, *(f"{matrix}[{name}]" for name in played)]


def same_logs(folder: Path, environment: dict[str, str]) -> bool:
    """Tell whether one game, played by the compiled build and by the source, leaves the same bytes.

    The journals beside the logs hold things in the order in which they came, and may differ.
    """
    logs = []
    for name, place, its in (("compiled", folder, environment), ("source", ROOT, None)):
        out = folder / name
        played = [sys.executable, "-m", "cli", "demo", "--plain", "--seed", str(SEED), "--out", str(out)]
        subprocess.run(played, check=True, stdout=subprocess.DEVNULL, cwd=place, env=its)
        logs.append([path.read_bytes() for path in sorted(out.rglob("game.mark"))])
    compiled, source = logs
    same = bool(source) and compiled == source
    print(f"{len(source)} logs, {sum(map(len, source))} bytes:", "the same" if same else "they differ")
    return same


def is_measured(built: Path, folder: Path) -> bool:
    """Tell whether the benchmark measures this build beside the source, wherever it compares the two."""
    file = folder / "measured.json"
    options = ("--short", "--only", "compiled", "--compiled", str(built), "--json", str(file))
    run = [sys.executable, "-m", "benchmarks", *options]
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    results = json.loads(file.read_text(encoding="utf-8"))["results"]
    names = [{one["name"] for one in result["measured"]} for result in results]
    measured = bool(names) and all({"compiled", "source"} <= each for each in names)
    print(f"{len(names)} comparisons with the source:", "measured" if measured else "some are left out")
    return measured


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
