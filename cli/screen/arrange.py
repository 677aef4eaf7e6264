"""What is shown of a screen where there is not room for all: blocks of lines, the most needed ones first."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from cli.screen.spans import Line

Claim: TypeAlias = tuple[str, Sequence[Line]]
"""The name of a place and the lines that want to stand there."""


class Arranged:
    """The lines that stand at each place, and how many lines are left."""

    def __init__(self, room: int) -> None:
        self.left = room
        self._kept: dict[str, Sequence[Line]] = {}

    def __getitem__(self, place: str) -> Sequence[Line]:
        """Give the lines at a place, none where nothing stands."""
        return self._kept.get(place, ())

    def take(self, place: str, lines: Sequence[Line]) -> None:
        """Let these lines stand at a place instead of those there, if there is room for them."""
        more = len(lines) - len(self[place])
        if more <= self.left:
            self._kept[place] = lines
            self.left -= more

    def drop(self, place: str) -> None:
        """Let nothing stand at a place."""
        self.take(place, ())

    def lines(self, places: Iterable[str]) -> list[Line]:
        """Give what stands at these places, from top to bottom."""
        return [spans for place in places for spans in self[place]]


def arrange(claims: Iterable[Claim], room: int) -> Arranged:
    """Give what has room in so many lines of claims that come in the order of their worth.

    A later claim to a place takes more room for it, where there is any left.
    """
    arranged = Arranged(room)
    for place, lines in claims:
        arranged.take(place, lines)
    return arranged
