import pytest

import p2p.ledger
from core.ruleset import Ruleset
from p2p.effects import (
    AppendLog,
    CompactJournal,
    Completed,
    Convicted,
    Notify,
    Settled,
    WriteJournal,
    WriteProof,
)
from p2p.event import EventKind, EventMalformed, EventSignatureWrong, SignedEvent
from p2p.evidence import NotEvidence
from p2p.journal_records import (
    EventRecord,
    RefusedRecord,
    SeedRecord,
    encode_journal_record,
    read_journal_record,
)
from p2p.judge import WrongGame, WrongRound, WrongSeat
from p2p.ledger import Ledger
from p2p.stored import StoredGame, read_game
from p2p.supply import event_mask
from tests.p2p.gamebuilder import GameBuilder, genesis_body, round_body


def empty(builder: GameBuilder) -> Ledger:
    return Ledger(StoredGame(builder.genesis, (), (), ()))


def fill(ledger: Ledger, builder: GameBuilder) -> None:
    for events in builder.rounds:
        for one in events:
            ledger.hold(one)
        ledger.advance()


def journal_of(ledger: Ledger) -> list[bytes]:
    """Give what the journal holds after the effects so far."""
    bodies: list[bytes] = []
    for effect in ledger.effects:
        match effect:
            case WriteJournal(body):
                bodies.append(body)
            case CompactJournal(fresh):
                bodies = list(fresh)
            case _:
                pass
    return bodies


def log_of(ledger: Ledger) -> list[bytes]:
    return [genesis_body(ledger.genesis), *(one.body for one in ledger.effects if isinstance(one, AppendLog))]


def restart(ledger: Ledger) -> Ledger:
    return Ledger(read_game(log_of(ledger), journal_of(ledger)))


def test_a_broken_signature_leaves_no_trace_and_does_not_block_the_true_one() -> None:
    """Attack 18."""
    builder = GameBuilder(2)
    ledger, true = empty(builder), builder.speak(0)
    for place in range(64):
        broken = bytearray(true.signature)
        broken[place] ^= 1
        with pytest.raises(EventSignatureWrong):
            ledger.hold(true._replace(signature=bytes(broken)))
    assert not ledger.effects
    assert not list(ledger.heard.all(2))
    assert ledger.hold(true)
    assert not ledger.hold(true)
    assert not ledger.hold(true._replace(signature=bytes(64)))


@pytest.mark.parametrize(
    ("event", "error"),
    [
        (lambda builder: builder.sign(0, EventKind.START, game_id=bytes(32)), WrongGame),
        (lambda builder: builder.sign(3, EventKind.START, key=builder.players[0].key), WrongSeat),
        (lambda builder: builder.sign(0, EventKind.LINK, round_number=17), WrongRound),
        (lambda builder: builder.sign(0, EventKind.NOTE, (5, bytes(32))), EventMalformed),
        (lambda builder: builder.sign(0, EventKind.NOTE, ()), EventMalformed),
        (lambda builder: builder.sign(0, EventKind.START, key=builder.players[1].key), EventSignatureWrong),
    ],
)
def test_what_cannot_be_held_is_refused_by_name(event: object, error: type[Exception]) -> None:
    builder = GameBuilder(2)
    ledger = empty(builder)
    with pytest.raises(error):
        ledger.hold(event(builder))  # type: ignore[operator]  # a function of the builder
    assert not ledger.effects


def test_all_that_is_held_is_written_before_anything_else_happens() -> None:
    builder = GameBuilder(3).play(5)
    ledger = empty(builder)
    fill(ledger, builder)
    written = [read_journal_record(body) for body in journal_of(ledger)]
    assert written == [EventRecord(one) for events in builder.rounds for one in events]


def test_an_old_event_that_is_new_is_neither_kept_nor_written() -> None:
    builder = GameBuilder(2).play(5)
    ledger = empty(builder)
    fill(ledger, builder)
    ledger.settle(5)
    before = len(ledger.effects)
    for events in builder.rounds:
        for one in events:
            assert not ledger.hold(one)
    assert len(ledger.effects) == before


def test_what_was_refused_is_evidence_against_what_comes_later() -> None:
    builder = GameBuilder(2).play(1)
    ledger = empty(builder)
    fill(ledger, builder)
    bad = builder.sign(0, EventKind.LINK, (bytes(32),))
    ledger.hold(bad)
    ledger.advance()
    assert ledger.refused == {(0, 1): bad}
    assert read_journal_record(journal_of(ledger)[-1]) == RefusedRecord(bad)
    assert not ledger.hold(bad)
    good = builder.speak(0)
    ledger.hold(good)
    assert ledger.proofs == {0: (bad, good)}
    assert restart(ledger).proofs == ledger.proofs


def test_a_seat_is_convicted_once() -> None:
    builder = GameBuilder(2).play(1)
    ledger = empty(builder)
    fill(ledger, builder)
    many = [builder.sign(0, EventKind.LINK, (bytes((number,)) * 32,)) for number in range(9)]
    for one in many:
        ledger.hold(one)
    convicted = [
        one for one in ledger.effects if isinstance(one, Notify) and isinstance(one.notice, Convicted)
    ]
    assert len(convicted) == 1
    assert len([one for one in ledger.effects if isinstance(one, WriteProof)]) == 1
    with pytest.raises(NotEvidence):
        ledger.convict(many[0], many[0])


def test_settled_rounds_go_to_the_log_whole_and_are_told() -> None:
    builder = GameBuilder(3, "settle").play()
    ledger = empty(builder)
    fill(ledger, builder)
    ledger.settle(4)
    assert log_of(ledger) == builder.bodies()[:5]
    ledger.settle(ledger.tip.round_number)
    assert log_of(ledger) == builder.bodies()
    told = [one.notice for one in ledger.effects if isinstance(one, Notify)]
    assert [one.round_number for one in told if isinstance(one, Settled)] == list(range(len(builder.rounds)))
    ledger.settle(ledger.tip.round_number)
    assert sum(isinstance(one.notice, Completed) for one in ledger.effects if isinstance(one, Notify)) == 1


def test_seals_of_an_unfinished_round_are_stored_and_completed_later() -> None:
    builder = GameBuilder(3, "seals").play_to(EventKind.SEAL)
    ledger = empty(builder)
    fill(ledger, builder)
    ledger.settle(ledger.tip.round_number)
    seals = [builder.speak(seat) for seat in range(3)]
    ledger.hold(seals[1])
    ledger.store_seals()
    ledger.store_seals()
    assert log_of(ledger)[-1] == round_body([seals[1]])
    again = restart(ledger)
    for seal in (seals[0], seals[2]):
        again.hold(seal)
    again.advance()
    again.settle(again.tip.round_number)
    assert again.tip.complete
    assert log_of(again)[1:] == [round_body([seals[0], seals[2]])]


def test_no_seals_are_stored_behind_rounds_that_are_not_settled() -> None:
    builder = GameBuilder(3, "seals").play_to(EventKind.SEAL)
    ledger = empty(builder)
    fill(ledger, builder)
    ledger.hold(builder.speak(1))
    ledger.store_seals()
    assert log_of(ledger) == [genesis_body(builder.genesis)]


def test_before_the_end_there_are_no_seals_to_store() -> None:
    builder = GameBuilder(2).play(4)
    ledger = empty(builder)
    fill(ledger, builder)
    ledger.store_seals()
    assert log_of(ledger) == [genesis_body(builder.genesis)]


def test_a_journal_written_anew_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    builder = GameBuilder(3, "compact").play(6)
    ledger = empty(builder)
    fill(ledger, builder)
    ledger.settle(4)
    bad = builder.sign(0, EventKind.SEAL, (), round_number=2, head=builder.log.heads[2])
    ledger.hold(bad)
    ledger.hold(builder.note(1))
    monkeypatch.setattr(p2p.ledger, "JOURNAL_BYTES", 0)
    before = restart(ledger)
    ledger.compact([SeedRecord(bytes(32))])
    assert isinstance(ledger.effects[-1], CompactJournal)
    after = restart(ledger)
    for one in (before, after):
        assert one.tip.head == builder.log.head
        assert list(one.heard.all(3)) == list(ledger.heard.all(3))
        assert one.proofs == ledger.proofs
        assert one.refused == ledger.refused
    assert read_journal_record(journal_of(ledger)[0]) == SeedRecord(bytes(32))


def test_a_journal_is_written_anew_when_it_has_grown_also_before_this_start() -> None:
    builder = GameBuilder(2, "grown").play(3)
    records = tuple(EventRecord(one) for events in builder.rounds for one in events)
    many = records * (p2p.ledger.JOURNAL_BYTES // sum(len(encode_journal_record(one)) for one in records) + 1)
    assert Ledger(StoredGame(builder.genesis, (), (), many)).has_grown
    assert not Ledger(StoredGame(builder.genesis, (), (), records)).has_grown


def test_an_invalid_event_in_the_journal_is_refused_again_and_told_if_it_was_not() -> None:
    builder = GameBuilder(2).play(1)
    ledger = empty(builder)
    fill(ledger, builder)
    bad: SignedEvent = builder.sign(0, EventKind.LINK, (bytes(32),))
    ledger.hold(bad)
    again = restart(ledger)
    assert again.refused == {(0, 1): bad}
    ledger.advance()
    quiet = restart(ledger)
    assert quiet.refused == {(0, 1): bad}
    assert not [one for one in quiet.effects if isinstance(one, Notify)]


def test_what_makes_a_copy_stand_is_on_disk_and_gives_way_to_nothing_else_of_its_author() -> None:
    """8.1, 8.13: who is no liar of the round may lie in the next one, where it speaks over the copy."""
    game = GameBuilder(4, "bids", Ruleset(most_rolls=8)).play_to(EventKind.COMMITMENT)
    said = list(game.awaited().values())
    after = game.copy()
    after.play_round(dict(enumerate(said)))
    elsewhere = [after.sign(1, EventKind.OPENING, (bid, bytes(32)), head=bytes(32)) for bid in range(4)]
    over, lie = after.speak(1), game.commit(2, 0, bytes(32))
    ledger = Ledger(StoredGame(game.genesis, tuple(game.rounds), (), ()), 0)
    for one in (*said, lie, *elsewhere[:2], over, *elsewhere[2:]):
        ledger.hold(one)
        ledger.advance()
    assert ledger.tip.head == after.log.head
    assert encode_journal_record(EventRecord(over)) in journal_of(ledger)


def test_what_is_invalid_is_held_no_more_so_that_the_valid_one_is_still_asked_for() -> None:
    """8.6, 11.4: a status would say that something of the seat is held."""
    builder = GameBuilder(2).play(1)
    ledger = empty(builder)
    fill(ledger, builder)
    ledger.hold(builder.sign(0, EventKind.LINK, (bytes(32),)))
    ledger.advance()
    assert event_mask(ledger) == 0
    assert not ledger.chain.refused
    ledger.hold(builder.speak(0))
    ledger.advance()
    assert event_mask(ledger) == 0b1
