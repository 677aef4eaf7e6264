"""What the records of a game's log say (protocol.md, chapter 12).

The log file holds the genesis and whole rounds, and is what is shared and audited; a proof file is the
genesis and one proof. What a game's private journal holds is in `p2p.journal_records`.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from core.frozen import Frozen
from p2p.encoding import EncodingRefused, Value, decode, encode, is_array, is_number
from p2p.event import MAX_SEATS, SignedEvent, read_event, wires
from p2p.genesis import MAX_GENESIS_BYTES

MAX_RECORD_BYTES: Final = 8 * 1024

_GENESIS: Final = 0
_ROUND: Final = 1
_PROOF: Final = 2
"""The numbers of the kinds of records."""


class RecordRefused(ValueError):
    """A record that is well framed but says nothing that this program knows; `why` tells what is wrong."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


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


LogRecord: TypeAlias = GenesisRecord | RoundRecord | ProofRecord


def encode_log_record(record: LogRecord) -> bytes:
    """Give the body of `record` as the log file holds it."""
    match record:
        case GenesisRecord(data):
            return encode((_GENESIS, data))
        case RoundRecord(events):
            return encode_round(events)
        case ProofRecord(one, other):
            return encode((_PROOF, wires((one, other))))


def encode_round(events: Sequence[SignedEvent]) -> bytes:
    """Give the body of the `RoundRecord` of these events, which every decision takes one of."""
    return encode((_ROUND, wires(events)))


def read_log_record(body: bytes) -> LogRecord:
    """Give what a log record says. Raises `RecordRefused`, or the `EventRefused` of an event in it."""
    kind, contents = open_record(body)
    if len(contents) != 1:
        raise RecordRefused("length")
    content = contents[0]
    if kind == _ROUND and type(content) is tuple and 1 <= len(content) <= MAX_SEATS:
        return RoundRecord(tuple(map(read_event, content)))
    if kind == _GENESIS and type(content) is bytes and len(content) <= MAX_GENESIS_BYTES:
        return GenesisRecord(content)
    if kind == _PROOF and is_array(content, 2):
        return ProofRecord(read_event(content[0]), read_event(content[1]))
    raise RecordRefused(f"record of kind {kind}")


def open_record(body: bytes) -> tuple[int, tuple[Value, ...]]:
    """Give the number of a record's kind, and what comes after it. Raises `RecordRefused`."""
    try:
        value = decode(body, MAX_RECORD_BYTES)
    except EncodingRefused as error:
        raise RecordRefused(error.why) from error
    if type(value) is not tuple or not value or not is_number(value[0], 256):
        raise RecordRefused("not an array that begins with a kind")
    return value[0], value[1:]
