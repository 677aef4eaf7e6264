"""Votes and keeps: sets as masks, bodies in form, and which two contradict each other (chapter 19)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.ballot import ballots_contradict, mask_of, read_ballot, seats_in
from p2p.encoding import Value
from p2p.event import MAX_SEATS, Event, EventKind, EventMalformed

VOTE, KEEP = EventKind.VOTE, EventKind.KEEP
ONE, OTHER = bytes(32), bytes([1]) * 32


def ballot(kind: EventKind, *body: Value) -> Event:
    return Event(kind, bytes(32), 5, bytes(32), 0, body)


@given(st.sets(st.integers(0, MAX_SEATS - 1)))
def test_a_set_of_seats_is_its_mask(seats: set[int]) -> None:
    assert seats_in(mask_of(seats)) == tuple(sorted(seats))


def test_ballots_in_form_are_read() -> None:
    assert read_ballot(ballot(VOTE, 0b1010)) == (0b1010, ())
    assert read_ballot(ballot(KEEP, 0b100, (ONE, OTHER))) == (0b100, (ONE, OTHER))


@pytest.mark.parametrize(
    "event",
    [
        ballot(VOTE),
        ballot(VOTE, 0),
        ballot(VOTE, 16),
        ballot(VOTE, b"\x01"),
        ballot(VOTE, (1,)),
        ballot(VOTE, 1, ()),
        ballot(KEEP),
        ballot(KEEP, 1),
        ballot(KEEP, 0, (ONE,)),
        ballot(KEEP, 1, ()),
        ballot(KEEP, 1, ONE),
        ballot(KEEP, 1, (ONE[1:],)),
        ballot(KEEP, 1, (ONE, 7)),
        ballot(KEEP, 1, (ONE,) * (MAX_SEATS + 1)),
        ballot(KEEP, 1, (ONE,), 0),
        ballot(EventKind.LINK, 1),
    ],
)
def test_what_is_no_ballot_is_named(event: Event) -> None:
    with pytest.raises(EventMalformed):
        read_ballot(event)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (ballot(VOTE, 0b0010), ballot(VOTE, 0b0100), True),
        (ballot(VOTE, 0b0110), ballot(VOTE, 0b1100), True),
        (ballot(VOTE, 0b0010), ballot(VOTE, 0b0110), False),
        (ballot(VOTE, 0b0010), ballot(KEEP, 0b0010, (ONE,)), True),
        (ballot(VOTE, 0b0110), ballot(KEEP, 0b0010, (ONE,)), False),
        (ballot(KEEP, 0b0010, (ONE,)), ballot(KEEP, 0b0010, (OTHER,)), True),
        (ballot(KEEP, 0b0010, (ONE,)), ballot(KEEP, 0b0100, (ONE,)), False),
    ],
)
def test_which_ballots_contradict(one: Event, other: Event, expected: bool) -> None:
    assert ballots_contradict(one, other) == ballots_contradict(other, one) == expected
