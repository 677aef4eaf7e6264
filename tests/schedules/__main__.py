"""Run many random schedules, or one again: `python -m tests.schedules --seeds A..B`."""

import argparse
import sys
from typing import Final

from tests.schedules.runs import run
from tests.simulation.runs import RunFailed, read_seeds

SEATS: Final = (2, 3, 4)


def main() -> int:
    """Run what the arguments ask for; 1 if any run failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.schedules", description=__doc__)
    parser.add_argument(
        "--seeds", type=read_seeds, required=True, metavar="A..B", help="one seed, or a range"
    )
    parser.add_argument("--seats", type=int, choices=SEATS, help="default: all")
    parser.add_argument("--honest", action="store_true", help="nobody lies")
    options = parser.parse_args()
    count = failed = rounds = removed = forks = unpromised = 0
    for seed in options.seeds:
        for seats in [options.seats] if options.seats else SEATS:
            count += 1
            try:
                table = run(seed, seats, lies=not options.honest)
            except RunFailed as failure:
                failed += 1
                print(failure, file=sys.stderr)
                continue
            unpromised += table.is_unpromised
            chains = [seat.session.ledger.chain for seat in table.seats.values()]
            rounds += max(chain.tip.round_number for chain in chains)
            removed += any(chain.tip.removals for chain in chains)
            forks += any(chain.forked is not None for chain in chains)
    ends = f"{removed} with removals, {forks} forked, {unpromised} ended where nothing is promised (16.2)"
    print(f"{count} runs, {failed} failed; {rounds} rounds; {ends}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
