"""How bad the network and the machines are, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Weather:
    """Chances per message (`loss`, `doubled`, `late`), per step of a machine (`crash`), per delivery
    (`resign`, `leave`, `chat`), per write (`full`: the disk takes nothing for up to `full_for` seconds) and
    per sync (`unsynced`: it fails); `delay` and `downtime` in seconds at the most. `forget` is the chance
    that a crash takes what was not synced; `journal` the bytes at which a journal is written anew, or None
    for the program's own. All but the delays ends at `calm` seconds.

    Within the first seconds (`within`) so many seats vanish (`vanishing`), for a while or for good, and so
    often the table is cut in two (`splits`), a machine stops and goes on (`pauses`), a clock leaps (`leaps`),
    a computer gets another address (`moves`), or all leave and come back (`exodus`). So many seats are not
    there before up to `late_by` seconds (`latecomers`). With `closes`, whoever has a whole log goes for good;
    with `files`, games are kept in real files. So many spectators look on (`watched`).
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
    full: float = 0.0
    full_for: float = 10.0
    unsynced: float = 0.0
    pauses: int = 0
    leaps: int = 0
    moves: int = 0
    exodus: int = 0
    latecomers: int = 0
    late_by: float = 0.0
    closes: bool = False
    files: bool = False
    watched: int = 0
    chat: float = 0.0


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

MISHAPS: Final[Mapping[str, Weather]] = {
    "pauses": Weather(
        loss=0.03, doubled=0.03, delay=0.05, late=0.02, calm=90.0, pauses=3, leaps=2, within=3.0
    ),
    "latecomers": Weather(loss=0.05, delay=0.03, calm=240.0, latecomers=2, late_by=180.0, closes=True),
    "exodus": Weather(loss=0.05, delay=0.03, calm=120.0, exodus=2, within=6.0, closes=True),
    "moves": Weather(
        loss=0.05,
        delay=0.03,
        crash=0.001,
        leave=0.001,
        calm=60.0,
        moves=3,
        within=6.0,
        files=True,
        watched=1,
        chat=0.01,
    ),
    "watched": Weather(
        loss=0.1, doubled=0.05, delay=0.05, late=0.03, crash=0.001, leave=0.001, journal=3000, watched=3
    ),
    "full-disks": Weather(loss=0.05, delay=0.03, full=0.004, unsynced=0.004, journal=3000, calm=60.0),
    "torn-files": Weather(
        loss=0.05,
        delay=0.03,
        crash=0.003,
        full=0.002,
        unsynced=0.002,
        forget=0.7,
        journal=3000,
        calm=60.0,
        files=True,
        chat=0.01,
    ),
    "mayhem": Weather(
        loss=0.1,
        doubled=0.1,
        delay=0.1,
        late=0.05,
        crash=0.001,
        full=0.001,
        unsynced=0.001,
        resign=0.0005,
        leave=0.001,
        journal=3000,
        calm=120.0,
        pauses=2,
        leaps=1,
        moves=2,
        latecomers=1,
        late_by=30.0,
        within=10.0,
        closes=True,
        files=True,
        watched=1,
        chat=0.005,
    ),
}
"""Weathers in which computers stop, move, come late or have no room left."""

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
