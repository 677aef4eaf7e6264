"""What follows in a game without anyone's choice, as values that a screen or a report can word.

Seats, squares and rows are counted from 0; amounts and prices are dollars.
"""

from dataclasses import dataclass

from core.material import Material
from core.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Drawn:
    """The shared dice drew `seat` to start (S1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The turn of `seat` begins (T10)."""

    seat: int


@dataclass(frozen=True, slots=True)
class FeePaid:
    """`seat` paid storage (T1)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class ChipReturned:
    """A chip went back to the bank for want of the fee, from `square` of `area` (T1)."""

    seat: int
    material: Material
    area: int
    square: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of `seat`'s turn show these faces (T2)."""

    seat: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class TurnLost:
    """The roll of `seat` allows no action (T9)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ActionLost:
    """The second action of `seat`'s double is impossible (T4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Delivered:
    """A chip came from the bank to the yard of `seat` (A1)."""

    seat: int
    material: Material
    square: int


@dataclass(frozen=True, slots=True)
class Treated:
    """A chip went from yard square `source` to treatment square `target` (A2)."""

    seat: int
    material: Material
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Sold:
    """A chip went to market row `row`, for `amount` (A3)."""

    seat: int
    material: Material
    square: int
    row: int
    amount: int


@dataclass(frozen=True, slots=True)
class MaterialClosed:
    """`row` is full: the other chips of `material` left the game (A4)."""

    material: Material
    row: int


@dataclass(frozen=True, slots=True)
class AuctionOpened:
    """A chip of `material` is under the hammer (T6, T7)."""

    material: Material


@dataclass(frozen=True, slots=True)
class NoAuction:
    """There is no chip to auction (T8), or with `material` None no colour to name (T7, L4)."""

    material: Material | None


@dataclass(frozen=True, slots=True)
class BidsShown:
    """All bids, by seat; None for a seat that made none (B1)."""

    bids: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """`seat` paid `price`; `gets_chip` is False for want of a vacant square (B2, B5)."""

    seat: int
    material: Material
    price: int
    gets_chip: bool


@dataclass(frozen=True, slots=True)
class NoSale:
    """Every bid was an empty fist; the chip of `material` stays in the bank (B3)."""

    material: Material


@dataclass(frozen=True, slots=True)
class ChipPlaced:
    """`seat` put the chip that it won on yard square `square` (B4)."""

    seat: int
    material: Material
    square: int


@dataclass(frozen=True, slots=True)
class Retired:
    """`seat` left; its chips are back in the bank (L1, L2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game ended (E1, E3, L3)."""

    outcome: Outcome


Happening = (
    Drawn
    | TurnPassed
    | FeePaid
    | ChipReturned
    | Rolled
    | TurnLost
    | ActionLost
    | Delivered
    | Treated
    | Sold
    | MaterialClosed
    | AuctionOpened
    | NoAuction
    | BidsShown
    | AuctionWon
    | NoSale
    | ChipPlaced
    | Retired
    | GameOver
)
