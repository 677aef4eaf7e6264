"""A seat's signed word on where it listens, and the message that spreads it (protocol.md, chapter 21)."""

from typing import Final, TypeGuard

from core.frozen import Frozen
from p2p.encoding import Value, encode, is_array, is_bytes, is_number
from p2p.genesis import MAX_SEATS
from p2p.hashing import TAG_ADDRESSES
from p2p.invite import Endpoints, read_addresses
from p2p.keys import SIGNATURE_BYTES, SigningKey, is_signed_by
from p2p.messages import MessageRefused, MessageUnknown, open_message

ADDRESSES_TYPE: Final = 8
"""The type of the message."""
MAX_NUMBER: Final = 2**32


class Statement(Frozen):
    """The addresses and the port at which `seat` listens; of two, the one with the higher number counts.

    The addresses are the very texts that were signed. The game is not in it but under its signature.
    """

    seat: int
    number: int
    addresses: tuple[str, ...]
    port: int
    signature: bytes

    @property
    def endpoints(self) -> Endpoints:
        """Where the seat listens."""
        return self.addresses, self.port

    @property
    def wire(self) -> Value:
        """The statement as it is sent."""
        return (self.seat, self.number, self.addresses, self.port), self.signature


class Addresses(Frozen):
    """What a peer tells of where all seats listen: statements, and of each seat the newest number it holds.

    0 says that it holds no statement of that seat.
    """

    numbers: tuple[int, ...]
    statements: tuple[Statement, ...]


def sign_statement(
    game_id: bytes, seat: int, number: int, endpoints: Endpoints, key: SigningKey
) -> Statement:
    """Give the statement of `seat` in the game with this id, signed by its key."""
    addresses, port = endpoints
    signature = key.sign(_signed_bytes(game_id, seat, number, addresses, port))
    return Statement(seat, number, addresses, port, signature)


def is_signed(statement: Statement, game_id: bytes, key: bytes) -> bool:
    """Tell whether a statement is signed by this key, for the game with this id."""
    one = statement
    signed = _signed_bytes(game_id, one.seat, one.number, one.addresses, one.port)
    return is_signed_by(key, one.signature, signed)


def encode_addresses(tag: bytes, message: Addresses) -> bytes:
    """Give the bytes of `message` in the game with this tag."""
    statements = tuple(statement.wire for statement in message.statements)
    return encode((ADDRESSES_TYPE, tag, message.numbers, statements))


def decode_addresses(tag: bytes, data: bytes) -> Addresses:
    """Give the message that `data` is in the game with this tag. Raises `MessageRefused`."""
    kind, value = open_message(tag, data)
    if kind != ADDRESSES_TYPE:
        raise MessageUnknown(str(kind))
    if is_array(value, 4):
        _, _, numbers, statements = value
        if _are_numbers(numbers) and type(statements) is tuple and len(statements) <= MAX_SEATS:
            return Addresses(numbers, tuple(map(read_statement, statements)))
    raise MessageRefused("fields of an addresses")


def read_statement(wire: Value) -> Statement:
    """Give the statement that a decoded array is; its signature is not looked at. Raises `MessageRefused`."""
    if is_array(wire, 2) and is_array(wire[0], 4) and is_bytes(wire[1], SIGNATURE_BYTES):
        seat, number, addresses, port = wire[0]
        if (
            is_number(seat, MAX_SEATS)
            and is_number(number, MAX_NUMBER)
            and is_number(port, 2**16)
            and min(number, port) > 0
            and _are_addresses(addresses)
        ):
            return Statement(seat, number, addresses, port, wire[1])
    raise MessageRefused("fields of a statement")


def _are_numbers(value: Value) -> TypeGuard[tuple[int, ...]]:
    return (
        type(value) is tuple and len(value) <= MAX_SEATS and all(is_number(one, MAX_NUMBER) for one in value)
    )


def _are_addresses(value: Value) -> TypeGuard[tuple[str, ...]]:
    try:
        read_addresses(value)
    except ValueError:
        return False
    return True


def _signed_bytes(game_id: bytes, seat: int, number: int, addresses: tuple[str, ...], port: int) -> bytes:
    return TAG_ADDRESSES + encode((game_id, seat, number, addresses, port))
