"""Run many seeds of the simulation, or one again: `python -m tests.simulation --seeds A..B`."""

import argparse
import sys
from collections.abc import Iterator

from tests.simulation.runs import ALL_TRIALS, ALL_WEATHERS, RunFailed, run
from tests.simulation.weather import WEATHERS


def _seeds(text: str) -> range:
    """Read "7" or "0..99", both ends included."""
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def _runs(options: argparse.Namespace) -> Iterator[tuple[int, int, str]]:
    for seed in options.seeds:
        for seats in [options.seats] if options.seats else [2, 3, 4]:
            for weather in [options.weather] if options.weather else WEATHERS:
                yield seed, seats, weather


def main() -> int:
    """Run what the arguments ask for; 1 if any run failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=_seeds, required=True, metavar="A..B", help="one seed, or a range")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), help="default: all")
    parser.add_argument("--weather", choices=ALL_WEATHERS, help="default: all without long absences")
    parser.add_argument("--foe", choices=ALL_TRIALS, help="one dishonest peer, or an accident; default: none")
    options = parser.parse_args()
    count = failed = 0
    for seed, seats, weather in _runs(options):
        count += 1
        try:
            run(seed, seats, weather, options.foe)
        except RunFailed as failure:
            failed += 1
            print(failure, file=sys.stderr)
    print(f"{count} runs, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
