"""What a game comes to as it goes on: each seat's money after every roll, the auctions it won, its fees."""

from collections.abc import Iterable

from core.happening import AuctionWon, FeePaid, Happening
from core.state import State


class Tally:
    """Grows with each settled round; all amounts are dollars, by seat.

    `course` holds the money after each roll, the start of the game first; its last entry is what lies there
    now. `out` are the seats that have left the game.
    """

    def __init__(self, start: State) -> None:
        self.course: list[tuple[int, ...]] = [tuple(start.money)]
        self.auctions = [0] * start.seats
        self.fees = [0] * start.seats
        self.out: tuple[int, ...] = ()
        self._rolls = 0

    def see(self, state: State, happened: Iterable[Happening]) -> None:
        """Take in the state after a round, and what followed from the round."""
        for happening in happened:
            match happening:
                case AuctionWon(seat=seat):
                    self.auctions[seat] += 1
                case FeePaid(seat=seat, amount=amount):
                    self.fees[seat] += amount
                case _:
                    pass
        self.out = tuple(seat for seat in range(state.seats) if seat not in state.active)
        if state.rolls > self._rolls:
            self._rolls = state.rolls
            self.course.append(tuple(state.money))
        else:
            self.course[-1] = tuple(state.money)
