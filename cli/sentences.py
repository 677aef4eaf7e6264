"""One sentence for each thing that can happen in a game."""

from collections.abc import Sequence

from cli.names import material_name, money, roll_name
from cli.results import tell_outcome
from cli.words import _
from core.decision import YARD
from core.happening import (
    ActionLost,
    AuctionOpened,
    AuctionWon,
    BidsShown,
    ChipPlaced,
    ChipReturned,
    Delivered,
    Drawn,
    FeePaid,
    GameOver,
    Happening,
    MaterialClosed,
    NoAuction,
    NoSale,
    Retired,
    Rolled,
    Sold,
    Treated,
    TurnLost,
    TurnPassed,
)

Names = Sequence[str]
"""The seats' names as they are shown."""


def tell_happening(happening: Happening, names: Names) -> str:
    """Give the sentence for something that happened; squares and rows are counted from 1 in it."""
    match happening:
        case AuctionOpened() | AuctionWon() | NoAuction() | NoSale() | ChipPlaced():
            return _tell_auction(happening, names)
        case Delivered() | Treated() | Sold() | ActionLost() | TurnLost():
            return _tell_action(happening, names)
        case BidsShown(bids=bids):
            return _tell_bids(bids, names)
        case GameOver(outcome=outcome):
            return tell_outcome(outcome, names)
        case MaterialClosed(material=material, row=row):
            text = _("Row {row} is full: {material} is closed, and all its other chips leave the game.")
            return text.format(row=row + 1, material=material_name(material))
        case Drawn() | TurnPassed() | FeePaid() | ChipReturned() | Rolled() | Retired():
            return _tell_turn(happening, names)


def _tell_turn(
    happening: Drawn | TurnPassed | FeePaid | ChipReturned | Rolled | Retired, names: Names
) -> str:
    seat = names[happening.seat]
    match happening:
        case Drawn():
            return _("The dice draw {seat} to start.").format(seat=seat)
        case TurnPassed():
            return _("It is the turn of {seat}.").format(seat=seat)
        case FeePaid(amount=amount):
            return _("{seat} pays {money} for storage.").format(seat=seat, money=money(amount))
        case ChipReturned(material=material, area=area, square=square):
            text = (
                _("{seat} cannot pay storage and returns {material} from yard {square} to the bank.")
                if area == YARD
                else _(
                    "{seat} cannot pay storage and returns {material} from treatment {square} to the bank."
                )
            )
            return text.format(seat=seat, material=material_name(material), square=square + 1)
        case Rolled(first=first, second=second):
            return _("{seat} rolls {roll}.").format(seat=seat, roll=roll_name(first, second))
        case Retired():
            return _("{seat} is out of the game, and its chips go back to the bank.").format(seat=seat)


def _tell_action(happening: Delivered | Treated | Sold | ActionLost | TurnLost, names: Names) -> str:
    seat = names[happening.seat]
    match happening:
        case Delivered(material=material, square=square):
            text = _("{seat} delivers {material} to yard {square}.")
            return text.format(seat=seat, material=material_name(material), square=square + 1)
        case Treated(material=material, source=source, target=target):
            text = _("{seat} treats {material} from yard {source} to treatment {target}.")
            name = material_name(material)
            return text.format(seat=seat, material=name, source=source + 1, target=target + 1)
        case Sold(material=material, row=row, amount=amount):
            text = _("{seat} sells {material} for {money} in row {row}.")
            return text.format(seat=seat, material=material_name(material), money=money(amount), row=row + 1)
        case ActionLost():
            return _("The second action of {seat} is impossible and lost.").format(seat=seat)
        case TurnLost():
            return _("{seat} can do nothing with this roll and loses the turn.").format(seat=seat)


def _tell_auction(
    happening: AuctionOpened | AuctionWon | NoAuction | NoSale | ChipPlaced, names: Names
) -> str:
    match happening:
        case AuctionOpened(material=material):
            text = _("A chip of {material} comes under the hammer: everyone bids in secret.")
            return text.format(material=material_name(material))
        case NoAuction(material=material):
            if material is None:
                return _("There is no auction, since no material is named.")
            text = _("There is no auction, since the bank has no chip of {material}.")
            return text.format(material=material_name(material))
        case NoSale(material=material):
            text = _("Nobody offers anything: the chip of {material} stays in the bank.")
            return text.format(material=material_name(material))
        case ChipPlaced(seat=seat, material=material, square=square):
            text = _("{seat} puts the chip of {material} on yard {square}.")
            return text.format(seat=names[seat], material=material_name(material), square=square + 1)
        case AuctionWon(seat=seat, material=material, price=price, gets_chip=gets_chip):
            text = (
                _("{seat} wins the chip of {material} for {money}.")
                if gets_chip
                else _(
                    "{seat} wins and pays {money}, but has no room: the chip of {material} stays in the bank."
                )
            )
            return text.format(seat=names[seat], material=material_name(material), money=money(price))


def _tell_bids(bids: Sequence[int | None], names: Names) -> str:
    each = [
        _("{seat} {money}").format(seat=names[seat], money=money(bid))
        for seat, bid in enumerate(bids)
        if bid is not None
    ]
    return _("The bids are shown: {bids}.").format(bids=", ".join(each))
