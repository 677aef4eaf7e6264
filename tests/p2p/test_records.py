"""What the records of the two files say, and that nothing else is a record (protocol.md, chapter 12)."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.bids import MAX_BID
from p2p.encoding import encode
from p2p.event import MAX_ROUND, Event, EventKind, EventMalformed, EventRefused, sign_event
from p2p.genesis import MAX_GENESIS_BYTES
from p2p.journal_records import (
    EventRecord,
    JournalRecord,
    LastRecord,
    Opening,
    OpeningRecord,
    RefusedRecord,
    SeedRecord,
    SettledRecord,
    ShownRecord,
    encode_journal_record,
    read_journal_record,
)
from p2p.records import (
    MAX_RECORD_BYTES,
    GenesisRecord,
    LogRecord,
    ProofRecord,
    RecordRefused,
    RoundRecord,
    encode_log_record,
    read_log_record,
)
from tests.p2p.protocol_strategies import KEY, events, hashes, mutations

signed = events().map(lambda event: sign_event(event, KEY))
log_records: st.SearchStrategy[LogRecord] = st.one_of(
    st.binary(max_size=MAX_GENESIS_BYTES).map(GenesisRecord),
    st.lists(signed, min_size=1, max_size=4).map(lambda said: RoundRecord(tuple(said))),
    st.builds(ProofRecord, signed, signed),
)
journal_records: st.SearchStrategy[JournalRecord] = st.one_of(
    hashes.map(SeedRecord),
    signed.map(EventRecord),
    signed.map(RefusedRecord),
    st.builds(ProofRecord, signed, signed),
    st.builds(
        SettledRecord, st.integers(0, MAX_ROUND - 1), st.just(b"") | st.binary(min_size=32, max_size=32)
    ),
    st.builds(ShownRecord, st.integers(0, MAX_ROUND - 1)),
    st.builds(LastRecord, st.integers(0, MAX_ROUND - 1), st.integers(0, 6), hashes),
    st.builds(
        OpeningRecord,
        st.integers(0, MAX_ROUND - 1),
        st.builds(Opening, st.integers(0, MAX_BID - 1), hashes),
    ),
)
EVENT = sign_event(Event(EventKind.START, bytes(32), 0, bytes(32), 0, ()), KEY)


@given(log_records)
def test_a_log_record_is_read_back(record: LogRecord) -> None:
    body = encode_log_record(record)
    assert len(body) <= MAX_RECORD_BYTES
    assert read_log_record(body) == record


@given(journal_records)
def test_a_journal_record_is_read_back(record: JournalRecord) -> None:
    assert read_journal_record(encode_journal_record(record)) == record


@given(st.data(), log_records)
def test_a_changed_log_record_is_another_or_none(data: st.DataObject, record: LogRecord) -> None:
    changed = data.draw(mutations(encode_log_record(record)))
    with suppress(RecordRefused, EventRefused):
        assert read_log_record(changed) != record


@given(st.data(), journal_records)
def test_a_changed_journal_record_is_another_or_none(data: st.DataObject, record: JournalRecord) -> None:
    changed = data.draw(mutations(encode_journal_record(record)))
    with suppress(RecordRefused):
        assert read_journal_record(changed) != record


@pytest.mark.parametrize(
    "parts",
    [
        0,
        (),
        (b"", b""),
        (0,),
        (0, b"", b""),
        (0, "x"),
        (0, bytes(MAX_GENESIS_BYTES + 1)),
        (0, ()),
        (1, ()),
        (1, b""),
        (1, (EVENT.wire,) * 5),
        (2, (EVENT.wire,)),
        (2, (EVENT.wire,) * 3),
        (3, b""),
        (255, (EVENT.wire,)),
        (256, b""),
    ],
)
def test_what_is_no_log_record_is_refused(parts: Any) -> None:
    with pytest.raises(RecordRefused):
        read_log_record(encode(parts))


@pytest.mark.parametrize("parts", [(1, (0,)), (1, ((b"", bytes(64)),)), (2, (EVENT.wire, b""))])
def test_a_log_record_with_a_bad_event_names_the_events_error(parts: Any) -> None:
    with pytest.raises(EventMalformed):
        read_log_record(encode(parts))


@pytest.mark.parametrize(
    "parts",
    [
        0,
        (),
        (0,),
        (0, bytes(31)),
        (0, "x" * 32),
        (1, 0),
        (1, EVENT.wire, EVENT.wire),
        (1, (b"", bytes(64))),
        (2, MAX_ROUND, 0, bytes(32)),
        (2, 0, 0, bytes(31)),
        (2, 0, b"", bytes(32)),
        (3, 0, 0, bytes(31)),
        (3, b"", 0, bytes(32)),
        (4, EVENT.wire),
        (5, ()),
        (6, EVENT.wire),
    ],
)
def test_what_is_no_journal_record_is_refused(parts: Any) -> None:
    with pytest.raises(RecordRefused):
        read_journal_record(encode(parts))


@pytest.mark.parametrize("read", [read_log_record, read_journal_record])
def test_long_or_spoilt_bodies_are_refused(read: Callable[[bytes], object]) -> None:
    for body in (bytes(MAX_RECORD_BYTES + 1), b"", b"\xc0", b"\x92\x00", b"\x92\xcc\x00\xc4\x00"):
        with pytest.raises(RecordRefused):
            read(body)
