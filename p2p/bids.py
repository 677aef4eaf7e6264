"""Sealed bids, which tell nothing and can be opened in one way only (protocol.md, chapter 10; rule B1)."""

from typing import Final

from core.frozen import Frozen
from p2p.hashing import TAG_BID, tagged_hash

BID_NONCE_BYTES: Final = 32
MAX_BID: Final = 2**64


class Opening(Frozen):
    """What opens a commitment: the bid in dollars and the 32 random bytes that hid it."""

    bid: int
    nonce: bytes


def commit_bid(game_id: bytes, round_number: int, seat: int, key: bytes, opening: Opening) -> bytes:
    """Give the commitment to `opening`, bound to the game, the round it is made in, the seat and its key."""
    return tagged_hash(
        TAG_BID,
        game_id,
        round_number.to_bytes(4, "big"),
        bytes((seat,)),
        key,
        opening.bid.to_bytes(8, "big"),
        opening.nonce,
    )
