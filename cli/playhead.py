"""Where a replay stands and where it is to go: a pure model of places in a log, and of the speed of playing.

A place is a number of closed rounds: at place 0 nothing is signed yet, and at the last place all has been
played. At place n, round n (rounds are counted from 0, as in the protocol) is the next one.
"""

from enum import Enum
from math import ceil
from typing import Final, NamedTuple

from core.frozen import Frozen
from p2p.landmarks import Landmarks, after, before

SPEEDS: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 25.0, 100.0)
"""Rounds per second that can be chosen."""
FRAME_SECONDS: Final = 0.1
"""The shortest time between two pictures."""
USUAL_SPEED: Final = 2
"""The place of the speed that a replay begins with."""


class Aim(Enum):
    """What a goal is: a step, the next place of a kind or the one before, an end of the log, or a number."""

    NEXT = "next"
    BACK = "back"
    NEXT_TURN = "next turn"
    BACK_TURN = "back turn"
    NEXT_AUCTION = "next auction"
    BACK_AUCTION = "back auction"
    START = "start"
    END = "end"
    ROUND = "round"
    TURN = "turn"
    ROLL = "roll"


class Goal(NamedTuple):
    """Where to go; `number` is that of a round or roll, counted from 0, or of a turn, counted from 1."""

    aim: Aim
    number: int = 0


def reach(goal: Goal, place: int, landmarks: Landmarks, rounds: int) -> int | None:  # noqa: PLR0911 - one each
    """Give the place of a goal, seen from `place`, in the first `rounds` rounds of a log.

    None where it is not in them: it may lie further on, or nowhere.
    """
    match goal.aim:
        case Aim.NEXT:
            return place + 1 if place < rounds else None
        case Aim.BACK:
            return max(place - 1, 0)
        case Aim.NEXT_TURN:
            return after(landmarks.turns, place)
        case Aim.BACK_TURN:
            return before(landmarks.turns, place) or 0
        case Aim.NEXT_AUCTION:
            return after(landmarks.auctions, place)
        case Aim.BACK_AUCTION:
            return before(landmarks.auctions, place)
        case Aim.START:
            return 0
        case Aim.END:
            return None
        case Aim.ROUND:
            return goal.number if goal.number <= rounds else None
        case Aim.TURN:
            known = 1 <= goal.number <= len(landmarks.turns)
            return landmarks.turns[goal.number - 1] if known else None
        case Aim.ROLL:
            return landmarks.rolls[goal.number] + 1 if goal.number < len(landmarks.rolls) else None


def is_before(goal: Goal) -> bool:
    """Tell whether more of the log cannot bring the goal: it is behind, or nowhere."""
    return goal.aim in {Aim.BACK, Aim.BACK_TURN, Aim.BACK_AUCTION, Aim.START}


def last_resort(goal: Goal, rounds: int) -> int | None:
    """Give the place for a goal that a whole log of so many rounds does not have; None to stay."""
    return rounds if goal.aim in {Aim.NEXT_TURN, Aim.END} else None


class Playing(Frozen):
    """How a replay goes on by itself: `speed` is a place in SPEEDS."""

    is_on: bool = False
    speed: int = USUAL_SPEED

    @property
    def rate(self) -> float:
        """Rounds per second."""
        return SPEEDS[self.speed]

    @property
    def rounds(self) -> int:
        """Rounds that are played at once: no more pictures are shown in a second than an eye can follow."""
        return ceil(self.rate * FRAME_SECONDS)

    @property
    def pause(self) -> float:
        """Seconds until the next rounds are due."""
        return self.rounds / self.rate

    def toggled(self) -> "Playing":
        """Give it going on if it stands, and standing if it goes on."""
        return self.changed(is_on=not self.is_on)

    def stopped(self) -> "Playing":
        """Give it standing."""
        return self.changed(is_on=False)

    def faster(self, steps: int) -> "Playing":
        """Give it so many speeds faster, or slower for less than 0, as far as there are any."""
        return self.changed(speed=min(max(self.speed + steps, 0), len(SPEEDS) - 1))
