"""The course of a game in numbers: money and market after each roll, and what each seat earned and paid."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from core.board import MarketRow
from core.happening import AuctionWon, FeePaid, Happening, Sold
from core.state import State

MOST_POINTS: Final = 400
"""More points than this are thinned out evenly: no chart shows them, and no table of them is read."""


class Point(NamedTuple):
    """How things stood when the last round before the next roll was closed.

    `roll` is how many rolls had been made, `money` the dollars by seat, `chips` those on each market row.
    """

    roll: int
    money: tuple[int, ...]
    chips: tuple[int, ...]


class Course:
    """Grows with each place of a log; the first point is the start of the game.

    By seat: `sold` counts chips and `won` auctions; `income`, `spent` and `fees` are the dollars of sales,
    auctions and storage. `rows` is the market as it lies now.
    """

    def __init__(self, seats: int) -> None:
        self.points: list[Point] = []
        self.rows: tuple[MarketRow, ...] = ()
        self.sold, self.income = [0] * seats, [0] * seats
        self.won, self.spent = [0] * seats, [0] * seats
        self.fees = [0] * seats
        self._stride = 1

    def see(self, state: State, happened: Iterable[Happening]) -> None:
        """Take in the state at the next place, and what has led to it."""
        for one in happened:
            self._book(one)
        self.rows = state.market
        point = Point(state.rolls, tuple(state.money), tuple(row.chips for row in self.rows))
        if self.points and (self.points[-1].roll == point.roll or self.points[-1].roll % self._stride):
            self.points.pop()
        self.points.append(point)
        if len(self.points) > MOST_POINTS:
            self._stride *= 2
            self.points = [one for one in self.points if one.roll % self._stride == 0 or one is point]

    def _book(self, happening: Happening) -> None:
        match happening:
            case Sold(seat=seat, amount=amount):
                self.sold[seat] += 1
                self.income[seat] += amount
            case AuctionWon(seat=seat, price=price):
                self.won[seat] += 1
                self.spent[seat] += price
            case FeePaid(seat=seat, amount=amount):
                self.fees[seat] += amount
            case _:
                pass
