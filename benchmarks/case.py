"""A case of the suite: who is measured, in what unit, against whom, and what came out."""

import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from benchmarks.measure import Act, Effort, Rounds, Watch, alternate, each_in_turn, take_turns


class Role(StrEnum):
    """What a contender is to us: another program, the least that anyone could do, or us in another build."""

    OURS = "ours"
    PEER = "peer"
    FLOOR = "floor"
    BUILD = "build"


class Better(StrEnum):
    """Which way is better."""

    MORE = "more"
    LESS = "less"


@dataclass(frozen=True)
class Unit:
    """What is counted, and by what a measured value is multiplied to be shown in it."""

    name: str
    better: Better
    scale: float = 1.0


MILLISECONDS = Unit("ms", Better.LESS, 1000)
MEBIBYTES = Unit("MiB", Better.LESS, 1 / 2**20)


@dataclass(frozen=True)
class Contender:
    """One that takes its turns. `make` prepares what it does; `Skipped` or ImportError if it cannot."""

    role: Role
    name: str
    make: Callable[[], Act]


ours = partial(Contender, Role.OURS)
peer = partial(Contender, Role.PEER)
floor = partial(Contender, Role.FLOOR)


class Skipped(Exception):
    """This cannot be measured here, and why."""


@dataclass(frozen=True)
class Measured:
    """What one contender came to in each round."""

    role: Role
    name: str
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def ratio(self, other: "Measured") -> float:
        """Give the median over the rounds of this one's value through the other's of the same round.

        Whatever else the machine does changes from one round to the next, and less within one.
        """
        return statistics.median(
            mine / others for mine, others in zip(self.values, other.values, strict=True)
        )


@dataclass(frozen=True)
class Comparison:
    """Some of ours against some others in one unit; `skipped` are names, each with the reason."""

    title: str
    unit: Unit
    measured: tuple[Measured, ...]
    skipped: tuple[tuple[str, str], ...] = ()

    @property
    def ours(self) -> list[Measured]:
        return [one for one in self.measured if one.role is Role.OURS]

    @property
    def others(self) -> list[Measured]:
        return [one for one in self.measured if one.role is not Role.OURS]


@dataclass(frozen=True)
class Case:
    """What `--only` names, and how it is measured."""

    name: str
    about: str
    measure: Callable[[Effort], Iterable[Comparison]]


def race(
    title: str,
    unit: Unit,
    contenders: Sequence[Contender],
    effort: Effort,
    watch: Watch = time.perf_counter,
) -> Comparison:
    """Compare how many units each does in a second: each makes a `Work`."""
    return _compare(title, unit, contenders, lambda works: take_turns(works, effort, watch))


def race_rates(title: str, unit: Unit, contenders: Sequence[Contender], effort: Effort) -> Comparison:
    """Compare the units a second that each tells of itself: each makes an `Act` that gives them."""
    return _compare(title, unit, contenders, lambda acts: each_in_turn(acts, effort))


def time_each(title: str, unit: Unit, contenders: Sequence[Contender], effort: Effort) -> Comparison:
    """Compare how long each takes for one thing: each makes a `Timed`."""
    return _compare(title, unit, contenders, lambda acts: alternate(acts, effort))


def _compare(
    title: str,
    unit: Unit,
    contenders: Sequence[Contender],
    measure: Callable[[Mapping[str, Act]], Rounds],
) -> Comparison:
    acts: dict[str, Act] = {}
    skipped: list[tuple[str, str]] = []
    for one in contenders:
        try:
            acts[one.name] = one.make()
        except ImportError as error:
            skipped.append((one.name, f"{error.name} is not installed"))
        except Skipped as reason:
            skipped.append((one.name, str(reason)))
    rounds = measure(acts)
    measured = (Measured(one.role, one.name, rounds[one.name]) for one in contenders if one.name in rounds)
    return Comparison(title, unit, tuple(measured), tuple(skipped))
