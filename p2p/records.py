"""What the records of a game's two files say (protocol.md, chapter 12; the journal is this program's own).

The log file holds the genesis and whole rounds, and is what is shared and audited; a proof file is the
genesis and one proof. The journal is private: the seed, openings, and all of the rounds still open to doubt.
"""

from enum import IntEnum
from typing import Final, TypeAlias

from core.frozen import Frozen
from p2p.bids import BID_NONCE_BYTES, MAX_BID, Opening
from p2p.encoding import EncodingRefused, Value, decode, encode, is_array, is_bytes, is_number
from p2p.event import MAX_ROUND, MAX_SEATS, EventRefused, SignedEvent, read_event, wires
from p2p.genesis import MAX_GENESIS_BYTES
from p2p.hashing import HASH_BYTES

MAX_RECORD_BYTES: Final = 8 * 1024


class RecordRefused(ValueError):
    """A record that is well framed but says nothing that this program knows; `why` tells what is wrong."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class _LogRecord(IntEnum):
    GENESIS = 0
    ROUND = 1
    PROOF = 2


class _JournalRecord(IntEnum):
    SEED = 0
    EVENT = 1
    OPENING = 2
    LAST = 3
    PROOF = 4
    REFUSED = 5
    LEFT = 6
    SETTLED = 7


class GenesisRecord(Frozen):
    """The bytes of the genesis: the first record of every log."""

    data: bytes


class RoundRecord(Frozen):
    """One whole round's events in seat order; only the seal round may be spread over several records."""

    events: tuple[SignedEvent, ...]


class ProofRecord(Frozen):
    """Two events that convict their author."""

    one: SignedEvent
    other: SignedEvent


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
    """The rounds before this one were settled, and what was held for them is in the log alone."""

    round_number: int


class LeftRecord(Frozen):
    """This seat had nothing more to say when its client was stopped: resigned or removed, or all is over."""


LogRecord: TypeAlias = GenesisRecord | RoundRecord | ProofRecord
JournalRecord: TypeAlias = (
    SeedRecord
    | EventRecord
    | OpeningRecord
    | LastRecord
    | ProofRecord
    | RefusedRecord
    | SettledRecord
    | LeftRecord
)


def encode_log_record(record: LogRecord) -> bytes:
    """Give the body of `record` as the log file holds it."""
    match record:
        case GenesisRecord(data):
            return encode((_LogRecord.GENESIS, data))
        case RoundRecord(events):
            return encode((_LogRecord.ROUND, wires(events)))
        case ProofRecord(one, other):
            return encode((_LogRecord.PROOF, wires((one, other))))


def read_log_record(body: bytes) -> LogRecord:
    """Give what a log record says. Raises `RecordRefused`, or the `EventRefused` of an event in it."""
    kind, contents = _open(body, 2)
    content = contents[0]
    if kind == _LogRecord.ROUND and type(content) is tuple and 1 <= len(content) <= MAX_SEATS:
        return RoundRecord(tuple(map(read_event, content)))
    if kind == _LogRecord.GENESIS and type(content) is bytes and len(content) <= MAX_GENESIS_BYTES:
        return GenesisRecord(content)
    if kind == _LogRecord.PROOF and is_array(content, 2):
        return ProofRecord(read_event(content[0]), read_event(content[1]))
    raise RecordRefused(f"record of kind {kind}")


def encode_journal_record(record: JournalRecord) -> bytes:  # noqa: PLR0911  # one for each kind
    """Give the body of `record` as the journal holds it."""
    match record:
        case SeedRecord(seed, genesis):
            return encode((_JournalRecord.SEED, seed, genesis))
        case EventRecord(event):
            return encode((_JournalRecord.EVENT, event.wire))
        case OpeningRecord(round_number, opening):
            return encode((_JournalRecord.OPENING, round_number, opening.bid, opening.nonce))
        case LastRecord(round_number, kind, event_id):
            return encode((_JournalRecord.LAST, round_number, int(kind), event_id))
        case ProofRecord(one, other):
            return encode((_JournalRecord.PROOF, one.wire, other.wire))
        case RefusedRecord(event):
            return encode((_JournalRecord.REFUSED, event.wire))
        case SettledRecord(round_number):
            return encode((_JournalRecord.SETTLED, round_number))
        case LeftRecord():
            return encode((_JournalRecord.LEFT,))


def read_journal_record(body: bytes) -> JournalRecord:
    """Give what a journal record says. Raises `RecordRefused`."""
    try:
        record = _read_journal(*_open(body, None))
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
        case _JournalRecord.LEFT, ():
            return LeftRecord()
        case _:
            return None


def _open(body: bytes, length: int | None) -> tuple[int, tuple[Value, ...]]:
    try:
        value = decode(body, MAX_RECORD_BYTES)
    except EncodingRefused as error:
        raise RecordRefused(error.why) from error
    if type(value) is not tuple or not value or not is_number(value[0], 256):
        raise RecordRefused("not an array that begins with a kind")
    if length is not None and len(value) != length:
        raise RecordRefused("length")
    return value[0], value[1:]
