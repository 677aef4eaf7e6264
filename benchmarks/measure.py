"""Takes turns between contenders in one run, so that whatever else the machine does strikes all alike."""

import statistics
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

Act = Callable[[], float]
"""Does one thing, called again and again."""
Timed = Act
"""An act that gives the seconds that it took, by its own watch."""
Work = Act
"""An act that tells how many units of work it did."""
Rounds = dict[str, tuple[float, ...]]
"""What each contender came to in each round, by its name."""


@dataclass(frozen=True)
class Effort:
    """How often and how long it is measured.

    `games` are played for logs; a folder of logs holds `copies` of each, under many names; `longest`
    is the rounds of the longest log. `compiled` is a folder with a compiled build, or for one; `compiles`
    tells whether one is made where none is named.
    """

    rounds: int
    seconds: float
    games: int
    copies: int
    longest: int
    compiles: bool = True
    compiled: Path | None = None


WHOLE = Effort(7, 0.5, 4, 300, 100_000)
LONG = Effort(7, 0.5, 4, 300, 1_000_000)
"""With a log of a million rounds, which takes minutes to make."""
SHORT = Effort(1, 0.02, 1, 60, 1000, compiles=False)
"""Shows that all works, and nothing else."""


Watch = Callable[[], float]
"""Gives the seconds since some moment: of the day, or of this thread on a processor."""


def take_turns(works: Mapping[str, Work], effort: Effort, watch: Watch) -> Rounds:
    """Give units a second by `watch`: in each round each work in turn is done for so many seconds at least.

    By the thread's own watch, what only computes is not disturbed by other programs that use the same cores.
    """
    for work in works.values():
        work()
    rates = {name: partial(rate, work, effort.seconds, watch) for name, work in works.items()}
    return each_in_turn(rates, effort)


def rate(work: Work, seconds: float, watch: Watch) -> float:
    """Do it for so many seconds at least; give units a second."""
    begun = watch()
    done = 0.0
    while (spent := watch() - begun) < seconds:
        done += work()
    return done / spent


def each_in_turn(acts: Mapping[str, Act], effort: Effort) -> Rounds:
    """Give what each act gives in each round."""
    found: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(effort.rounds):
        for name, act in acts.items():
            found[name].append(act())
    return {name: tuple(values) for name, values in found.items()}


def alternate(acts: Mapping[str, Timed], effort: Effort) -> Rounds:
    """Give the median seconds of a round, in which each does one thing in turn until the time is over.

    Each turn begins with the next contender, so that none always comes after the same one, which leaves
    caches and disk behind as it does.
    """
    medians: dict[str, list[float]] = {name: [] for name in acts}
    for act in acts.values():
        act()
    order = deque(acts.items())
    for _ in range(effort.rounds):
        begun = time.perf_counter()
        times: dict[str, list[float]] = {name: [] for name in acts}
        while time.perf_counter() - begun < effort.seconds or not all(times.values()):
            for name, act in order:
                times[name].append(act())
            order.rotate(-1)
        for name, found in times.items():
            medians[name].append(statistics.median(found))
    return {name: tuple(found) for name, found in medians.items()}
