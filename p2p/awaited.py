"""Reads the record of an awaited round: all but bodies and signatures in it is known beforehand.

Audits read whole games by it. It decodes nothing that is known and gives just what `p2p.records` and
`p2p.event` give for the same bytes; of all that begins in another way it says nothing, and leaves it to them.
"""

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct
from typing import Final, NamedTuple

from core.decision import DECISIONS
from p2p.encoding import MAX_DEPTH, EncodingRefused, Value, check_types, decode_parts, encode
from p2p.event import (
    COMMITMENT,
    LINK,
    MAX_EVENT_BYTES,
    MAX_SEATS,
    Event,
    EventKind,
    SignedEvent,
    begin_id,
    event_id,
)
from p2p.hashing import HASH_BYTES
from p2p.keys import SIGNATURE_BYTES
from p2p.log import Log

_HASH: Final = encode(bytes(HASH_BYTES))[:-HASH_BYTES]
"""What comes before the 32 bytes of a hash."""
_STARTS: Final = {kind: b"\x96" + encode(kind.value) + _HASH for kind in EventKind}
"""How a payload of each kind begins: the header of an array of six, the kind, and the header of a hash."""

_ROUNDS: Final = {count: b"\x92\x01" + bytes((0x90 + count,)) for count in range(1, MAX_SEATS + 1)}
"""How a round's record begins: the header of a pair, the record's kind, and the header of its array."""
_TO_PAIRS: Final = 3
_PAIR: Final = b"\x92\xc4"
"""What comes before the length of a payload that is shorter than 256 bytes."""
_SIGNATURE: Final = encode(bytes(SIGNATURE_BYTES))[:-SIGNATURE_BYTES]
"""What comes before the bytes of a signature."""
_TO_PAYLOAD: Final = len(_PAIR) + 1
_MAX_SIZE: Final = 255
_BYTE: Final = tuple(bytes((number,)) for number in range(_MAX_SIZE + 1))
"""A size, or a seat, as its one byte."""
_ALONE: Final = _ROUNDS[1] + _PAIR
_ALONE_TO_PAYLOAD: Final = len(_ALONE) + 1
"""What comes before the size of the payload in a record with one event, and how far its payload is."""
_TO_NEXT: Final = len(_SIGNATURE) + SIGNATURE_BYTES
"""From a pair's beginning to its payload, and from a payload's end to the next pair."""

_ONE_HASH: Final = encode((bytes(HASH_BYTES),))[:-HASH_BYTES]
"""How a body begins that is one hash, as all links and commitments are: most events."""
_SEAT_AND_HASH_BYTES: Final = 1 + len(_ONE_HASH) + HASH_BYTES
_BID_AND_HASH: Final = len(encode((0, bytes(HASH_BYTES))))
_TO_NONCE: Final = _BID_AND_HASH - HASH_BYTES
_BODIES: Final[dict[bytes, tuple[Value, ...]]] = {encode(code): code for code in ((), *DECISIONS)}
"""What the bodies of starts and actions say, by their bytes."""

_new = tuple.__new__  # as in p2p.event


class Awaited(NamedTuple):
    """A round as its record has it: one body and one event's id for each awaited seat, in seat order."""

    record: bytes
    bodies: Sequence[tuple[Value, ...]]
    event_ids: Sequence[bytes]

    def events(self, log: Log) -> tuple[SignedEvent, ...]:
        """Give the whole events; `log` must be the one that the round was read for, and still await it."""
        assert log.expects is not None
        kind, seats = log.expects
        game_id, number, head = log.genesis.game_id, log.round_number, log.head
        at, events = _TO_PAIRS, []
        for seat, body, identity in zip(seats, self.bodies, self.event_ids, strict=True):
            end = at + _TO_PAYLOAD + self.record[at + _TO_PAYLOAD - 1]
            payload = self.record[at + _TO_PAYLOAD : end]
            at = end + _TO_NEXT
            signature = self.record[at - SIGNATURE_BYTES : at]
            event = _new(Event, (kind, game_id, number, head, seat, body))
            events.append(_new(SignedEvent, (payload, signature, event, identity)))
        return tuple(events)


def read_awaited(record: bytes, log: Log) -> Awaited | None:
    """Give what a record says, or None unless it is sound and holds just the round that `log` awaits."""
    if log.expects is None:
        return None
    kind, seats = log.expects
    number = encode(len(log.heads) - 1)
    start = b"".join((_STARTS[kind], log.genesis.game_id, number, _HASH, log.heads[-1]))
    if len(seats) == 1:
        return _read_one(record, seats[0], start)
    if not record.startswith(_ROUNDS[len(seats)]):
        return None
    return (_read_hashes if kind is LINK or kind is COMMITMENT else _read_some)(record, seats, start)


def _read_one(record: bytes, seat: int, start: bytes) -> Awaited | None:
    """Give the round of a record with one event: its length tells where everything is."""
    end = len(record) - _TO_NEXT
    size = end - _ALONE_TO_PAYLOAD
    if not 0 <= size <= _MAX_SIZE:
        return None
    before = b"".join((_ALONE, _BYTE[size], start, _BYTE[seat]))
    if not record.startswith(before) or not record.startswith(_SIGNATURE, end):
        return None
    body = _read_body(record[len(before) : end])
    if body is None:
        return None
    return _new(Awaited, (record, (body,), (event_id(record[_ALONE_TO_PAYLOAD:end]),)))


def _read_hashes(record: bytes, seats: tuple[int, ...], start: bytes) -> Awaited | None:
    """Give the round of a record all of whose bodies are one hash: it has one length, and one layout."""
    before = b"".join((_PAIR, _BYTE[len(start) + _SEAT_AND_HASH_BYTES], start))
    layout = _layout(len(seats), len(before))
    if len(record) != layout.size:
        return None
    parts = layout.unpack(record)
    headers, hashes = parts[1::4], parts[2::4]
    if headers != _with_hash(seats) or parts[::4].count(before) != len(seats):
        return None
    if parts[3::4].count(_SIGNATURE) != len(seats):
        return None
    event_ids, begun = [], begin_id(start)
    for header, content in zip(headers, hashes, strict=True):
        whole = begun.copy()
        whole.update(header + content)
        event_ids.append(whole.digest())
    return _new(Awaited, (record, tuple(zip(hashes)), event_ids))


def _read_some(record: bytes, seats: tuple[int, ...], start: bytes) -> Awaited | None:
    """Give the round of a record whose bodies have any length."""
    at, last, to_seat = _TO_PAIRS, len(record) - _TO_NEXT, _TO_PAYLOAD + len(start)
    bodies, event_ids = [], []
    for seat in seats:
        seat_at = at + to_seat
        if seat_at >= last or not record.startswith(_PAIR, at):
            return None
        end = at + _TO_PAYLOAD + record[at + _TO_PAYLOAD - 1]
        payload = record[at + _TO_PAYLOAD : end]
        if (
            end > last
            or not payload.startswith(start + _BYTE[seat])
            or not record.startswith(_SIGNATURE, end)
        ):
            return None
        body = _read_body(record[seat_at + 1 : end])
        if body is None:
            return None
        event_ids.append(event_id(payload))
        bodies.append(body)
        at = end + _TO_NEXT
    return _new(Awaited, (record, bodies, event_ids)) if at == len(record) else None


@lru_cache(maxsize=64)
def _with_hash(seats: tuple[int, ...]) -> tuple[bytes, ...]:
    """Give what stands before the hashes of these seats: the seat, and the headers of body and hash."""
    return tuple(encode(seat) + _ONE_HASH for seat in seats)


@lru_cache(maxsize=64)
def _layout(seats: int, before: int) -> Struct:
    """Give where the parts of so many pairs are: up to the seat, seat and header, hash, header, signature."""
    pair = f"{before}s{1 + len(_ONE_HASH)}s{HASH_BYTES}s{len(_SIGNATURE)}s{SIGNATURE_BYTES}x"
    return Struct(f">{_TO_PAIRS}x" + pair * seats)


def _read_body(data: bytes) -> tuple[Value, ...] | None:
    """Give the array that these bytes are the canonical encoding of, or None."""
    if (known := _BODIES.get(data)) is not None:
        return known
    if len(data) == _BID_AND_HASH and data[0] == 0x92 and data[1] < 0x80 and data.startswith(_HASH, 2):
        return data[1], data[_TO_NONCE:]  # an opening whose bid is a small number
    try:
        body = decode_parts(data, MAX_EVENT_BYTES)
        check_types(body, MAX_DEPTH - 1)
    except EncodingRefused:
        return None
    return body if type(body) is tuple else None
