"""Places on the board that can be chosen, and which decision begins or ends where."""

from enum import Enum
from typing import NamedTuple

from core.decision import YARD, Decision, Deliver, Name, Place, Return, Sell, Treat
from core.state import State


class Area(Enum):
    """The parts of the board with places in them; yard and treatment are those of the own company."""

    BANK = "bank"
    YARD = "yard"
    TREATMENT = "treatment"
    ROW = "row"


class Spot(NamedTuple):
    """A material of the bank, a square or a market row, counted from 0."""

    area: Area
    number: int


def source(decision: Decision) -> Spot:
    """Give the place that a decision takes its chip from, or of which it speaks."""
    match decision:
        case Deliver(material=material) | Name(material=material):
            return Spot(Area.BANK, int(material))
        case Treat(source=square):
            return Spot(Area.YARD, square)
        case Sell(square=square):
            return Spot(Area.TREATMENT, square)
        case Return(area=area, square=square):
            return Spot(Area.YARD if area == YARD else Area.TREATMENT, square)
        case Place(square=square):
            return Spot(Area.YARD, square)


def target(decision: Decision) -> Spot:
    """Give the place that a decision puts its chip on; its source if it puts none on the board."""
    match decision:
        case Deliver(square=square):
            return Spot(Area.YARD, square)
        case Treat(target=square):
            return Spot(Area.TREATMENT, square)
        case Sell(row=row):
            return Spot(Area.ROW, row)
        case _:
            return source(decision)


def material_of(state: State, decision: Decision) -> int | None:
    """Give the material of the chip that a decision moves or names; None from a vacant square."""
    match decision:
        case Deliver(material=material) | Name(material=material):
            return material
        case Place():
            return state.auctioned_material
        case Treat(source=square):
            return state.yard(state.roller)[square]
        case Sell(square=square):
            return state.treatment(state.roller)[square]
        case Return(area=area, square=square):
            return (state.yard if area == YARD else state.treatment)(state.roller)[square]
