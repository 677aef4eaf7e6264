"""What the screens of a game that goes on have in common, be it played or watched: most of all its end."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from cli.rematch_desk import RematchDesk
from cli.screen.paged import PagedScreen
from cli.screen.scene import Scene
from cli.screen.settings import Settings
from cli.seat_handle import GameHandle
from cli.words import _
from p2p.notices import Notices
from p2p.verdict import Report

WATCH_SECONDS: Final = 1.0
"""How often it is looked who has gone or come back."""
Notice = TypeVar("Notice")


class LiveScreen(PagedScreen, Generic[Notice]):
    """A table that lives by notices of one kind.

    `again` is the desk for a rematch, if there may be one; `replaying` is called when the person would look
    at the finished game again.
    """

    def __init__(self, settings: Settings, again: RematchDesk | None = None) -> None:
        super().__init__(settings)
        self.again: Final = again
        self.replaying: Callable[[], None] = lambda: None

    @property
    @abstractmethod
    def game(self) -> GameHandle:
        """The game as this computer holds it."""

    @property
    @abstractmethod
    def notices(self) -> Notices[Notice]:
        """What is to be heard."""

    @abstractmethod
    def scene(self) -> Scene:
        """Give what is known at this moment."""

    @abstractmethod
    def hear(self, notice: Notice) -> None:
        """Take in what is told of the game."""

    @abstractmethod
    def judged(self, report: Report) -> None:
        """Take in what the audit says of the finished log."""

    def rest(self) -> float:
        """Give the seconds until `look_around` is due."""
        return WATCH_SECONDS

    @abstractmethod
    def look_around(self) -> None:
        """Take in that time has passed; to be called after each `rest`."""

    def show_board(self) -> None:
        """Let nothing lie over the board."""
        self.ui = self.ui.changed(page=None, scroll=0, board=True)

    def show_result(self) -> None:
        """Show the result of a game that is over, or the board behind it again."""
        if self.scene().settled.outcome is None:
            self.note(_("The game is not over."))
        else:
            self.ui = self.ui.changed(board=not self.ui.board)

    def look_again(self) -> None:
        """Have the replay opened over this screen."""
        self.replaying()
