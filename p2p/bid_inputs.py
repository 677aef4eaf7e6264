"""What bids were sealed from, for whoever wants to check them by hand (protocol.md, chapter 10)."""

from collections.abc import Iterable, Sequence

from core.frozen import Frozen
from p2p.event import COMMITMENT, OPENING, SignedEvent
from p2p.genesis import Genesis
from p2p.hashing import TAG_BID, tagged_hash


class BidInput(Frozen):
    """A seat's bid in dollars, the nonce that hid it, and the commitment made in round `round_number`.

    `data` is all that is hashed, the tag first, and `digest` its SHA-256.
    """

    seat: int
    bid: int
    nonce: bytes
    round_number: int
    commitment: bytes
    data: bytes
    digest: bytes

    @property
    def fits(self) -> bool:
        """Whether the opening is the one that the seat was bound to before any bid was open."""
        return self.digest == self.commitment


def newest_bids(
    genesis: Genesis, rounds: Iterable[Sequence[SignedEvent]], first: int = 0
) -> tuple[BidInput, ...]:
    """Give the bids that were opened last in these closed rounds of a game, in seat order, if any.

    The rounds begin with number `first`, which is before the bids were sealed.
    """
    sealed: dict[int, tuple[int, bytes]] = {}
    newest: tuple[BidInput, ...] = ()
    for number, events in enumerate(rounds, first):
        for one in events:
            if one.event.kind is COMMITMENT:
                sealed[one.event.seat] = number, one.event.body[0]  # type: ignore[assignment]  # judged
        opened = [one for one in events if one.event.kind is OPENING]
        if opened:
            newest = tuple(_input(genesis, sealed, one) for one in opened)
    return newest


def _input(genesis: Genesis, sealed: dict[int, tuple[int, bytes]], opened: SignedEvent) -> BidInput:
    seat = opened.event.seat
    round_number, commitment = sealed[seat]
    bid: int = opened.event.body[0]  # type: ignore[assignment]  # judged
    nonce: bytes = opened.event.body[1]  # type: ignore[assignment]  # judged
    parts = (
        genesis.game_id,
        round_number.to_bytes(4, "big"),
        bytes((seat,)),
        genesis.seats[seat].key,
        bid.to_bytes(8, "big"),
        nonce,
    )
    data = TAG_BID + b"".join(parts)
    return BidInput(seat, bid, nonce, round_number, commitment, data, tagged_hash(TAG_BID, *parts))
