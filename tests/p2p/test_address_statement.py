"""Statements of addresses: one form, and every other one refused by name (protocol.md, 21.2 and 21.3)."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.address_statement import (
    ADDRESSES_TYPE,
    MAX_NUMBER,
    Addresses,
    Statement,
    decode_addresses,
    encode_addresses,
    is_signed,
    sign_statement,
)
from p2p.encoding import decode, encode
from p2p.hashing import TAG_ADDRESSES
from p2p.messages import (
    MAX_MESSAGE_BYTES,
    MessageRefused,
    MessageUnknown,
    claimed_type,
    decode_message,
    is_lobby_message,
)
from tests.p2p.protocol_strategies import KEY, OTHER_KEY, mutations, replaced

TAG = bytes(range(8))
GAME = bytes(range(32))
HERE = ("192.0.2.1", "2001:db8::1"), 4242
ONE = sign_statement(GAME, 2, 7, HERE, KEY)

addresses = st.lists(st.ip_addresses().map(str), min_size=1, max_size=8).map(tuple)
numbers = st.integers(1, MAX_NUMBER - 1)
statements = st.builds(
    lambda seat, number, addresses, port: sign_statement(GAME, seat, number, (addresses, port), KEY),
    st.integers(0, 3),
    numbers,
    addresses,
    st.integers(1, 2**16 - 1),
)
messages = st.builds(
    Addresses,
    st.lists(st.integers(0, MAX_NUMBER - 1), max_size=4).map(tuple),
    st.lists(statements, max_size=4).map(tuple),
)


def parts(message: Addresses) -> Any:
    return decode(encode_addresses(TAG, message), MAX_MESSAGE_BYTES)


@given(messages)
def test_a_message_is_read_back(message: Addresses) -> None:
    data = encode_addresses(TAG, message)
    assert decode_addresses(TAG, data) == message
    assert claimed_type(data) == ADDRESSES_TYPE
    assert not is_lobby_message(data)
    with pytest.raises(MessageUnknown):
        decode_message(TAG, data)


@given(st.data(), messages)
def test_a_changed_message_is_another_or_none(data: st.DataObject, message: Addresses) -> None:
    changed = data.draw(mutations(encode_addresses(TAG, message)))
    with suppress(MessageRefused):
        assert decode_addresses(TAG, changed) != message


@given(
    st.one_of(
        st.binary(max_size=200), st.binary(max_size=60).map(lambda data: b"\x94\x08\xc4\x08" + TAG + data)
    )
)
def test_bytes_of_any_kind_bring_no_other_error(data: bytes) -> None:
    with suppress(MessageRefused):
        decode_addresses(TAG, data)


def test_a_message_of_another_game_or_type_is_refused() -> None:
    with pytest.raises(MessageRefused, match="another game"):
        decode_addresses(bytes(8), encode_addresses(TAG, Addresses((), ())))
    with pytest.raises(MessageUnknown):
        decode_addresses(TAG, encode((9, TAG, (), ())))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (2, (MAX_NUMBER,)),
        (2, (0,) * 5),
        (2, (b"",)),
        (2, 0),
        (3, (ONE.wire,) * 5),
        (3, (0,)),
        (3, b""),
    ],
)
def test_other_fields_of_a_message_are_refused(place: int, value: Any) -> None:
    with pytest.raises(MessageRefused):
        decode_addresses(TAG, encode(replaced(parts(Addresses((0, 0), (ONE,))), place, value)))


@pytest.mark.parametrize("size", [3, 5])
def test_another_number_of_fields_is_refused(size: int) -> None:
    value = (*parts(Addresses((0, 0), (ONE,))), 0)[:size]
    with pytest.raises(MessageRefused):
        decode_addresses(TAG, encode(value))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, 4),
        (1, 0),
        (1, MAX_NUMBER),
        (2, ()),
        (2, ("192.0.2.1",) * 9),
        (2, ("example.org",)),
        (2, ("fe80::1%eth0",)),
        (2, ("\x1b[2J",)),
        (2, (b"192.0.2.1",)),
        (2, "192.0.2.1"),
        (3, 0),
        (3, 2**16),
        (3, b""),
    ],
)
def test_other_fields_of_a_statement_are_refused(place: int, value: Any) -> None:
    """Clause 21.2."""
    body, signature = ONE.wire  # type: ignore[misc]
    wire = (replaced(body, place, value), signature)  # type: ignore[arg-type]
    with pytest.raises(MessageRefused):
        decode_addresses(TAG, encode((ADDRESSES_TYPE, TAG, (), (wire,))))


@pytest.mark.parametrize("signature", [b"", bytes(63), bytes(65), 0])
def test_a_signature_has_64_bytes(signature: Any) -> None:
    wire = (ONE.wire[0], signature)  # type: ignore[index]
    with pytest.raises(MessageRefused):
        decode_addresses(TAG, encode((ADDRESSES_TYPE, TAG, (), (wire,))))


def test_a_statement_is_signed_over_the_game_and_every_field() -> None:
    """Clause 21.2."""
    assert ONE.signature == KEY.sign(TAG_ADDRESSES + encode((GAME, 2, 7, *HERE)))
    assert is_signed(ONE, GAME, KEY.public)
    assert not is_signed(ONE, GAME, OTHER_KEY.public)
    assert not is_signed(ONE, bytes(32), KEY.public)
    changed: list[Statement] = [
        ONE.changed(seat=1),
        ONE.changed(number=8),
        ONE.changed(addresses=HERE[0][:1]),
        ONE.changed(port=4243),
        ONE.changed(signature=bytes(64)),
    ]
    assert not any(is_signed(one, GAME, KEY.public) for one in changed)


def test_addresses_are_signed_as_they_are_written() -> None:
    """Clause 21.2: the very texts, however else one could write the same address."""
    one = sign_statement(GAME, 0, 1, (("2001:DB8:0::1",), 1), KEY)
    (read,) = decode_addresses(TAG, encode_addresses(TAG, Addresses((), (one,)))).statements
    assert is_signed(read, GAME, KEY.public)
