"""What a host and its guests tell each other before the game (protocol.md, chapter 14)."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Final, TypeAlias

from core.frozen import Frozen
from p2p.encoding import EncodingRefused, Value, decode, encode, is_array, is_bytes, is_number
from p2p.hashing import HASH_BYTES, TAG_HELLO
from p2p.invite import TOKEN_BYTES, read_addresses
from p2p.keys import KEY_BYTES, SIGNATURE_BYTES, SigningKey, verify
from p2p.messages import MAX_MESSAGE_BYTES, MessageRefused, MessageUnknown
from p2p.table_info import TableInfo, read_table, table_fields
from p2p.text import is_name


class LobbyMessageType(IntEnum):
    """The first element of a lobby message; those of a game are below 16."""

    KNOCK = 16
    TABLE = 17
    HELLO = 18
    REFUSAL = 19
    GENESIS = 20
    LEAVE = 21
    WAIT = 22
    READY = 23


class Reason(IntEnum):
    """Why a host refuses a guest."""

    FULL = 0
    """All seats are taken, or the game has begun."""
    TOKEN = 1
    """The invite's token is not this table's: the invite is of an earlier table."""
    KEYS = 2
    """The hello is not signed by its key, not of this table, or not for this connection."""
    TAKEN = 3
    """This key sits at the table already, from another connection."""
    CLOSED = 4
    """The host has given the table up."""
    DECLINED = 5
    """The host has said no, asked for a seat without an invite, or has sent this guest away."""
    BUSY = 6
    """This guest, or too many without an invite, have come and gone too often of late."""


class Knock(Frozen):
    """A guest asks what table this is, and says which protocol and rules it has."""

    protocol: int
    rules_id: str
    rules_hash: bytes


class OtherVersion(Frozen):
    """The host's table is of another protocol or other rules: what its versions are."""

    protocol: int
    rules_id: str
    rules_hash: bytes


class Hello(Frozen):
    """A guest takes a seat: its keys certified by its signature over all of this, for this table's nonce."""

    nonce: bytes
    token: bytes
    name: str
    key: bytes
    curve_key: bytes
    anchor: bytes
    addresses: tuple[str, ...]
    port: int
    signature: bytes = b""


class Refusal(Frozen):
    """The host refuses the guest."""

    reason: Reason


class GenesisOffer(Frozen):
    """All who sit are ready: the genesis, and by seat where each peer listens."""

    genesis: bytes
    endpoints: tuple[tuple[tuple[str, ...], int], ...]


class Leave(Frozen):
    """The guest gives its seat up."""


class Wait(Frozen):
    """The host has been asked whether this guest, who has no invite, may sit."""


class Ready(Frozen):
    """The guest is ready for the table of this digest, or is not any more."""

    ready: bool
    digest: bytes


LobbyMessage: TypeAlias = (
    Knock | TableInfo | OtherVersion | Hello | Refusal | GenesisOffer | Leave | Wait | Ready
)


def sign_hello(hello: Hello, key: SigningKey) -> Hello:
    """Give `hello` with the signature of `key` over it."""
    return Hello(*_hello_fields(hello), signature=key.sign(_hello_bytes(hello)))


def check_hello(hello: Hello) -> None:
    """Raise `SignatureRefused` or `KeyRefused` unless the hello is signed by the key that it names."""
    verify(hello.key, hello.signature, _hello_bytes(hello))


def _hello_fields(hello: Hello) -> tuple[bytes, bytes, str, bytes, bytes, bytes, tuple[str, ...], int]:
    return (
        hello.nonce,
        hello.token,
        hello.name,
        hello.key,
        hello.curve_key,
        hello.anchor,
        hello.addresses,
        hello.port,
    )


def _hello_bytes(hello: Hello) -> bytes:
    return TAG_HELLO + encode(_hello_fields(hello))


def encode_lobby_message(message: LobbyMessage) -> bytes:  # noqa: PLR0911  # one for each kind
    """Give the bytes of `message`."""
    kind = LobbyMessageType
    match message:
        case Knock():
            return encode((kind.KNOCK.value, message.protocol, message.rules_id, message.rules_hash))
        case TableInfo():
            versions = (message.protocol, message.rules_id, message.rules_hash)
            return encode((kind.TABLE.value, *versions, *table_fields(message)))
        case OtherVersion():
            return encode((kind.TABLE.value, message.protocol, message.rules_id, message.rules_hash))
        case Hello():
            return encode((kind.HELLO.value, _hello_fields(message), message.signature))
        case Refusal(reason):
            return encode((kind.REFUSAL.value, reason.value))
        case GenesisOffer(genesis, endpoints):
            return encode((kind.GENESIS.value, genesis, endpoints))
        case Leave():
            return encode((kind.LEAVE.value,))
        case Wait():
            return encode((kind.WAIT.value,))
        case Ready(ready, digest):
            return encode((kind.READY.value, int(ready), digest))


def decode_lobby_message(data: bytes, versions: tuple[int, str, bytes]) -> LobbyMessage:
    """Give the message that `data` is, for a program of these versions (protocol, rules id and hash).

    Raises `MessageRefused`, or its `MessageUnknown` for a type that is not the lobby's.
    """
    try:
        value = decode(data, MAX_MESSAGE_BYTES)
    except EncodingRefused as error:
        raise MessageRefused(error.why) from error
    if type(value) is not tuple or not value or type(value[0]) is not int:
        raise MessageRefused("not an array that begins with a type")
    if value[0] == LobbyMessageType.TABLE:
        message = _read_table(value, versions)
    elif value[0] in _READERS:
        message = _READERS[value[0]](value)
    else:
        raise MessageUnknown(str(value[0]))
    if message is None:
        raise MessageRefused(f"fields of a {LobbyMessageType(value[0]).name.lower()}")
    return message


def _read_versions(value: tuple[Value, ...]) -> tuple[int, str, bytes] | None:
    protocol, rules_id, rules_hash = value
    if (
        is_number(protocol, 2**16)
        and type(rules_id) is str
        and is_name(rules_id)
        and is_bytes(rules_hash, HASH_BYTES)
    ):
        return protocol, rules_id, rules_hash
    return None


def _read_knock(value: tuple[Value, ...]) -> LobbyMessage | None:
    versions = _read_versions(value[1:4]) if len(value) >= 4 else None
    return Knock(*versions) if versions else None


def _read_table(value: tuple[Value, ...], ours: tuple[int, str, bytes]) -> LobbyMessage | None:
    theirs = _read_versions(value[1:4]) if len(value) >= 4 else None
    if theirs is None:
        return None
    if theirs != ours:
        return OtherVersion(*theirs)
    return read_table(theirs, value[4:])


def _read_hello(value: tuple[Value, ...]) -> LobbyMessage | None:
    if not is_array(value, 3) or not is_array(value[1], 8) or not is_bytes(value[2], SIGNATURE_BYTES):
        return None
    nonce, token, name, key, curve_key, anchor, addresses, port = value[1]
    try:
        listening = read_addresses(addresses)
    except ValueError:
        return None
    if (
        is_bytes(nonce, HASH_BYTES)
        and is_bytes(token, TOKEN_BYTES)
        and type(name) is str
        and is_name(name)
        and is_bytes(key, KEY_BYTES)
        and is_bytes(curve_key, KEY_BYTES)
        and is_bytes(anchor, HASH_BYTES)
        and is_number(port, 2**16)
    ):
        return Hello(nonce, token, name, key, curve_key, anchor, listening, port, value[2])
    return None


def _read_refusal(value: tuple[Value, ...]) -> LobbyMessage | None:
    if not is_array(value, 2) or not is_number(value[1], len(Reason)):
        return None
    return Refusal(Reason(value[1]))


def _read_genesis(value: tuple[Value, ...]) -> LobbyMessage | None:
    if not is_array(value, 3) or type(value[1]) is not bytes or type(value[2]) is not tuple:
        return None
    endpoints = []
    for part in value[2]:
        if not is_array(part, 2) or not is_number(part[1], 2**16):
            return None
        try:
            endpoints.append((read_addresses(part[0]), part[1]))
        except ValueError:
            return None
    return GenesisOffer(value[1], tuple(endpoints))


def _read_leave(value: tuple[Value, ...]) -> LobbyMessage | None:
    return Leave() if is_array(value, 1) else None


def _read_wait(value: tuple[Value, ...]) -> LobbyMessage | None:
    return Wait() if is_array(value, 1) else None


def _read_ready(value: tuple[Value, ...]) -> LobbyMessage | None:
    if not is_array(value, 3) or not is_number(value[1], 2) or not is_bytes(value[2], HASH_BYTES):
        return None
    return Ready(bool(value[1]), value[2])


_READERS: Final[Mapping[int, Callable[[tuple[Value, ...]], LobbyMessage | None]]] = {
    LobbyMessageType.KNOCK: _read_knock,
    LobbyMessageType.HELLO: _read_hello,
    LobbyMessageType.REFUSAL: _read_refusal,
    LobbyMessageType.GENESIS: _read_genesis,
    LobbyMessageType.LEAVE: _read_leave,
    LobbyMessageType.WAIT: _read_wait,
    LobbyMessageType.READY: _read_ready,
}
