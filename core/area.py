"""The four squares of a delivery yard or a treatment area, as one number (C3).

An area is a number in base six with one digit a square, square 0 the lowest: 0 is a vacant square, and
a chip is its material's number plus one. All questions about an area are answered by tables, one entry
for each of the 1296 areas. Sets of squares are masks of four bits, square 0 the lowest.
"""

from functools import cache
from itertools import product
from typing import Final

from core.material import MATERIALS, Material

SQUARES: Final = 4
EMPTY: Final = 0
AREAS: Final = 6**SQUARES

_DIGITS: Final = tuple(squares[::-1] for squares in product(range(6), repeat=SQUARES))


WEIGHT: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple((material + 1) * 6**square for square in range(SQUARES)) for material in range(len(MATERIALS))
)
"""What a chip adds to its area: WEIGHT[material][square]."""


def _masks(digit: int) -> tuple[int, ...]:
    """Give the mask of the squares that hold `digit`, for each area."""
    bits = [[(held == digit) << square for held in range(6)] for square in range(SQUARES)]
    return tuple(a | b | c | d for d in bits[3] for c in bits[2] for b in bits[1] for a in bits[0])


_BY_DIGIT: Final = tuple(map(_masks, range(6)))

VACANT: Final = _BY_DIGIT[0]
"""The mask of vacant squares: VACANT[area]."""

HELD: Final[tuple[tuple[int, ...], ...]] = tuple(zip(*_BY_DIGIT[1:], strict=True))
"""The mask of squares with a chip of a material: HELD[area][material]."""

CHIP_AT: Final = tuple(tuple(digit - 1 for digit in digits) for digits in _DIGITS)
"""The number of the material on a square, or -1 for a vacant one: CHIP_AT[area][square]."""

CHIPS: Final = tuple(SQUARES - digits.count(0) for digits in _DIGITS)
"""The number of chips: CHIPS[area]."""

SQUARES_OF: Final = tuple(
    tuple(square for square in range(SQUARES) if mask >> square & 1) for mask in range(16)
)
"""The squares of a mask, ascending: SQUARES_OF[mask]."""


@cache
def fees(limit: int, fee: int) -> tuple[int, ...]:
    """Give the dollars of storage for each area, by its number."""
    return tuple([fee if chips > limit else 0 for chips in CHIPS])


def count(area: int, material: int) -> int:
    """Give the number of chips of `material` in the area."""
    return HELD[area][material].bit_count()


def without(area: int, material: int) -> int:
    """Give the area as it is when all its chips of `material` are taken away."""
    return area - sum(WEIGHT[material][square] for square in SQUARES_OF[HELD[area][material]])


def as_chips(area: int) -> tuple[Material | None, ...]:
    """Give what lies on each square, for reading."""
    return tuple(MATERIALS[digit - 1] if digit else None for digit in _DIGITS[area])
