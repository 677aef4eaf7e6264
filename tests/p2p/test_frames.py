import io
from typing import BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.frames import (
    CHUNK,
    FORMAT_VERSION,
    HEADER_SIZE,
    JOURNAL_MAGIC,
    LOG_MAGIC,
    MAX_BODY,
    PREFIX_SIZE,
    BodyTooLong,
    CutHeader,
    Damage,
    Harm,
    Newer,
    NotOurs,
    Scan,
    Tear,
    TornTail,
    frame,
    header,
    read_records,
    scan,
)

BODIES = (b"first", b"", b"the third, somewhat longer", b"\x00\x00\x00\x00", b"last")
FILE = header(LOG_MAGIC) + b"".join(map(frame, BODIES))


def starts() -> list[int]:
    """Give where each record starts, and after them the end of the file."""
    offsets = [HEADER_SIZE]
    for body in BODIES:
        offsets.append(offsets[-1] + PREFIX_SIZE + len(body))
    return offsets


def bodies(result: Scan) -> tuple[bytes, ...]:
    return tuple(body for _, body in result.records)


def test_what_was_framed_is_read_back_with_its_places() -> None:
    result = scan(FILE, LOG_MAGIC)
    assert result == Scan(
        FORMAT_VERSION,
        tuple(zip(starts(), BODIES, strict=False)),
        len(FILE),
        None,
    )


def test_golden_bytes() -> None:
    assert header(LOG_MAGIC) == b"MARKLOG\x01"
    assert frame(b"").hex() == "00000000" + "2144df1c" + "00000000"


def test_every_cut_is_a_torn_tail_at_the_record_it_fell_in() -> None:
    offsets = starts()
    for size in range(HEADER_SIZE, len(FILE)):
        result = scan(FILE[:size], LOG_MAGIC)
        at = max(offset for offset in offsets if offset <= size)
        assert result.good == at
        assert bodies(result) == BODIES[: offsets.index(at)]
        if size == at:
            assert result.fault is None
        else:
            kind: Tear = "prefix" if size - at < PREFIX_SIZE else "body"
            assert result.fault == TornTail(at, kind)


@pytest.mark.parametrize("size", range(HEADER_SIZE))
def test_a_cut_inside_the_header_is_told_from_a_foreign_file(size: int) -> None:
    assert scan(FILE[:size], LOG_MAGIC) == Scan(0, (), 0, CutHeader(size))


def test_every_flipped_bit_is_found_and_only_the_last_body_counts_as_torn() -> None:
    offsets = starts()
    last_body = offsets[-2] + PREFIX_SIZE
    # The checksum of the last body is doubted along with that body: they contradict each other.
    last_sum = range(offsets[-2] + 8, last_body)
    for place in range(HEADER_SIZE, len(FILE)):
        at = max(offset for offset in offsets[:-1] if offset <= place)
        for bit in range(8):
            spoilt = bytearray(FILE)
            spoilt[place] ^= 1 << bit
            result = scan(bytes(spoilt), LOG_MAGIC)
            assert bodies(result) == BODIES[: offsets.index(at)]
            assert result.good == at
            if place >= last_body or place in last_sum:
                assert result.fault == TornTail(at, "checksum")
            else:
                harm: Harm = "prefix" if place < at + 8 else "body"
                assert result.fault == Damage(at, harm)


def test_a_flipped_bit_in_the_magic_makes_the_file_foreign() -> None:
    for place in range(len(LOG_MAGIC)):
        spoilt = bytearray(FILE)
        spoilt[place] ^= 1
        assert scan(bytes(spoilt), LOG_MAGIC).fault == NotOurs()


def test_the_kinds_of_file_are_not_mistaken_for_each_other() -> None:
    assert scan(FILE, JOURNAL_MAGIC).fault == NotOurs()


def test_a_newer_version_is_named_and_version_zero_was_never_ours() -> None:
    assert scan(LOG_MAGIC + b"\x07" + FILE[8:], LOG_MAGIC) == Scan(7, (), 0, Newer(7))
    assert scan(LOG_MAGIC + b"\x00" + FILE[8:], LOG_MAGIC).fault == NotOurs()


@pytest.mark.parametrize("zeros", [1, 11, 12, 13, 4096, 200_000])
def test_zeros_up_to_the_end_are_a_torn_tail(zeros: int) -> None:
    result = scan(FILE + bytes(zeros), LOG_MAGIC)
    kind: Tear = "prefix" if zeros < PREFIX_SIZE else "zeros"
    assert result.fault == TornTail(len(FILE), kind)
    assert result.good == len(FILE)


def test_zeros_with_anything_after_them_are_damage() -> None:
    spoilt = FILE + bytes(200_000) + b"\x01"
    assert scan(spoilt, LOG_MAGIC).fault == Damage(len(FILE), "prefix")


def test_a_wrong_body_before_zeros_is_damage_because_it_is_not_the_last() -> None:
    spoilt = bytearray(FILE)
    spoilt[-1] ^= 1
    assert scan(bytes(spoilt) + bytes(1), LOG_MAGIC).fault == Damage(starts()[-2], "body")


def test_an_intact_length_over_the_limit_is_damage_and_not_a_cut_body() -> None:
    largest = frame(bytes(MAX_BODY))
    assert scan(header(LOG_MAGIC) + largest, LOG_MAGIC).fault is None
    length = (MAX_BODY + 1).to_bytes(4, "big")
    forged = length + checksum(length) + bytes(4)
    assert scan(FILE + forged, LOG_MAGIC).fault == Damage(len(FILE), "length")


def checksum(data: bytes) -> bytes:
    """Compute CRC-32 bit by bit, so that the format does not hang on one library's idea of it."""
    state = 0xFFFFFFFF
    for byte in data:
        state ^= byte
        for _ in range(8):
            state = (state >> 1) ^ (0xEDB88320 if state & 1 else 0)
    return (state ^ 0xFFFFFFFF).to_bytes(4, "big")


def test_the_checksums_are_plain_crc_32() -> None:
    body = b"any body"
    length = len(body).to_bytes(4, "big")
    assert frame(body) == length + checksum(length) + checksum(body) + body


def test_too_long_a_body_is_refused_with_its_length() -> None:
    with pytest.raises(BodyTooLong) as refusal:
        frame(bytes(MAX_BODY + 1))
    assert refusal.value.length == MAX_BODY + 1


class Trickle(io.RawIOBase):
    """A stream that gives at most `step` bytes at a time and remembers the largest amount asked for."""

    def __init__(self, data: bytes, step: int) -> None:
        self._inner, self._step, self.largest = io.BytesIO(data), step, 0

    def read(self, size: int = -1) -> bytes:
        self.largest = max(self.largest, size)
        return self._inner.read(min(size, self._step))


@pytest.mark.parametrize("step", [1, 2, 7, 1000])
def test_a_stream_that_comes_in_pieces_is_read_the_same(step: int) -> None:
    reader = read_records(cast("BinaryIO", Trickle(FILE, step)), LOG_MAGIC)
    assert tuple(body for _, body in reader) == BODIES
    assert (reader.good, reader.fault) == (len(FILE), None)


@pytest.mark.parametrize("begins", range(CHUNK - PREFIX_SIZE - 2, CHUNK + 2))
def test_a_record_that_lies_over_two_reads_is_read_and_judged_the_same(begins: int) -> None:
    before = bytes(begins - HEADER_SIZE - PREFIX_SIZE)
    data = header(LOG_MAGIC) + frame(before) + b"".join(map(frame, BODIES))
    assert bodies(scan(data, LOG_MAGIC)) == (before, *BODIES)
    record = frame(BODIES[0])
    for size in range(1, len(record)):
        kind: Tear = "prefix" if size < PREFIX_SIZE else "body"
        assert scan(data[: begins + size], LOG_MAGIC).fault == TornTail(begins, kind)
    for at in range(len(record)):
        spoilt = bytearray(data)
        spoilt[begins + at] ^= 1
        harm: Harm = "prefix" if at < 8 else "body"
        assert scan(bytes(spoilt), LOG_MAGIC).fault == Damage(begins, harm)
        last = TornTail(begins, "checksum") if harm == "body" else Damage(begins, harm)
        assert scan(bytes(spoilt[: begins + len(record)]), LOG_MAGIC).fault == last


def test_a_forged_length_is_never_asked_for() -> None:
    length = b"\xff\xff\xff\xff"
    stream = Trickle(header(LOG_MAGIC) + length + checksum(length) + bytes(4), 1000)
    reader = read_records(cast("BinaryIO", stream), LOG_MAGIC)
    assert list(reader) == []
    assert reader.fault == Damage(HEADER_SIZE, "length")
    assert stream.largest == CHUNK


def test_a_reader_stays_at_its_end() -> None:
    reader = read_records(io.BytesIO(FILE + b"x"), LOG_MAGIC)
    list(reader)
    assert list(reader) == []
    assert reader.fault == TornTail(len(FILE), "prefix")


@given(st.lists(st.binary(max_size=40), max_size=6), st.binary(max_size=60))
def test_any_bytes_after_records_leave_the_records_alone(whole: list[bytes], junk: bytes) -> None:
    data = header(LOG_MAGIC) + b"".join(map(frame, whole))
    result = scan(data + junk, LOG_MAGIC)
    assert bodies(result)[: len(whole)] == tuple(whole)
    assert result.good >= len(data)


@given(st.binary(max_size=200))
def test_hostile_bytes_never_raise(data: bytes) -> None:
    result = scan(data, LOG_MAGIC)
    assert result.good <= len(data)
    inside = scan(header(LOG_MAGIC) + data, LOG_MAGIC)
    assert HEADER_SIZE <= inside.good <= HEADER_SIZE + len(data)
