"""The few inputs of one roll, for whoever wants to compute its dice by hand (protocol.md, chapter 9).

This follows the protocol's text and not the code that rolls in a game; that both agree is a test.
"""

from collections.abc import Iterable, Sequence
from typing import BinaryIO, Final

from core.frozen import Frozen
from core.phase import DRAW
from p2p.audit import audit_log
from p2p.dice import FACES
from p2p.event import LINK, NOTE, VOTE, SignedEvent, read_note
from p2p.genesis import Genesis
from p2p.hashing import TAG_DICE, TAG_LINK, TAG_START, tagged_hash
from p2p.log import Log
from p2p.removal import close_round

_BYTES: Final = 256


class Block(Frozen):
    """One SHA-256: its whole input, the tag first and what counts last, and its digest."""

    data: bytes
    digest: bytes


class LinkInput(Frozen):
    """A seat's link in this roll, and what it must hash to: the one that it revealed before, or the anchor.

    `known_index` is that one's index, -1 for the anchor; `hashed` is what the link does hash to, by these
    `blocks`: one, and one more for each link that was passed over.
    """

    seat: int
    index: int
    link: bytes
    known_index: int
    known: bytes
    blocks: tuple[Block, ...]

    @property
    def hashed(self) -> bytes:
        """What the link hashes to at the index of the one that is known."""
        return self.blocks[-1].digest

    @property
    def fits(self) -> bool:
        """Whether the link is the one that its seat was bound to from the genesis on."""
        return self.hashed == self.known


class RollInputs(Frozen):
    """Roll `index` of a game, or the draw of the starting seat: index 0, or a later one after votes.

    `blocks` are hashed one after another (nearly always one). `taken` are the bytes looked at in them, in
    order, those included that were passed over for fairness; each result is such a byte modulo `bound`.
    `results` are the two faces, or the starting seat alone. The host's `nonce` goes into each link's hash.
    """

    round_number: int
    index: int
    tag: bytes
    game_id: bytes
    nonce: bytes
    links: tuple[LinkInput, ...]
    blocks: tuple[Block, ...]
    bound: int
    taken: tuple[int, ...]
    results: tuple[int, ...]


class RollFinder:
    """Watches an audit for the roll made of the links with this index; `found` stays None without it."""

    def __init__(self, index: int) -> None:
        self._index = index
        self.found: RollInputs | None = None

    def __call__(self, log: Log, events: tuple[SignedEvent, ...]) -> None:
        """Look at a round that is about to be closed."""
        if makes_roll(log, events) and log.link_indexes[-1] == self._index:
            self.found = inputs_of_round(log, events)


def makes_roll(log: Log, events: Sequence[SignedEvent]) -> bool:
    """Tell whether these events, which close the open round of `log`, make a roll; votes undo one."""
    assert log.expects is not None
    return log.expects.kind is LINK and events[0].event.kind is not VOTE


def roll_inputs(source: BinaryIO | bytes, index: int) -> RollInputs | None:
    """Give the inputs of the roll made of links `index`, or None if the good part of the log has none."""
    finder = RollFinder(index)
    audit_log(source, watch=finder)
    return finder.found


def roll_in_rounds(
    genesis: Genesis, rounds: Iterable[Sequence[SignedEvent]], index: int
) -> RollInputs | None:
    """Give the inputs of the roll made of links `index` in the first rounds of a game, or None."""
    log, finder = Log(genesis), RollFinder(index)
    for events in rounds:
        finder(log, tuple(events))
        if finder.found is not None:
            break
        close_round(log, events)
    return finder.found


def inputs_of_round(log: Log, events: Sequence[SignedEvent]) -> RollInputs:
    """Give the inputs of the roll that these events make, in the open round of `log`, which awaits links."""
    index = log.link_indexes[-1]
    links = tuple(_link_input(log, signed) for signed in events)
    seats = len(log.genesis.seats)
    is_draw = log.state.phase is DRAW
    tag, bound, count = (TAG_START, seats, 1) if is_draw else (TAG_DICE, FACES, 2)
    said = b"".join(bytes((one.seat,)) + one.link for one in links)
    head = log.genesis.game_id + index.to_bytes(4, "big") + bytes((len(links),)) + said
    blocks: list[Block] = []
    taken: list[int] = []
    results: list[int] = []
    while len(results) < count:
        counter = len(blocks).to_bytes(4, "big")
        blocks.append(Block(tag + head + counter, tagged_hash(tag, head, counter)))
        for byte in blocks[-1].digest:
            if len(results) == count:
                break
            taken.append(byte)
            if byte < _BYTES - _BYTES % bound:
                results.append(byte % bound)
    return RollInputs(
        log.round_number,
        index,
        tag,
        log.genesis.game_id,
        log.genesis.nonce,
        links,
        tuple(blocks),
        bound,
        tuple(taken),
        tuple(results),
    )


def _link_input(log: Log, signed: SignedEvent) -> LinkInput:
    event = signed.event
    if event.kind is NOTE:
        first, link = read_note(event)
        index = log.link_indexes[first]
    else:
        index, link = log.link_indexes[-1], event.body[0]  # type: ignore[assignment]  # judged
    known_index, known = log.last_links[event.seat]
    blocks: list[Block] = []
    hashed, key = link, log.genesis.seats[event.seat].key
    for step in range(index, known_index, -1):
        parts = (log.genesis.nonce, key, step.to_bytes(4, "big"), hashed)
        hashed = tagged_hash(TAG_LINK, *parts)
        blocks.append(Block(TAG_LINK + b"".join(parts), hashed))
    return LinkInput(event.seat, index, link, known_index, known, tuple(blocks))
