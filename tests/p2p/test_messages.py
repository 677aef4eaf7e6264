"""Messages between peers: one form each, and every other one refused by name (protocol.md, chapter 11)."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.encoding import decode, encode
from p2p.event import MAX_ROUND, Event, EventKind, sign_event
from p2p.messages import (
    GAME_TAG_BYTES,
    INSTANCE_BYTES,
    MAX_BALLOTS,
    MAX_BATCH_BYTES,
    MAX_BATCH_EVENTS,
    MAX_MESSAGE_BYTES,
    MAX_NEWEST,
    NONCE_BYTES,
    Answer,
    Ask,
    Events,
    Message,
    MessageRefused,
    MessageUnknown,
    Proof,
    Status,
    decode_message,
    encode_message,
    game_tag,
    is_lobby_message,
)
from tests.p2p.protocol_strategies import KEY, events, hashes, mutations, replaced

TAG = bytes(range(GAME_TAG_BYTES))
EVENT = sign_event(Event(EventKind.START, bytes(32), 0, bytes(32), 0, ()), KEY)
STATUS = Status(bytes(8), 5, 7, bytes(32), 6, 0b1010, 1, 0, 3, 0b100, pull=True, digest=bytes(32))

eights = st.binary(min_size=8, max_size=8)
rounds = st.integers(0, MAX_ROUND - 1)
masks = st.integers(0, 15)
signed = events().map(lambda event: sign_event(event, KEY))
messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(
        Status,
        eights,
        st.integers(0, 2**64 - 1),
        rounds,
        hashes,
        rounds,
        masks,
        masks,
        masks,
        st.integers(0, MAX_BALLOTS - 1),
        masks,
        pull=st.booleans(),
        digest=hashes,
    ),
    st.lists(signed, max_size=5).map(lambda said: Events(tuple(said))),
    st.builds(Ask, eights, eights),
    st.builds(Answer, eights, st.booleans(), st.lists(signed, max_size=4).map(tuple)),
    st.builds(Proof, signed, signed),
)


def parts(message: Message) -> Any:
    return decode(encode_message(TAG, message), MAX_MESSAGE_BYTES)


@given(messages)
def test_a_message_is_read_back(message: Message) -> None:
    data = encode_message(TAG, message)
    assert decode_message(TAG, data) == message
    assert not is_lobby_message(data)


@given(messages)
def test_a_message_of_another_game_is_refused(message: Message) -> None:
    with pytest.raises(MessageRefused, match="another game"):
        decode_message(bytes(8), encode_message(TAG, message))


@given(st.data(), messages)
def test_a_changed_message_is_another_or_none(data: st.DataObject, message: Message) -> None:
    changed = data.draw(mutations(encode_message(TAG, message)))
    with suppress(MessageRefused):
        assert decode_message(TAG, changed) != message


@given(
    st.one_of(
        st.binary(max_size=200), st.binary(max_size=50).map(lambda data: b"\x93\x02\xc4\x08" + TAG + data)
    )
)
def test_bytes_of_any_kind_bring_no_other_error(data: bytes) -> None:
    with suppress(MessageRefused):
        decode_message(TAG, data)


@pytest.mark.parametrize("number", [0, 6, 15, 16, 127, 2**64 - 1])
def test_a_type_that_there_is_not_is_told_apart(number: int) -> None:
    with pytest.raises(MessageUnknown):
        decode_message(TAG, encode((number, TAG)))


@pytest.mark.parametrize("value", [0, (), (1,), (b"", TAG), ((1,), TAG)])
def test_what_does_not_begin_like_a_message_is_refused(value: Any) -> None:
    with pytest.raises(MessageRefused):
        decode_message(TAG, encode(value))


@pytest.mark.parametrize(
    "message", [STATUS, Events(()), Ask(bytes(8), bytes(8)), Answer(bytes(8), False, ()), Proof(EVENT, EVENT)]
)
def test_another_number_of_fields_is_refused(message: Message) -> None:
    value = parts(message)
    for wrong in (value[:-1], (*value, 0)):
        with pytest.raises(MessageRefused):
            decode_message(TAG, encode(wrong))


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (2, bytes(INSTANCE_BYTES - 1)),
        (2, 0),
        (3, b""),
        (4, MAX_ROUND),
        (5, bytes(31)),
        (6, MAX_ROUND),
        (7, 16),
        (8, 16),
        (9, 16),
        (7, b""),
        (10, MAX_BALLOTS),
        (10, b""),
        (11, 16),
        (11, ()),
        (12, 2),
        (12, b""),
        (13, bytes(33)),
        (13, ()),
    ],
)
def test_a_wrong_field_of_a_status_is_refused(place: int, wrong: Any) -> None:
    with pytest.raises(MessageRefused, match="fields of a status"):
        decode_message(TAG, encode(replaced(parts(STATUS), place, wrong)))


@pytest.mark.parametrize(
    ("message", "place", "wrong"),
    [
        (Events(()), 2, b""),
        (Events(()), 2, 0),
        (Ask(bytes(8), bytes(8)), 2, bytes(9)),
        (Ask(bytes(8), bytes(8)), 3, bytes(NONCE_BYTES + 1)),
        (Answer(bytes(8), True, ()), 2, bytes(7)),
        (Answer(bytes(8), True, ()), 3, 2),
        (Answer(bytes(8), True, ()), 4, (EVENT.wire,) * (MAX_NEWEST + 1)),
        (Answer(bytes(8), True, ()), 4, b""),
    ],
)
def test_a_wrong_field_of_the_others_is_refused(message: Message, place: int, wrong: Any) -> None:
    with pytest.raises(MessageRefused, match="fields of a"):
        decode_message(TAG, encode(replaced(parts(message), place, wrong)))


@pytest.mark.parametrize(
    "bad", [0, (), b"", (b"", bytes(64)), (EVENT.payload, bytes(63)), (EVENT.payload + b"\0", bytes(64))]
)
def test_a_bad_event_inside_is_named(bad: Any) -> None:
    for wrong in (
        (2, TAG, (EVENT.wire, bad)),
        (4, TAG, bytes(8), 0, (bad,)),
        (5, TAG, EVENT.wire, bad),
    ):
        with pytest.raises(MessageRefused, match="EventMalformed"):
            decode_message(TAG, encode(wrong))


def test_one_event_too_many_and_one_byte_too_many_are_refused() -> None:
    most = encode_message(TAG, Events((EVENT,) * MAX_BATCH_EVENTS))
    assert decode_message(TAG, most) == Events((EVENT,) * MAX_BATCH_EVENTS)
    with pytest.raises(MessageRefused):
        decode_message(TAG, encode_message(TAG, Events((EVENT,) * (MAX_BATCH_EVENTS + 1))))
    with pytest.raises(MessageRefused, match="longer"):
        decode_message(TAG, bytes(MAX_MESSAGE_BYTES + 1))


def test_a_full_batch_fits_into_a_message() -> None:
    assert MAX_BATCH_BYTES < MAX_MESSAGE_BYTES


def test_a_game_is_told_by_the_first_bytes_of_its_id() -> None:
    assert game_tag(bytes(range(32))) == bytes(range(8))


@pytest.mark.parametrize(
    ("data", "lobby"),
    [
        (b"", False),
        (b"\x91", False),
        (b"\x92\x10", True),
        (b"\x92\x7f", True),
        (b"\x92\x0f", False),
        (b"\xdc\x10", False),
    ],
)
def test_lobby_messages_are_told_by_their_type_alone(data: bytes, lobby: bool) -> None:
    assert is_lobby_message(data) == lobby
