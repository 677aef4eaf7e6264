"""`python -m tests.fuzz --seconds 60`: every decoder in turn, until the time is over; 1 if one has failed."""

import argparse
import sys
import time
from itertools import count

from tests.fuzz.run import Found, fuzz
from tests.fuzz.targets import TARGETS

EXAMPLES = 200
"""Inputs for one decoder between two looks at the clock."""


def main(arguments: list[str]) -> int:
    """Fuzz the decoders that are named, or all; tell the least input that each one fails at."""
    names = [target.name for target in TARGETS]
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for all together (60)")
    parser.add_argument("--seed", type=int, default=0, help="where the numbers of the runs begin (0)")
    parser.add_argument("--only", action="append", choices=names, help="this decoder; may be given again")
    chosen = parser.parse_args(arguments)
    left = {target.name: target for target in TARGETS if not chosen.only or target.name in chosen.only}
    runs, failed = dict.fromkeys(left, 0), 0
    end = time.monotonic() + chosen.seconds
    for number in count(chosen.seed):
        for name, target in list(left.items()):
            try:
                fuzz(target, number, EXAMPLES)
            except Found as found:
                print(f"{name}, run {number}: {found}", file=sys.stderr)
                failed += 1
                del left[name]
            runs[name] += EXAMPLES
            if time.monotonic() >= end:
                break
        if time.monotonic() >= end or not left:
            break
    print(", ".join(f"{name} {done}" for name, done in runs.items()))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
