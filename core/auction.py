"""The closed-fist auction: opening, naming, settling and placing (T6-T8, B1-B5)."""

from collections.abc import Sequence
from typing import Final

from core.account import pay
from core.area import SQUARES_OF, VACANT, WEIGHT
from core.decision import DECISIONS
from core.decision import NAME as NAME_VERB
from core.decision import PLACE as PLACE_VERB
from core.errors import BadBid
from core.happening import AuctionOpened, AuctionWon, BidsShown, ChipPlaced, NoAuction, NoSale
from core.material import MATERIALS, SPECIAL
from core.phase import BID, NAME, PLACE
from core.table import MOST_SEATS, NO_ONE, Table
from core.turn import roll_again

_NAMES: Final = tuple(DECISIONS[NAME_VERB, material] for material in range(len(MATERIALS)))
"""What names each material."""

_FROM: Final = tuple(
    tuple((*range(first, seats), *range(first)) for first in range(seats)) for seats in range(MOST_SEATS + 1)
)
"""The seats in turn order: _FROM[number of seats][first one]."""

PLACES: Final = tuple(tuple(DECISIONS[PLACE_VERB, square] for square in squares) for squares in SQUARES_OF)
"""The squares of a mask for the chip that was won (B4): PLACES[mask of vacant yard squares]."""


def hammer(table: Table, second: int) -> None:
    """Auction what the second face shows, or with a star the colour that the roller names (T6, T7)."""
    if second == SPECIAL:
        await_name(table)
    else:
        open_auction(table, second)


def await_name(table: Table) -> None:
    """Await the colour to auction, or go on rolling if the bank has none in play (T7)."""
    table.colours = tuple([material for material in table.in_play if table.bank[material]])
    if not table.colours:
        no_auction(table, None)
        return
    table.options = tuple([_NAMES[material] for material in table.colours])
    table.phase = NAME


def name(table: Table, fields: tuple[int]) -> None:
    """Open the auction of the colour that a legal decision's field names (T7)."""
    open_auction(table, fields[0])


def open_auction(table: Table, material: int) -> None:
    """Put a chip of the material under the hammer, if the bank has one (T6, T8)."""
    if not table.bank[material]:  # a closed material has none there either (A4)
        no_auction(table, material)
        return
    table.options = ()
    table.colours = ()
    table.auctioned = material
    table.phase = BID
    if table.happenings is not None:
        table.happenings.append(AuctionOpened(MATERIALS[material]))


def no_auction(table: Table, material: int | None) -> None:
    """Go on without an auction (T7, T8, L4)."""
    if table.happenings is not None:
        table.happenings.append(NoAuction(None if material is None else MATERIALS[material]))
    roll_again(table)


def check_bids(table: Table, bids: Sequence[object], bidders: tuple[int, ...]) -> None:
    """Raise BadBid unless every bidder, and nobody else, bids from 0 to all its money (B1).

    It names the first seat at fault, or the first that is not at the table or has no place in `bids`.
    """
    money = table.money
    for seat, bid in enumerate(bids):
        if seat in bidders:
            if type(bid) is not int or not 0 <= bid <= money[seat]:  # no bool is a bid
                raise BadBid(seat, bid)
        elif bid is not None or seat >= table.seats:
            raise BadBid(seat, bid)
    if len(bids) < table.seats:
        raise BadBid(len(bids), None)


def settle(table: Table, bids: Sequence[int | None]) -> None:
    """Show valid bids, and let the winner pay and place the chip (B2, B3, B5)."""
    if table.happenings is not None:
        table.happenings.append(BidsShown(tuple(bids)))
    seat, price = _highest(table, bids)
    if price == 0:
        if table.happenings is not None:
            table.happenings.append(NoSale(MATERIALS[table.auctioned]))
        roll_again(table)
        return
    pay(table, seat, price)
    room = VACANT[table.yards[seat]]
    if table.happenings is not None:
        table.happenings.append(AuctionWon(seat, MATERIALS[table.auctioned], price, bool(room)))
    if room:
        table.winner = seat
        table.options = PLACES[room]
        table.phase = PLACE
    else:
        roll_again(table)


def _highest(table: Table, bids: Sequence[int | None]) -> tuple[int, int]:
    """Give the winning seat and its bid: of equal ones the roller's, then the closest to its left (B3)."""
    winner, highest = NO_ONE, 0
    for seat in _FROM[table.seats][table.roller]:
        bid = bids[seat]
        if bid and bid > highest:
            winner, highest = seat, bid
    return winner, highest


def place(table: Table, fields: tuple[int]) -> None:
    """Put the auctioned chip from the bank on the winner's yard, and go on (B4)."""
    seat, material, square = table.winner, table.auctioned, fields[0]
    table.bank[material] -= 1
    table.yards[seat] += WEIGHT[material][square]
    if table.happenings is not None:
        table.happenings.append(ChipPlaced(seat, MATERIALS[material], square))
    roll_again(table)
