"""What a controller gives to be put on the terminal."""

from typing import NamedTuple

from cli.screen.spans import Line


class Painted(NamedTuple):
    """The lines above what is typed, the line of keys below it, and the first line shown of an open page.

    `hint` stands where nothing is typed.
    """

    body: list[Line]
    keys: Line
    scroll: int = 0
    hint: str = ""
