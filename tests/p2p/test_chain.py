from itertools import permutations
from random import Random

import pytest

from core.ruleset import Ruleset
from p2p.chain import Chain
from p2p.event import EventKind, SignedEvent
from p2p.heard import Heard
from p2p.stored import GameUnreadable
from tests.p2p.gamebuilder import GameBuilder
from tests.vectors.following import cases, outcome, shuffled
from tests.vectors.following_games import Case

POOR = Ruleset(rows_to_end=2, most_rolls=30, money=0, fee=50, limit=0)
"""Nobody can pay storage: a seat returns chips alone, between its own action and the next roll."""


def heard_of(*events: SignedEvent) -> Heard:
    heard = Heard()
    for one in events:
        heard.add(one, frozenset())
    return heard


def follow(builder: GameBuilder, *events: SignedEvent, settled: int | None = None) -> Chain:
    """Give the chain that follows these events, all that the builder has played being settled."""
    chain = Chain(builder.genesis)
    chain.restore(builder.rounds[:settled])
    chain.advance(heard_of(*events))
    return chain


def before(kind: EventKind, then: EventKind | None = None, seed: str = "chain") -> GameBuilder:
    """Give a game in a round of one speaker's action that leads to a round of this kind for another seat."""
    for number in range(300):
        builder = GameBuilder(3, f"{seed} {number}", POOR)
        while builder.log.expects is not None and len(builder.rounds) < 60:
            log = builder.log
            if log.expects is not None and log.expects.kind is kind and len(log.state.legal()) > 2:
                after = builder.copy()
                after.play_round()
                expects = after.log.expects
                if expects and expects.kind is then and expects.seats != log.expects.seats:
                    return builder
            builder.play_round()
    raise AssertionError(kind)


def actions(builder: GameBuilder) -> list[SignedEvent]:
    assert builder.log.expects is not None
    seat = builder.log.expects.seats[0]
    return [builder.sign(seat, EventKind.ACTION, one.code) for one in builder.log.state.legal()]


def test_the_open_part_is_the_same_in_whatever_order_it_was_heard() -> None:
    builder = GameBuilder(3, "order").play(9)
    events = [one for closed in builder.rounds for one in closed]
    chance = Random(1)
    for _ in range(20):
        chance.shuffle(events)
        chain = Chain(builder.genesis)
        chain.advance(heard_of(*events))
        assert chain.tip.head == builder.log.head
        assert chain.rounds == builder.rounds


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.what)
def test_what_is_followed_hangs_on_what_is_held_and_not_on_the_order(case: Case) -> None:
    """Clauses 8.8 and 19.9, by the vectors."""
    for seed in range(6):
        closed, end, _ = outcome(case, shuffled(case, seed))
        assert (closed, end) == ([list(events) for events in case.closed], case.end)


def test_two_events_of_a_lone_speaker_count_for_nothing_until_another_seat_speaks_over_one() -> None:
    builder = before(EventKind.ACTION, EventKind.ACTION)
    other: GameBuilder | None = None
    for one, two in permutations(actions(builder), 2):
        branch = builder.copy()
        branch.play_round({one.event.seat: one})
        expects = branch.log.expects
        if expects is None or expects.kind is not EventKind.ACTION or one.event.seat in expects.seats:
            continue
        other = branch
        assert follow(builder, one, two).tip.head == builder.log.head
        answer = branch.speak(expects.seats[0])
        for heard in permutations((one, two, answer)):
            chain = follow(builder, *heard)
            assert chain.forked is None
            assert chain.rounds[len(builder.rounds)] == (one,)
            assert chain.tip.round_number == branch.log.round_number + 1
    assert other is not None


def test_the_liars_own_word_over_its_own_word_decides_nothing() -> None:
    """A double: both actions are the same seat's, and it signs a second one over each of two first ones."""
    for number in range(300):
        builder = GameBuilder(3, f"double {number}", POOR)
        while builder.log.expects is not None:
            if builder.log.expects.kind is EventKind.ACTION and builder.log.state.actions_left == 2:
                break
            builder.play_round()
        if builder.log.expects is None:
            continue
        copies = []
        for first in actions(builder):
            branch = builder.copy()
            branch.play_round({first.event.seat: first})
            expects = branch.log.expects
            if expects and expects.kind is EventKind.ACTION and expects.seats == (first.event.seat,):
                copies.append((first, actions(branch)[0], branch))
        if len(copies) < 2:
            continue
        (one, one_more, branch), (two, two_more, _) = copies[:2]
        chain = follow(builder, one, one_more, two, two_more)
        assert chain.tip.head == builder.log.head
        assert chain.forked is None
        branch.play_round({one_more.event.seat: one_more})
        witness = next(seat for seat in range(3) if seat != one.event.seat)
        chain = follow(builder, one, one_more, two, two_more, branch.note(witness))
        assert chain.rounds[len(builder.rounds) :][:2] == [(one,), (one_more,)]
        return
    raise AssertionError("no double")


def test_two_copies_that_others_have_spoken_over_are_a_fork_and_it_stays() -> None:
    builder = before(EventKind.ACTION, EventKind.LINK)
    one, two, *_ = actions(builder)
    author = one.event.seat
    first, second = builder.copy(), builder.copy()
    first.play_round({author: one})
    second.play_round({author: two})
    left, right = (seat for seat in range(3) if seat != author)
    heard = heard_of(one, two, first.note(left), second.note(right))
    chain = Chain(builder.genesis)
    chain.restore(builder.rounds)
    for _ in range(3):
        chain.advance(heard)
        assert chain.forked == builder.log.round_number
        assert chain.tip.head == builder.log.head


def test_a_copy_is_left_for_the_one_that_was_spoken_over() -> None:
    builder = before(EventKind.ACTION, EventKind.LINK)
    one, two, *_ = actions(builder)
    author = one.event.seat
    branch = builder.copy()
    branch.play_round({author: two})
    heard = heard_of(one)
    chain = Chain(builder.genesis)
    chain.restore(builder.rounds)
    assert chain.advance(heard) == len(builder.rounds)
    assert chain.rounds[-1] == (one,)
    heard.add(two, frozenset())
    assert chain.advance(heard) == len(builder.rounds)
    assert chain.rounds == builder.rounds
    heard.add(branch.note(next(seat for seat in range(3) if seat != author)), frozenset())
    chain.advance(heard)
    assert chain.rounds[-1] == (two,)
    assert chain.chosen_ids() == {two.event_id}


def test_what_is_new_is_told_whether_or_not_somebody_lies() -> None:
    """The first round that is not as before: what stands from there on has to reach the disk."""
    builder = GameBuilder(3, "new").play(6)
    chain, heard = Chain(builder.genesis), Heard()
    for number, events in enumerate(builder.rounds):
        for one in events:
            heard.add(one, frozenset())
        assert chain.advance(heard) == number
        assert chain.advance(heard) == number + 1


def test_an_invalid_event_is_set_aside_and_a_note_too_early_is_not() -> None:
    builder = GameBuilder(2).play(1)
    bad = builder.sign(0, EventKind.LINK, (bytes(32),))
    chain = follow(builder, bad, builder.note(1, has_spoken=True))
    assert {one.event_id for one, _ in chain.refused} == {bad.event_id}


def test_settled_rounds_are_given_once_and_in_order() -> None:
    builder = GameBuilder(2, "settle").play(6)
    chain = Chain(builder.genesis)
    chain.advance(heard_of(*(one for events in builder.rounds for one in events)))
    for round_number, fresh in ((4, builder.rounds[:4]), (3, []), (6, builder.rounds[4:])):
        assert list(chain.settle(round_number)) == fresh
    assert chain.settled == chain.base.round_number == 6
    assert chain.base.heads == builder.log.heads


@pytest.mark.parametrize("spoil", ["kind", "seat", "missing", "over the end"])
def test_a_log_that_is_not_legal_is_not_restored(spoil: str) -> None:
    builder = GameBuilder(2, "whole").play()
    rounds = [*builder.rounds]
    match spoil:
        case "kind":
            rounds[1] = rounds[0]
        case "seat":
            rounds[1] = tuple(reversed(rounds[1]))
        case "missing":
            rounds[1] = rounds[1][:1]
        case _:
            rounds.append(rounds[0])
    with pytest.raises(GameUnreadable) as unreadable:
        Chain(builder.genesis).restore(rounds)
    assert unreadable.value.record == (len(rounds) if spoil == "over the end" else 2)
