"""Resign notes in audited logs: where they stand, who answers for them, and forged ones."""

import pytest

from core.outcome import Reason
from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.event import EventKind, SignedEvent
from p2p.verdict import Fault, Resignation, Verdict
from tests.p2p.gamebuilder import SHORT, GameBuilder, genesis_body, log_bytes, round_body

MEDIUM = Ruleset(most_rolls=40)


def spoiled(signed: SignedEvent) -> SignedEvent:
    return signed._replace(signature=signed.signature[::-1])


@pytest.mark.parametrize("has_spoken", [False, True])
@pytest.mark.parametrize("kind", [EventKind.LINK, EventKind.ACTION, EventKind.COMMITMENT, EventKind.OPENING])
@pytest.mark.parametrize("place", [0, -1])
def test_a_seat_may_resign_in_any_kind_of_round(kind: EventKind, place: int, has_spoken: bool) -> None:
    game = GameBuilder(3, "notes", MEDIUM).play(2).play_to(kind)
    assert game.log.expects is not None
    seat = game.log.expects.seats[place]
    game.resign(seat, has_spoken=has_spoken)
    game.play()
    report = audit_log(game.data())
    stands = next(
        number
        for number, events in enumerate(game.rounds)
        if any(one.event.kind is EventKind.NOTE for one in events)
    )
    assert report.verdict is Verdict.COMPLETE
    assert report.resigned == (Resignation(seat, stands),)
    assert report.signatures == 4
    assert report.result is not None
    assert seat not in report.result.winners


def test_a_note_in_a_record_that_is_refused_resigns_nobody() -> None:
    """Clause 13.2: what is refused changes nothing, and a note stands once it has closed a round (7.8)."""
    game = GameBuilder(3, "notes", MEDIUM).play(2).play_to(EventKind.LINK)
    note = game.note(0)
    for events in ([spoiled(note)], [note], [note, game.sign(1, EventKind.LINK)]):
        report = audit_log(log_bytes([*game.bodies(), round_body(events)]))
        assert report.verdict is Verdict.BROKEN
        assert report.resigned == ()


def test_late_findings_of_one_record_are_in_seat_order_behind_the_others() -> None:
    """Clauses 13.2, 13.3."""
    game = GameBuilder(3, "notes", MEDIUM)
    starts = [spoiled(one) for one in reversed(list(game.awaited().values()))]
    report = audit_log(log_bytes([genesis_body(game.genesis), round_body(starts)]))
    assert [(one.fault, one.seat) for one in report.findings] == [
        (Fault.ROUND_NOT_WHOLE, None),
        *((Fault.SIGNATURE_WRONG, seat) for seat in range(3)),
    ]


def test_when_all_but_one_resign_the_last_one_wins_and_seals() -> None:
    game = GameBuilder(3, "notes", MEDIUM).play(4).play_to(EventKind.LINK)
    game.resign(0)
    game.resign(2)
    game.play()
    report = audit_log(game.data())
    assert report.verdict is Verdict.COMPLETE
    assert report.result is not None
    assert (report.result.reason, report.result.winners) == (Reason.LAST_SEAT, (1,))


def test_a_game_that_everybody_left_is_complete_without_seals() -> None:
    game = GameBuilder(2, "notes", SHORT).play(1)
    game.resign(0)
    game.resign(1)
    game.play()
    report = audit_log(game.data())
    assert report.verdict is Verdict.COMPLETE
    assert report.result is not None
    assert report.result.reason is Reason.NOBODY
    assert audit_log(log_bytes(game.bodies()[:-1])).verdict is Verdict.UNFINISHED


def test_a_forged_note_is_broken_by_default() -> None:
    game = GameBuilder(3, "notes", MEDIUM).play(2).play_to(EventKind.LINK)
    game.play_round({1: spoiled(game.note(1))})
    game.play()
    report = audit_log(game.data())
    assert (report.verdict, report.findings[0].fault) == (Verdict.BROKEN, Fault.SIGNATURE_WRONG)
    assert (report.findings[0].seat, report.findings[0].kind) == (1, EventKind.NOTE)


def test_a_forged_event_in_the_round_of_a_note_is_broken_by_default() -> None:
    """The note carries the head of the round in which its seat has spoken, and so does not cover that."""
    game = GameBuilder(3, "notes", MEDIUM).play(2).play_to(EventKind.LINK)
    number = game.log.round_number
    game.resign(1, has_spoken=True)
    game.play_round({1: spoiled(game.speak(1))})
    game.play()
    report = audit_log(game.data())
    assert (report.verdict, report.findings[0].fault) == (Verdict.BROKEN, Fault.SIGNATURE_WRONG)
    assert (report.findings[0].seat, report.findings[0].round_number) == (1, number)
    assert report.findings[0].kind is EventKind.LINK


def _audit_note(game: GameBuilder, note: SignedEvent) -> str:
    events = game.awaited({note.event.seat: note})
    bodies = [genesis_body(game.genesis), *map(round_body, game.rounds), round_body(tuple(events.values()))]
    report = audit_log(log_bytes(bodies))
    assert report.verdict is Verdict.BROKEN
    assert report.findings[0].fault is Fault.EVENT_REFUSED
    return report.findings[0].error


def test_a_note_stands_only_where_its_seat_meant_it() -> None:
    game = GameBuilder(3, "notes", MEDIUM).play(2).play_to(EventKind.LINK)
    past = game.copy()
    early = past.note(1)
    game.play_round()
    while game.log.expects is not None and 1 not in game.log.expects.seats:
        game.play_round()
    assert _audit_note(game, early) == "WrongNote"
    link = early.event.body[1]
    assert _audit_note(past, past.sign(1, EventKind.NOTE, (past.log.round_number, bytes(32)))) == "WrongLink"
    assert _audit_note(past, past.sign(1, EventKind.NOTE, (0, link))) == "EventMalformed"
    wrong_head = past.sign(1, EventKind.NOTE, early.event.body, head=bytes(32))
    assert _audit_note(past, wrong_head) == "WrongHead"


def test_nothing_of_a_resigned_seat_comes_later() -> None:
    game = GameBuilder(3, "notes", MEDIUM).play(2).play_to(EventKind.LINK)
    game.resign(1)
    game.play_round()
    game.play_to(EventKind.LINK)
    events = [*game.awaited().values(), game.sign(1, EventKind.LINK, (game.players[1].chain.link(2),))]
    bodies = [*game.bodies(), round_body(sorted(events, key=lambda one: one.event.seat))]
    report = audit_log(log_bytes(bodies))
    assert (report.verdict, report.findings[0].error) == (Verdict.BROKEN, "WrongSeat")
