"""A key of the bar at the bottom of a screen."""

from core.frozen import Frozen


class Key(Frozen):
    """What to press, what it does, and the English word of the command."""

    key: str
    text: str
    word: str
