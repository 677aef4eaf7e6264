"""A person's client at a game, with a seat or without, full screen or lines: what all commands need."""

from typing import Protocol

from cli.screen.scene import Scene
from cli.screen.story import Story
from cli.screen.ui import Leaving, Page
from cli.seat_handle import GameHandle


class Looker(Protocol):
    """`peer` is the game as this computer holds it, `story` what has happened in it."""

    @property
    def peer(self) -> GameHandle: ...  # noqa: D102 - as above
    @property
    def story(self) -> Story: ...  # noqa: D102

    def scene(self) -> Scene:
        """Give what is known at this moment."""

    def note(self, text: str) -> None:
        """Answer with one line."""

    def show(self, page: Page) -> None:
        """Answer with a page of text."""

    def show_help(self) -> None:
        """Show what can be done, and what is asked."""

    def show_board(self) -> None:
        """Show the board as it is drawn."""

    def show_result(self) -> None:
        """Show how the game has ended, or what lies behind that."""

    def look_again(self) -> None:
        """Open the replay of the log of a game that is over, or tell how to."""

    def confirm(self, leaving: Leaving) -> None:
        """Ask whether the person means it, where that is not plain."""
