"""A key of the bar at the bottom of a screen."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """What to press, what it does, and the English word of the command."""

    key: str
    text: str
    word: str
