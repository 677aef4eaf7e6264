"""The quick reader of an awaited round gives what the careful one gives, or nothing (protocol.md, 5, 12)."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.awaited import events_of, read_awaited
from p2p.ballot import BALLOTS
from p2p.encoding import encode
from p2p.event import EventKind, EventRefused, SignedEvent
from p2p.log import Log
from p2p.records import RecordRefused, RoundRecord, read_log_record
from tests.p2p.gamebuilder import GameBuilder, genesis_body, log_bytes, round_body
from tests.p2p.protocol_strategies import mutations

LONG = Ruleset(rows_to_end=3, most_rolls=60)


@cache
def games() -> tuple[GameBuilder, ...]:
    """Games of every number of seats, with events of every kind, and one with a resign note."""
    played = [GameBuilder(seats, "awaited", LONG).play() for seats in (2, 3, 4)]
    left = GameBuilder(3, "left", LONG).play(9)
    left.resign(0)
    return (*played, left.play())


@cache
def rounds() -> tuple[tuple[Log, bytes], ...]:
    """The log before each round, and the body of the round's record."""
    return tuple(pair for game in games() for pair in _rounds(game))


def _rounds(game: GameBuilder) -> Iterator[tuple[Log, bytes]]:
    log = Log(game.genesis)
    for events in game.rounds:
        yield log.copy(), round_body(events)
        log.close({one.event.seat: one for one in events})


def careful(body: bytes) -> tuple[SignedEvent, ...] | None:
    try:
        record = read_log_record(body)
    except (RecordRefused, EventRefused):
        return None
    return record.events if isinstance(record, RoundRecord) else None


def quickly(body: bytes, log: Log) -> tuple[SignedEvent, ...] | None:
    found = read_awaited(body, log)
    return None if found is None else events_of(body, found, log)


def agree(log: Log, body: bytes) -> bool:
    """Whether the quick reader gives the very same or leaves it to the careful one."""
    quick = quickly(body, log)
    return quick is None or (quick == careful(body) and all(type(one) is SignedEvent for one in quick))


def test_every_kind_of_round_is_read_quickly_but_a_note_and_an_end() -> None:
    kinds = set()
    for log, body in rounds():
        events = careful(body)
        assert events is not None
        assert log.expects is not None
        noted = any(one.event.kind is EventKind.NOTE for one in events)
        assert quickly(body, log) == (None if noted else events)
        kinds.add(log.expects.kind)
    assert kinds == set(EventKind) - {EventKind.NOTE, *BALLOTS}
    assert read_awaited(rounds()[0][1], games()[0].log) is None


def test_a_certificate_is_left_to_the_careful_reader() -> None:
    game = GameBuilder(3, "votes").play_to(EventKind.LINK)
    before = game.log.copy()
    votes = round_body(game.remove((2,)))
    assert read_awaited(votes, before) is None
    assert careful(votes) == game.rounds[-1]
    everyone = round_body(tuple(game.vote(seat, (2,)) for seat in range(3)))
    assert read_awaited(everyone, before) is None


def test_what_is_of_another_round_is_left_to_the_careful_reader() -> None:
    for (log, _), (_, later) in pairwise(rounds()):
        assert read_awaited(later, log) is None


@given(st.data())
def test_what_differs_in_any_bytes_is_read_alike_or_not_at_all(data: st.DataObject) -> None:
    log, body = data.draw(st.sampled_from(rounds()))
    changed = data.draw(mutations(body))
    assert agree(log, changed)


@pytest.mark.parametrize("number", range(0, 60, 7))
def test_each_byte_of_a_record_is_looked_at(number: int) -> None:
    log, body = rounds()[number]
    for at in range(len(body)):
        for value in (body[at] ^ 1, body[at] ^ 0x80, 0, 0xC0, 0xFF):
            changed = body[:at] + bytes((value,)) + body[at + 1 :]
            assert agree(log, changed)
        assert agree(log, body[:at])
        assert agree(log, body[:at] + body[at + 1 :])
        assert agree(log, body[:at] + b"\0" + body[at:])


BODIES = {
    "an array with a wide header": b"\xdc\x00\x01\xc4\x20" + bytes(32),
    "a hash with a wide header": b"\x91\xc5\x00\x20" + bytes(32),
    "a short hash": b"\x91\xc4\x1f" + bytes(31),
    "text for a hash": b"\x91\xd9\x20" + bytes(32),
    "a wide number": b"\x92\xcc\x04\x00",
    "a negative number": b"\x92\xff\x00",
    "a truth": b"\x91\xc3",
    "nothing": b"\x91\xc0",
    "a float": b"\x91\xca\x00\x00\x00\x00",
    "a map": b"\x91\x80",
    "no array": b"\x04",
    "no body": b"",
    "two bodies": b"\x90\x90",
    "a nest": b"\x91" * 5 + b"\x90",
    "the deepest that is allowed": b"\x91" * 4 + b"\x90",
    "more than a payload may be short": b"\x91\xc4\xc8" + bytes(200),
    "a number for a hash": b"\x91\x07",
    "an action that nobody has": encode((5, 99)),
}


@pytest.mark.parametrize("spoilt", BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("number", [0, 1, 2])
def test_no_body_is_read_in_another_way(spoilt: bytes, number: int) -> None:
    log, body = rounds()[number]
    events = careful(body)
    assert events is not None
    changed = []
    for one in events:
        start = one.payload.removesuffix(encode(one.event.body))
        changed.append(one._replace(payload=start + spoilt))
    assert agree(log, round_body(changed))


def test_seats_that_no_game_has_and_wrong_counts_are_left_to_the_careful_reader() -> None:
    for log, body in rounds()[:12]:
        for count in range(16):
            assert agree(log, body[:2] + bytes((0x90 + count,)) + body[3:])
        events = careful(body)
        assert events is not None
        for seat in (4, 0x7F, 0x80, 0xFF):
            start = events[0].payload.removesuffix(encode(events[0].event.body))
            payload = start[:-1] + bytes((seat,)) + encode(events[0].event.body)
            assert read_awaited(round_body([events[0]._replace(payload=payload)]), log) is None


@given(st.data())
def test_an_audit_reports_the_same_without_the_quick_reader(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(games()))
    bodies = [genesis_body(game.genesis), *map(round_body, game.rounds)]
    at = data.draw(st.integers(0, len(bodies) - 1))
    bodies[at] = data.draw(mutations(bodies[at]))
    spoilt = log_bytes(bodies)
    quick = audit_log(spoilt)
    with patch("p2p.audit.read_awaited", return_value=None):
        assert audit_log(spoilt) == quick
