"""What the clients of a game have in common that tell it line by line: how they answer what is typed."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from cli.board import draw_board
from cli.chart import tell_course
from cli.console import Console
from cli.replay_words import tell_replay_command
from cli.results import tell_result
from cli.screen.scene import Scene
from cli.screen.ui import Page
from cli.words import _


class LinesClient(ABC):
    """One person's client on a console; what it knows of its game is its `scene`."""

    def __init__(self, console: Console) -> None:
        self._console = console

    @abstractmethod
    def scene(self) -> Scene:
        """Give what is known at this moment."""

    def say(self, *lines: str) -> None:
        """Show lines to the person."""
        for line in lines:
            self._console.say(line)

    def note(self, text: str, holds: Callable[[], bool] | None = None) -> None:  # noqa: ARG002 - lines stay
        """Answer with one line."""
        self.say(text)

    def show(self, page: Page) -> None:
        """Answer with a page of text, its title first; empty lines say nothing to the ear."""
        self.say(page.title, *filter(None, page.lines))

    def show_board(self) -> None:
        """Draw the board."""
        scene = self.scene()
        self.say(*filter(None, draw_board(scene.view.state, scene.names)))

    def show_result(self) -> None:
        """Tell how the game has ended, and how it came to that."""
        scene = self.scene()
        outcome = scene.view.state.outcome
        if outcome is None or scene.tally is None:
            self.say(_("The game is not over."))
        else:
            self.say(*tell_result(outcome, scene.tally, scene.names))
            self.say(*tell_course(scene.tally.course, scene.names))

    def look_again(self) -> None:
        """Tell by which command the game is looked at again."""
        self.say(tell_replay_command(self.scene().log))
