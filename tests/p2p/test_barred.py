"""What keeps a seat silent that the round awaits: its user is to see why (protocol.md, chapter 8)."""

import pytest

from core.ruleset import Ruleset
from p2p.event import EventKind
from p2p.stored import read_game
from p2p.view import Bar, Barred
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.onesession import OneSession
from tests.p2p.test_session_removal import led_elsewhere


def barred(one: OneSession) -> Barred | None:
    return one.session.view(one.now).barred


def at_bid(kind: EventKind) -> OneSession:
    for seed in range(50):
        one = OneSession(GameBuilder(3, f"bid {seed}"))
        if one.play_to_edge(kind):
            return one
    raise AssertionError("no auction")


def test_who_has_signed_elsewhere_is_told_as_soon_as_it_is_awaited() -> None:
    """8.9: it has signed a ballot of this round over a certificate that counts no more."""
    one = led_elsewhere(EventKind.VOTE)
    number, roller = one.builder.log.round_number, one.builder.log.state.roller
    one.agree()
    one.hear_events(one.builder.speak(seat) for seat in (1,) if seat == roller)
    assert barred(one) == Barred(Bar.ELSEWHERE, number)
    one.start()
    one.answer(one.others)
    assert barred(one) == Barred(Bar.ELSEWHERE, number)


def test_whose_word_the_barrier_waits_for_is_told() -> None:
    """8.4: a bid leaves once all have shown that they stand where this seat does."""
    one = at_bid(EventKind.COMMITMENT)
    assert barred(one) is None  # its user is asked
    one.choose()
    elsewhere = barred(one)
    assert elsewhere is not None
    assert (elsewhere.why, elsewhere.round_number) == (Bar.OTHERS, one.builder.log.round_number)
    (first, *rest) = elsewhere.seats
    one.agree(first)
    assert rest
    assert barred(one) == elsewhere.changed(seats=tuple(rest))
    one.agree(*rest)
    assert barred(one) is None
    assert one.mine()[-1].event.round_number == elsewhere.round_number


def test_who_has_lost_its_log_is_told_until_it_has_what_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """8.14, 8.18."""
    monkeypatch.setattr("p2p.ledger.JOURNAL_BYTES", 1)
    one = OneSession(GameBuilder(3, "lost", Ruleset(rows_to_end=2, most_rolls=20)))
    one.play(20)
    last = one.session.ledger.settled - 1
    del one.log[3:]
    one.start(read_game(one.log, one.journal))
    one.answer(one.others)
    assert barred(one) == Barred(Bar.BEHIND, last)
    one.catch_up()
    one.agree()
    assert barred(one) is None


def test_who_cannot_open_its_bid_is_told() -> None:
    """10.4: what opens it was in the journal that was put back from a copy."""
    one = at_bid(EventKind.COMMITMENT)
    before = list(one.journal)
    one.close()
    one.journal[:] = before
    one.start(read_game(one.builder.bodies(), one.journal))
    one.answer(one.others)
    one.agree()
    assert barred(one) == Barred(Bar.BID, one.builder.log.round_number)
    assert one.builder.log.expects is not None
    assert one.builder.log.expects.kind is EventKind.OPENING


def test_who_is_found_to_have_signed_two_things_is_told() -> None:
    """8.8: neither of the two counts before another seat has spoken over one of them."""
    one = at_bid(EventKind.COMMITMENT)
    said = [one.builder.commit(0, 0, bytes((nonce,)) * 32) for nonce in (1, 2)]
    one.hear_events(said[:1])
    assert barred(one) is None
    one.hear_events(said[1:])
    assert barred(one) == Barred(Bar.TWICE, one.builder.log.round_number)


def test_for_whom_a_seat_stays_that_has_resigned_is_told() -> None:
    """8.12: until the others have shown that they hold its note."""
    one = OneSession(GameBuilder(3, "resigned"))
    one.play_to(EventKind.LINK)
    assert one.session.view(one.now).needed_by == ()
    one.session.resign(one.now)
    one.carry_out()
    assert one.session.view(one.now).needed_by == (1, 2)
    number = one.builder.log.round_number
    one.hear(1, one.status(1, events=0b001, notes=0b001))
    assert (number, one.session.view(one.now).needed_by) == (one.builder.log.round_number, (2,))
