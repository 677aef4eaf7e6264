"""The soft clock: tells when a person's time for a choice is over, by the own client's count (clause 6.10).

Sans-IO: what is asked and what time it is go in; what has become due comes out.
"""

from enum import Enum
from math import inf
from typing import Final, TypeAlias

from p2p.view import Wanted

WARNING_SECONDS: Final = 10
"""A person is warned when so little time is left; with less than twice as much in all, not at all."""

Question: TypeAlias = tuple[int, Wanted]
"""The round in which something is wanted of a person, and what; no later question is the same one."""


class Alarm(Enum):
    """What the passing of time has brought."""

    WARNING = "warning"
    """WARNING_SECONDS are left."""
    OVER = "over"
    """The time for the question that is asked now is over."""


class SoftClock:
    """Counts the time for one question at a time: `seconds` for each, or for ever if that is 0.

    `now` is in seconds from any origin.
    """

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._question: Question | None = None
        self._ends_at = inf
        self._warns_at = inf

    def show(self, question: Question | None, now: float) -> None:
        """Take what the person is asked now, if anything; time starts anew with each other question."""
        if question != self._question:
            self._question = question
            self._start(now)

    def left(self, now: float) -> float:
        """Give the seconds left for the question: infinitely many without a question, or without a clock."""
        return self._ends_at - now

    def due(self) -> float:
        """Give the time at which `tick` is due; infinity for never."""
        return min(self._warns_at, self._ends_at)

    def tick(self, now: float) -> Alarm | None:
        """Give what has become due. After OVER the time starts anew, should the same question stay."""
        if now >= self._ends_at:
            self._start(now)
            return Alarm.OVER
        if now >= self._warns_at:
            self._warns_at = inf
            return Alarm.WARNING
        return None

    def _start(self, now: float) -> None:
        runs = self._seconds > 0 and self._question is not None
        self._ends_at = now + self._seconds if runs else inf
        self._warns_at = self._ends_at - WARNING_SECONDS if self._seconds >= 2 * WARNING_SECONDS else inf
