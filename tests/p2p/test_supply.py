import pytest

from core.ruleset import Ruleset
from p2p.event import EventKind, SignedEvent
from p2p.ledger import Ledger
from p2p.messages import (
    MAX_BATCH_BYTES,
    MAX_BATCH_EVENTS,
    MAX_MESSAGE_BYTES,
    MAX_NEWEST,
    Events,
    Proof,
    Status,
    encode_message,
)
from p2p.stored import StoredGame
from p2p.supply import event_mask, is_behind, newest_signed, note_mask, proof_mask, supply
from tests.p2p.gamebuilder import GameBuilder


def ledger_of(builder: GameBuilder, rounds: int | None = None) -> Ledger:
    """Give a ledger that holds these rounds of the builder's game, none of them settled."""
    ledger = Ledger(StoredGame(builder.genesis, (), (), ()))
    for events in builder.rounds[:rounds]:
        for one in events:
            ledger.hold(one)
        ledger.advance()
    return ledger


def status_of(ledger: Ledger) -> Status:
    tip = ledger.tip
    return Status(
        bytes(8), 1, tip.round_number, tip.head, ledger.settled,
        event_mask(ledger), note_mask(ledger), proof_mask(ledger),
        ledger.heard.count_ballots(tip.round_number), 0, True, bytes(32),
    )  # fmt: skip


def give(giver: Ledger, taker: Ledger) -> int:
    """Let `taker` ask until it is behind no more; give how many times it asked."""
    for count in range(1000):
        if not is_behind(taker, [status_of(giver)]):
            return count
        ask(giver, taker)
    raise AssertionError("never catches up")


def ask(giver: Ledger, taker: Ledger) -> None:
    for message in supply(giver, status_of(taker)):
        match message:
            case Events(events):
                for one in events:
                    taker.hold(one)
                    taker.advance()
            case Proof(one, other):
                taker.convict(one, other)
                taker.hold(one)
                taker.hold(other)
                taker.advance()
            case _:
                raise AssertionError(message)


@pytest.mark.parametrize("behind", [0, 1, 5, 12])
def test_whoever_is_behind_catches_up(behind: int) -> None:
    builder = GameBuilder(3, "supply").play(12)
    ahead, late = ledger_of(builder), ledger_of(builder, 12 - behind)
    assert give(ahead, late) <= 1
    assert late.tip.head == ahead.tip.head
    assert not is_behind(ahead, [status_of(late)])


def test_a_long_game_comes_in_batches_that_fit_a_message() -> None:
    builder = GameBuilder(4, "long", Ruleset(most_rolls=150)).play()
    ahead, late = ledger_of(builder), ledger_of(builder, 0)
    first = next(iter(supply(ahead, status_of(late))))
    assert isinstance(first, Events)
    assert len(first.events) <= MAX_BATCH_EVENTS
    assert sum(len(one.payload) for one in first.events) <= MAX_BATCH_BYTES
    assert len(encode_message(bytes(8), first)) <= MAX_MESSAGE_BYTES
    assert give(ahead, late) > 1
    assert late.tip.head == ahead.tip.head


def test_a_single_event_of_the_open_round_and_a_note_are_given() -> None:
    builder = GameBuilder(3, "open").play(3)
    ahead, late = ledger_of(builder), ledger_of(builder)
    assert not is_behind(late, [status_of(ahead)])
    ahead.hold(builder.note(1))
    assert note_mask(ahead) == 0b010
    assert give(ahead, late) == 1
    builder.play_to(EventKind.LINK)
    ahead, late = ledger_of(builder), ledger_of(builder)
    ahead.hold(builder.speak(2))
    assert event_mask(ahead) == 0b100
    assert give(ahead, late) == 1
    assert event_mask(late) == 0b100


def two_words(builder: GameBuilder) -> tuple[int, SignedEvent, SignedEvent]:
    while builder.log.expects is None or builder.log.expects.kind is not EventKind.ACTION:
        builder.play_round()
    seat = builder.log.expects.seats[0]
    one, two = (builder.sign(seat, EventKind.ACTION, each.code) for each in builder.log.state.legal()[:2])
    return seat, one, two


def test_two_that_hold_different_copies_come_to_hold_both() -> None:
    builder = GameBuilder(3, "parted").play(3)
    seat, one, two = two_words(builder)
    left, right = ledger_of(builder), ledger_of(builder)
    for ledger, event in ((left, one), (right, two)):
        ledger.hold(event)
        ledger.advance()
    assert left.tip.head != right.tip.head
    ask(left, right)
    ask(right, left)
    assert not is_behind(left, [status_of(right)])
    assert not is_behind(right, [status_of(left)])
    assert set(left.proofs) == set(right.proofs) == {seat}
    assert left.tip.head == right.tip.head == builder.log.head


def test_ballots_are_given_whatever_number_is_told() -> None:
    """11.9: two may hold as many, and not the same."""
    builder = GameBuilder(4, "ballots").play_to(EventKind.LINK)
    left, right = ledger_of(builder), ledger_of(builder)
    votes = [builder.vote(seat, (3,)) for seat in range(3)]
    for ledger, first in ((left, 0), (right, 1)):
        for vote in votes[first : first + 2]:
            ledger.hold(vote)
    assert status_of(left).ballots == status_of(right).ballots
    ask(left, right)
    assert right.tip.removals == (builder.log.round_number,)


@pytest.mark.parametrize("knows_both", [True, False])
def test_who_has_gone_on_by_a_note_of_a_liar_hears_of_its_other_one_too(*, knows_both: bool) -> None:
    """11.9: no mask tells how many notes of a seat are held, nor which."""
    builder = GameBuilder(3, "two notes")
    builder.play_to(EventKind.LINK)
    early = builder.note(2, has_spoken=True)
    builder.play_round()
    builder.play_to(EventKind.LINK)
    said = [builder.speak(seat) for seat in range(3)]
    late = builder.note(2, has_spoken=knows_both)
    ahead, back = ledger_of(builder), ledger_of(builder)
    to_ahead, to_back = ((*said, late), (*said, late)) if knows_both else ((*said[:2], late), said)
    for ledger, events in ((ahead, to_ahead), (back, to_back)):
        for one in events:
            ledger.hold(one)
        ledger.convict(early, said[2])
        ledger.advance()
    back.hold(early)
    back.advance()
    assert ahead.tip.round_number > back.tip.round_number
    assert status_of(ahead).notes == status_of(back).notes
    assert status_of(ahead).proofs == status_of(back).proofs
    assert (len(back.heard.notes(2)), len(ahead.heard.notes(2))) == (1 + knows_both, 1)
    ask(back, ahead)
    ask(ahead, back)
    assert ahead.tip.head == back.tip.head
    assert set(ahead.heard.notes(2)) == set(back.heard.notes(2)) == {early, late}


def test_one_that_follows_another_copy_is_brought_over_when_somebody_spoke() -> None:
    builder = GameBuilder(3, "over").play(3)
    seat, one, two = two_words(builder)
    left, right = ledger_of(builder), ledger_of(builder)
    left.hold(one)
    left.advance()
    right.hold(two)
    branch = builder.copy()
    branch.play_round({seat: two})
    right.hold(branch.note((seat + 1) % 3))
    right.advance()
    give(right, left)
    assert left.tip.head == right.tip.head
    assert left.tip.round_number > builder.log.round_number


def test_the_newest_of_a_seat_is_its_last_event_and_its_note() -> None:
    builder = GameBuilder(2, "newest").play(6)
    ledger = ledger_of(builder)
    last = [one for events in builder.rounds for one in events if one.event.seat == 0][-1]
    assert newest_signed(ledger, 0) == (last,)
    ledger.settle(6)
    assert newest_signed(ledger, 0) == (last,)
    note = builder.note(0)
    ledger.hold(note)
    assert newest_signed(ledger, 0) == (last, note)
    assert newest_signed(ledger_of(builder, 0), 0) == ()


def test_of_many_ballots_of_a_seat_the_newest_are_told() -> None:
    """Clause 11.6: of what the asker has forgotten, the newest binds it longest."""
    builder = GameBuilder(4, "ballots").play(2)
    ledger = ledger_of(builder)
    votes = [
        builder.sign(0, EventKind.VOTE, (mask,), round_number=number)
        for number in range(2, 9)
        for mask in (0b0010, 0b0110, 0b1110)
    ]
    for vote in votes:
        ledger.hold(vote)
    assert not ledger.proofs
    assert newest_signed(ledger, 0)[1:] == tuple(votes[-(MAX_NEWEST - 2) :])


def test_who_finds_a_fork_shows_it_to_those_who_follow_one_of_the_copies() -> None:
    """Clause 11.9: who has spoken over the other copy may be away, and its word is of a later round."""
    builder = GameBuilder(3, "parted").play(3)
    seat, one, two = two_words(builder)
    over: list[SignedEvent] = []
    for word in (one, two):
        branch = builder.copy()
        branch.play_round({seat: word})
        over.append(branch.vote((seat + 1 + len(over)) % 3, (seat,)))
    forked, follower = ledger_of(builder), ledger_of(builder)
    for said in (one, two, *over):
        forked.hold(said)
    forked.advance()
    assert forked.chain.forked == builder.log.round_number
    for said in (two, over[1]):
        follower.hold(said)
        follower.advance()
    assert follower.tip.round_number > builder.log.round_number
    ask(forked, follower)
    assert follower.chain.forked == builder.log.round_number
