"""Lines of chat and their messages: one form, and every other one refused by name (protocol.md, 21)."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.chat_line import (
    HAVE_TYPE,
    LINES_TYPE,
    MAX_BATCH_LINES,
    MAX_LINE_BYTES,
    MAX_LINES,
    ChatMessage,
    Have,
    Line,
    Lines,
    decode_chat,
    decode_line,
    encode_chat,
    encode_line,
    is_signed,
    sign_line,
)
from p2p.encoding import encode
from p2p.hashing import TAG_CHAT
from p2p.messages import (
    MAX_BATCH_BYTES,
    MessageRefused,
    MessageUnknown,
    claimed_type,
    decode_message,
    is_lobby_message,
)
from p2p.text import is_said
from tests.p2p.protocol_strategies import KEY, OTHER_KEY, mutations, replaced

TAG = bytes(range(8))
GAME = bytes(range(32))
ONE = sign_line(GAME, 2, 7, "well played", KEY)

texts = st.text(min_size=1, max_size=200).map(lambda text: text.strip(" ")).filter(is_said)
lines = st.builds(
    lambda seat, number, text: sign_line(GAME, seat, number, text, KEY),
    st.integers(0, 3),
    st.integers(0, MAX_LINES - 1),
    texts,
)
messages: st.SearchStrategy[ChatMessage] = st.one_of(
    st.lists(lines, max_size=4).map(lambda said: Lines(tuple(said))),
    st.lists(st.integers(0, MAX_LINES), max_size=4).map(lambda numbers: Have(tuple(numbers))),
)


@given(messages)
def test_a_message_is_read_back(message: ChatMessage) -> None:
    data = encode_chat(TAG, message)
    assert decode_chat(TAG, data) == message
    assert claimed_type(data) == (LINES_TYPE if isinstance(message, Lines) else HAVE_TYPE)
    assert not is_lobby_message(data)
    with pytest.raises(MessageUnknown):
        decode_message(TAG, data)


@given(st.data(), messages)
def test_a_changed_message_is_another_or_none(data: st.DataObject, message: ChatMessage) -> None:
    changed = data.draw(mutations(encode_chat(TAG, message)))
    with suppress(MessageRefused):
        assert decode_chat(TAG, changed) != message


@given(
    st.one_of(
        st.binary(max_size=200), st.binary(max_size=60).map(lambda data: b"\x93\x06\xc4\x08" + TAG + data)
    )
)
def test_bytes_of_any_kind_bring_no_other_error(data: bytes) -> None:
    with suppress(MessageRefused):
        decode_chat(TAG, data)
    with suppress(MessageRefused):
        decode_line(data)


@given(lines)
def test_a_line_is_kept_and_read_back(line: Line) -> None:
    assert decode_line(encode_line(line)) == line


def test_a_message_of_another_game_or_type_is_refused() -> None:
    with pytest.raises(MessageRefused, match="another game"):
        decode_chat(bytes(8), encode_chat(TAG, Have(())))
    with pytest.raises(MessageUnknown):
        decode_chat(TAG, encode((8, TAG, ())))


@pytest.mark.parametrize(
    "value",
    [
        (HAVE_TYPE, TAG),
        (HAVE_TYPE, TAG, (), 0),
        (HAVE_TYPE, TAG, 0),
        (HAVE_TYPE, TAG, (0,) * 5),
        (HAVE_TYPE, TAG, (MAX_LINES + 1,)),
        (HAVE_TYPE, TAG, (b"",)),
        (LINES_TYPE, TAG),
        (LINES_TYPE, TAG, (), 0),
        (LINES_TYPE, TAG, b""),
        (LINES_TYPE, TAG, (0,)),
        (LINES_TYPE, TAG, (ONE.wire,) * (MAX_BATCH_LINES + 1)),
    ],
)
def test_other_fields_of_a_message_are_refused(value: Any) -> None:
    with pytest.raises(MessageRefused):
        decode_chat(TAG, encode(value))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, 4),
        (1, MAX_LINES),
        (1, b""),
        (2, ""),
        (2, " hello"),
        (2, "hello "),
        (2, "x" * 201),
        (2, "\x1b[2J"),
        (2, "two\nlines"),
        (2, "\u202egnorw"),
        (2, "\u200b"),
        (2, b"hello"),
        (2, 5),
    ],
)
def test_other_fields_of_a_line_are_refused(place: int, value: Any) -> None:
    """Clause 21.9: a name's characters, and up to 200 of them."""
    body, signature = ONE.wire  # type: ignore[misc]
    wire = (replaced(body, place, value), signature)  # type: ignore[arg-type]
    with pytest.raises(MessageRefused):
        decode_chat(TAG, encode((LINES_TYPE, TAG, (wire,))))
    with pytest.raises(MessageRefused):
        decode_line(encode(wire))


@pytest.mark.parametrize("signature", [b"", bytes(63), bytes(65), 0])
def test_a_signature_has_64_bytes(signature: Any) -> None:
    with pytest.raises(MessageRefused):
        decode_line(encode((ONE.wire[0], signature)))  # type: ignore[index]


def test_a_line_is_signed_over_the_game_and_every_field() -> None:
    """Clause 21.9."""
    assert ONE.signature == KEY.sign(TAG_CHAT + encode((GAME, 2, 7, "well played")))
    assert is_signed(ONE, GAME, KEY.public)
    assert not is_signed(ONE, GAME, OTHER_KEY.public)
    assert not is_signed(ONE, bytes(32), KEY.public)
    changed = (
        ONE.changed(seat=1),
        ONE.changed(number=8),
        ONE.changed(text="well played!"),
        ONE.changed(signature=bytes(64)),
    )
    assert not any(is_signed(line, GAME, KEY.public) for line in changed)


def test_the_longest_line_and_a_whole_batch_fit() -> None:
    longest = sign_line(GAME, 3, MAX_LINES - 1, "\U0001f600" * 200, KEY)
    assert len(encode_line(longest)) <= MAX_LINE_BYTES
    assert len(encode_chat(TAG, Lines((longest,) * MAX_BATCH_LINES))) <= MAX_BATCH_BYTES
