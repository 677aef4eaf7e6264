"""What a spectator and the peer that it watches through say to each other (protocol.md, chapter 20).

Beside these a spectator is sent the status, events and proof messages of the game (chapter 11).
"""

from enum import IntEnum
from typing import Final, TypeAlias

from core.frozen import Frozen
from p2p.encoding import EncodingRefused, Value, decode, encode, is_array, is_bytes, is_number
from p2p.event import MAX_ROUND
from p2p.genesis import MAX_GENESIS_BYTES
from p2p.hashing import HASH_BYTES
from p2p.invite import TOKEN_BYTES
from p2p.messages import GAME_TAG_BYTES, INSTANCE_BYTES, MAX_BALLOTS, MessageRefused

MAX_WATCH_BYTES: Final = MAX_GENESIS_BYTES + 64
"""Only an admission, which holds a genesis, comes near this."""
_MASK: Final = 16


class WatchType(IntEnum):
    """The first element of a message about watching."""

    WATCH = 9
    REFUSED = 10
    ADMITTED = 11
    LACKING = 12


class WatchReason(IntEnum):
    """Why nobody is let in to watch now; with not begun, full and closed it may be otherwise later."""

    NOT_BEGUN = 0
    TOKEN = 1
    FULL = 2
    NOT_ALLOWED = 3
    VERSION = 4
    CLOSED = 5
    """The peer is being closed; it says this to those that watch through it or wait, unasked."""


class Watch(Frozen):
    """Somebody asks to watch, with the token of an invite. The genesis will tell the rules version."""

    protocol: int
    token: bytes


class WatchRefused(Frozen):
    """The answer of one who lets nobody watch, or not this one; `protocol` is its own version."""

    protocol: int
    reason: WatchReason


class Admitted(Frozen):
    """The spectator is let in; these are the bytes of the game's genesis."""

    genesis: bytes


class Lacking(Frozen):
    """Where a spectator stands, by which it is sent what it lacks; the fields are those of a `Status`.

    `echo` is the instance in the newest status that it has from the receiver, or zeros: it shows that what
    was sent before has been read.
    """

    tag: bytes
    round_number: int
    head: bytes
    settled: int
    events: int
    notes: int
    proofs: int
    ballots: int
    echo: bytes


WatchMessage: TypeAlias = Watch | WatchRefused | Admitted | Lacking


def is_watch_message(data: bytes) -> bool:
    """Tell whether these bytes claim to be a message about watching, by their type alone."""
    return len(data) > 1 and data[0] & 0xF0 == 0x90 and WatchType.WATCH <= data[1] <= WatchType.LACKING


def encode_watch_message(message: WatchMessage) -> bytes:
    """Give the bytes of `message`."""
    match message:
        case Watch(protocol, token):
            return encode((WatchType.WATCH.value, protocol, token))
        case WatchRefused(protocol, reason):
            return encode((WatchType.REFUSED.value, protocol, reason.value))
        case Admitted(genesis):
            return encode((WatchType.ADMITTED.value, genesis))
        case Lacking():
            return encode(
                (
                    WatchType.LACKING.value,
                    message.tag,
                    message.round_number,
                    message.head,
                    message.settled,
                    message.events,
                    message.notes,
                    message.proofs,
                    message.ballots,
                    message.echo,
                )
            )


def decode_watch_message(data: bytes) -> WatchMessage:
    """Give the message that `data` is. Raises `MessageRefused`."""
    try:
        value = decode(data, MAX_WATCH_BYTES)
    except EncodingRefused as error:
        raise MessageRefused(error.why) from error
    message = _read(value) if type(value) is tuple and value else None
    if message is None:
        raise MessageRefused("fields of a message about watching")
    return message


def _read(value: tuple[Value, ...]) -> WatchMessage | None:
    match value[0]:
        case WatchType.WATCH:
            return _read_watch(value)
        case WatchType.REFUSED:
            return _read_refused(value)
        case WatchType.ADMITTED if is_array(value, 2) and type(value[1]) is bytes:
            return Admitted(value[1])
        case WatchType.LACKING if is_array(value, 10):
            return _read_lacking(value)
        case _:
            return None


def _read_watch(value: tuple[Value, ...]) -> WatchMessage | None:
    """Read what asks to watch; what a later protocol has behind the version is its own affair."""
    if len(value) < 3 or not is_number(value[1], 2**16) or not is_bytes(value[2], TOKEN_BYTES):
        return None
    return Watch(value[1], value[2])


def _read_refused(value: tuple[Value, ...]) -> WatchMessage | None:
    if len(value) < 3 or not is_number(value[1], 2**16) or not is_number(value[2], len(WatchReason)):
        return None
    return WatchRefused(value[1], WatchReason(value[2]))


def _read_lacking(value: tuple[Value, ...]) -> WatchMessage | None:
    _, tag, round_number, head, settled, events, notes, proofs, ballots, echo = value
    if (
        is_bytes(tag, GAME_TAG_BYTES)
        and is_number(round_number, MAX_ROUND)
        and is_bytes(head, HASH_BYTES)
        and is_number(settled, MAX_ROUND)
        and is_number(events, _MASK)
        and is_number(notes, _MASK)
        and is_number(proofs, _MASK)
        and is_number(ballots, MAX_BALLOTS)
        and is_bytes(echo, INSTANCE_BYTES)
    ):
        return Lacking(tag, round_number, head, settled, events, notes, proofs, ballots, echo)
    return None
