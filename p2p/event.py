"""The event: one signed statement of one seat about one round (protocol.md, chapter 5)."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final, NamedTuple

from p2p.encoding import (
    MAX_DEPTH,
    EncodingRefused,
    Value,
    check_types,
    decode_parts,
    encode,
    is_array,
    is_bytes,
)
from p2p.hashing import HASH_BYTES, TAG_EVENT_ID, TAG_EVENT_SIGNATURE, begin_hash
from p2p.keys import SIGNATURE_BYTES, KeyRefused, SignatureRefused, SigningKey, verify

MAX_EVENT_BYTES: Final = 512
"""Bytes of one payload; the largest that a seat can need is well below."""
MAX_ROUND: Final = 2**32
MAX_SEATS: Final = 4


class EventKind(IntEnum):
    """What an event says; the number is the first element of its payload."""

    START = 0
    """I play by this genesis."""
    LINK = 1
    """My link for this roll."""
    ACTION = 2
    """My decision."""
    COMMITMENT = 3
    """My bid, sealed."""
    OPENING = 4
    """My bid and what sealed it."""
    NOTE = 5
    """I resign."""
    SEAL = 6
    """The game ended so."""
    VOTE = 7
    """These seats are to be removed in this round."""
    KEEP = 8
    """I shall not vote for that: here is what these seats have said."""


START: Final = EventKind.START
LINK: Final = EventKind.LINK
ACTION: Final = EventKind.ACTION
COMMITMENT: Final = EventKind.COMMITMENT
OPENING: Final = EventKind.OPENING
NOTE: Final = EventKind.NOTE
SEAL: Final = EventKind.SEAL
VOTE: Final = EventKind.VOTE
KEEP: Final = EventKind.KEEP
"""The members by themselves: a plain global is read faster than a member of an enum."""


class EventRefused(ValueError):
    """An event that nobody takes; each subclass is one reason. `seat` is the author as claimed, or -1."""

    def __init__(self, detail: str = "", *, seat: int = -1, round_number: int = -1) -> None:
        super().__init__(detail)
        self.detail = detail
        self.seat = seat
        self.round_number = round_number


class EventMalformed(EventRefused):
    """The bytes are not an event: wrong encoding, type, length or bound."""


class EventKindUnknown(EventRefused):
    """An event of a kind that this version of the protocol does not have."""


class EventSignatureWrong(EventRefused):
    """The signature is not that of the seat's key over these bytes."""


class Event(NamedTuple):
    """What a payload says: rounds and seats count from 0, `head` is the one before the round."""

    kind: EventKind
    game_id: bytes
    round_number: int
    head: bytes
    seat: int
    body: tuple[Value, ...]


class SignedEvent(NamedTuple):
    """An event as it came: its payload bytes, a signature over them, what they say, and their id."""

    payload: bytes
    signature: bytes
    event: Event
    event_id: bytes

    @property
    def wire(self) -> tuple[bytes, bytes]:
        """The pair that is stored and sent."""
        return (self.payload, self.signature)


def wires(events: Iterable[SignedEvent]) -> tuple[tuple[bytes, bytes], ...]:
    """Give the pairs of these events that are stored and sent."""
    return tuple([one[:2] for one in events])


_BEGUN_ID: Final = begin_hash(TAG_EVENT_ID)
_KINDS: Final = {int(kind): kind for kind in EventKind}
_new: Final = tuple.__new__
"""Makes a named tuple of its fields in half the time; every stored or sent event is read by it."""


def encode_payload(event: Event) -> bytes:
    """Give the bytes of `event`, which its author signs."""
    return encode((int(event.kind), event.game_id, event.round_number, event.head, event.seat, event.body))


def decode_payload(payload: bytes) -> Event:
    """Give what `payload` says. Raises `EventMalformed` or `EventKindUnknown`; looks at form alone."""
    try:
        value = decode_parts(payload, MAX_EVENT_BYTES)
        if type(value) is not tuple or len(value) != 6:
            raise EventMalformed("not an array of six")
        number, game_id, round_number, head, seat, body = value
        check_types(body, MAX_DEPTH - 1)
    except EncodingRefused as error:
        raise EventMalformed(error.why) from error
    if type(number) is not int or number < 0:
        raise EventMalformed("kind")
    if type(game_id) is not bytes or len(game_id) != HASH_BYTES:
        raise EventMalformed("game id")
    if type(round_number) is not int or not 0 <= round_number < MAX_ROUND:
        raise EventMalformed("round")
    if type(head) is not bytes or len(head) != HASH_BYTES:
        raise EventMalformed("head")
    if type(seat) is not int or not 0 <= seat < MAX_SEATS:
        raise EventMalformed("seat")
    if type(body) is not tuple:
        raise EventMalformed("body", seat=seat, round_number=round_number)
    kind = _KINDS.get(number)
    if kind is None:
        raise EventKindUnknown(str(number), seat=seat, round_number=round_number)
    return _new(Event, (kind, game_id, round_number, head, seat, body))


def event_id(payload: bytes) -> bytes:
    """Give the id of the event with this payload, whatever its signature."""
    whole = _BEGUN_ID.copy()
    whole.update(payload)
    return whole.digest()


def read_event(wire: Value) -> SignedEvent:
    """Give the event that a decoded `[payload, signature]` holds; its signature is not checked yet."""
    if type(wire) is not tuple or len(wire) != 2:
        raise EventMalformed("not a pair")
    payload, signature = wire
    if type(payload) is not bytes or type(signature) is not bytes or len(signature) != SIGNATURE_BYTES:
        raise EventMalformed("not a pair of payload and signature")
    event, identity = decode_payload(payload), event_id(payload)
    return _new(SignedEvent, (payload, signature, event, identity))


def sign_event(event: Event, key: SigningKey) -> SignedEvent:
    """Give `event` signed by `key`."""
    payload = encode_payload(event)
    signature = key.sign(TAG_EVENT_SIGNATURE + payload)
    return SignedEvent(payload, signature, event, event_id(payload))


def check_signature(signed: SignedEvent, key: bytes) -> None:
    """Raise `EventSignatureWrong` unless `signed` carries a valid signature of `key`."""
    try:
        verify(key, signed.signature, TAG_EVENT_SIGNATURE + signed.payload)
    except (SignatureRefused, KeyRefused) as error:
        raise EventSignatureWrong(seat=signed.event.seat, round_number=signed.event.round_number) from error


def read_note(event: Event) -> tuple[int, bytes]:
    """Give the first round in which a resign note may stand, and the link it carries.

    Raises `EventMalformed`. The first round is the note's own, or the next one if its seat has spoken.
    """
    if not is_array(event.body, 2):
        raise EventMalformed("note")
    first, link = event.body
    if type(first) is not int or first - event.round_number not in (0, 1):
        raise EventMalformed("note")
    if not is_bytes(link, HASH_BYTES):
        raise EventMalformed("note")
    return first, link
