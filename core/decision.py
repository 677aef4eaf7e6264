"""What a single seat can decide, as interned values with a code of plain integers."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import ClassVar, Final, NoReturn, Self, TypeVar

from core.errors import UnknownDecision
from core.material import MATERIALS, Material
from core.ruleset import ROWS

DELIVER: Final = 0
TREAT: Final = 1
SELL: Final = 2
RETURN: Final = 3
NAME: Final = 4
PLACE: Final = 5

YARD: Final = 0
TREATMENT: Final = 1
"""The two areas of a company, as `Return` numbers them."""


class Coded:
    """A value of which there is only one for each code, so that `is` and `==` agree.

    `code` is the verb's number and then the fields, as plain integers; it goes into logs.
    Constructing a value with fields that are on no board raises UnknownDecision.
    """

    __slots__ = ("code",)
    __match_args__: ClassVar[tuple[str, ...]] = ()
    code: tuple[int, ...]

    def __reduce__(self) -> tuple[type[Self], tuple[int, ...]]:
        return type(self), self.code[1:]

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({fields})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(name)  # all who decide alike share it


class Deliver(Coded):
    """A chip of `material` from the bank to `square` of the own delivery yard (A1)."""

    __slots__ = __match_args__ = ("material", "square")
    material: Material
    square: int

    def __new__(cls, material: int, square: int) -> Self:
        """Give the one value; UnknownDecision if no board has these numbers."""
        return _interned(cls, (DELIVER, material, square))


class Treat(Coded):
    """The chip on yard square `source` to treatment square `target` (A2)."""

    __slots__ = __match_args__ = ("source", "target")
    source: int
    target: int

    def __new__(cls, source: int, target: int) -> Self:
        """Give the one value; UnknownDecision if no board has these numbers."""
        return _interned(cls, (TREAT, source, target))


class Sell(Coded):
    """The chip on treatment square `square` to market row `row`, also where the row is forced (A3)."""

    __slots__ = __match_args__ = ("square", "row")
    square: int
    row: int

    def __new__(cls, square: int, row: int) -> Self:
        """Give the one value; UnknownDecision if no board has these numbers."""
        return _interned(cls, (SELL, square, row))


class Return(Coded):
    """The chip on `square` of `area` (YARD or TREATMENT) back to the bank for want of the fee (T1)."""

    __slots__ = __match_args__ = ("area", "square")
    area: int
    square: int

    def __new__(cls, area: int, square: int) -> Self:
        """Give the one value; UnknownDecision if no board has these numbers."""
        return _interned(cls, (RETURN, area, square))


class Name(Coded):
    """`material` as the one to be auctioned after hammer and star (T7)."""

    __slots__ = __match_args__ = ("material",)
    material: Material

    def __new__(cls, material: int) -> Self:
        """Give the one value; UnknownDecision if no board has these numbers."""
        return _interned(cls, (NAME, material))


class Place(Coded):
    """The chip won at auction to `square` of the winner's delivery yard (B4)."""

    __slots__ = __match_args__ = ("square",)
    square: int

    def __new__(cls, square: int) -> Self:
        """Give the one value; UnknownDecision if no board has these numbers."""
        return _interned(cls, (PLACE, square))


Decision = Deliver | Treat | Sell | Return | Name | Place

_SQUARES: Final = range(4)
_FACING: Final = tuple((i, j) for i in _SQUARES for j in _SQUARES if abs(i - j) <= 1)
"""Yard square and the treatment squares beside it (A2)."""


def _all_codes() -> Iterator[tuple[type[Decision], tuple[int, ...]]]:
    materials = range(len(MATERIALS))
    yield from ((Deliver, (DELIVER, material, square)) for material in materials for square in _SQUARES)
    yield from ((Treat, (TREAT, source, target)) for source, target in _FACING)
    yield from ((Sell, (SELL, square, row)) for square in _SQUARES for row in range(ROWS))
    yield from ((Return, (RETURN, area, square)) for area in (YARD, TREATMENT) for square in _SQUARES)
    yield from ((Name, (NAME, material)) for material in materials)
    yield from ((Place, (PLACE, square)) for square in _SQUARES)


def _make(cls: type[Decision], code: tuple[int, ...]) -> Decision:
    """Make the one value of a code; the only place where a decision comes into being."""
    decision: Decision = object.__new__(cls)
    object.__setattr__(decision, "code", code)
    for name, value in zip(cls.__match_args__, code[1:], strict=True):
        object.__setattr__(decision, name, MATERIALS[value] if name == "material" else value)
    return decision


DECISIONS: Final = MappingProxyType({code: _make(cls, code) for cls, code in _all_codes()})
"""Every decision of the game, by its code, in the order of the codes."""

_Kind = TypeVar("_Kind", bound=Coded)


def _interned(cls: type[_Kind], code: tuple[int, ...]) -> _Kind:
    found = DECISIONS.get(code)
    if not isinstance(found, cls):
        raise UnknownDecision(code)
    return found
