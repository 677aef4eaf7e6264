"""The words that lead a replay somewhere, the same on the full screen and in lines."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from cli.playhead import Aim, Goal, is_before, last_resort, reach
from cli.words import N_, _
from p2p.tape import Tape

MOST_DIGITS: Final = 9
_BACK: Final[Mapping[Aim, Aim]] = MappingProxyType(
    {Aim.NEXT_TURN: Aim.BACK_TURN, Aim.NEXT_AUCTION: Aim.BACK_AUCTION}
)
_NUMBERED: Final[Mapping[Aim, Aim]] = MappingProxyType(
    {Aim.NEXT_TURN: Aim.TURN, Aim.ROUND: Aim.ROUND, Aim.ROLL: Aim.ROLL}
)


class GoalWord(NamedTuple):
    """A word to type, the key that does the same on the screen, what it does in words, and where it leads."""

    word: str
    key: str
    summary: str
    aim: Aim


GOALS: Sequence[GoalWord] = (
    GoalWord(N_("next"), "right", N_("one round on"), Aim.NEXT),
    GoalWord(N_("back"), "left", N_("one round back"), Aim.BACK),
    GoalWord(
        N_("turn"), "pagedown", N_("to the next turn; turn back; with a number, to that turn"), Aim.NEXT_TURN
    ),
    GoalWord(N_("auction"), "a", N_("to the next auction; auction back"), Aim.NEXT_AUCTION),
    GoalWord(N_("round"), "", N_("to the round of this number, counted from 0: round 120"), Aim.ROUND),
    GoalWord(N_("roll"), "", N_("to the roll of this number: roll 17"), Aim.ROLL),
    GoalWord(N_("start"), "home", N_("to the start of the game"), Aim.START),
    GoalWord(N_("end"), "end", N_("to its end"), Aim.END),
)
"""Every goal, in the order in which help lists them."""


def read_goal(word: GoalWord, rest: str) -> Goal | None:
    """Give the goal of a word with what was typed behind it, or None if that means nothing."""
    typed = rest.casefold()
    if typed in {"back", _("back").casefold()}:
        return Goal(_BACK[word.aim]) if word.aim in _BACK else None
    if (number := read_number(typed)) is not None:
        return Goal(_NUMBERED[word.aim], number) if word.aim in _NUMBERED else None
    return None if typed or word.aim in {Aim.ROUND, Aim.ROLL} else Goal(word.aim)


def read_number(typed: str) -> int | None:
    """Give the whole number that is typed, None if it is none or a hopelessly long one."""
    is_number = typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS
    return int(typed) if is_number else None


def is_word(typed: str, word: str) -> bool:
    """Tell whether what is typed is this word, in English or in the language in use."""
    return typed.casefold() in {word, _(word).casefold()}


def find_place(tape: Tape, goal: Goal, place: int) -> int | None:
    """Give the place of a goal seen from `place`, reading on as far as it takes; None if there is none."""
    while (found := reach(goal, place, tape.landmarks, tape.rounds)) is None:
        if is_before(goal) or tape.report is not None:
            return last_resort(goal, tape.rounds)
        tape.read_on()
    return found
