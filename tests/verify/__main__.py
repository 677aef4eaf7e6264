"""`python -m tests.verify --seeds A..B`: show both auditors the files of these seeds; 1 if they disagree."""

import argparse
import sys
from collections import Counter

from tests.verify.agreement import Disagreement
from tests.verify.seeds import judge_seed


def seed_range(text: str) -> range:
    """Read `A..B`, both ends included, or one number."""
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def main(arguments: list[str]) -> int:
    """Judge all seeds, and tell each disagreement with how to have it again."""
    parser = argparse.ArgumentParser(prog="python -m tests.verify", description=__doc__)
    parser.add_argument("--seeds", type=seed_range, default=range(20), metavar="A..B")
    seeds = parser.parse_args(arguments).seeds
    verdicts: Counter[str] = Counter()
    wrong = 0
    for seed in seeds:
        try:
            verdicts += judge_seed(seed)
        except Disagreement as error:
            wrong += 1
            print(f"seed {seed}: {error}")
    told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
    print(f"{len(seeds)} seeds: {told}; {wrong} disagreements")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
