"""The styles of the screen's classes, for dark and light terminals and for those without colours.

Only the sixteen names that every terminal has are used: the person's own palette decides what they are.
No colour says anything that a letter or a shape does not say too.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_SHAPES: Final = {
    "title": "reverse",
    "keys": "reverse",
    "heading": "bold",
    "frame": "",
    "next": "bold",
    "taken": "",
    "closed": "",
    "faint": "",
    "you": "bold",
    "turn": "bold",
    "lit": "bold underline",
    "cursor": "reverse",
    "pending": "italic",
    "question": "bold",
    "key": "bold",
    "reveal": "reverse bold",
    "alert": "bold",
    "note": "italic",
    "chat": "italic",
    "prompt": "bold",
    "here": "",
    "suspect": "bold",
    "away": "bold",
    "nbsp": "ansidefault nounderline",  # which prompt-toolkit would underline in yellow
    **{f"chip{number}": "bold" for number in range(5)},
}
"""What every theme begins with; alone it is the theme without colours."""

_DARK: Final = {
    "frame": "ansibrightblack",
    "next": "bold ansibrightyellow",
    "closed": "ansibrightblack",
    "faint": "ansibrightblack",
    "turn": "bold ansibrightyellow",
    "lit": "bold underline ansibrightcyan",
    "pending": "italic ansibrightmagenta",
    "question": "bold ansibrightcyan",
    "key": "bold ansibrightcyan",
    "alert": "bold ansibrightred",
    "note": "italic ansibrightyellow",
    "chat": "italic ansibrightgreen",
    "here": "ansibrightgreen",
    "suspect": "bold ansibrightyellow",
    "away": "bold ansibrightred",
    "chip0": "bold ansiwhite",
    "chip1": "bold ansibrightblue",
    "chip2": "bold ansibrightyellow",
    "chip3": "bold ansibrightgreen",
    "chip4": "bold ansibrightred",
}

_LIGHT: Final = {
    "frame": "ansibrightblack",
    "next": "bold ansiblue",
    "closed": "ansibrightblack",
    "faint": "ansibrightblack",
    "turn": "bold ansired",
    "lit": "bold underline ansiblue",
    "pending": "italic ansimagenta",
    "question": "bold ansiblue",
    "key": "bold ansiblue",
    "alert": "bold ansired",
    "note": "italic ansimagenta",
    "chat": "italic ansigreen",
    "here": "ansigreen",
    "suspect": "bold ansimagenta",
    "away": "bold ansired",
    "chip0": "bold ansiblack",
    "chip1": "bold ansiblue",
    "chip2": "bold ansiyellow",
    "chip3": "bold ansigreen",
    "chip4": "bold ansired",
}

THEMES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {"dark": {**_SHAPES, **_DARK}, "light": {**_SHAPES, **_LIGHT}, "plain": _SHAPES}
)
"""For each theme the style of each class, as prompt-toolkit writes styles."""
