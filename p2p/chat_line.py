"""A line of chat, signed by its seat, and the messages that spread lines (protocol.md, chapter 21)."""

from typing import Final, TypeAlias

from core.frozen import Frozen
from p2p.encoding import EncodingRefused, Value, decode, encode, is_array, is_bytes, is_number
from p2p.genesis import MAX_SEATS
from p2p.hashing import TAG_CHAT
from p2p.keys import SIGNATURE_BYTES, SigningKey, is_signed_by
from p2p.messages import MessageRefused, MessageUnknown, open_message
from p2p.text import is_said

LINES_TYPE: Final = 6
HAVE_TYPE: Final = 7
"""The types of the two messages."""
MAX_LINES: Final = 2_000
"""Lines of one seat in one game."""
MAX_BATCH_LINES: Final = 64
"""Lines of one message."""
MAX_LINE_BYTES: Final = 1024


class Line(Frozen):
    """What `seat` said, as its line of this number, counted from 0.

    The game is not in it but under its signature.
    """

    seat: int
    number: int
    text: str
    signature: bytes

    @property
    def wire(self) -> Value:
        """The line as it is sent and kept."""
        return (self.seat, self.number, self.text), self.signature


class Lines(Frozen):
    """Lines of any seats, those of each one in order."""

    lines: tuple[Line, ...]


class Have(Frozen):
    """By seat, how many lines the sender has: the number of the next one that it wants."""

    numbers: tuple[int, ...]


ChatMessage: TypeAlias = Lines | Have


def sign_line(game_id: bytes, seat: int, number: int, text: str, key: SigningKey) -> Line:
    """Give the line of `seat` in the game with this id, signed by its key."""
    return Line(seat, number, text, key.sign(_signed_bytes(game_id, seat, number, text)))


def is_signed(line: Line, game_id: bytes, key: bytes) -> bool:
    """Tell whether a line is signed by this key, for the game with this id."""
    signed = _signed_bytes(game_id, line.seat, line.number, line.text)
    return is_signed_by(key, line.signature, signed)


def encode_line(line: Line) -> bytes:
    """Give the body of the record in which a line is kept."""
    return encode(line.wire)


def decode_line(body: bytes) -> Line:
    """Give the line of such a record; its signature is not looked at. Raises `MessageRefused`."""
    try:
        return _read_line(decode(body, MAX_LINE_BYTES))
    except EncodingRefused as error:
        raise MessageRefused(error.why) from error


def encode_chat(tag: bytes, message: ChatMessage) -> bytes:
    """Give the bytes of `message` in the game with this tag."""
    match message:
        case Lines(lines):
            return encode((LINES_TYPE, tag, tuple(line.wire for line in lines)))
        case Have(numbers):
            return encode((HAVE_TYPE, tag, numbers))


def decode_chat(tag: bytes, data: bytes) -> ChatMessage:
    """Give the message that `data` is in the game with this tag. Raises `MessageRefused`."""
    kind, value = open_message(tag, data)
    if kind not in {LINES_TYPE, HAVE_TYPE}:
        raise MessageUnknown(str(kind))
    if is_array(value, 3) and type(value[2]) is tuple:
        if kind == HAVE_TYPE:
            numbers = tuple(one for one in value[2] if is_number(one, MAX_LINES + 1))
            if len(numbers) == len(value[2]) <= MAX_SEATS:
                return Have(numbers)
        elif len(value[2]) <= MAX_BATCH_LINES:
            return Lines(tuple(map(_read_line, value[2])))
    raise MessageRefused("fields of a chat message")


def _read_line(wire: Value) -> Line:
    if is_array(wire, 2) and is_array(wire[0], 3) and is_bytes(wire[1], SIGNATURE_BYTES):
        seat, number, text = wire[0]
        if (
            is_number(seat, MAX_SEATS)
            and is_number(number, MAX_LINES)
            and type(text) is str
            and is_said(text)
        ):
            return Line(seat, number, text, wire[1])
    raise MessageRefused("fields of a line")


def _signed_bytes(game_id: bytes, seat: int, number: int, text: str) -> bytes:
    return TAG_CHAT + encode((game_id, seat, number, text))
