"""Which tables the suite plays: every kind of peer in every kind of weather, at two, three and four seats."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.simulation.removal_trials import REMOVAL_TRIALS
from tests.simulation.trials import TRIALS
from tests.simulation.weather import ABSENCES, MISHAPS, WEATHERS

CHUNK: Final = 12
"""Runs in one test at the most, so that they spread over the cores."""
HONEST: Final = {**dict.fromkeys(WEATHERS, 48), **dict.fromkeys(MISHAPS, 24), **dict.fromkeys(ABSENCES, 16)}
"""Seeds of each weather without a dishonest peer; in those with long absences a quarter of them for two."""
FOE_WEATHERS: Final = {"fair": 4, "rough": 4, "crashes": 4, **dict.fromkeys(MISHAPS, 1)}
"""Seeds of each weather for every dishonest peer or accident at one seat."""
MORE: Final = {"two-faced": 3, "rolled-back": 2}
"""How many times as many of these."""
REMOVAL_WEATHERS: Final = ("fair", "rough", "crashes", "pauses", "moves", "mayhem")
"""One seed of each for those who lie about removals, which takes three seats."""


class Row(NamedTuple):
    """One cell of the matrix, or a part of it. `foe` is None where all are honest."""

    foe: str | None
    weather: str
    seats: int
    seeds: range

    @property
    def name(self) -> str:
        return f"{self.foe or 'honest'}-{self.weather}-{self.seats}-{self.seeds.start}"


def rows() -> Iterator[Row]:
    """Give all that the suite plays."""
    for weather, seeds in HONEST.items():
        for seats in (2, 3, 4):
            few = weather in ABSENCES and seats == 2
            yield from _parts(None, weather, seats, seeds // 4 if few else seeds)
    for foe in TRIALS:
        for weather, seeds in FOE_WEATHERS.items():
            for seats in (2, 3, 4):
                yield from _parts(foe, weather, seats, seeds * MORE.get(foe, 1))
    for foe in REMOVAL_TRIALS:
        for weather in REMOVAL_WEATHERS:
            for seats in (3, 4):
                yield from _parts(foe, weather, seats, 1)


def _parts(foe: str | None, weather: str, seats: int, seeds: int) -> Iterator[Row]:
    for first in range(0, seeds, CHUNK):
        yield Row(foe, weather, seats, range(first, min(first + CHUNK, seeds)))
