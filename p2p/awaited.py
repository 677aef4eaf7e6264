"""Reads the record of an awaited round: all but seats, bodies and signatures in it is known beforehand.

Audits read whole games by it. It decodes nothing that is known and gives just what `p2p.records` and
`p2p.event` give for the same bytes; of all that begins in another way it says nothing, and leaves it to them.
"""

from typing import Final

from core.decision import DECISIONS
from p2p.encoding import MAX_DEPTH, EncodingRefused, Value, check_types, decode_parts, encode
from p2p.event import MAX_EVENT_BYTES, MAX_SEATS, Event, EventKind, SignedEvent
from p2p.hashing import HASH_BYTES, TAG_EVENT_ID, tagged_hash
from p2p.keys import SIGNATURE_BYTES
from p2p.log import Log

_HASH: Final = encode(bytes(HASH_BYTES))[:-HASH_BYTES]
"""What comes before the 32 bytes of a hash."""
_STARTS: Final = {kind: b"\x96" + encode(kind.value) + _HASH for kind in EventKind}
"""How a payload of each kind begins: the header of an array of six, the kind, and the header of a hash."""

_ROUNDS: Final = {b"\x92\x01" + bytes((0x90 + count,)): count for count in range(1, MAX_SEATS + 1)}
"""How a round's record begins: the header of a pair, the record's kind, and the header of its array."""
_PAIR: Final = b"\x92\xc4"
"""What comes before the length of a payload that is shorter than 256 bytes."""
_SIGNATURE: Final = encode(bytes(SIGNATURE_BYTES))[:-SIGNATURE_BYTES]
"""What comes before the bytes of a signature."""
_TO_PAYLOAD: Final = len(_PAIR) + 1
_TO_NEXT: Final = len(_SIGNATURE) + SIGNATURE_BYTES
"""From a pair's beginning to its payload, and from a payload's end to the next pair."""

_ONE_HASH: Final = encode((bytes(HASH_BYTES),))[:-HASH_BYTES]
_ONE_HASH_BYTES: Final = len(_ONE_HASH) + HASH_BYTES
"""How a body begins that is one hash, as those of links and commitments are (most events), and its length."""
_ACTIONS: Final = {encode(code): code for code in DECISIONS}
"""What the bodies of actions say, by their bytes."""

_new = tuple.__new__  # as in p2p.event


def read_awaited(record: bytes, log: Log) -> tuple[SignedEvent, ...] | None:
    """Give the events of a round's record, or None unless it is sound and each begins as `log` awaits it."""
    if log.expects is None:
        return None
    kind, number, game_id, head = log.expects.kind, len(log.heads) - 1, log.genesis.game_id, log.heads[-1]
    start = _STARTS[kind] + game_id + encode(number) + _HASH + head
    to_seat = _TO_PAYLOAD + len(start)
    size, count = len(record), _ROUNDS.get(record[:3])
    at, last = 3, size - len(_SIGNATURE) - SIGNATURE_BYTES
    events = []
    while at < last and record.startswith(_PAIR, at):
        payload_at, seat_at = at + _TO_PAYLOAD, at + to_seat
        end = payload_at + record[payload_at - 1]
        if not (seat_at < end <= last and record.startswith(start, payload_at)):
            return None
        seat, body = record[seat_at], _read_body(record[seat_at + 1 : end])
        if body is None or seat >= MAX_SEATS or not record.startswith(_SIGNATURE, end):
            return None
        at = end + _TO_NEXT
        payload = record[payload_at:end]
        event = _new(Event, (kind, game_id, number, head, seat, body))
        signed = (payload, record[at - SIGNATURE_BYTES : at], event, tagged_hash(TAG_EVENT_ID, payload))
        events.append(_new(SignedEvent, signed))
    return tuple(events) if at == size and len(events) == count else None


def _read_body(data: bytes) -> tuple[Value, ...] | None:
    """Give the array that these bytes are the canonical encoding of, or None."""
    if data.startswith(_ONE_HASH) and len(data) == _ONE_HASH_BYTES:
        return (data[-HASH_BYTES:],)
    if (code := _ACTIONS.get(data)) is not None:
        return code
    try:
        body = decode_parts(data, MAX_EVENT_BYTES)
        check_types(body, MAX_DEPTH - 1)
    except EncodingRefused:
        return None
    return body if type(body) is tuple else None
