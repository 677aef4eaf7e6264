"""What all screens of a game have in common: pages over the board, notes, typed lines, and clicks.

Each of them is a `cli.screen.controller.Controller` that says what its screen is, and what a typed line does.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final

from cli.screen.layout import lay_out
from cli.screen.models.screen import Screen
from cli.screen.painted import Painted
from cli.screen.settings import Settings
from cli.screen.spans import Do, Target
from cli.screen.ui import Page, Ui
from cli.width import clip
from cli.words import _


class PagedScreen(ABC):
    """Neither what it shows nor what keys do is said here."""

    def __init__(self, settings: Settings) -> None:
        self.settings: Final = settings
        self.ui = Ui()
        self.is_left = False
        self.is_typing = False
        self.opening = ""

    @property
    def on_its_way(self) -> str:
        """What was said and is not settled yet; empty where nothing is."""
        return ""

    @abstractmethod
    def screen(self) -> Screen:
        """Give the screen at this moment."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Take a key."""

    @abstractmethod
    def submit(self, line: str) -> None:
        """Take a typed line."""

    @abstractmethod
    def interrupt(self) -> None:
        """Take a Ctrl-C."""

    @abstractmethod
    def words(self) -> Iterable[str]:
        """Give all that can be typed now, to complete it."""

    @abstractmethod
    def tell(self, text: str) -> None:
        """Take a line that was printed while the screen stands."""

    def paint(self, width: int, height: int) -> Painted:
        """Give the whole screen at this moment, in this size."""
        painted = lay_out(self.screen(), width, height, self.settings.glyphs)
        if self.ui.page is not None and painted.scroll != self.ui.scroll:
            self.ui = self.ui.changed(scroll=painted.scroll)  # a page cannot be scrolled beyond its end
        return painted._replace(hint=clip(self.hint(), width))

    def hint(self) -> str:
        """Give what stands where nothing is typed."""
        return _("/ types a word")

    def click(self, target: Target) -> None:
        """Take a click on something that was painted with a target."""
        match target:
            case Do(word="close"):
                self.press("escape")
            case Do(word="up" | "down" as way):
                self.press({"up": "pageup", "down": "pagedown"}[way])
            case Do(word=word):
                self.submit(word)
            case _:
                pass

    def show(self, page: Page) -> None:
        """Lay a page over the board."""
        self.ui = self.ui.changed(page=page, scroll=0)

    def note(self, text: str) -> None:
        """Answer the last key or line with one line."""
        self.ui = self.ui.changed(note=text)

    def begin_typing(self, opening: str = "") -> None:
        """Let a line be typed, which begins with `opening`."""
        self.is_typing, self.opening = True, opening
