"""Rounds that come at once are judged as an audit judges a log (protocol.md, 8.19)."""

from collections.abc import Callable, Sequence

import pytest

from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.catching_up import find_rounds
from p2p.effects import (
    AppendLog,
    Convicted,
    Notify,
    Send,
    SyncLog,
    WriteJournal,
)
from p2p.event import EventKind, EventSignatureWrong, SignedEvent, check_signature
from p2p.journal_records import EventRecord, LastRecord, RefusedRecord, SettledRecord, read_journal_record
from p2p.judge import ALL_SEATS
from p2p.keys import verify
from p2p.ledger import Ledger
from p2p.log import Log
from p2p.messages import Events, Status
from p2p.stored import StoredGame
from p2p.supply import newest_signed, supply
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import GameBuilder, log_bytes
from tests.p2p.onesession import OneSession
from tests.p2p.test_ledger import log_of, restart

LONGER = Ruleset(rows_to_end=2, most_rolls=20)


def game(seats: int = 3, rounds: int | None = None, seed: str = "at once") -> GameBuilder:
    return GameBuilder(seats, seed, LONGER).play(rounds)


def events_of(builder: GameBuilder) -> list[SignedEvent]:
    return [one for events in builder.rounds for one in events]


def empty(builder: GameBuilder, seat: int | None = None) -> Ledger:
    return Ledger(StoredGame(builder.genesis, (), (), ()), seat)


def damaged(signed: SignedEvent) -> SignedEvent:
    return signed._replace(signature=bytes((signed.signature[0] ^ 1,)) + signed.signature[1:])


def checked(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Give the list to which every signature of an event is added that is looked at from now on."""
    seen: list[bytes] = []

    def check(key: bytes, signature: bytes, message: bytes) -> None:
        seen.append(signature)
        verify(key, signature, message)

    monkeypatch.setattr("p2p.event.verify", check)
    return seen


def signatures(events: Sequence[SignedEvent]) -> list[bytes]:
    return [one.signature for one in events]


def hold_all(ledger: Ledger, events: Sequence[SignedEvent]) -> None:
    for one in events:
        ledger.hold(one)
        ledger.advance()


def untouched(ledger: Ledger) -> bool:
    return not ledger.effects and ledger.tip.round_number == 0 and not list(ledger.heard.all(4))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_taken_by_one_signature_of_each_seat(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = game(seats)
    ledger, seen = empty(builder), checked(monkeypatch)
    assert not ledger.take_rounds(events_of(builder))
    assert ledger.tip.complete
    assert ledger.settled == ledger.tip.round_number
    assert log_of(ledger) == builder.bodies()
    assert seen == signatures(builder.rounds[-1])
    [told] = [one.body for one in ledger.effects if isinstance(one, WriteJournal)]
    assert read_journal_record(told) == SettledRecord(ledger.settled, ledger.tip.head)
    assert sum(isinstance(one, SyncLog) for one in ledger.effects) == 1


def test_only_rounds_over_which_all_active_seats_have_spoken_are_taken() -> None:
    builder = game(3, 40)
    for count in range(len(events_of(builder))):
        ledger, batch = empty(builder), events_of(builder)[:count]
        ledger.take_rounds(batch)
        whole = [events for events in builder.rounds if events[-1] in batch]
        over = [number for number, events in enumerate(whole) if events[0].event.kind in ALL_SEATS]
        assert ledger.settled == (over[-1] if over else 0)
        assert ledger.tip.heads == builder.log.heads[: ledger.settled + 1]


def test_what_is_left_is_held_event_by_event_and_is_as_if_all_had_been() -> None:
    builder = game(3, 40)
    ledger, slow = empty(builder), empty(builder)
    for one in ledger.take_rounds(events_of(builder)):
        ledger.hold(one)
    for one in events_of(builder):
        slow.hold(one)
        slow.advance()
    ledger.advance()
    slow.settle(ledger.settled)
    assert ledger.tip.heads == slow.tip.heads
    assert ledger.chain.rounds == slow.chain.rounds
    assert list(ledger.heard.all(3)) == list(slow.heard.all(3))
    assert log_of(ledger) == log_of(slow)


@pytest.mark.parametrize("size", [7, 20, 64])
def test_batch_follows_batch_whatever_overlaps(size: int) -> None:
    builder = game(4)
    ledger, events = empty(builder), events_of(builder)
    for at in range(0, len(events), size // 2):
        for one in ledger.take_rounds(events[at : at + size]):
            ledger.hold(one)
            ledger.advance()
    assert ledger.tip.complete
    ledger.settle(ledger.tip.round_number)
    assert log_of(ledger) == builder.bodies()


def test_notes_in_the_rounds_and_ahead_of_them_are_kept() -> None:
    builder = game(4, 20)
    note = builder.resign(2)
    builder.play(30)
    ledger, batch = empty(builder), [note, *events_of(builder)]
    for one in ledger.take_rounds(batch):
        ledger.hold(one)
    ledger.advance()
    assert ledger.heard.notes(2) == [note]
    assert ledger.tip.head == builder.log.head
    assert 2 not in ledger.tip.state.active


def test_a_certificate_is_taken_by_all_its_votes(monkeypatch: pytest.MonkeyPatch) -> None:
    builder = game(3, 20)
    builder.play_to(EventKind.ACTION)
    votes = builder.remove([builder.log.state.roller])
    builder.play(12)
    ledger, seen = empty(builder), checked(monkeypatch)
    ledger.take_rounds(events_of(builder))
    assert ledger.tip.removals == builder.log.removals
    assert set(signatures(votes)) <= set(seen)


@pytest.mark.parametrize("most", [40, 64, 256])
def test_messages_that_follow_one_another_are_each_taken_at_once(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """11.9: a message does not end within a round."""
    monkeypatch.setattr("p2p.supply.MAX_BATCH_EVENTS", most)
    builder = game(4)
    full, ledger = empty(builder), empty(builder)
    full.take_rounds(events_of(builder))
    lacking = OneSession(builder).session._telling.status(pull=True)
    taken, messages = 0, 0
    for message in supply(full, lacking, 1000):
        assert isinstance(message, Events)
        left = ledger.take_rounds(message.events)
        last = message.events[-1].event.round_number
        assert message.events[-len(builder.rounds[last]) :] == builder.rounds[last]
        taken += len(left) < len(message.events)
        messages += 1
        hold_all(ledger, left)
    assert ledger.tip.head == builder.log.head
    assert taken >= messages - 1


def bad_batches(builder: GameBuilder, spoil: Callable[[SignedEvent], SignedEvent]) -> list[list[SignedEvent]]:
    """Give the game's events, each time with another one spoilt of those that a check must look at."""
    found = find_rounds(Log(builder.genesis), events_of(builder))
    assert found is not None
    whole = [one for events in (*found.rounds, found.over) for one in events]
    last = {one.event.seat: at for at, one in enumerate(whole) if one.event.kind not in NOT_LAST}
    always = [at for at, one in enumerate(whole) if one.event.kind in NOT_LAST]
    return [[*whole[:at], spoil(whole[at]), *whole[at + 1 :]] for at in (*last.values(), *always)]


NOT_LAST = {EventKind.NOTE, EventKind.VOTE}


def removed_and_resigned() -> GameBuilder:
    builder = game(4, 20)
    builder.resign(builder.log.state.active[-1])
    builder.play(10)
    builder.play_to(EventKind.ACTION)
    builder.remove([builder.log.state.roller])
    return builder.play(12)


def test_a_forged_last_event_note_or_vote_leaves_no_trace_and_convicts_nobody() -> None:
    """Attack 12."""
    builder = removed_and_resigned()
    batches = bad_batches(builder, damaged)
    assert len(batches) > 4
    for batch in batches:
        ledger = empty(builder)
        left = ledger.take_rounds(batch)
        wrong = next(one for one in batch if not ledger.is_signed(one))
        assert wrong in left
        assert not any(wrong in events for events in ledger.chain.rounds)
        with pytest.raises(EventSignatureWrong):
            hold_all(ledger, left)
        assert not ledger.proofs


def rounds_of_all(builder: GameBuilder) -> list[int]:
    return [
        number for number, events in enumerate(builder.rounds) if number and events[0].event.kind in ALL_SEATS
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_liar_has_damaged_can_be_passed_on_in_good_faith(seats: int) -> None:
    """8.19: the last round of all that the keys answer for counts, wherever the message ends.

    Of all signatures but those that it has looked at itself, a peer knows nothing.
    """
    builder = game(seats, 50)
    middle, last = rounds_of_all(builder)[-4], rounds_of_all(builder)[-1]
    batch = [
        one if one.event.round_number == middle else damaged(one)
        for one in events_of(builder)
        if one.event.round_number <= last
    ]
    for known in (0, 1, 7):
        ledger = empty(builder)
        hold_all(ledger, [one for events in builder.rounds[:known] for one in events])
        left = ledger.take_rounds([one for one in batch if one.event.round_number >= known])
        assert ledger.settled == middle
        assert [one for one in left if one.event.round_number < middle] == []


def test_of_a_game_that_a_seat_has_left_the_rounds_are_still_taken_at_once() -> None:
    """8.19, 2: what is settled is not against what follows; a note is held for good."""
    builder = removed_and_resigned()
    note = next(one for one in events_of(builder) if one.event.kind is EventKind.NOTE)
    known = next(number for number, events in enumerate(builder.rounds) if note in events) + 3
    ledger = empty(builder)
    hold_all(ledger, [one for events in builder.rounds[:known] for one in events])
    ledger.settle(known)
    ledger.take_rounds([one for events in builder.rounds[known:] for one in events])
    assert ledger.settled == rounds_of_all(builder)[-1]
    again = restart(ledger)
    again.take_rounds([one for events in builder.rounds[known:] for one in events])
    assert again.settled == ledger.settled


def test_a_forged_event_before_the_last_one_breaks_the_heads() -> None:
    """What a seat has not signed is in no past that it answers for."""
    builder = game(3, 40)
    batch = events_of(builder)
    at, event = next((at, one.event) for at, one in enumerate(batch) if one.event.kind is EventKind.ACTION)
    log = Log(builder.genesis)
    for events in builder.rounds[: event.round_number]:
        log.close({each.event.seat: each for each in events})
    other = next(each.code for each in log.state.legal() if each.code != event.body)
    key = builder.players[(event.seat + 1) % 3].key
    forged = builder.sign(
        event.seat, event.kind, other, round_number=event.round_number, head=event.head, key=key
    )
    ledger = empty(builder)
    ledger.take_rounds([*batch[:at], forged, *batch[at + 1 :]])
    assert ledger.settled <= event.round_number


def test_an_event_that_claims_to_be_of_all_seats_makes_no_round_of_all_seats() -> None:
    builder = game(3, 20)
    builder.play_to(EventKind.ACTION)
    number = builder.log.round_number
    builder.play(1)
    batch = events_of(builder)
    claim = builder.sign(0, EventKind.LINK, (bytes(32),), round_number=number, head=batch[-1].event.head)
    ledger = empty(builder)
    ledger.take_rounds([*batch, claim])
    assert ledger.settled < number


def test_a_round_against_the_rules_ends_what_is_taken() -> None:
    builder = game(3, 20)
    builder.play_to(EventKind.LINK)
    good = builder.log.round_number
    other = builder.copy()
    bad = [other.sign(seat, EventKind.LINK, (bytes(32),)) for seat in other.log.state.active]
    ledger = empty(builder)
    left = ledger.take_rounds([*events_of(builder), *bad])
    assert ledger.settled < good
    assert list(left[-len(bad) :]) == bad
    assert not ledger.proofs


def test_nothing_is_taken_against_what_is_held_and_a_liar_is_convicted() -> None:
    """8.10: equivocation is found as if each event had come alone."""
    builder = game(3, 40)
    batch = events_of(builder)
    one = next(each for each in batch if each.event.kind is EventKind.ACTION)
    lie = builder.sign(
        one.event.seat, EventKind.ACTION, (0, 0), round_number=one.event.round_number, head=one.event.head
    )
    ledger = empty(builder)
    ledger.hold(lie)
    assert ledger.take_rounds(batch) == batch
    hold_all(ledger, batch)
    assert set(ledger.proofs) == {one.event.seat}
    assert ledger.tip.head == builder.log.head


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_note_beside_the_rounds_convicts(when: str) -> None:
    """8.10: a note, and an event of a round in which it stands."""
    builder = game(3, 20)
    note, seat = builder.note(1), 1
    builder.play(20)
    ledger, batch = empty(builder), events_of(builder)
    if when == "before":
        hold_all(ledger, events_of(game(3, 20)))
        ledger.hold(note)
        assert note.event.round_number == ledger.tip.round_number
    left: Sequence[SignedEvent] = ledger.take_rounds(batch)
    hold_all(ledger, [*left, note])
    assert set(ledger.proofs) == {seat}


def test_a_note_in_the_rounds_convicts_who_has_signed_beyond_it() -> None:
    builder = game(4, 20)
    builder.resign(2)
    builder.play(12)
    number = builder.log.round_number
    beyond = builder.sign(2, EventKind.LINK, (bytes(32),), round_number=number)
    ledger = empty(builder)
    hold_all(ledger, events_of(game(4, 20)))
    ledger.hold(beyond)
    left = ledger.take_rounds(events_of(builder))
    assert number >= ledger.settled > 20
    hold_all(ledger, left)
    assert set(ledger.proofs) == {2}


def test_nothing_is_taken_while_votes_are_out() -> None:
    """19.9: who has voted waits for a certificate or a keep."""
    builder = game(3, 20)
    builder.play_to(EventKind.ACTION)
    other = builder.copy()
    roller = other.log.state.roller
    voter = next(seat for seat in other.log.state.active if seat != roller)
    vote = other.sign(voter, EventKind.VOTE, (1 << roller,))
    ledger = empty(builder, voter)
    hold_all(ledger, events_of(builder))
    ledger.hold(vote)
    builder.play(20)
    ledger.take_rounds(events_of(builder))
    assert ledger.settled <= vote.event.round_number


def test_invalid_events_that_are_evidence_are_not_passed_over() -> None:
    """8.6, 8.10."""
    builder = game(2, 1)
    ledger = empty(builder)
    for one in events_of(builder):
        ledger.hold(one)
    ledger.advance()
    ledger.hold(builder.sign(0, EventKind.LINK, (bytes(32),)))
    ledger.advance()
    assert any(isinstance(one, WriteJournal) and _is_refused(one) for one in ledger.effects)
    builder.play(20)
    hold_all(ledger, ledger.take_rounds(events_of(builder)))
    assert set(ledger.proofs) == {0}
    assert ledger.tip.head == builder.log.head


def _is_refused(effect: WriteJournal) -> bool:
    return isinstance(read_journal_record(effect.body), RefusedRecord)


def poisoned() -> tuple[GameBuilder, Ledger, SignedEvent]:
    """Give a ledger that has taken rounds in which the signature of one earlier event came damaged."""
    builder = game(3)
    batch = events_of(builder)
    at = next(at for at, one in enumerate(batch) if one.event.kind is EventKind.ACTION)
    ledger = empty(builder)
    ledger.take_rounds([*batch[:at], damaged(batch[at]), *batch[at + 1 :]])
    assert ledger.tip.complete
    return builder, ledger, batch[at]


def test_a_damaged_signature_of_an_earlier_event_is_stored_as_it_came() -> None:
    """13.10: complete by default, broken if every signature is looked at; equal by its heads."""
    builder, ledger, _ = poisoned()
    assert ledger.tip.heads == builder.log.heads
    data = log_bytes(log_of(ledger))
    assert audit_log(data).verdict is Verdict.COMPLETE
    assert audit_log(data, every_signature=True).verdict is Verdict.BROKEN


def test_a_damaged_signature_convicts_nobody_and_accuses_nobody() -> None:
    builder, ledger, true = poisoned()
    before = len(ledger.effects)
    assert not ledger.hold(true)
    other = builder.sign(
        true.event.seat, EventKind.ACTION, (0, 0), round_number=true.event.round_number, head=true.event.head
    )
    assert not ledger.hold(other)
    assert not ledger.proofs
    assert len(ledger.effects) == before
    assert ledger.convict(true, other) == true.event.seat
    assert [one for one in ledger.effects if isinstance(one, Notify) and isinstance(one.notice, Convicted)]


@pytest.mark.parametrize("size", [20, 64, 400])
def test_the_newest_event_of_each_seat_is_always_rightly_signed(size: int) -> None:
    """8.16: what is shown to one who comes back must count there."""
    builder = game(4)
    ledger, events = empty(builder), events_of(builder)
    for at in range(0, len(events), size):
        for one in ledger.take_rounds(events[at : at + size]):
            ledger.hold(one)
            ledger.advance()
        for seat in range(4):
            for one in newest_signed(ledger, seat):
                check_signature(one, builder.genesis.seats[seat].key)


def test_what_was_taken_is_there_after_a_restart() -> None:
    builder = removed_and_resigned()
    ledger = empty(builder)
    for one in ledger.take_rounds(events_of(builder)):
        ledger.hold(one)
    ledger.advance()
    again = restart(ledger)
    assert again.tip.heads == ledger.tip.heads
    assert [again.heard.notes(seat) for seat in range(4)] == [ledger.heard.notes(seat) for seat in range(4)]


def come_back(builder: GameBuilder, seat: int = 0) -> OneSession:
    one = OneSession(builder, seat)
    one.effects.clear()
    one.hear(1, one.status(1))
    one.hear(1, Events(tuple(events_of(builder)[:50])))
    return one


def test_the_log_is_on_the_disk_before_the_head_is_told() -> None:
    """8.13."""
    one = come_back(game(3, 60))
    order = [type(effect) for effect in one.effects if isinstance(effect, AppendLog | SyncLog | Send)]
    assert order.index(AppendLog) < order.index(SyncLog) < len(order) - 1
    told = [
        at
        for at, effect in enumerate(one.effects)
        if isinstance(effect, Send) and at > one.effects.index(SyncLog())
    ]
    assert told


def test_the_log_is_on_the_disk_before_the_journal_says_that_it_holds_no_more_of_it() -> None:
    """8.18."""
    one = come_back(game(3, 60))
    told = [
        at
        for at, effect in enumerate(one.effects)
        if isinstance(effect, WriteJournal) and isinstance(read_journal_record(effect.body), SettledRecord)
    ]
    assert told
    assert one.effects.index(SyncLog()) < told[0]


def test_more_is_asked_for_at_once_from_the_one_that_has_more() -> None:
    """11.9."""
    one = come_back(game(3, 60))
    seat, message = one.sent[-1]
    assert seat == 1
    assert isinstance(message, Status)
    assert message.pull
    assert message.round_number == one.session._ledger.tip.round_number > 0


def test_what_this_seat_had_signed_is_taken_over_and_remembered() -> None:
    """8.14, 8.16: nothing is signed for those rounds, nor for any before, after a restart either."""
    builder = game(3, 60)
    one = come_back(builder)
    mine = [each for each in events_of(builder)[:50] if each.event.seat == 0][-1]
    assert one.session._voice.floor == mine.event.round_number
    records = [read_journal_record(body) for body in one.journal]
    assert any(
        isinstance(record, LastRecord | EventRecord) and _number(record) == mine.event.round_number
        for record in records
    )
    one.start()
    assert one.session._voice.floor == mine.event.round_number
    assert not one.mine()


def _number(record: LastRecord | EventRecord) -> int:
    return record.round_number if isinstance(record, LastRecord) else record.event.event.round_number


def test_rounds_that_end_a_game_are_found_with_its_seals() -> None:
    builder = game(2)
    found = find_rounds(Log(builder.genesis), events_of(builder))
    assert found is not None
    assert found.over == ()
    assert found.end == len(events_of(builder))
    seal = events_of(builder)[-1]
    assert find_rounds(Log(builder.genesis), [*events_of(builder)[:-1], damaged(seal)]) != found


def test_nothing_is_taken_after_a_fork() -> None:
    """8.8: nothing that comes later changes anything, though all that the copies stand by be let go of."""
    builder = game(3)
    ledger = empty(builder)
    ledger.chain.forked = 0
    assert list(ledger.take_rounds(events_of(builder))) == events_of(builder)
    assert untouched(ledger)
