"""Run many seeds of the simulation, or one again: `python -m tests.simulation --seeds A..B`."""

import argparse
import sys
from collections.abc import Iterator

from tests.simulation.runs import ALL_TRIALS, ALL_WEATHERS, RunFailed, read_seeds, run
from tests.simulation.weather import MISHAPS, WEATHERS

ALL = "all"


def planned_runs(options: argparse.Namespace) -> Iterator[tuple[int, int, str, str | None]]:
    """Give seed, seats, weather and dishonest peer of each run that was asked for."""
    foes = [*ALL_TRIALS] if options.foe == ALL else [options.foe]
    for seed in options.seeds:
        for seats in [options.seats] if options.seats else [2, 3, 4]:
            for weather in [options.weather] if options.weather else [*WEATHERS, *MISHAPS]:
                for foe in foes:
                    yield seed, seats, weather, foe


def make_parser() -> argparse.ArgumentParser:
    """Give what reads the arguments, and with them the command that a failure prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument(
        "--seeds", type=read_seeds, required=True, metavar="A..B", help="one seed, or a range"
    )
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), help="default: all")
    parser.add_argument("--weather", choices=ALL_WEATHERS, help="default: all without long absences")
    parser.add_argument(
        "--foe",
        choices=[*ALL_TRIALS, ALL],
        help="one dishonest peer or accident, or each in turn; default: none",
    )
    return parser


def main() -> int:
    """Run what the arguments ask for; 1 if any run failed."""
    options = make_parser().parse_args()
    count = failed = 0
    for planned in planned_runs(options):
        count += 1
        try:
            run(*planned)
        except RunFailed as failure:
            failed += 1
            print(failure, file=sys.stderr)
    print(f"{count} runs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
