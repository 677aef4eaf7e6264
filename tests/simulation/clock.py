"""The monotonic clock of one machine: of its own origin and rate, and it never goes back."""

import random
from typing import Final

MOST_ORIGIN: Final = 1e6
DRIFT: Final = 0.01


class Clock:
    """What the loop reads there; `now` is always the world's second."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._rate = 1 + chance.uniform(-DRIFT, DRIFT)
        self._stands = False
        self.boot(0.0)

    def boot(self, now: float) -> None:
        """Begin anew from any origin, as a computer does that lost its power."""
        self._base, self._since = self._chance.uniform(0, MOST_ORIGIN), now

    def time(self, now: float) -> float:
        return self._base if self._stands else self._base + (now - self._since) * self._rate

    def until(self, when: float, now: float) -> float:
        """Give the world's seconds until this clock, if it goes, shows `when`."""
        return (when - self.time(now)) / self._rate

    def jump(self, seconds: float) -> None:
        """Go forward at once, as some do when the computer wakes."""
        self._base += seconds

    def stop(self, now: float) -> None:
        """Stand still, as others do while the computer sleeps."""
        self._base, self._stands = self.time(now), True

    def go(self, now: float) -> None:
        """Go on, if it stood still."""
        self._base, self._since, self._stands = self.time(now), now, False
