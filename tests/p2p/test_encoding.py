"""Canonical msgpack: one form for each value, and every other form refused (protocol.md, chapter 2)."""

import tracemalloc
from contextlib import suppress

import msgpack
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from p2p.encoding import (
    MAX_ARRAY,
    MAX_DEPTH,
    MAX_TEXT,
    EncodingRefused,
    Value,
    decode,
    decode_parts,
    encode,
    is_array,
    is_bytes,
    is_number,
)
from tests.p2p.protocol_strategies import mutations, values
from tests.vectors.contents import REFUSED

LIMIT = 1 << 16


@given(values)
def test_decoding_gives_what_was_encoded(value: Value) -> None:
    assert decode(encode(value), LIMIT) == value


@given(st.binary(max_size=80))
def test_what_is_taken_encodes_to_the_same_bytes(data: bytes) -> None:
    try:
        value = decode(data, LIMIT)
    except EncodingRefused:
        return
    assert encode(value) == data


@given(st.data())
def test_changed_bytes_are_refused_or_say_something_else(data: st.DataObject) -> None:
    value = data.draw(values)
    changed = data.draw(mutations(encode(value)))
    with suppress(EncodingRefused):
        assert decode(changed, LIMIT) != value


@pytest.mark.parametrize("why", REFUSED)
def test_every_form_that_is_not_canonical_is_refused(why: str) -> None:
    with pytest.raises(EncodingRefused):
        decode(bytes.fromhex(REFUSED[why]), LIMIT)


@given(
    st.one_of(st.floats(), st.none(), st.booleans(), st.integers(-(2**63), -1), st.just({}), st.just({1: 2}))
)
def test_other_types_are_refused_at_any_depth(value: object) -> None:
    for data in (msgpack.packb(value), msgpack.packb([[0, value]])):
        with pytest.raises(EncodingRefused):
            decode(data, LIMIT)


@pytest.mark.parametrize("code", range(-128, 128))
def test_extensions_are_refused(code: int) -> None:
    for size in (0, 1, 4, 8, 12):
        packed = bytes([0xC7, size, code & 0xFF]) + bytes(size)
        with pytest.raises(EncodingRefused):
            decode(packed, LIMIT)
        with pytest.raises(EncodingRefused):
            decode(b"\x91" + packed, LIMIT)


def test_the_limit_counts_all_bytes() -> None:
    data = encode(b"x" * 10)
    assert decode(data, len(data)) == b"x" * 10
    with pytest.raises(EncodingRefused):
        decode(data, len(data) - 1)


def test_text_arrays_and_depth_end_at_their_limits() -> None:
    assert decode(encode("x" * MAX_TEXT), LIMIT) == "x" * MAX_TEXT
    assert decode(encode((0,) * MAX_ARRAY), LIMIT) == (0,) * MAX_ARRAY
    assert decode(b"\x91" * (MAX_DEPTH - 1) + b"\x90", LIMIT)
    for data in (encode("x" * (MAX_TEXT + 1)), encode((0,) * (MAX_ARRAY + 1)), b"\x91" * MAX_DEPTH + b"\x90"):
        with pytest.raises(EncodingRefused):
            decode(data, LIMIT)


@example(511)
@example(512)
@example(1023)
@example(1024)
@given(st.integers(MAX_DEPTH, 5000))
def test_no_depth_brings_another_error(depth: int) -> None:
    for data in (b"\x91" * depth + b"\x90", b"\x91" * depth, b"\xdc\x02\x00" * depth):
        with pytest.raises(EncodingRefused):
            decode(data, LIMIT)


@pytest.mark.parametrize(
    "claim",
    ["ddffffffff", "dc0200" * 300, "c6ffffffff", "dbffffffff", "dfffffffff", "c9ffffffff00", "c60000ffff"],
)
def test_nothing_is_reserved_for_what_bytes_only_claim(claim: str) -> None:
    data = bytes.fromhex(claim)
    tracemalloc.start()
    try:
        with pytest.raises(EncodingRefused):
            decode(data, LIMIT)
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()


def test_parts_without_their_types_are_still_canonical_and_bounded() -> None:
    assert decode_parts(encode((1, b"x")), LIMIT) == (1, b"x")
    for data in (b"\xcc\x01", b"\x00\x00", b"\x91", bytes(LIMIT + 1)):
        with pytest.raises(EncodingRefused):
            decode_parts(data, LIMIT)


def test_questions_about_parts() -> None:
    assert is_array((1, 2), 2)
    assert not is_array([1, 2], 2)
    assert not is_array((1,), 2)
    assert is_bytes(b"ab", 2)
    assert not is_bytes("ab", 2)
    assert not is_bytes(b"a", 2)
    assert is_number(0, 1)
    for wrong in (1, -1, True, "0"):
        assert not is_number(wrong, 1)
