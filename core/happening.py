"""What follows in a game without anyone's choice, as values that a screen or a report can word.

Seats, squares and rows are counted from 0; amounts and prices are dollars.
"""

from core.frozen import Frozen
from core.material import Material
from core.outcome import Outcome


class Drawn(Frozen):
    """The shared dice drew `seat` to start (S1)."""

    seat: int


class TurnPassed(Frozen):
    """The turn of `seat` begins (T10)."""

    seat: int


class FeePaid(Frozen):
    """`seat` paid storage (T1)."""

    seat: int
    amount: int


class ChipReturned(Frozen):
    """A chip went back to the bank for want of the fee, from `square` of `area` (T1)."""

    seat: int
    material: Material
    area: int
    square: int


class Rolled(Frozen):
    """The dice of `seat`'s turn show these faces (T2)."""

    seat: int
    first: int
    second: int


class TurnLost(Frozen):
    """The roll of `seat` allows no action (T9)."""

    seat: int


class ActionLost(Frozen):
    """The second action of `seat`'s double is impossible (T4)."""

    seat: int


class Delivered(Frozen):
    """A chip came from the bank to the yard of `seat` (A1)."""

    seat: int
    material: Material
    square: int


class Treated(Frozen):
    """A chip went from yard square `source` to treatment square `target` (A2)."""

    seat: int
    material: Material
    source: int
    target: int


class Sold(Frozen):
    """A chip went to market row `row`, for `amount` (A3)."""

    seat: int
    material: Material
    square: int
    row: int
    amount: int


class MaterialClosed(Frozen):
    """`row` is full: the other chips of `material` left the game (A4)."""

    material: Material
    row: int


class AuctionOpened(Frozen):
    """A chip of `material` is under the hammer (T6, T7)."""

    material: Material


class NoAuction(Frozen):
    """There is no chip to auction (T8), or with `material` None no colour to name (T7, L4)."""

    material: Material | None


class BidsShown(Frozen):
    """All bids, by seat; None for a seat that made none (B1)."""

    bids: tuple[int | None, ...]


class AuctionWon(Frozen):
    """`seat` paid `price`; `gets_chip` is False for want of a vacant square (B2, B5)."""

    seat: int
    material: Material
    price: int
    gets_chip: bool


class NoSale(Frozen):
    """Every bid was an empty fist; the chip of `material` stays in the bank (B3)."""

    material: Material


class ChipPlaced(Frozen):
    """`seat` put the chip that it won on yard square `square` (B4)."""

    seat: int
    material: Material
    square: int


class Retired(Frozen):
    """`seat` left; its chips are back in the bank (L1, L2)."""

    seat: int


class GameOver(Frozen):
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
