"""The state of the screen itself: what is half chosen, which page lies open, what was answered last.

Nothing of it leaves the computer, and nothing of the game is in it.
"""

from dataclasses import dataclass
from enum import Enum

from core.decision import Decision
from p2p.view import Wanted


class Leaving(Enum):
    """What a person is asked about before it happens."""

    QUIT = "quit"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Page:
    """A text that lies over the board until it is closed; lines are wrapped where they are painted."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ui:
    """One moment of the screen.

    `asked` says of which question the rest speaks. `trail` holds, step by step, the decisions that are left
    after each step; `cursor` is the marked option; `typed` are the digits of a bid. `confirming` is a
    decision or a leaving that needs a yes; `note` answers the last command.
    """

    asked: tuple[int, Wanted] | None = None
    trail: tuple[tuple[Decision, ...], ...] = ()
    cursor: int = 0
    typed: str = ""
    confirming: Decision | Leaving | None = None
    page: Page | None = None
    scroll: int = 0
    note: str = ""
