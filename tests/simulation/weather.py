"""How bad the network and the machines are, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Weather:
    """Chances per message (`loss`, `doubled`, `late`), per effect (`crash`) and per delivery (`resign`,
    `leave`); `delay` and `downtime` in seconds at the most. `forget` is the chance that a crash takes what
    was not synced; `journal` the bytes at which a journal is written anew, or None for the program's own.
    All but the delays ends at `calm` seconds. So many seats vanish (`vanishing`), for a while or for good,
    and so often the table is cut in two (`splits`), within the first seconds (`within`).
    """

    loss: float = 0.0
    doubled: float = 0.0
    delay: float = 0.01
    late: float = 0.0
    crash: float = 0.0
    forget: float = 0.5
    resign: float = 0.0
    leave: float = 0.0
    downtime: float = 4.0
    journal: int | None = None
    calm: float = 120.0
    vanishing: int = 0
    splits: int = 0
    within: float = 1.5


WEATHERS: Final[Mapping[str, Weather]] = {
    "fair": Weather(),
    "rough": Weather(loss=0.15, doubled=0.1, delay=0.05, late=0.05),
    "crashes": Weather(loss=0.05, doubled=0.05, delay=0.03, late=0.02, crash=0.004, journal=3000),
    "leaving": Weather(loss=0.05, doubled=0.05, delay=0.03, late=0.02, crash=0.002, resign=0.004),
    "breaks": Weather(loss=0.1, doubled=0.1, delay=0.05, late=0.05, crash=0.001, leave=0.004, downtime=15.0),
    "storm": Weather(
        loss=0.3, doubled=0.2, delay=0.2, late=0.1, crash=0.003, resign=0.001, leave=0.001, journal=1500
    ),
}

ABSENCES: Final[Mapping[str, Weather]] = {
    "one-gone": Weather(loss=0.02, delay=0.03, calm=80.0, vanishing=1),
    "two-gone": Weather(loss=0.05, doubled=0.05, delay=0.05, late=0.02, calm=80.0, vanishing=2, within=16.0),
    "split": Weather(loss=0.05, doubled=0.05, delay=0.05, late=0.02, calm=80.0, splits=1),
    "splits": Weather(loss=0.05, delay=0.05, late=0.02, calm=80.0, splits=3, within=30.0),
    "gone-in-storm": Weather(
        loss=0.1,
        doubled=0.1,
        delay=0.1,
        late=0.05,
        crash=0.002,
        resign=0.0005,
        leave=0.0005,
        journal=3000,
        calm=80.0,
        vanishing=2,
        splits=1,
        within=16.0,
    ),
}
"""Weathers in which seats are away for long, and the others remove them."""
