"""Sealed bids: a copied commitment cannot be opened anywhere else (protocol.md, chapter 10; rule B1)."""

from hypothesis import given
from hypothesis import strategies as st

from p2p.bids import MAX_BID, commit_bid
from p2p.hashing import TAG_BID, tagged_hash
from p2p.journal_records import Opening
from tests.p2p.protocol_strategies import KEY, OTHER_KEY, hashes

bids = st.integers(0, MAX_BID - 1)
rounds = st.integers(0, 2**32 - 1)


@given(hashes, rounds, st.integers(0, 3), bids, hashes)
def test_a_commitment_is_hashed_as_the_document_says(
    game_id: bytes, number: int, seat: int, bid: int, nonce: bytes
) -> None:
    expected = tagged_hash(
        TAG_BID, game_id, number.to_bytes(4, "big"), bytes([seat]), KEY.public, bid.to_bytes(8, "big"), nonce
    )
    assert commit_bid(game_id, number, seat, KEY.public, Opening(bid, nonce)) == expected


@given(hashes, rounds, bids, hashes, bids)
def test_a_commitment_opens_for_one_game_round_seat_key_bid_and_nonce(
    game_id: bytes, number: int, bid: int, nonce: bytes, other_bid: int
) -> None:
    opening = Opening(bid, nonce)
    made = commit_bid(game_id, number, 1, KEY.public, opening)
    others = [
        commit_bid(tagged_hash(TAG_BID, game_id), number, 1, KEY.public, opening),
        commit_bid(game_id, number ^ 1, 1, KEY.public, opening),
        commit_bid(game_id, number, 2, KEY.public, opening),
        commit_bid(game_id, number, 1, OTHER_KEY.public, opening),
        commit_bid(game_id, number, 1, KEY.public, Opening(bid ^ 1, nonce)),
        commit_bid(game_id, number, 1, KEY.public, Opening(bid, tagged_hash(TAG_BID, nonce))),
    ]
    if other_bid != bid:
        others.append(commit_bid(game_id, number, 1, KEY.public, Opening(other_bid, nonce)))
    assert made not in others
    assert len(set(others)) == len(others)
