"""The five materials and the faces of the dice (C1, C2)."""

from enum import IntEnum
from typing import Final


class Material(IntEnum):
    """A kind of good; its value is also its colour's face on both dice (C1, C2)."""

    GLASS = 0
    PAPER = 1
    METAL = 2
    CORK = 3
    PLASTIC = 4


MATERIALS: Final = tuple(Material)

SPECIAL: Final = 5
"""The sixth face: the hammer on the first die, the star on the second (C2)."""
