"""`python -m tests.verify.long --rounds 1000000`: what the audit of long logs takes in time and memory.

The game is one that nobody could ever finish: without money and with a fee, every chip that is delivered goes
back at the next turn. It is written to a temporary folder, 300 bytes for each round.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from core.ruleset import Ruleset
from p2p.frames import LOG_MAGIC, frame, header
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import GameBuilder, genesis_body, round_body
from tests.vectors.corner_games import Hoarder

ENDLESS: Final = Ruleset(
    rows_to_end=5, amounts=((0,) * 5,) * 5, money=0, fee=1, limit=0, most_rolls=1_000_000
)
PARTS: Final = 4


class Measured(NamedTuple):
    """An audit of so many rounds, in a file of so many bytes: its processor time and its peak of memory."""

    rounds: int
    size: int
    seconds: float
    peak: int


def write_logs(folder: Path, lengths: Collection[int]) -> Iterator[tuple[int, Path]]:
    """Write a log that grows, and give it at each of these numbers of rounds, ascending: number and file."""
    game = GameBuilder(2, "long", ENDLESS, Hoarder())
    path = folder / "long.mark"
    with path.open("wb") as file:
        file.write(header(LOG_MAGIC) + frame(genesis_body(game.genesis)))
        for number in range(1, max(lengths) + 1):
            file.write(frame(round_body(game.play_round())))
            game.rounds.clear()
            if number in lengths:
                file.flush()
                yield number, path


def measure(rounds: int, path: Path) -> Measured:
    """Audit the file by the real command."""
    arguments = [sys.executable, "-m", "cli", "audit", str(path)]
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    child = os.posix_spawn(sys.executable, arguments, os.environ, file_actions=quiet)
    _, status, used = os.wait4(child, 0)
    assert os.waitstatus_to_exitcode(status) == Verdict.UNFINISHED
    return Measured(rounds, path.stat().st_size, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def main(arguments: list[str]) -> int:
    """Print a line for each length."""
    parser = argparse.ArgumentParser(prog="python -m tests.verify.long", description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000)
    rounds = parser.parse_args(arguments).rounds
    with tempfile.TemporaryDirectory() as folder:
        lengths = {max(1, rounds * part // PARTS) for part in range(1, PARTS + 1)}
        for length, path in write_logs(Path(folder), lengths):
            one = measure(length, path)
            print(
                f"{one.rounds:>9} rounds, {one.size / 1e6:7.1f} MB: {one.seconds:7.2f} s, "
                f"{one.seconds / one.rounds * 1e6:6.1f} us a round; peak {one.peak / 1e6:6.1f} MB of memory",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
