"""Why an input is refused, as data; whoever shows it finds the words."""

from enum import Enum
from typing import TYPE_CHECKING

from core.phase import Phase

if TYPE_CHECKING:
    from core.decision import Decision


class CoreError(Exception):
    """Anything that the core refuses; the state is then as it was before."""


class WrongPhase(CoreError):
    """An input came in a phase that does not await it."""

    def __init__(self, phase: Phase) -> None:
        super().__init__(phase)
        self.phase = phase


class IllegalDecision(CoreError):
    """A decision that the rule named by `rule` forbids here."""

    def __init__(self, rule: str, decision: "Decision") -> None:
        super().__init__(rule, decision)
        self.rule = rule
        self.decision = decision


class UnknownDecision(CoreError):
    """A code, or the arguments of a decision, that no decision of the game has."""

    def __init__(self, code: tuple[int, ...]) -> None:
        super().__init__(code)
        self.code = code


class BadSeats(CoreError):
    """A number of seats outside S1, or seats that are not distinct active ones (L1)."""

    def __init__(self, seats: tuple[int, ...]) -> None:
        super().__init__(seats)
        self.seats = seats


class BadRoll(CoreError):
    """Two faces of which one is on no die (C2)."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(first, second)
        self.faces = (first, second)


class BadBid(CoreError):
    """A bid that the seat cannot make, or that is missing, or that it must not make (B1)."""

    def __init__(self, seat: int, bid: object) -> None:
        super().__init__(seat, bid)
        self.seat = seat
        self.bid = bid


class Problem(Enum):
    """What is wrong with an option of a ruleset."""

    UNKNOWN_KEY = "unknown key"
    WRONG_TYPE = "wrong type"
    WRONG_SHAPE = "wrong shape"
    OUT_OF_BOUNDS = "out of bounds"
    FALLING = "falling"
    UNKNOWN_BASE = "unknown base"
    SYNTAX = "syntax"


class RulesetError(CoreError):
    """An option outside S2.

    `key` is the option's name ("" where the text as a whole cannot be read). `allowed` is the lowest
    and highest number for OUT_OF_BOUNDS, rows and columns for WRONG_SHAPE, the known names for
    UNKNOWN_KEY and UNKNOWN_BASE, else empty. `line` is the line of a SYNTAX problem, counted from 1.
    """

    def __init__(
        self,
        key: str,
        problem: Problem,
        allowed: tuple[int, ...] | tuple[str, ...] = (),
        line: int | None = None,
    ) -> None:
        super().__init__(key, problem, allowed, line)
        self.key = key
        self.problem = problem
        self.allowed = allowed
        self.line = line
