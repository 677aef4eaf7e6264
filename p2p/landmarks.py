"""The places of a log that one looks for: where turns begin and auctions open, which round holds a roll."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from core.phase import BID, RETURN, ROLL
from p2p.event import LINK, VOTE, SignedEvent
from p2p.log import Log


class Landmarks:
    """Grows as a log does. A place in a log is a number of closed rounds: the table as it lies then.

    `turns` are the places where a turn begins, `auctions` those where bids are asked for, both ascending.
    `rolls[k]` is the round that holds roll k, 0 being the draw of the first player.
    """

    def __init__(self) -> None:
        self.turns: Final = array("Q")
        self.auctions: Final = array("Q")
        self.rolls: Final = array("Q")
        self._turn: tuple[int, int] | None = None
        self._is_auction = False

    def turn_at(self, place: int) -> int:
        """Give the turn in which a place lies, counted from 1; 0 before the first one begins."""
        return bisect_right(self.turns, place)

    def see(self, log: Log) -> None:
        """Look at the place where a log stands, which has an open round; each place once, in their order."""
        state, place = log.state, log.round_number
        turn = state.rolls, state.roller
        if state.phase in (RETURN, ROLL) and turn != self._turn:
            self._turn = turn
            self.turns.append(place)
        if state.phase is BID and not self._is_auction:
            self.auctions.append(place)
        self._is_auction = state.phase is BID

    def see_round(self, log: Log, events: Sequence[SignedEvent]) -> None:
        """Look at the open round of a log, which these events are about to close."""
        assert log.expects is not None
        if log.expects.kind is LINK and events[0].event.kind is not VOTE:
            self.rolls.append(log.round_number)


def after(places: Sequence[int], place: int) -> int | None:
    """Give the first of these ascending places beyond `place`, or None."""
    found = bisect_right(places, place)
    return places[found] if found < len(places) else None


def before(places: Sequence[int], place: int) -> int | None:
    """Give the last of these ascending places that comes before `place`, or None."""
    found = bisect_left(places, place)
    return places[found - 1] if found else None
