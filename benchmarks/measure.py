"""Takes turns between cases in one run, so that whatever else the machine does strikes all alike."""

import statistics
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Timed = Callable[[], float]
"""Does one thing and gives the seconds that it took, by its own watch; called again and again."""
Work = Callable[[], int]
"""Does some work and tells how many units it was; called again and again."""


@dataclass(frozen=True)
class Result:
    """One case: the median rate in units per second over the rounds, and all of the rates."""

    name: str
    rate: float
    rates: tuple[float, ...]
    unit: str = "per second"

    def times(self, other: "Result") -> float:
        """Give how many times as fast as the other it is: the median over the rounds, each against its like.

        Whatever else the machine does changes from one round to the next, and less within one.
        """
        return statistics.median(mine / others for mine, others in zip(self.rates, other.rates, strict=True))


def take_turns(cases: Mapping[str, Work], rounds: int, seconds: float) -> dict[str, Result]:
    """Give each case at least `seconds` in each of `rounds` rounds, in turn."""
    rates: dict[str, list[float]] = {name: [] for name in cases}
    for name, work in cases.items():
        work()
        rates[name].clear()
    for _ in range(rounds):
        for name, work in cases.items():
            begun = time.perf_counter()
            done = 0
            while (spent := time.perf_counter() - begun) < seconds:
                done += work()
            rates[name].append(done / spent)
    return {name: Result(name, statistics.median(found), tuple(found)) for name, found in rates.items()}


def alternate(cases: Mapping[str, Timed], rounds: int, seconds: float) -> dict[str, Result]:
    """Let the cases do one thing each in turn, at least `seconds` long in each of `rounds` rounds.

    Each turn begins with the next case, so that none always comes after the same one, which leaves caches and
    disk behind as it does. The rate of a round is what its median time makes a second.
    """
    rates: dict[str, list[float]] = {name: [] for name in cases}
    for act in cases.values():
        act()
    order = deque(cases.items())
    for _ in range(rounds):
        begun = time.perf_counter()
        times: dict[str, list[float]] = {name: [] for name in cases}
        while time.perf_counter() - begun < seconds or not all(times.values()):
            for name, act in order:
                times[name].append(act())
            order.rotate(-1)
        for name, found in times.items():
            rates[name].append(1 / statistics.median(found))
    return {name: Result(name, statistics.median(found), tuple(found)) for name, found in rates.items()}
