"""What the records of a game's journal say; this program's own, and private (protocol.md, chapter 12).

The journal holds the seed, openings, and all of the rounds still open to doubt.
"""

from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from core.frozen import Frozen
from p2p.bids import BID_NONCE_BYTES, MAX_BID
from p2p.encoding import Value, encode, is_bytes
from p2p.event import MAX_ROUND, EventRefused, SignedEvent, read_event
from p2p.genesis import MAX_GENESIS_BYTES
from p2p.hashing import HASH_BYTES
from p2p.records import ProofRecord, RecordRefused, open_record


class Opening(NamedTuple):
    """What opens a commitment: the bid in dollars and the 32 random bytes that hid it."""

    bid: int
    nonce: bytes


class _JournalRecord(IntEnum):
    SEED = 0
    EVENT = 1
    OPENING = 2
    LAST = 3
    PROOF = 4
    REFUSED = 5
    LEFT = 6
    SETTLED = 7
    SHOWN = 8


_EVENT: Final = _JournalRecord.EVENT


class SeedRecord(Frozen):
    """The secret that this seat's links come from, and the genesis, should the log be lost.

    Journals of the first versions have no genesis there.
    """

    seed: bytes
    genesis: bytes = b""


class EventRecord(Frozen):
    """An event of a round that is not settled, said or heard."""

    event: SignedEvent


class OpeningRecord(Frozen):
    """What opens the commitment that this seat makes in `round_number`."""

    round_number: int
    opening: Opening


class LastRecord(Frozen):
    """Round, kind and id of what this seat signed last: nothing is signed below it."""

    round_number: int
    kind: int
    event_id: bytes


class RefusedRecord(Frozen):
    """A signed event that is invalid where it stands, kept as evidence."""

    event: SignedEvent


class SettledRecord(Frozen):
    """The rounds before this one were settled, and what was held for them is in the log alone.

    `head` is that before it: should the log be lost, it tells whether what the others show is the same.
    Journals of the first versions do not tell it.
    """

    round_number: int
    head: bytes = b""


class ShownRecord(Frozen):
    """The others have shown what this seat has signed for this round, and its journal did not tell of it.

    It is from an older copy of the folder: beside what they have shown there may be ballots that it forgot.
    """

    round_number: int


class LeftRecord(Frozen):
    """This seat had nothing more to say when its client was stopped: resigned or removed, or all is over."""


JournalRecord: TypeAlias = (
    SeedRecord
    | EventRecord
    | OpeningRecord
    | LastRecord
    | ProofRecord
    | RefusedRecord
    | SettledRecord
    | ShownRecord
    | LeftRecord
)


def encode_journal_record(record: JournalRecord) -> bytes:  # noqa: PLR0911  # one for each kind
    """Give the body of `record` as the journal holds it."""
    match record:
        case SeedRecord(seed, genesis):
            return encode((_JournalRecord.SEED, seed, genesis))
        case EventRecord(event):
            return encode_event(event)
        case OpeningRecord(round_number, opening):
            return encode((_JournalRecord.OPENING, round_number, opening.bid, opening.nonce))
        case LastRecord(round_number, kind, event_id):
            return encode((_JournalRecord.LAST, round_number, int(kind), event_id))
        case ProofRecord(one, other):
            return encode((_JournalRecord.PROOF, one.wire, other.wire))
        case RefusedRecord(event):
            return encode((_JournalRecord.REFUSED, event.wire))
        case SettledRecord(round_number, head):
            return encode((_JournalRecord.SETTLED, round_number, head))
        case ShownRecord(round_number):
            return encode((_JournalRecord.SHOWN, round_number))
        case LeftRecord():
            return encode((_JournalRecord.LEFT,))


def encode_event(event: SignedEvent) -> bytes:
    """Give the body of the `EventRecord` of this event, which every decision takes one of."""
    return encode((_EVENT, event[:2]))


def read_journal_record(body: bytes) -> JournalRecord:
    """Give what a journal record says. Raises `RecordRefused`."""
    try:
        record = _read_journal(*open_record(body))
    except EventRefused as error:
        raise RecordRefused(type(error).__name__) from error
    if record is None:
        raise RecordRefused("journal record")
    return record


def _read_journal(  # noqa: PLR0911  # one for each kind
    kind: int, content: tuple[Value, ...]
) -> JournalRecord | None:
    match kind, content:
        case _JournalRecord.SEED, (bytes(seed),) if len(seed) == HASH_BYTES:
            return SeedRecord(seed)
        case _JournalRecord.SEED, (bytes(seed), bytes(genesis)) if (
            len(seed) == HASH_BYTES and len(genesis) <= MAX_GENESIS_BYTES
        ):
            return SeedRecord(seed, genesis)
        case _JournalRecord.EVENT, (wire,):
            return EventRecord(read_event(wire))
        case _JournalRecord.OPENING, (int(number), int(bid), bytes(nonce)) if (
            number < MAX_ROUND and bid < MAX_BID and len(nonce) == BID_NONCE_BYTES
        ):
            return OpeningRecord(number, Opening(bid, nonce))
        case _JournalRecord.LAST, (int(number), int(last_kind), bytes(event_id)) if is_bytes(
            event_id, HASH_BYTES
        ):
            return LastRecord(number, last_kind, event_id)
        case _JournalRecord.PROOF, (one, other):
            return ProofRecord(read_event(one), read_event(other))
        case _JournalRecord.REFUSED, (wire,):
            return RefusedRecord(read_event(wire))
        case _JournalRecord.SETTLED, (int(number),):
            return SettledRecord(number)
        case _JournalRecord.SETTLED, (int(number), bytes(head)) if len(head) in {0, HASH_BYTES}:
            return SettledRecord(number, head)
        case _JournalRecord.SHOWN, (int(number),) if number < MAX_ROUND:
            return ShownRecord(number)
        case _JournalRecord.LEFT, ():
            return LeftRecord()
        case _:
            return None
