from collections.abc import Iterable

import pytest

import p2p.ledger
from core.phase import Phase
from core.ruleset import Ruleset
from p2p.effects import (
    Completed,
    Convicted,
    DigestDiffers,
    Forked,
    InvalidEvent,
    Ready,
    RivalCopy,
    Send,
    WriteJournal,
    WriteProof,
)
from p2p.event import EventKind, SignedEvent
from p2p.journal_records import EventRecord, encode_journal_record, read_journal_record
from p2p.keys import verify
from p2p.messages import Answer, Ask, Events, Proof, Status
from p2p.records import ProofRecord
from p2p.session import NotNow, NotYours, Session
from p2p.stored import has_left, read_game
from p2p.told import AWAY_SECONDS, FORGED_BURST
from p2p.view import Presence, Wanted
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.onesession import OneSession


def at(kind: EventKind, seats: int = 3, *, edge: bool = False) -> OneSession:
    """Give a session in a round of this kind; at the `edge` nobody has said yet that it stands there."""
    for seed in range(200):
        one = OneSession(GameBuilder(seats, f"at {seed}"))
        if one.play_to_edge(kind) if edge else one.play_to(kind):
            return one
    raise AssertionError(kind)


def at_action_of(seat: int, seats: int = 3) -> OneSession:
    """Give a session of seat 0 in a round that awaits an action of `seat`, with more than one to choose."""
    for seed in range(200):
        one = OneSession(GameBuilder(seats, f"action {seed}"))
        while one.builder.log.expects is not None:
            kind, awaited = one.builder.log.expects
            if kind is EventKind.ACTION and awaited == (seat,) and len(one.builder.log.state.legal()) > 3:
                one.agree()
                return one
            one.play()
    raise AssertionError(seat)


def authors(events: Iterable[SignedEvent]) -> list[int]:
    return [one.event.seat for one in events]


def actions(builder: GameBuilder, seat: int) -> list[SignedEvent]:
    """Give one signed event for each decision that is legal in the open round."""
    return [builder.sign(seat, EventKind.ACTION, one.code) for one in builder.log.state.legal()]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_session_plays_a_whole_game_to_its_last_seal(seats: int) -> None:
    one = OneSession(GameBuilder(seats, "whole"))
    while one.builder.log.expects is not None:
        one.play()
    assert one.session.view(one.now).complete
    assert one.session.rounds() == tuple(one.builder.rounds)
    assert one.log == one.builder.bodies()
    for _ in range(3):
        one.agree()
        one.tick(1.0)
    assert len(one.told(Completed)) == 1


def test_a_key_without_a_seat_and_a_seed_that_is_not_the_seats_are_refused() -> None:
    mine, foreign = OneSession(GameBuilder(2, "a")), GameBuilder(2, "b")
    stored = read_game(mine.log, mine.journal)
    with pytest.raises(NotYours):
        Session(stored, foreign.players[0].key, lambda _: bytes(32), 0.0)
    with pytest.raises(NotYours):
        Session(stored, mine.builder.players[1].key, lambda _: bytes(32), 0.0)
    with pytest.raises(NotYours):
        Session(stored.changed(journal=()), mine.builder.players[0].key, lambda _: bytes(32), 0.0)


def test_nothing_is_signed_before_every_other_seat_has_answered() -> None:
    one = OneSession(GameBuilder(3), ready=False)
    assert {type(message) for _, message in one.sent} == {Ask, Status}
    one.answer([1])
    one.agree()
    assert not one.mine()
    assert not one.told(Ready)
    one.answer([2])
    assert [event.event.kind for event in one.mine()] == [EventKind.START]
    assert one.told(Ready) == [Ready()]


def test_whoever_a_connection_comes_up_to_is_told_and_asked_at_once() -> None:
    """Clause 11.9: what was said before the connection was up went nowhere."""
    one = OneSession(GameBuilder(3), ready=False)
    one.answer([1])
    one.sent.clear()
    for seat in one.others:
        one.session.linked(seat, one.now)
    one.carry_out()
    assert [(seat, type(message)) for seat, message in one.sent] == [(1, Status), (2, Ask), (2, Status)]
    assert all(message.pull for _seat, message in one.sent if isinstance(message, Status))


@pytest.mark.parametrize("lacks", ["rounds", "head", "an event"])
def test_what_a_status_shows_and_one_lacks_is_asked_for_a_tenth_of_a_second_later(lacks: str) -> None:
    """Clause 11.9: of whoever showed it, and of nobody else before the next second."""
    one = at_action_of(1)
    one.tick(1.0)
    one.sent.clear()
    if lacks == "rounds":
        one.builder.play(2)
    fields: dict[str, dict[str, object]] = {"head": {"head": bytes(32)}, "an event": {"events": 0b10}}
    one.hear(1, one.status(1, **fields.get(lacks, {})))
    assert one.sent == []
    one.tick(0.11)
    assert [(seat, message.pull) for seat, message in one.sent if isinstance(message, Status)] == [(1, True)]


def test_a_mute_seat_tells_for_whose_answer_it_waits() -> None:
    """16.12."""
    one = OneSession(GameBuilder(3), ready=False)
    assert one.session.view(one.now).unanswered == (1, 2)
    one.agree()
    one.answer([1])
    for _ in range(30):
        one.tick(1.0)
        one.agree(2)
    view = one.session.view(one.now)
    assert not view.ready
    assert view.unanswered == (2,)
    one.tick(20.0)
    view = one.session.view(one.now)
    assert view.ready
    assert view.unanswered == ()


def test_a_seat_that_is_away_is_not_waited_for_but_somebody_is() -> None:
    one = OneSession(GameBuilder(3), ready=False)
    one.tick(30.0)
    assert not one.session.view(one.now).ready
    one.answer([2])
    assert one.session.view(one.now).ready


def test_the_answer_of_a_retired_seat_is_not_enough() -> None:
    one = OneSession(GameBuilder(3, "left"))
    one.play(2)
    one.builder.resign(2)
    while 2 in one.builder.log.state.active:
        one.play()
    one.start()
    one.tick(30.0)
    one.answer([2])
    assert not one.session.view(one.now).ready
    one.answer([1])
    assert one.session.view(one.now).ready


def test_whoever_is_left_with_seats_that_have_resigned_and_gone_goes_on() -> None:
    """The note stands in the open round, whose author may be gone for good: nobody else is there to ask."""
    one = OneSession(GameBuilder(2, "alone").play(2), ready=False)
    one.catch_up()
    one.hear_events([one.builder.resign(1)])
    one.tick(9.0)
    assert not one.session.view(one.now).ready
    one.tick(2.0)
    assert one.session.view(one.now).ready


def test_an_answer_to_another_question_counts_for_nothing() -> None:
    one = OneSession(GameBuilder(2), ready=False)
    one.hear(1, Answer(bytes(8), False, ()))
    assert not one.session.view(one.now).ready


def test_what_is_ahead_of_the_own_disk_is_taken_over_from_an_answer() -> None:
    builder = GameBuilder(2, "ahead").play(1)
    one = OneSession(builder, ready=False)
    one.hear_events(event for events in builder.rounds for event in events)
    mine = builder.speak(0)
    one.answer([1], [mine])
    one.agree()
    assert not [event for event in one.mine() if event.event.round_number > 0]
    assert one.session._voice.floor == 1


def test_an_own_event_far_ahead_of_a_disk_put_back_forbids_to_sign_below_it() -> None:
    """The answer names round 40 while this disk stands at round 3: all between may have been signed."""
    one = OneSession(GameBuilder(2, "far", Ruleset(most_rolls=60)))
    one.play_to(EventKind.ACTION)
    while one.builder.log.state.roller != 0:
        one.play()
        one.play_to(EventKind.ACTION)
    later = one.builder.copy().play()
    far = next(
        event for events in later.rounds[one.builder.log.round_number + 17 :] for event in events
        if event.event.seat == 0
    )  # fmt: skip
    one.start()
    one.answer([1], [far])
    assert one.session._voice.floor == far.event.round_number
    assert one.session._speaker.wanted() is None
    with pytest.raises(NotNow):
        one.session.decide(one.builder.log.state.legal()[0], one.now)
    with pytest.raises(NotNow):
        one.session.resign(one.now)


def test_a_forged_event_far_ahead_forbids_nothing() -> None:
    one = at_action_of(0, seats=2)
    forged = one.builder.sign(
        0, EventKind.LINK, (bytes(32),), round_number=900, key=one.builder.players[1].key
    )
    one.start()
    one.answer([1], [forged])
    assert one.session._speaker.wanted() is Wanted.DECISION


def test_a_second_copy_is_told_and_stays_mute_until_its_user_insists() -> None:
    one = OneSession(GameBuilder(2), ready=False)
    for _ in range(20):
        one.answer([1], rival=True)
        one.agree()
        one.tick(1.0)
    assert one.told(RivalCopy) == [RivalCopy(1)]
    assert not one.mine()
    one.session.insist(one.now)
    one.carry_out()
    assert [event.event.kind for event in one.mine()] == [EventKind.START]


def test_a_second_copy_that_never_heard_of_the_first_insists_in_vain() -> None:
    one = OneSession(GameBuilder(2), ready=False)
    one.session.insist(one.now)
    one.carry_out()
    assert not one.mine()


def test_an_answer_that_tells_of_a_rival_still_tells_what_was_signed() -> None:
    builder = GameBuilder(2, "ahead").play(1)
    one = OneSession(builder, ready=False)
    one.hear_events(event for events in builder.rounds for event in events)
    one.answer([1], [builder.speak(0)], rival=True)
    assert one.session._voice.floor == 1


def test_whoever_asks_beside_a_copy_just_heard_is_told_of_a_rival() -> None:
    one = OneSession(GameBuilder(2))
    one.hear(1, one.status(1))
    one.hear(1, Ask(b"another!", b"question"))
    answers = [message for _, message in one.sent if isinstance(message, Answer)]
    assert answers[-1].rival
    one.tick(3.0)
    one.hear(1, Ask(b"another!", b"question"))
    answers = [message for _, message in one.sent if isinstance(message, Answer)]
    assert not answers[-1].rival


def test_of_two_live_copies_each_is_told_of_the_other_also_the_one_heard_first() -> None:
    """After a restart the copy that is heard first may be the second one: both are told (8.17, 11.6)."""
    one = OneSession(GameBuilder(2))
    running = one.status(1)._replace(instance=b"running!")
    for _ in range(4):
        one.hear(1, Ask(b"asking!!", b"question"))
        one.hear(1, running)
        one.tick(1.0)
    answers = [message for _, message in one.sent if isinstance(message, Answer)]
    assert [answer.rival for answer in answers] == [False, True, True, True]


def test_a_copy_that_has_ended_is_no_rival_three_seconds_after_its_last_word() -> None:
    one = OneSession(GameBuilder(2))
    one.hear(1, Ask(b"asking!!", b"question"))
    one.hear(1, one.status(1)._replace(instance=b"running!"))
    rival = []
    for _ in range(4):
        one.hear(1, Ask(b"asking!!", b"question"))
        rival += [message.rival for _, message in one.sent[-1:] if isinstance(message, Answer)]
        one.tick(1.0)
    assert rival == [True, True, True, False]


def test_nobody_resigns_twice() -> None:
    one = at_action_of(1)
    one.session.resign(one.now)
    one.carry_out()
    for _ in range(4):
        with pytest.raises(NotNow):
            one.session.resign(one.now)
        one.play()
    assert sum(event.event.kind is EventKind.NOTE for event in one.mine()) == 1


def test_nobody_resigns_before_the_start_or_after_the_end() -> None:
    one = OneSession(GameBuilder(2))
    with pytest.raises(NotNow):
        one.session.resign(one.now)
    one.play_to(EventKind.SEAL)
    one.agree()
    with pytest.raises(NotNow):
        one.session.resign(one.now)


def test_a_resigner_may_leave_when_all_that_are_here_have_its_note() -> None:
    one = at(EventKind.LINK)
    one.session.resign(one.now)
    one.carry_out()
    assert not one.session.may_leave(one.now)
    one.hear(1, one.status(1, notes=0b001, events=0b001))
    assert not one.session.may_leave(one.now)
    one.hear(2, one.status(2, notes=0b001, events=0b001))
    assert one.session.may_leave(one.now)


def test_a_resigner_that_has_restarted_still_waits_for_the_others() -> None:
    one = at_action_of(1)
    one.session.resign(one.now)
    one.carry_out()
    one.start()
    assert one.session.view(one.now).leaving
    assert not one.session.may_leave(one.now)
    one.tick(11.0)
    assert not one.session.may_leave(one.now)
    one.hear(2, one.status(2, notes=0b001))
    assert one.session.may_leave(one.now)


def test_of_two_that_resign_at_once_each_stays_until_the_other_has_its_note() -> None:
    one = OneSession(GameBuilder(2, "both"))
    one.play(2)
    assert one.builder.log.expects is not None
    while len(one.builder.log.expects.seats) < 2:
        one.play()
    one.session.resign(one.now)
    one.carry_out()
    theirs = one.builder.resign(1)
    one.hear(1, one.status(1, notes=0b10))
    one.hear_events([theirs])
    assert one.session.view(one.now).complete
    assert not one.session.may_leave(one.now)
    one.builder.play_round({0: one.mine()[-1]})
    one.agree()
    assert one.session.may_leave(one.now)


def test_a_resigner_waits_for_a_status_of_the_open_round() -> None:
    """Clause 8.12: what an earlier status shows of its events is about an earlier round."""
    one = at(EventKind.COMMITMENT)
    tip = one.session._ledger.tip
    number, before = tip.round_number - 1, tip.heads[-2]
    one.choose()
    one.session.resign(one.now)
    one.tick(AWAY_SECONDS)
    one.hear(1, one.status(1, round_number=number, head=before, notes=1, events=1))
    one.hear_events([one.builder.speak(1)])
    assert not one.session.may_leave(one.now)
    one.hear(1, one.status(1, notes=1, events=0b11))
    assert one.session.may_leave(one.now)


def before_the_last_decision(absent: int, seed: str) -> OneSession:
    """Give a game that ends with what a seat decides now; it is not the turn of `absent`."""
    for number in range(100):
        one = OneSession(GameBuilder(3, f"{seed} {number}"))
        one.play(1)
        while one.builder.copy().play(1).log.state.phase is not Phase.OVER:
            one.play()
        assert one.builder.log.expects is not None
        if absent not in one.builder.log.expects.seats:
            one.agree()
            return one
    raise AssertionError(absent)


def test_a_resigner_stays_to_seal_if_the_game_may_end_before_its_note_stands() -> None:
    """8.12: everybody is honest and there, so the log becomes complete."""
    one = before_the_last_decision(0, "resigned")
    one.session.resign(one.now)
    one.carry_out()
    for seat in one.others:
        one.hear(seat, one.status(seat, notes=0b001))
    assert not one.session.may_leave(one.now)
    one.hear_events(one.builder.play_round())
    for seat in one.others:
        assert not one.session.may_leave(one.now)
        one.hear(seat, one.status(seat, notes=0b001))
    assert one.mine()[-1].event.kind is EventKind.SEAL
    assert not one.session.may_leave(one.now)
    one.hear_events(one.builder.play_round())
    assert one.session.view(one.now).complete


def test_a_resigner_does_not_wait_for_one_who_is_away() -> None:
    one = before_the_last_decision(0, "resigned")
    assert one.builder.log.expects is not None
    [gone] = one.builder.log.expects.seats
    one.session.resign(one.now)
    one.carry_out()
    one.tick(AWAY_SECONDS)
    one.hear(3 - gone, one.status(3 - gone, notes=0b001))
    assert one.session.may_leave(one.now)


def test_the_seats_that_stay_seal_without_one_that_has_resigned_and_left() -> None:
    """Its note came too late to stand, and the seal round takes none: its seal alone is missing."""
    one = OneSession(GameBuilder(3, "late note"))
    one.play(1)
    while one.builder.copy().play(1).log.state.phase is not Phase.OVER:
        one.play()
    assert one.builder.log.expects is not None
    absent = next(seat for seat in (1, 2) if seat not in one.builder.log.expects.seats)
    there = 3 - absent
    one.hear_events([one.builder.resign(absent)])
    one.choose()
    said = {event.event.seat: event for event in one.mine() if event.event.head == one.builder.log.head}
    closed = one.builder.play_round(said if 0 in one.builder.log.expects.seats else None)
    one.hear_events(closed)
    one.agree(there)
    assert one.mine()[-1].event.kind is EventKind.SEAL
    one.hear_events([one.builder.speak(there)])
    assert one.session.view(one.now).missing == (absent,)
    assert one.session.view(one.now).settled == one.builder.log.round_number


@pytest.mark.parametrize("kind", [EventKind.LINK, EventKind.COMMITMENT, EventKind.OPENING, EventKind.SEAL])
def test_in_a_round_that_awaits_all_nobody_speaks_before_all_stand_at_one_head(kind: EventKind) -> None:
    one = at(kind, seats=4, edge=True)
    head = one.builder.log.head

    def has_spoken() -> bool:
        one.choose()
        return any(event.event.head == head for event in one.mine())

    *some, last = [seat for seat in one.others if [seat] != authors(one.builder.rounds[-1])]
    for seat in some:
        assert not has_spoken()
        one.hear(seat, one.status(seat))
    assert not has_spoken()
    one.hear(last, one.status(last, head=bytes(32)))
    assert not has_spoken()
    one.hear(last, one.status(last))
    if kind is EventKind.LINK and one.builder.log.state.roller in one.others:
        one.hear_events([one.builder.speak(one.builder.log.state.roller)])
    assert has_spoken()


def test_who_alone_was_awaited_has_shown_the_head_that_its_event_led_to() -> None:
    """Clause 8.3 (d): its event settles the round for two, and opens the barrier of the next."""
    one = at_action_of(1, seats=2)
    while one.builder.log.expects is not None and one.builder.log.expects.seats == (1,):
        one.hear_events(one.builder.play_round())
        assert one.session.view(one.now).settled == one.builder.log.round_number
    assert one.session.peers(one.now)[0].agrees
    one.hear_events([one.builder.speak(1)])
    one.choose()
    assert one.mine()[-1].event.head == one.builder.log.head


def test_an_event_of_a_round_of_several_shows_only_the_head_that_it_is_over() -> None:
    one = at(EventKind.COMMITMENT, seats=2)
    number = one.builder.log.round_number
    one.close()
    view = one.session.view(one.now)
    assert (view.round_number, view.settled) == (number + 1, number)


def test_no_status_tells_the_head_that_ones_own_event_has_shown() -> None:
    """Clause 11.9."""
    one = at_action_of(0)
    one.sent.clear()
    one.choose()
    assert {type(message) for _, message in one.sent} == {Events}
    one.tick(1.0)
    assert one.sent[-1][1].head == one.session._ledger.tip.head  # type: ignore[union-attr]  # a status


def test_speaking_over_a_head_says_that_one_stands_there() -> None:
    one = at(EventKind.COMMITMENT, edge=True)
    one.choose()
    assert not [event for event in one.mine() if event.event.head == one.builder.log.head]
    one.hear_events(one.builder.speak(seat) for seat in one.others)
    one.choose()
    assert [event for event in one.mine() if event.event.head == one.builder.log.head]


@pytest.mark.parametrize("resigns", [False, True])
def test_the_others_links_come_after_the_rollers(resigns: bool) -> None:
    """8.5: a note that stands there is its link too."""
    one = at_action_of(1)
    while one.builder.log.state.roller == 0 or one.builder.log.expects.kind is not EventKind.LINK:  # type: ignore[union-attr]  # not over yet
        one.play()
    head, roller = one.builder.log.head, one.builder.log.state.roller
    assert not [event for event in one.mine() if event.event.head == head]
    one.hear_events([one.builder.note(roller) if resigns else one.builder.speak(roller)])
    assert [event for event in one.mine() if event.event.head == head]


def test_two_events_for_one_round_convict_and_neither_counts() -> None:
    one = at_action_of(1)
    number = one.builder.log.round_number
    glass, paper, *_ = actions(one.builder, 1)
    one.hear_events([glass])
    assert one.session.view(one.now).round_number == number + 1
    one.hear_events([paper])
    assert one.told(Convicted) == [Convicted(1, glass, paper)]
    assert one.session.view(one.now).round_number == number
    assert one.session.view(one.now).missing == () or one.session.view(one.now).convicted == (1,)
    assert set(one.proofs) == {1}
    assert any(isinstance(message, Status) and message.proofs == 0b10 for _, message in one.sent)


def test_the_copy_over_which_another_seat_has_spoken_is_followed() -> None:
    one = at_action_of(1)
    glass, paper, *_ = actions(one.builder, 1)
    one.hear_events([glass, paper])
    other = one.builder.copy()
    other.play_round({1: paper})
    note = other.note(2)
    one.hear_events([note])
    assert one.session.view(one.now).round_number == other.log.round_number
    assert one.session._ledger.tip.head == other.log.head


def test_two_copies_that_have_both_been_spoken_over_end_the_game_and_it_is_told_once() -> None:
    one = at_action_of(1, seats=4)
    number = one.builder.log.round_number
    glass, paper, *_ = actions(one.builder, 1)
    first, second = one.builder.copy(), one.builder.copy()
    first.play_round({1: glass})
    second.play_round({1: paper})
    one.hear_events([glass, first.note(2), paper, second.note(0)])
    for _ in range(5):
        one.tick(1.0)
        one.agree()
    assert one.told(Forked) == [Forked(number)]
    assert one.session.view(one.now).forked == number
    assert one.session.view(one.now).round_number == number
    with pytest.raises(NotNow):
        one.session.resign(one.now)


def test_an_invalid_event_and_another_for_the_same_round_convict_too() -> None:
    one = at_action_of(1)
    bad = one.builder.sign(1, EventKind.ACTION, (9, 9))
    one.hear_events([bad])
    assert one.told(InvalidEvent) == [InvalidEvent(1, bad.event.round_number, "EventMalformed")]
    good = actions(one.builder, 1)[0]
    one.hear_events([good])
    assert one.told(Convicted) == [Convicted(1, bad, good)]
    assert one.session.view(one.now).round_number == bad.event.round_number + 1


def test_invalid_events_without_end_neither_fill_the_journal_nor_tell_more_than_once() -> None:
    one = at_action_of(1)
    size, number = len(one.journal), one.builder.log.round_number
    for bid in range(300):
        bad = one.builder.sign(1, EventKind.ACTION, (9, bid))
        one.hear_events([bad, bad])
    assert one.told(InvalidEvent) == [InvalidEvent(1, number, "EventMalformed")]
    assert len(one.told(Convicted)) == 1
    assert len(one.journal) - size < 8
    assert one.session.view(one.now).round_number == number


def test_a_proof_found_in_the_journal_is_written_again_after_a_crash() -> None:
    one = at_action_of(1)
    glass, paper, *_ = actions(one.builder, 1)
    one.hear_events([glass, paper])
    one.proofs.clear()
    one.start()
    assert set(one.proofs) == {1}
    kept = [body for body in one.journal if not isinstance(read_journal_record(body), ProofRecord)]
    one.journal = [*kept, encode_journal_record(EventRecord(paper))]
    one.proofs.clear()
    one.start()
    assert set(one.proofs) == {1}
    assert one.session.view(one.now).convicted == (1,)


def test_what_a_liar_says_first_for_a_round_is_kept_on_disk() -> None:
    """So is what this seat says itself, should a copy of its key have made it a liar."""
    one = at_action_of(0)
    glass, paper, *_ = actions(one.builder, 0)
    one.hear_events([glass, paper])
    assert one.session.view(one.now).convicted == (0,)
    for number in (1, 2):
        ahead = one.builder.sign(
            0, EventKind.LINK, (bytes(32),), round_number=one.builder.log.round_number + number
        )
        one.hear_events([ahead])
        held = [read_journal_record(body) for body in one.journal]
        assert EventRecord(ahead) in held


def test_what_a_convicted_seat_says_is_on_disk_once_it_stands() -> None:
    """Its proof is of old rounds, so that nothing of the open ones is in doubt; a told head rests on it."""
    one = at_action_of(1)
    old = next(event for event in one.builder.rounds[1] if event.event.seat == 1)
    one.hear_events([one.builder.sign(1, EventKind.LINK, (bytes(32),), round_number=1, head=old.event.head)])
    bad = one.builder.sign(1, EventKind.ACTION, (9, 9))
    good = actions(one.builder, 1)[0]
    one.hear_events([bad, good])
    assert one.session.view(one.now).round_number == good.event.round_number + 1
    assert EventRecord(good) in map(read_journal_record, one.journal)


def test_a_proof_is_given_to_whoever_lacks_it() -> None:
    one = at_action_of(1)
    glass, paper, *_ = actions(one.builder, 1)
    one.hear_events([glass, paper])
    one.sent.clear()
    one.hear(2, one.status(2, pull=True))
    assert (2, Proof(glass, paper)) in one.sent
    one.sent.clear()
    one.hear(2, one.status(2, pull=True, proofs=0b10))
    assert not [message for _, message in one.sent if isinstance(message, Proof)]


def test_a_proof_against_nobody_is_refused() -> None:
    one = at_action_of(1)
    glass, paper, *_ = actions(one.builder, 1)
    forged = paper._replace(signature=bytes(64))
    for pair in ((glass, glass), (glass, forged), (glass, one.builder.rounds[0][1])):
        one.hear(2, Proof(*pair))
    assert not one.session.view(one.now).convicted
    assert not one.told(Convicted)


def test_what_contradicts_a_settled_round_convicts_and_changes_nothing() -> None:
    one = at_action_of(1)
    head = one.session._ledger.tip.head
    old = next(event for event in one.builder.rounds[1] if event.event.seat == 1)
    other = one.builder.sign(1, EventKind.LINK, (bytes(32),), round_number=1, head=old.event.head)
    one.hear_events([other])
    assert one.told(Convicted) == [Convicted(1, old, other)]
    assert one.session._ledger.tip.head == head


def test_a_false_digest_is_told_once_and_stops_nothing() -> None:
    one = at_action_of(0)
    for _ in range(5):
        one.hear(1, one.status(1, digest=bytes(32)))
    [told] = one.told(DigestDiffers)
    assert isinstance(told, DigestDiffers)
    assert (told.seat, told.round_number) == (1, one.builder.log.round_number)
    assert told.ours == one.builder.log.digest != told.theirs
    number = one.builder.log.round_number
    one.play()
    assert one.session.view(one.now).round_number == number + 1


@pytest.mark.parametrize(
    "fields",
    [
        {"round_number": 2**32 - 1},
        {"round_number": 0, "head": bytes(32)},
        {"settled": 2**32 - 1},
        {"events": 15, "notes": 15, "proofs": 15},
        {"head": bytes(32), "pull": True},
        {"sequence": 2**64 - 1},
    ],
)
def test_a_false_status_costs_ten_questions_a_second_at_the_most(fields: dict[str, object]) -> None:
    one = at_action_of(0)
    one.sent.clear()
    one.hear(1, one.status(1, **fields))
    one.tick(10.0)
    assert len(one.sent) < 150
    one.choose()
    assert one.mine()[-1].event.head == one.builder.log.head


def test_an_older_status_that_comes_later_is_dropped() -> None:
    one = at(EventKind.COMMITMENT)
    late = one.status(1, head=bytes(32))
    one.hear(1, one.status(1))
    one.hear(1, late)
    one.agree(2)
    one.choose()
    assert one.mine()[-1].event.kind is EventKind.COMMITMENT


@pytest.mark.parametrize("cut", [0, 1, 2, 3])
def test_a_log_that_lags_behind_the_journal_is_made_up_for(cut: int) -> None:
    one = OneSession(GameBuilder(3, "lag"))
    one.play(8)
    whole = list(one.log)
    del one.log[len(one.log) - cut :]
    one.start()
    one.answer(one.others)
    one.agree()
    assert one.log == whole
    assert one.session.view(one.now).round_number == one.builder.log.round_number


@pytest.mark.parametrize("cut", [1, 3, 9, 20])
def test_a_journal_that_lags_behind_the_log_is_made_up_for(cut: int) -> None:
    one = OneSession(GameBuilder(3, "lag"))
    one.play(8)
    del one.journal[len(one.journal) - cut :]
    one.start()
    one.answer(one.others)
    one.catch_up()
    one.agree()
    assert one.session.view(one.now).round_number == one.builder.log.round_number
    while one.builder.log.expects is not None:
        one.play()
    assert one.log == one.builder.bodies()


def test_a_journal_of_a_restarted_game_is_still_written_anew_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restarts without end must not let it grow without end."""
    monkeypatch.setattr(p2p.ledger, "JOURNAL_BYTES", 4000)
    one = OneSession(GameBuilder(2, "again"))
    sizes = []
    while one.builder.log.expects is not None:
        one.play()
        one.start()
        one.answer(one.others)
        one.agree()
        sizes.append(sum(map(len, one.journal)))
    assert max(sizes) < 8000
    assert one.log == one.builder.bodies()


def test_a_crash_between_commitment_and_opening_opens_the_same_bid() -> None:
    one = at(EventKind.COMMITMENT, seats=2)
    one.choose()
    sealed = one.session._voice.openings[one.builder.log.round_number]
    one.start()
    one.answer(one.others)
    one.hear_events(one.builder.play_round({0: one.mine()[-1]}))
    one.agree()
    assert one.mine()[-1].event.kind is EventKind.OPENING
    assert one.mine()[-1].event.body == (sealed.bid, sealed.nonce)


def test_a_bid_and_its_nonce_are_in_nothing_but_the_own_journal_before_they_are_opened() -> None:
    """Clauses 10.2 and 10.3: no message, log or proof file tells them, whatever others say meanwhile."""
    one = at(EventKind.COMMITMENT, seats=3)
    one.effects.clear()
    one.session.bid(2, one.now)
    one.carry_out()
    one.tick()
    (sealed,) = one.session._voice.openings.values()
    one.builder._openings[0] = sealed
    assert sealed.bid == 2
    one.hear_events(
        one.builder.play_round({0: one.mine()[-1]})
    )  # all commitments, and nobody at one head yet
    one.hear(1, one.status(1, head=bytes(32), pull=True))
    one.tick(2.0)
    told = [effect.data for effect in one.effects if isinstance(effect, Send)]
    assert told
    assert not any(sealed.nonce in data for data in (*told, *one.log, *sum(one.proofs.values(), ())))
    assert any(sealed.nonce in body for body in one.journal)
    one.agree()
    assert one.mine()[-1].event.body == (2, sealed.nonce)


def test_a_commitment_that_the_disk_forgot_is_not_made_anew() -> None:
    one = at(EventKind.COMMITMENT, seats=2)
    before = read_game(one.log, one.journal)
    one.choose()
    mine = one.mine()[-1]
    one.start(before)
    one.answer([1], [mine])
    one.agree()
    assert one.session._speaker.wanted() is None
    assert [event for event in one.mine() if event.event.kind is EventKind.COMMITMENT][-1] == mine


def test_seals_put_in_the_log_on_leaving_are_not_put_there_twice() -> None:
    one = OneSession(GameBuilder(3, "seals"))
    one.play_to(EventKind.SEAL)
    one.agree()
    one.session.leave(one.now)
    one.session.leave(one.now)
    one.carry_out()
    assert len(read_game(one.log, ()).seals) == 1
    one.start()
    one.answer(one.others)
    one.hear_events(one.builder.speak(seat) for seat in one.others)
    assert one.session.view(one.now).complete
    assert sorted(seal.event.seat for seal in read_game(one.log, ()).seals) == [0, 1, 2]
    one.start()
    assert sorted(seal.event.seat for seal in read_game(one.log, ()).seals) == [0, 1, 2]


def test_effects_of_an_unknown_message_are_none() -> None:
    one = OneSession(GameBuilder(2))
    before = len(one.effects)
    for data in (
        b"",
        b"\xc1",
        bytes(96 * 1024 + 1),
        b"\x92\x7f\xc4\x08" + one.tag,
        b"\x93\x02\xc4\x08" + bytes(8),
    ):
        one.hear(1, data)
    assert len(one.effects) == before
    assert sum(one.session.refusals.values()) == 5


def test_proof_files_are_written_as_effects() -> None:
    one = at_action_of(1)
    glass, paper, *_ = actions(one.builder, 1)
    one.hear_events([glass, paper])
    assert sum(isinstance(effect, WriteProof) for effect in one.effects) == 1


def test_events_in_one_message_may_be_of_many_rounds() -> None:
    builder = GameBuilder(3, "batch").play(12)
    one = OneSession(builder)
    events = [event for closed in builder.rounds for event in closed]
    one.hear(1, Events(tuple(events)))
    assert one.session.view(one.now).round_number == 12


def forged(signed: SignedEvent) -> SignedEvent:
    return signed._replace(signature=bytes(64))


def test_a_message_of_events_is_read_up_to_the_first_that_is_wrongly_signed() -> None:
    """Clause 11.5."""
    builder = GameBuilder(3, "batch").play(12)
    one = OneSession(builder)
    events = [event for closed in builder.rounds for event in closed]
    first_rounds = sum(map(len, builder.rounds[:5]))
    spoilt = (*events[:first_rounds], *map(forged, events[first_rounds:]), *events[first_rounds:])
    one.hear(1, Events(spoilt))
    assert one.session.refusals == {"EventSignatureWrong": 1}
    assert one.session.view(one.now).round_number == 5
    one.hear(1, Events(tuple(events)))
    assert one.session.view(one.now).round_number == 12


def test_forged_events_of_this_seat_far_ahead_are_as_any_other() -> None:
    builder = GameBuilder(2, "far", Ruleset()).play(30)
    one = OneSession(builder, ready=False)
    ahead = [event for closed in builder.rounds[17:] for event in closed if not event.event.seat]
    one.hear(1, Events(tuple(map(forged, ahead[:4] * 9))))
    assert one.session.refusals["EventSignatureWrong"] == 1


def test_events_of_a_peer_that_brings_many_forgeries_are_not_read_for_a_while() -> None:
    """Clause 11.5: only the messages of that peer, and only until it has stopped."""
    builder = GameBuilder(3, "batch").play(12)
    one = OneSession(builder)
    events = tuple(event for closed in builder.rounds for event in closed)
    for _ in range(1000):
        one.hear(1, Events((forged(events[0]),)))
    assert one.session.refusals["EventSignatureWrong"] == FORGED_BURST
    assert one.session.refusals["EventsUnread"] == 1000 - FORGED_BURST
    one.hear(1, Events(events[1:2]))
    assert not one.session._ledger.heard.at(0, 1)
    one.hear(2, Events(events[1:2]))
    assert one.session._ledger.heard.at(0, 1)
    one.tick(1.0)
    one.hear(1, Events(events))
    assert one.session.view(one.now).round_number == 12


def test_a_choice_leaves_before_anything_that_follows_from_it() -> None:
    one = at_action_of(0)
    one.sent.clear()
    number = one.session.view(one.now).round_number
    one.session.decide(one.builder.log.state.legal()[0], one.now)
    assert [type(effect) for effect in one.session._ledger.effects] == [WriteJournal, Send]
    one.carry_out()
    assert {type(message) for _, message in one.sent} == {Events}
    view = one.session.view(one.now)
    assert (view.round_number, view.wanted) == (number, None)
    assert one.session.deadline() <= one.now
    one.tick()
    assert one.session.view(one.now).round_number == number + 1
    assert one.session.deadline() > one.now


def test_a_bid_before_the_barrier_waits_and_leaves_once_all_agree() -> None:
    """Clause 8.4."""
    one = at(EventKind.COMMITMENT, edge=True)
    one.session.bid(0, one.now)
    one.tick()
    assert not any(event.event.kind is EventKind.COMMITMENT for event in one.mine())
    one.agree()
    assert [event.event.kind for event in one.mine()].count(EventKind.COMMITMENT) == 1


def test_only_what_others_have_signed_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: set[bytes] = set()

    def check(key: bytes, signature: bytes, message: bytes) -> None:
        checked.add(signature)
        verify(key, signature, message)

    monkeypatch.setattr("p2p.event.verify", check)
    one = OneSession(GameBuilder(3, "whole"))
    while one.builder.log.expects is not None:
        one.play()
    assert not checked & {event.signature for event in one.mine()}
    others = {event.signature for events in one.builder.rounds for event in events if event.event.seat != 0}
    assert checked >= others


def test_a_note_over_another_head_shows_no_agreement() -> None:
    """8.3: it may be about another copy of the log."""
    for is_here in (False, True):
        one = at(EventKind.COMMITMENT, edge=True)
        [decided] = one.builder.rounds[-1]  # its author has shown the open head by it
        seat = next(seat for seat in one.others if seat != decided.event.seat)
        note = one.builder.note(seat)
        number, body = note.event.round_number, note.event.body
        elsewhere = one.builder.sign(seat, EventKind.NOTE, body, round_number=number, head=bytes(32))
        one.agree(3 - seat)
        one.hear_events([note if is_here else elsewhere])
        one.choose()
        assert (one.mine()[-1].event.kind is EventKind.COMMITMENT) is is_here


def test_a_resigner_that_has_restarted_stays_for_its_seal_though_all_have_its_note() -> None:
    """8.12: it signs the seal once the others have answered."""
    one = before_the_last_decision(0, "resigned")
    one.session.resign(one.now)
    one.carry_out()
    one.hear_events(one.builder.play_round())
    assert one.builder.log.expects is not None
    assert one.builder.log.expects.kind is EventKind.SEAL
    one.start()
    for seat in one.others:
        one.hear(seat, one.status(seat, notes=0b001))
    assert not one.session.may_leave(one.now)
    one.answer(one.others)
    assert one.mine()[-1].event.kind is EventKind.SEAL


def test_nobody_resigns_in_a_round_for_which_it_has_signed_what_it_does_not_hold() -> None:
    """7.8, 8.14: the note would have to tell whether its event closes this round."""
    one = OneSession(GameBuilder(3, "floor"))
    one.play_to(EventKind.LINK)
    one.play()
    one.play_to(EventKind.LINK)
    one.session._voice.took(one.builder.speak(0))
    with pytest.raises(NotNow):
        one.session.resign(one.now)


def test_a_note_over_a_settled_round_is_held() -> None:
    """8.1: it may stand later."""
    one = OneSession(GameBuilder(3, "note"))
    one.play(2)
    note = one.builder.note(1, has_spoken=True)
    one.play()
    assert one.session.ledger.settled > note.event.round_number
    one.hear_events([note])
    assert list(one.session.ledger.heard.notes(1)) == [note]


def test_who_is_in_the_game_has_more_to_say_though_all_others_are_away() -> None:
    """Its game is to be gone on with when its client is started again."""
    one = OneSession(GameBuilder(3, "away"))
    one.play(2)
    one.tick(AWAY_SECONDS)
    assert all(peer.presence is Presence.AWAY for peer in one.session.peers(one.now))
    one.session.leave(one.now)
    one.carry_out()
    assert not has_left(one.journal)
