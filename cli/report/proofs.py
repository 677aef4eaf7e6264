"""The proofs of rolls and bids in hexadecimal, each as a SHA-256 that `sha256sum` computes again.

Protocol.md, chapters 9 and 10.
"""

from collections.abc import Sequence
from typing import NamedTuple

from cli.audit_by_hand import tell_result, tell_taken
from cli.names import money
from p2p.bid_inputs import BidInput
from p2p.hashing import TAG_START
from p2p.roll_inputs import Block, LinkInput, RollInputs


class Hashed(NamedTuple):
    """What is hashed, and the SHA-256 of it, both in hexadecimal."""

    data: str
    digest: str


class LinkProof(NamedTuple):
    """A seat's link, and the hashes that lead from it to `known`: its link before it, or its anchor.

    Links are numbered from 0; `known_number` is -1 for the anchor.
    """

    seat: int
    number: int
    link: str
    hashes: tuple[Hashed, ...]
    known_number: int
    known: str
    fits: bool


class RollProof(NamedTuple):
    """A roll with its number, or the draw of the first player, and all that it was made of.

    `told` is its result in words, `taken` which bytes of the hashes have led to it.
    """

    number: int
    is_draw: bool
    round_number: int
    told: str
    links: tuple[LinkProof, ...]
    hashes: tuple[Hashed, ...]
    taken: str


class BidProof(NamedTuple):
    """A bid that was opened, the round in which it was sealed, and the commitment that it opens."""

    seat: int
    bid: str
    nonce: str
    round_number: int
    commitment: str
    hashed: Hashed
    fits: bool


def prove_roll(roll: RollInputs, names: Sequence[str]) -> RollProof:
    """Give the proof of a roll."""
    return RollProof(
        roll.index,
        roll.tag == TAG_START,
        roll.round_number,
        tell_result(roll, names),
        tuple(map(_prove_link, roll.links)),
        _hashed(roll.blocks),
        tell_taken(roll),
    )


def prove_bid(bid: BidInput) -> BidProof:
    """Give the proof of a bid."""
    hashed = Hashed(bid.data.hex(), bid.digest.hex())
    amount, nonce, commitment = money(bid.bid), bid.nonce.hex(), bid.commitment.hex()
    return BidProof(bid.seat, amount, nonce, bid.round_number, commitment, hashed, bid.fits)


def _prove_link(link: LinkInput) -> LinkProof:
    hashes, known = _hashed(link.blocks), link.known.hex()
    return LinkProof(link.seat, link.index, link.link.hex(), hashes, link.known_index, known, link.fits)


def _hashed(blocks: Sequence[Block]) -> tuple[Hashed, ...]:
    return tuple(Hashed(block.data.hex(), block.digest.hex()) for block in blocks)
