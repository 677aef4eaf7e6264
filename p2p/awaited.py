"""Reads the record of an awaited round: all but bodies and signatures in it is known beforehand.

Audits read whole games by it. It decodes nothing that is known and gives just what `p2p.records` and
`p2p.event` give for the same bytes; of all that begins in another way it says nothing, and leaves it to them.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from struct import Struct
from typing import Final, TypeAlias

from core.decision import DECISIONS
from p2p.encoding import MAX_DEPTH, EncodingRefused, Value, check_types, decode_parts, encode
from p2p.event import (
    COMMITMENT,
    LINK,
    MAX_EVENT_BYTES,
    MAX_SEATS,
    OPENING,
    Event,
    EventKind,
    SignedEvent,
    event_id,
)
from p2p.hashing import HASH_BYTES
from p2p.keys import SIGNATURE_BYTES
from p2p.log import Body, Log

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

_BID: Final = -HASH_BYTES - len(_HASH) - 1
"""Where a payload has a small bid, which comes before the nonce that it ends in."""
_MOST_IN_A_BYTE: Final = 0x7F
"""The highest number whose encoding is itself as a byte."""
_BID_AND_HASH: Final = len(encode((0, bytes(HASH_BYTES))))
_TO_NONCE: Final = _BID_AND_HASH - HASH_BYTES
_BODIES: Final[dict[bytes, tuple[Value, ...]]] = {encode(code): code for code in ((), *DECISIONS)}
"""What the bodies of starts and actions say, by their bytes."""

_new: Final = tuple.__new__  # as in p2p.event

Said: TypeAlias = tuple[Sequence[Body], Sequence[bytes]]
"""What a round's record says: one body, and one event's id, for each awaited seat, in seat order."""


def read_awaited(record: bytes, log: Log) -> Said | None:
    """Give what a record says, or None unless it is sound and holds just the round that `log` awaits."""
    if log.expects is None:
        return None
    kind, seats = log.expects
    number = encode(log.round_number)
    start = b"".join((_STARTS[kind], log.genesis.game_id, number, _HASH, log.head))
    if len(seats) == 1:
        return _read_one(record, seats[0], start)
    are_alike = kind is LINK or kind is COMMITMENT or kind is OPENING
    found = _read_alike(record, kind, seats, start) if are_alike else None
    return found or _read_some(record, seats, start)


def events_of(record: bytes, said: Said, log: Log) -> tuple[SignedEvent, ...]:
    """Give the whole events of a record that was read for `log`, which must still await that round."""
    assert log.expects is not None
    kind, seats = log.expects
    game_id, number, head = log.genesis.game_id, log.round_number, log.head
    at, events = _TO_PAIRS, []
    for seat, body, identity in zip(seats, *said, strict=True):
        end = at + _TO_PAYLOAD + record[at + _TO_PAYLOAD - 1]
        payload = record[at + _TO_PAYLOAD : end]
        at = end + _TO_NEXT
        signature = record[at - SIGNATURE_BYTES : at]
        event = _new(Event, (kind, game_id, number, head, seat, body))
        events.append(_new(SignedEvent, (payload, signature, event, identity)))
    return tuple(events)


def _read_one(record: bytes, seat: int, start: bytes) -> Said | None:
    """Give the round of a record with one event: its length tells where everything is."""
    end = len(record) - _TO_NEXT
    size = end - _ALONE_TO_PAYLOAD
    if not 0 <= size <= _MAX_SIZE:
        return None
    before = b"".join((_ALONE, _BYTE[size], start, _BYTE[seat]))
    if not record.startswith(before) or not record.startswith(_SIGNATURE, end):
        return None
    said = record[len(before) : end]
    body = _BODIES.get(said) or _read_body(said)
    if body is None:
        return None
    return (body,), (event_id(record[_ALONE_TO_PAYLOAD:end]),)


def _read_alike(record: bytes, kind: EventKind, seats: tuple[int, ...], start: bytes) -> Said | None:
    """Give the round of a record all of whose bodies are one hash, or a small bid and a hash."""
    size, before, between, known, payloads = _layout(kind, seats, len(start))
    if len(record) != size or b"".join(known(record)) != (before + start).join(between):
        return None
    bodies: list[Body] = []
    event_ids = []
    for payload in payloads(record):
        event_ids.append(event_id(payload))
        content = payload[-HASH_BYTES:]
        if kind is not OPENING:
            bodies.append((content,))
        elif payload[_BID] <= _MOST_IN_A_BYTE:
            bodies.append((payload[_BID], content))
        else:
            return None
    return bodies, event_ids


def _read_some(record: bytes, seats: tuple[int, ...], start: bytes) -> Said | None:
    """Give the round of a record whose bodies have any length."""
    if not record.startswith(_ROUNDS[len(seats)]):
        return None
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
    return (bodies, event_ids) if at == len(record) else None


_Parts: TypeAlias = "Callable[[bytes], tuple[bytes, ...]]"
"""Takes some parts out of a record."""
_Layout: TypeAlias = "tuple[int, bytes, tuple[bytes, ...], _Parts, _Parts]"
"""Where everything is in a record of so many bytes, all of whose bodies are laid out alike.

The first of the parts are all that is known beforehand: the third element, joined by the second and the start
of all payloads. The others are the whole payloads.
"""


@lru_cache(maxsize=128)
def _layout(kind: EventKind, seats: tuple[int, ...], start: int) -> _Layout:
    """Give how a record of these seats is laid out whose payloads begin with so many bytes in common."""
    array, bid = (b"\x92", 1) if kind is OPENING else (b"\x91", 0)
    payload = start + 1 + len(array) + bid + len(_HASH) + HASH_BYTES
    before = _PAIR + _BYTE[payload]
    to_body = len(before) + start + 1 + len(array)
    known = f"{to_body}s{bid}x{len(_HASH)}s{HASH_BYTES}x{len(_SIGNATURE)}s{SIGNATURE_BYTES}x"
    whole = Struct(f">{_TO_PAIRS}s" + known * len(seats))
    payloads = Struct(f">{_TO_PAIRS}x" + f"{len(before)}x{payload}s{_TO_NEXT}x" * len(seats))
    between = (_ROUNDS[len(seats)], *[_BYTE[seat] + array + _HASH + _SIGNATURE for seat in seats])
    return whole.size, before, between, whole.unpack, payloads.unpack


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
