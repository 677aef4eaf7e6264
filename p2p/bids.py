"""Sealed bids, which tell nothing and can be opened in one way only (protocol.md, chapter 10; rule B1)."""

from struct import Struct
from typing import Final

from p2p.hashing import TAG_BID, tagged_hash

BID_NONCE_BYTES: Final = 32
MAX_BID: Final = 2**64


_PLACE: Final = Struct(">IB")
"""The round and the seat."""


def commit_bid(game_id: bytes, round_number: int, seat: int, key: bytes, opening: tuple[int, bytes]) -> bytes:
    """Give the commitment to a bid in dollars and the 32 random bytes that hide it, which open it.

    It is bound to the game, the round it is made in, seat and key.
    """
    bid, nonce = opening
    return tagged_hash(TAG_BID, game_id, _PLACE.pack(round_number, seat), key, bid.to_bytes(8, "big"), nonce)
