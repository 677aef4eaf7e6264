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

_ONE_HASH: Final = encode((bytes(HASH_BYTES),))[:-HASH_BYTES]
"""How a body begins that is one hash, as those of links and commitments are: most events."""
_ACTIONS: Final = {encode(code): code for code in DECISIONS}
"""What the bodies of actions say, by their bytes."""

_new = tuple.__new__  # as in p2p.event


def read_awaited(record: bytes, log: Log) -> tuple[SignedEvent, ...] | None:
    """Give the events of a round's record, or None unless it is sound and each begins as `log` awaits it."""
    if log.expects is None:
        return None
    kind, number, game_id, head = log.expects.kind, len(log.heads) - 1, log.genesis.game_id, log.heads[-1]
    start = _STARTS[kind] + game_id + encode(number) + _HASH + head
    size, count = len(record), _ROUNDS.get(record[:3])
    at, last = 3, size - len(_SIGNATURE) - SIGNATURE_BYTES
    events = []
    while at < last and record[at : at + 2] == _PAIR:
        payload_at, end = at + 3, at + 3 + record[at + 2]
        seat_at = payload_at + len(start)
        payload = record[payload_at:end]
        if not seat_at < end <= last or not payload.startswith(start) or record[seat_at] >= MAX_SEATS:
            return None
        body = _read_body(record[seat_at + 1 : end])
        if body is None or record[end : end + 2] != _SIGNATURE:
            return None
        at = end + 2 + SIGNATURE_BYTES
        event = _new(Event, (kind, game_id, number, head, record[seat_at], body))
        identity = tagged_hash(TAG_EVENT_ID, payload)
        events.append(_new(SignedEvent, (payload, record[end + 2 : at], event, identity)))
    return tuple(events) if at == size and len(events) == count else None


def _read_body(data: bytes) -> tuple[Value, ...] | None:
    """Give the array that these bytes are the canonical encoding of, or None."""
    if len(data) == len(_ONE_HASH) + HASH_BYTES and data.startswith(_ONE_HASH):
        return (data[len(_ONE_HASH) :],)
    if (code := _ACTIONS.get(data)) is not None:
        return code
    try:
        body = decode_parts(data, MAX_EVENT_BYTES)
        check_types(body, MAX_DEPTH - 1)
    except EncodingRefused:
        return None
    return body if type(body) is tuple else None
