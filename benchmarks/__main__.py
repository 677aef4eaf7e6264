"""One command measures, prints a table and writes JSON: `python3 -m benchmarks [--short] [--json FILE]`.

The peers (open-spiel, chess) come with `pip install '.[benchmark]'`; a missing one is left out of the table.
"""

import argparse
import importlib.metadata
import json
import platform
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from benchmarks import (
    audit_cases,
    catching_up_cases,
    core_cases,
    idle_cases,
    settling_cases,
    startup_cases,
)
from benchmarks.measure import Result, Timed, Work, alternate, take_turns


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m benchmarks", description=__doc__)
    parser.add_argument("--short", action="store_true", help="one brief round of each, to see that all works")
    parser.add_argument("--json", type=Path, help="write the results to this file too")
    args = parser.parse_args()
    rounds, seconds, games = (1, 0.02, 1) if args.short else (7, 0.5, 4)
    found: dict[str, dict[str, Result]] = {}
    found["core, random play"] = take_turns(_peers(_core()), rounds, seconds)
    found["core, validated replay"] = take_turns(_peers(_replay()), rounds, seconds)
    for seats in (2, 3, 4):
        logs = audit_cases.make_logs(seats, games)
        found[f"audit of whole logs, {seats} seats"] = take_turns(_audit(logs), rounds, seconds)
    found["a whole game for a peer that has nothing"] = alternate(_catching_up(), rounds, seconds)
    for seats in (2, 3, 4):
        found[f"a decision settled on all of {seats} peers"] = _settle(seats, rounds, 4 * seconds)
    if idle_cases.can_measure():
        with tempfile.TemporaryDirectory() as folder:
            waiting = max(4 * seconds, idle_cases.LEAST_SECONDS)
            found["waiting for a person"] = idle_cases.measure(Path(folder), rounds, waiting)
    with tempfile.TemporaryDirectory() as folder:
        log = audit_cases.make_logs(4, 1)[0][0]
        found["start-up"] = take_turns(startup_cases.cases(Path(folder), log), rounds, seconds)
    _print(found)
    if args.json:
        args.json.write_text(json.dumps(_as_json(found), indent=2) + "\n", encoding="utf-8")


def _core() -> dict[str, Work | None]:
    return {
        "ours": core_cases.play_ours(),
        "OpenSpiel backgammon": _if_there(lambda: core_cases.play_open_spiel("backgammon")),
        "OpenSpiel tic-tac-toe": _if_there(lambda: core_cases.play_open_spiel("tic_tac_toe")),
        "OpenSpiel Python tic-tac-toe": _if_there(core_cases.play_python_tic_tac_toe),
    }


def _replay() -> dict[str, Work | None]:
    return {
        "ours": core_cases.replay_ours(),
        "python-chess push_uci": _if_there(core_cases.replay_python_chess),
    }


def _audit(logs: audit_cases.Logs) -> dict[str, Work]:
    return {
        "ours": audit_cases.audit(logs, every_signature=False),
        "ours, every signature": audit_cases.audit(logs, every_signature=True),
        "floor: decode and hash": audit_cases.floor(logs),
    }


def _catching_up() -> dict[str, Timed]:
    game = catching_up_cases.make_game()
    return {
        "floor: an audit of its log": catching_up_cases.audit(game),
        "ours: from the first question to the last settled round": catching_up_cases.catch_up(game),
        "an audit of its log, every signature": catching_up_cases.audit(game, every_signature=True),
    }


def _settle(seats: int, rounds: int, seconds: float) -> dict[str, Result]:
    with tempfile.TemporaryDirectory() as name, ExitStack() as running:
        folder = Path(name)
        pair = running.enter_context(settling_cases.Floor(folder))
        cases: dict[str, Timed] = {
            "floor of two processes: round trip, two fsyncs, a signature, its check": pair
        }
        if seats > 2:
            all_of_them = running.enter_context(settling_cases.Floor(folder, seats - 1))
            cases[f"floor of {seats} processes: the same with {seats - 1} that answer"] = all_of_them
        cases["ours"] = running.enter_context(settling_cases.Settling(folder, seats))
        return alternate(cases, rounds, seconds)


def _if_there(make: Callable[[], Work]) -> Work | None:
    try:
        return make()
    except ImportError:
        return None


def _peers(cases: dict[str, Work | None]) -> dict[str, Work]:
    return {name: work for name, work in cases.items() if work is not None}


def _print(found: dict[str, dict[str, Result]]) -> None:
    """Print each case's rate, and before it how many times as fast the first case of its group is."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    for group, results in found.items():
        first = next(iter(results.values()))
        print(f"\n{group}")
        for name, result in results.items():
            print(f"  {first.times(result):8.2f}  {result.rate:12,.0f} {result.unit}  {name}")


def _as_json(found: dict[str, dict[str, Result]]) -> dict[str, object]:
    packages = ("open-spiel", "chess", "msgpack", "cryptography", "pyzmq")
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "versions": {name: _version(name) for name in packages},
        "results": {
            group: {
                name: {"per_second": result.rate, "rounds": result.rates} for name, result in results.items()
            }
            for group, results in found.items()
        },
    }


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


if __name__ == "__main__":
    main()
