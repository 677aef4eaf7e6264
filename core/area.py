"""The four squares of a delivery yard or a treatment area, as one number (C3).

An area is a number in base six with one digit a square, square 0 the lowest: 0 is a vacant square, and
a chip is its material's number plus one. All questions about an area are answered by tables, one entry
for each of the 1296 areas. Sets of squares are masks of four bits, square 0 the lowest.
"""

from functools import cache
from typing import Final

from core.material import MATERIALS, Material

SQUARES: Final = 4
EMPTY: Final = 0
AREAS: Final = 6**SQUARES

WEIGHT: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple((material + 1) * 6**square for square in range(SQUARES)) for material in range(len(MATERIALS))
)
"""What a chip adds to its area: WEIGHT[material][square]."""


def _chips(square: int) -> list[int]:
    """Give what lies on a square, a material's number or -1, for each area."""
    alike: int = 6**square
    return [chip for chip in range(-1, len(MATERIALS)) for _ in range(alike)] * (AREAS // 6 // alike)


CHIP_AT: Final[tuple[tuple[int, ...], ...]] = tuple(zip(*map(_chips, range(SQUARES)), strict=True))
"""The number of the material on a square, or -1 for a vacant one: CHIP_AT[area][square]."""


def _masks(chip: int) -> bytes:
    """Give the mask of the squares that hold this, a material's number or -1, for each area."""
    masks = 0  # of all areas at once, a byte each
    for square in range(SQUARES):
        alike = 6**square
        digits = [bytes(alike)] * 6
        digits[chip + 1] = bytes((1 << square,)) * alike
        masks |= int.from_bytes(b"".join(digits) * (AREAS // 6 // alike), "big")
    return masks.to_bytes(AREAS, "big")


VACANT: Final = tuple(_masks(-1))
"""The mask of vacant squares: VACANT[area]."""

HELD: Final[tuple[tuple[int, ...], ...]] = tuple(zip(*map(_masks, range(len(MATERIALS))), strict=True))
"""The mask of squares with a chip of a material: HELD[area][material]."""

CHIPS: Final = tuple([SQUARES - mask.bit_count() for mask in VACANT])
"""The number of chips: CHIPS[area]."""

SQUARES_OF: Final = tuple(
    tuple(square for square in range(SQUARES) if mask >> square & 1) for mask in range(16)
)
"""The squares of a mask, ascending: SQUARES_OF[mask]."""

WEIGHTS: Final = tuple(
    tuple(sum(weights[square] for square in squares) for squares in SQUARES_OF) for weights in WEIGHT
)
"""What chips of one material add to their area: WEIGHTS[material][mask of their squares]."""


@cache
def fees(limit: int, fee: int) -> tuple[int, ...]:
    """Give the dollars of storage for each area, by its number."""
    return tuple([fee if chips > limit else 0 for chips in CHIPS])


def count(area: int, material: int) -> int:
    """Give the number of chips of `material` in the area."""
    return HELD[area][material].bit_count()


def without(area: int, material: int) -> int:
    """Give the area as it is when all its chips of `material` are taken away."""
    return area - WEIGHTS[material][HELD[area][material]]


def as_chips(area: int) -> tuple[Material | None, ...]:
    """Give what lies on each square, for reading."""
    return tuple(None if chip < 0 else MATERIALS[chip] for chip in CHIP_AT[area])
