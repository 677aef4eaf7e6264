"""Events: one form, id and signature, and a named error for everything else (protocol.md, chapter 5)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.encoding import decode, encode
from p2p.event import (
    MAX_EVENT_BYTES,
    MAX_ROUND,
    MAX_SEATS,
    Event,
    EventKind,
    EventKindUnknown,
    EventMalformed,
    EventRefused,
    EventSignatureWrong,
    check_signature,
    decode_payload,
    encode_payload,
    event_id,
    read_event,
    read_note,
    sign_event,
)
from p2p.hashing import TAG_EVENT_ID, tagged_hash
from tests.p2p.protocol_strategies import KEY, OTHER_KEY, events, hashes, mutations, replaced

EVENT = Event(EventKind.LINK, bytes(32), 7, bytes([1]) * 32, 2, (bytes([2]) * 32,))
PAYLOAD = encode_payload(EVENT)
PARTS = decode(PAYLOAD, MAX_EVENT_BYTES)
KIND, GAME, ROUND, HEAD, SEAT, BODY = range(6)


@given(events())
def test_a_payload_gives_the_event_back(event: Event) -> None:
    payload = encode_payload(event)
    assert len(payload) <= MAX_EVENT_BYTES
    assert decode_payload(payload) == event


@given(events())
def test_a_signed_event_is_read_from_its_wire_form_and_is_its_authors(event: Event) -> None:
    signed = sign_event(event, KEY)
    assert read_event(signed.wire) == signed
    assert signed.event_id == event_id(signed.payload) == tagged_hash(TAG_EVENT_ID, signed.payload)
    check_signature(signed, KEY.public)
    with pytest.raises(EventSignatureWrong) as caught:
        check_signature(signed, OTHER_KEY.public)
    assert (caught.value.seat, caught.value.round_number) == (event.seat, event.round_number)


@given(mutations(PAYLOAD))
def test_other_bytes_are_another_event_or_none(payload: bytes) -> None:
    try:
        event = decode_payload(payload)
    except EventRefused:
        return
    assert event != EVENT
    assert encode_payload(event) == payload


@given(st.binary(max_size=600))
def test_bytes_of_any_kind_bring_no_other_error(data: bytes) -> None:
    for make in (decode_payload, lambda raw: read_event((raw, bytes(64)))):
        try:
            make(data)
        except EventRefused:
            pass
        else:
            assert decode(data, MAX_EVENT_BYTES)


@pytest.mark.parametrize(
    ("place", "value", "detail"),
    [
        (KIND, b"\0", "kind"),
        (KIND, (1,), "kind"),
        (GAME, bytes(31), "game id"),
        (GAME, bytes(33), "game id"),
        (GAME, "x" * 32, "game id"),
        (ROUND, MAX_ROUND, "round"),
        (ROUND, b"", "round"),
        (HEAD, bytes(31), "head"),
        (HEAD, 0, "head"),
        (SEAT, MAX_SEATS, "seat"),
        (SEAT, "0", "seat"),
        (BODY, 0, "body"),
        (BODY, b"", "body"),
    ],
)
def test_a_wrong_field_is_named(place: int, value: Any, detail: str) -> None:
    assert isinstance(PARTS, tuple)
    with pytest.raises(EventMalformed) as caught:
        decode_payload(encode(replaced(PARTS, place, value)))
    assert caught.value.detail == detail


@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize("bad", ["c0", "c2", "c3", "ff", "d0ff", "cb3ff0000000000000", "80", "d40100"])
def test_other_types_are_malformed_in_every_field(place: int, bad: str) -> None:
    assert isinstance(PARTS, tuple)
    packed = [encode(part) for part in PARTS]
    for part in (bytes.fromhex(bad), b"\x91" + bytes.fromhex(bad)):
        with pytest.raises(EventMalformed):
            decode_payload(b"\x96" + b"".join(replaced(tuple(packed), place, part)))


@pytest.mark.parametrize("kind", [9, 10, 255, 2**64 - 1])
def test_a_kind_that_there_is_not_is_named(kind: int) -> None:
    assert isinstance(PARTS, tuple)
    with pytest.raises(EventKindUnknown) as caught:
        decode_payload(encode(replaced(PARTS, KIND, kind)))
    assert (caught.value.detail, caught.value.seat, caught.value.round_number) == (str(kind), 2, 7)


def test_arrays_of_another_length_and_long_payloads_are_malformed() -> None:
    assert isinstance(PARTS, tuple)
    for parts in (PARTS[:5], (*PARTS, 0), (), PARTS[0]):
        with pytest.raises(EventMalformed):
            decode_payload(encode(parts))
    spare = MAX_EVENT_BYTES - len(encode(replaced(PARTS, BODY, (bytes(300),)))) + 300
    assert decode_payload(encode(replaced(PARTS, BODY, (bytes(spare),)))).body == (bytes(spare),)
    with pytest.raises(EventMalformed):
        decode_payload(encode(replaced(PARTS, BODY, (bytes(spare + 1),))))


@pytest.mark.parametrize(
    "wire",
    [
        b"",
        (),
        (PAYLOAD,),
        (PAYLOAD, bytes(64), 0),
        (PAYLOAD, bytes(63)),
        (PAYLOAD, bytes(65)),
        (1, bytes(64)),
        (PAYLOAD, ""),
    ],
)
def test_only_a_payload_and_a_signature_of_64_bytes_are_an_event(wire: Any) -> None:
    with pytest.raises(EventMalformed):
        read_event(wire)


def test_a_signature_covers_the_tag() -> None:
    signed = sign_event(EVENT, KEY)
    untagged = signed._replace(signature=KEY.sign(signed.payload))
    with pytest.raises(EventSignatureWrong):
        check_signature(untagged, KEY.public)


def test_two_signatures_over_one_payload_are_one_event() -> None:
    assert sign_event(EVENT, KEY).event_id == sign_event(EVENT, OTHER_KEY).event_id


@given(st.integers(0, MAX_ROUND - 1), st.integers(0, 1), hashes)
def test_a_note_stands_from_its_round_or_the_next_one_on(number: int, later: int, link: bytes) -> None:
    note = EVENT._replace(kind=EventKind.NOTE, round_number=number, body=(number + later, link))
    assert read_note(note) == (number + later, link)


@pytest.mark.parametrize(
    "body",
    [(), (7,), (6, bytes(32)), (9, bytes(32)), (7, bytes(31)), (7, "x"), (b"", bytes(32)), (7, bytes(32), 0)],
)
def test_a_note_of_another_form_is_malformed(body: Any) -> None:
    with pytest.raises(EventMalformed):
        read_note(EVENT._replace(kind=EventKind.NOTE, body=body))
