"""What a screen is to the application that shows it: the table is one, and others can be."""

from collections.abc import Iterable
from typing import Final, Protocol

from cli.screen.painted import Painted
from cli.screen.settings import Settings
from cli.screen.spans import Target


class Controller(Protocol):
    """Keys, clicks and lines in, painted lines out; it knows no terminal.

    `is_left` is true once the person has left the screen; `is_typing` while a line is wanted, which begins
    with `opening` and comes through `submit`. A key is a character or one of NAMED_KEYS. `on_its_way` is what
    this computer has said to others and what is not settled yet, if anything is.
    """

    @property
    def settings(self) -> Settings: ...  # noqa: D102 - as above
    @property
    def is_left(self) -> bool: ...  # noqa: D102

    @property
    def on_its_way(self) -> str: ...  # noqa: D102

    is_typing: bool
    opening: str

    def paint(self, width: int, height: int) -> Painted:
        """Give the whole screen at this moment, in this size."""

    def press(self, key: str) -> None:
        """Take a key."""

    def click(self, target: Target) -> None:
        """Take a click on something that was painted with a target."""

    def submit(self, line: str) -> None:
        """Take a typed line."""

    def interrupt(self) -> None:
        """Take a Ctrl-C."""

    def words(self) -> Iterable[str]:
        """Give all that can be typed now, to complete it."""

    def tell(self, text: str) -> None:
        """Take a line that was printed while the screen stands."""


NAMED_KEYS: Final = (
    "up",
    "down",
    "left",
    "right",
    "enter",
    "escape",
    "backspace",
    "pageup",
    "pagedown",
    "home",
    "end",
)
"""Keys that are no characters."""
