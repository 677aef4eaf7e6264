"""What bids were sealed from, for whoever wants to check them by hand (protocol.md, chapter 10)."""

from collections.abc import Iterable, Mapping, Sequence

from core.frozen import Frozen
from p2p.event import COMMITMENT, OPENING, SignedEvent
from p2p.genesis import Genesis
from p2p.hashing import TAG_BID, tagged_hash
from p2p.log import Log


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


class AuctionInputs(Frozen):
    """Auction `index` of a game, the first being 1: the round in which its bids were opened, and the bids.

    `game_id` goes into every commitment, as do the `keys` of the seats, by seat.
    """

    index: int
    round_number: int
    game_id: bytes
    keys: tuple[bytes, ...]
    bids: tuple[BidInput, ...]


class AuctionFinder:
    """Watches an audit for the auction with this index, from 1; `found` stays None without it."""

    def __init__(self, index: int) -> None:
        self._index = index
        self._seen = 0
        self.found: AuctionInputs | None = None

    def __call__(self, log: Log, events: tuple[SignedEvent, ...]) -> None:
        """Look at a round that is about to be closed."""
        opened = [one for one in events if one.event.kind is OPENING]
        self._seen += bool(opened)
        if opened and self._seen == self._index:
            bids = bids_of_round(log, events)
            keys = tuple(seat.key for seat in log.genesis.seats)
            self.found = AuctionInputs(self._index, log.round_number, log.genesis.game_id, keys, bids)


def bids_of_round(log: Log, events: Sequence[SignedEvent]) -> tuple[BidInput, ...]:
    """Give the bids that these events open in the open round of `log`, in seat order."""
    opened = (one for one in events if one.event.kind is OPENING)
    return tuple(_input(log.genesis, log.commitments, one) for one in opened)


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


def _input(genesis: Genesis, sealed: Mapping[int, tuple[int, bytes]], opened: SignedEvent) -> BidInput:
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
