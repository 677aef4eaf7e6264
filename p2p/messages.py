"""What peers of one game tell each other over the wire (protocol.md, chapter 11).

A message is not signed: the connection's CURVE key says who sent it. Signed things travel inside.
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Final, NamedTuple, TypeAlias

from core.frozen import Frozen
from p2p.encoding import EncodingRefused, Value, decode_parts, encode, is_array, is_bytes, is_number
from p2p.event import MAX_ROUND, EventRefused, SignedEvent, read_event, wires
from p2p.hashing import HASH_BYTES

MAX_MESSAGE_BYTES: Final = 96 * 1024
MAX_BATCH_BYTES: Final = 64 * 1024
"""Bytes of events that a sender puts in one message."""
MAX_BATCH_EVENTS = 256  # tests make it small
GAME_TAG_BYTES: Final = 8
INSTANCE_BYTES: Final = 8
NONCE_BYTES: Final = 8
MAX_SEQUENCE: Final = 2**64
MAX_BALLOTS: Final = 256
MAX_NEWEST: Final = 16
"""Events of an answer: the newest event, a note, and the ballots of the rounds that are not settled."""
_MASK: Final = 16

_new: Final = tuple.__new__  # as in p2p.event


class MessageRefused(ValueError):
    """Bytes from a peer that are not a message; `why` says what is wrong."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class MessageUnknown(MessageRefused):
    """A message of a type that this version does not have: counted and ignored."""


FIRST_LOBBY_TYPE: Final = 16


class MessageType(IntEnum):
    """The first element of a message. Types from 16 on belong to the lobby."""

    STATUS = 1
    EVENTS = 2
    ASK = 3
    ANSWER = 4
    PROOF = 5


STATUS, EVENTS, ASK, ANSWER, PROOF = MessageType
"""The members by themselves: a plain global is read faster than a member of an enum."""


class Status(NamedTuple):
    """Where a peer stands: its open round, the head before it, the first round it has not settled.

    `events`, `notes` and `proofs` are masks (bit s for seat s) of what it holds: events of the open round,
    resign notes, proofs. `ballots` counts the votes and keeps it holds for the open round, and `removal` is
    the mask of the seats whose removal it proposes or seconds there. `pull` asks for what it lacks.
    `sequence` grows with each status of one instance: an earlier one that comes later is dropped. `digest`
    is that of its state before the open round, or empty, as in most; it decides nothing.
    """

    instance: bytes
    sequence: int
    round_number: int
    head: bytes
    settled: int
    events: int
    notes: int
    proofs: int
    ballots: int
    removal: int
    pull: bool
    digest: bytes


class Events(NamedTuple):
    """Signed events, those of earlier rounds first."""

    events: tuple[SignedEvent, ...]


class Ask(Frozen):
    """A peer that has just started asks what the receiver holds signed by it."""

    instance: bytes
    nonce: bytes


class Answer(Frozen):
    """The newest things signed by the asker that the sender holds: an event, a note, ballots, or none.

    `rival` says that another running copy of the asker's key was heard within the last seconds.
    """

    nonce: bytes
    rival: bool
    newest: tuple[SignedEvent, ...]


class Proof(Frozen):
    """Two events that convict their author."""

    one: SignedEvent
    other: SignedEvent


Message: TypeAlias = Status | Events | Ask | Answer | Proof


def game_tag(game_id: bytes) -> bytes:
    """Give the 8 bytes that every message of a game carries."""
    return game_id[:GAME_TAG_BYTES]


def claimed_type(data: bytes) -> int | None:
    """Give the type that these bytes claim to be a message of; None if they are no message at all."""
    return data[1] if len(data) > 1 and data[0] & 0xF0 == 0x90 and data[1] < 0x80 else None


def is_of_game(tag: bytes, data: bytes) -> bool:
    """Tell whether these bytes claim to be a message of the game with this tag."""
    kind = claimed_type(data)
    return kind is not None and kind < FIRST_LOBBY_TYPE and data[2 : 4 + GAME_TAG_BYTES] == encode(tag)


def is_of_lobby(kind: int | None) -> bool:
    """Tell whether a message of this claimed type belongs to the lobby."""
    return kind is not None and kind >= FIRST_LOBBY_TYPE


def is_lobby_message(data: bytes) -> bool:
    """Tell whether these bytes claim to be a lobby message, by their type alone."""
    return is_of_lobby(claimed_type(data))


def encode_message(tag: bytes, message: Message) -> bytes:
    """Give the bytes of `message` in the game with this tag."""
    match message:
        case Status():
            # Its fields are in the order of the wire.
            body: tuple[Value, ...] = (STATUS, tag, *message[:10], int(message.pull), message.digest)
        case Events():
            body = (EVENTS, tag, wires(message.events))
        case Ask():
            body = (ASK, tag, message.instance, message.nonce)
        case Answer():
            body = (ANSWER, tag, message.nonce, int(message.rival), wires(message.newest))
        case Proof():
            body = (PROOF, tag, message.one.wire, message.other.wire)
    return encode(body)


def decode_message(tag: bytes, data: bytes) -> Message:
    """Give the message that `data` is in the game with this tag. Raises `MessageRefused`."""
    kind, value = open_message(tag, data)
    reader = _READERS.get(kind)
    if reader is None:
        raise MessageUnknown(str(kind))
    try:
        message = reader(value)
    except EventRefused as error:
        raise MessageRefused(f"{type(error).__name__} {error.detail}".strip()) from error
    if message is None:
        raise MessageRefused(f"fields of a {MessageType(kind).name.lower()}")
    return message


def open_message(tag: bytes, data: bytes) -> tuple[int, tuple[Value, ...]]:
    """Give the type of a message in the game with this tag, and its whole array. Raises `MessageRefused`.

    Of what kind the further elements are is left to the reader of that type, which has to look at each.
    """
    try:
        value = decode_parts(data, MAX_MESSAGE_BYTES)
    except EncodingRefused as error:
        raise MessageRefused(error.why) from error
    if type(value) is not tuple or len(value) < 2 or type(value[0]) is not int:
        raise MessageRefused("not an array that begins with a type")
    if value[1] != tag:
        raise MessageRefused("another game")
    return value[0], value


def _read_status(value: tuple[Any, ...]) -> Message | None:
    if tuple(map(type, value)) != _STATUS_TYPES:
        return None
    fields = value[2:]
    instance, sequence, number, head, settled, events, notes, proofs, ballots, removal, pull, digest = fields
    if (
        len(instance) == INSTANCE_BYTES
        and len(head) == HASH_BYTES
        and (not digest or len(digest) == HASH_BYTES)
        and 0 <= sequence < MAX_SEQUENCE
        and 0 <= number < MAX_ROUND
        and 0 <= settled < MAX_ROUND
        and 0 <= events < _MASK
        and 0 <= notes < _MASK
        and 0 <= proofs < _MASK
        and 0 <= ballots < MAX_BALLOTS
        and 0 <= removal < _MASK
        and 0 <= pull <= 1
    ):
        return _new(Status, (*fields[:10], pull == 1, digest))
    return None


def _read_events(value: tuple[Value, ...]) -> Message | None:
    if not is_array(value, 3) or type(value[2]) is not tuple or len(value[2]) > MAX_BATCH_EVENTS:
        return None
    return Events(tuple(map(read_event, value[2])))


def _read_ask(value: tuple[Value, ...]) -> Message | None:
    if not is_array(value, 4):
        return None
    _, _, instance, nonce = value
    if is_bytes(instance, INSTANCE_BYTES) and is_bytes(nonce, NONCE_BYTES):
        return Ask(instance, nonce)
    return None


def _read_answer(value: tuple[Value, ...]) -> Message | None:
    if not is_array(value, 5):
        return None
    _, _, nonce, rival, newest = value
    if (
        is_bytes(nonce, NONCE_BYTES)
        and is_number(rival, 2)
        and type(newest) is tuple
        and len(newest) <= MAX_NEWEST
    ):
        return Answer(nonce, bool(rival), tuple(read_event(wire) for wire in newest))
    return None


def _read_proof(value: tuple[Value, ...]) -> Message | None:
    if not is_array(value, 4):
        return None
    return Proof(read_event(value[2]), read_event(value[3]))


_STATUS_TYPES: Final = (int, bytes, bytes, int, int, bytes, *[int] * 7, bytes)
"""Of what types the elements of a status are."""

_READERS: Final[Mapping[int, Callable[[tuple[Value, ...]], Message | None]]] = {
    STATUS: _read_status,
    EVENTS: _read_events,
    ASK: _read_ask,
    ANSWER: _read_answer,
    PROOF: _read_proof,
}
