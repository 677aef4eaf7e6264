"""The state of the screen itself: what is half chosen, which page lies open, what was answered last.

Nothing of it leaves the computer, and nothing of the game is in it.
"""

from enum import Enum
from typing import TYPE_CHECKING, Final

from core.decision import Decision
from core.frozen import Frozen

if TYPE_CHECKING:  # screens that show no game do without what a game loads
    from p2p.view import Wanted

PAGE_LINES: Final = 10
"""Lines by which a page moves at once."""


class Leaving(Enum):
    """What a person is asked about before it happens."""

    QUIT = "quit"
    RESIGN = "resign"


class Page(Frozen):
    """A text that lies over the board until it is closed; lines are wrapped where they are painted."""

    title: str
    lines: tuple[str, ...]


class Ui(Frozen):
    """One moment of the screen.

    `asked` says of which question the rest speaks. `trail` holds, step by step, the decisions that are left
    after each step; `cursor` is the marked option; `typed` are the digits of a bid. `confirming` is a
    decision or a leaving that needs a yes; `note` answers the last command. `board` shows the board of a
    game that is over in place of its result.
    """

    asked: "tuple[int, Wanted] | None" = None
    trail: tuple[tuple[Decision, ...], ...] = ()
    cursor: int = 0
    typed: str = ""
    confirming: Decision | Leaving | None = None
    page: Page | None = None
    scroll: int = 0
    note: str = ""
    board: bool = False


def on_question(ui: Ui, asked: "tuple[int, Wanted] | None") -> Ui:
    """Give the state for what is asked now: what was half chosen of another question is dropped."""
    if asked == ui.asked:
        return ui
    keep = ui.confirming if isinstance(ui.confirming, Leaving) else None
    return ui.changed(asked=asked, trail=(), cursor=0, typed="", confirming=keep)


def turn_page(ui: Ui, key: str) -> Ui:
    """Give the state after a key over an open page: it moves by some keys and is closed by any other."""
    match key:
        case "home":
            return ui.changed(scroll=0)
        case "end" if ui.page is not None:
            return ui.changed(scroll=sum(len(text) + 1 for text in ui.page.lines))
        case "up" | "down":
            step = -1 if key == "up" else 1
        case "pageup" | "pagedown" | " ":
            step = -PAGE_LINES if key == "pageup" else PAGE_LINES
        case _:
            return ui.changed(page=None, scroll=0)
    return ui.changed(scroll=max(ui.scroll + step, 0))


def move_cursor(ui: Ui, key: str, options: int) -> Ui:
    """Give the state after an arrow or a jump among so many options, of which there is at least one."""
    places = {"up": ui.cursor - 1, "left": ui.cursor - 1, "down": ui.cursor + 1, "right": ui.cursor + 1}
    places |= {"home": 0, "end": options - 1}
    return ui.changed(cursor=places.get(key, ui.cursor) % options)


def step_back(ui: Ui) -> Ui:
    """Give the state with the last step of a choice taken back."""
    if ui.confirming is not None:
        return ui.changed(confirming=None, cursor=0, note="")
    return ui.changed(trail=ui.trail[:-1], cursor=0, typed="", note="")
