"""The bids that were opened last before a place of a log."""

from typing import Final

from p2p.bid_inputs import BidInput, newest_bids
from p2p.tape import Tape

_AUCTION_ROUNDS: Final = 16
"""Rounds in which an auction's bids are opened, even if seats are removed meanwhile."""


def bids_before(tape: Tape, place: int) -> tuple[BidInput, ...]:
    """Give the newest bids that are open at this place, none if there are none. Raises `TapeChanged`."""
    assert tape.genesis is not None
    earlier = [first for first in tape.landmarks.auctions if first < place]
    for first in earlier[:-3:-1]:
        rounds = [tape.round(number) for number in range(first, min(place, first + _AUCTION_ROUNDS))]
        if bids := newest_bids(tape.genesis, rounds, first):
            return tuple(bids)
    return ()
