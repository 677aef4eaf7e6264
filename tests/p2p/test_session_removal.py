"""A session and absent seats: it proposes, seconds, votes and keeps (protocol.md, 19.4 to 19.6)."""

from collections.abc import Iterable
from itertools import count

import pytest

from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.ballot import seats_in
from p2p.effects import Proposed
from p2p.event import EventKind, SignedEvent
from p2p.heard import KEPT_BALLOTS, WINDOW
from p2p.journal_records import encode_event
from p2p.messages import Events, Proof, Status, encode_message
from p2p.session import NotNow
from p2p.told import PROPOSED_BURST
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import GameBuilder, log_bytes
from tests.p2p.onesession import OneSession


def at_roll(seats: int = 3) -> OneSession:
    """Give a session with a roll open, and a seat (the last) that has not said its link."""
    one = OneSession(GameBuilder(seats, "absent"))
    one.play_to(EventKind.LINK)
    one.play()
    one.play_to(EventKind.LINK)
    return one


def ballots(one: OneSession) -> list[SignedEvent]:
    return [said for said in one.mine() if said.event.kind in {EventKind.VOTE, EventKind.KEEP}]


def second(one: OneSession, *seats: int, mask: int = 0b100) -> None:
    for seat in seats:
        one.hear(seat, one.status(seat, removal=mask))


def propose(one: OneSession, *seats: int) -> None:
    one.session.propose_removal(seats, one.now)
    one.carry_out()


def test_all_others_second_and_vote_and_the_game_goes_on() -> None:
    one = at_roll()
    propose(one, 2)
    assert ballots(one) == []
    assert one.session.view(one.now).proposals == (((2,), (0,)),)
    second(one, 1)
    assert one.session.view(one.now).owing == (1,)
    [vote] = ballots(one)
    assert (vote.event.kind, vote.event.body) == (EventKind.VOTE, (0b100,))
    assert one.told(Proposed) == [Proposed(1, (2,))]
    [other] = [said for said in one.builder.remove((2,)) if said.event.seat == 1]
    one.hear_events([other])
    view = one.session.view(one.now)
    assert view.owing == ()
    assert (view.round_number, view.state.active) == (one.builder.log.round_number, (0, 1))
    one.play()
    assert one.session.view(one.now).round_number == one.builder.log.round_number


def test_who_has_signed_its_event_of_the_round_still_votes_there() -> None:
    """8.14: ballots stand apart, or a round of links would wait for ever for one that has gone."""
    one = at_roll(4)
    number, roller = one.builder.log.round_number, one.builder.log.state.roller
    gone, *others = sorted(one.others, key=lambda seat: seat == roller)
    one.agree()
    one.choose()
    one.hear_events(one.builder.speak(seat) for seat in others)
    [link] = [said for said in one.mine() if said.event.round_number == number]
    assert link.event.kind is EventKind.LINK
    propose(one, gone)
    second(one, *others, mask=1 << gone)
    assert [said.event.round_number for said in ballots(one)] == [number]


def test_a_proposal_that_its_round_has_ended_with_is_not_told_as_taken_back() -> None:
    one = at_roll()
    propose(one, 2)
    second(one, 1)
    one.hear_events(one.builder.remove((2,)))
    assert one.session.view(one.now).state.active == (0, 1)
    one.hear(1, one.status(1))
    assert one.told(Proposed) == [Proposed(1, (2,))]


def test_a_proposal_that_is_taken_back_is_told() -> None:
    one = at_roll()
    second(one, 1)
    one.hear(1, one.status(1))
    assert one.told(Proposed) == [Proposed(1, (2,)), Proposed(1, ())]


def test_who_changes_its_proposal_without_end_does_not_flood_the_user() -> None:
    one = at_roll()
    for number in range(200):
        second(one, 1, mask=0b100 * (number % 2))
    assert len(one.told(Proposed)) == PROPOSED_BURST
    second(one, 1)
    assert one.session.view(one.now).proposals == (((2,), (1,)),)


def test_nobody_votes_before_every_other_seconds_and_is_heard() -> None:
    one = at_roll(4)
    propose(one, 2)
    second(one, 1)
    assert ballots(one) == []
    second(one, 3, mask=0b1100)
    assert ballots(one) == []
    one.tick(5.0)
    second(one, 3)
    assert ballots(one) == []
    second(one, 1)
    assert [vote.event.body for vote in ballots(one)] == [(0b100,)]


def test_a_proposal_can_be_taken_back() -> None:
    one = at_roll()
    propose(one, 2)
    propose(one)
    second(one, 1)
    assert ballots(one) == []
    assert one.session.view(one.now).proposals == (((2,), (1,)),)


@pytest.mark.parametrize("seats", [(0,), (0, 2), (1, 2), (3,), (-1,), (2, 10**9)])
def test_a_set_that_cannot_be_removed_is_refused(seats: tuple[int, ...]) -> None:
    one = at_roll()
    with pytest.raises(NotNow):
        propose(one, *seats)


def test_a_seat_that_has_spoken_cannot_be_proposed() -> None:
    one = at_roll()
    one.hear_events([one.builder.speak(2)])
    with pytest.raises(NotNow):
        propose(one, 2)


def test_one_that_hears_the_absent_after_all_keeps_and_never_votes() -> None:
    one = at_roll()
    propose(one, 2)
    late = one.builder.speak(2)
    one.hear_events([late])
    [keep] = ballots(one)
    assert (keep.event.kind, keep.event.body) == (EventKind.KEEP, (0b100, (late.event_id,)))
    second(one, 1)
    assert ballots(one) == [keep]


def test_one_that_sees_a_vote_against_a_seat_that_it_has_heard_keeps() -> None:
    one = at_roll()
    late = one.builder.speak(2)
    one.hear_events([late, one.builder.vote(1, (2,))])
    assert [keep.event.body for keep in ballots(one)] == [(0b100, (late.event_id,))]


def test_after_a_vote_the_event_is_taken_with_the_keep_of_another() -> None:
    one = at_roll(4)
    propose(one, 3)
    second(one, 1, 2, mask=0b1000)
    assert len(ballots(one)) == 1
    number = one.builder.log.round_number
    said = [one.builder.speak(seat) for seat in range(4)]
    one.hear_events(said)
    assert one.session.view(one.now).round_number == number
    one.hear_events([one.builder.keep(1, [said[3]], (3,))])
    assert one.session.view(one.now).round_number == number + 1


def test_one_that_has_voted_and_was_then_removed_learns_of_it_without_a_keep() -> None:
    """It was cut off right after its vote, the others went on without it, and owe it nothing below."""
    one = at_roll()
    propose(one, 2)
    second(one, 1)
    assert len(ballots(one)) == 1
    number, builder = one.builder.log.round_number, one.builder
    builder.play_round()
    builder.play_to(EventKind.LINK)
    builder.remove((0,))
    removed_in = builder.log.round_number - 1
    builder.play(2)
    one.hear_events([said for events in builder.rounds[number:removed_in] for said in events])
    assert one.session.view(one.now).round_number == number
    one.hear_events([said for events in builder.rounds[number:] for said in events])
    view = one.session.view(one.now)
    assert (view.round_number, view.state.active) == (builder.log.round_number, (1, 2))
    assert one.session.rounds()[removed_in] == tuple(builder.rounds[removed_in])


def voted_and_overtaken() -> tuple[OneSession, OneSession, list[SignedEvent]]:
    """Give seat 0, which has voted with seat 1 against 2, this one, and what they and 1 sign then.

    The others close the round by its events, and 1 alone decides in the next one; its vote is not out yet.
    """
    for number in count():
        game = GameBuilder(3, f"overtaken {number}").play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)
        ahead = game.copy()
        ahead.play_round()
        if game.log.state.roller == 1 and ahead.log.expects == (EventKind.ACTION, (1,)):
            break
    voter, other = (OneSession(GameBuilder(3, f"overtaken {number}"), seat) for seat in (0, 2))
    for one in (voter, other):
        one.play_to(EventKind.LINK)
        one.play()
        one.play_to(EventKind.LINK)
    propose(voter, 2)
    second(voter, 1)
    assert len(ballots(voter)) == 1
    builder = voter.builder
    late, rolled = builder.vote(1, (2,)), builder.speak(1)
    voter.hear_events([rolled])
    other.hear_events([rolled])
    links = {one.seat: one.mine()[-1] for one in (voter, other)}
    other.hear_events([links[0]])
    builder.play_round(links | {1: rolled})
    decided = builder.speak(1)
    builder.play_round({1: decided})
    other.hear_events([decided])
    return voter, other, [links[2], decided, late]


def test_who_has_voted_and_follows_the_others_has_signed_it_before_it_shows_it() -> None:
    """19.9: by its head alone the others settle the round, and a vote that comes late would lead it back."""
    voter, other, [link, decided, late] = voted_and_overtaken()
    voter.sent.clear()
    voter.hear_events([link, decided])
    first, then = [message for seat, message in voter.sent if seat == 2][:2]
    assert isinstance(first, Events)
    keep = first.events[-1]
    after = voter.session.ledger.tip.heads[keep.event.round_number]
    assert (keep.event.kind, keep.event.head, keep.event.body[0]) == (EventKind.KEEP, after, 0b1)
    assert keep.event.round_number == late.event.round_number + 1
    assert {link, decided} <= set(first.events)
    assert isinstance(then, Status)
    number = voter.session.view(voter.now).round_number
    assert then.round_number == number == link.event.round_number + 2
    voter.hear_events([late])
    other.hear_events([*ballots(voter), late])
    for one in (voter, other):
        for seat in one.others:
            one.hear(seat, one.status(seat, round_number=number, head=voter.builder.log.head))
        view = one.session.view(one.now)
        assert (view.round_number, view.settled, view.state.active) == (number, number, (0, 1, 2))
    voter.start()
    assert voter.session.ledger.tip.round_number == number


def test_who_may_sign_nothing_yet_waits_where_it_has_voted() -> None:
    voter, _, [link, decided, _] = voted_and_overtaken()
    voter.start()
    voter.hear_events([link, decided])
    assert voter.session.view(voter.now).round_number == link.event.round_number
    voter.answer(voter.others)
    assert voter.session.view(voter.now).round_number == link.event.round_number + 2


@pytest.mark.parametrize("kind", [EventKind.VOTE, EventKind.LINK])
def test_who_has_signed_beyond_where_it_has_voted_says_no_other_word_there(kind: EventKind) -> None:
    """8.10, 8.18: over another head it would convict itself, and what it has forgotten it cannot know."""
    voter, _, [link, decided, _] = voted_and_overtaken()
    number = link.event.round_number + 1
    body = (0b10,) if kind is EventKind.VOTE else (bytes(32),)
    voter.hear_events([voter.builder.sign(0, kind, body, round_number=number, head=bytes(32))])
    voter.hear_events([link, decided])
    assert voter.session.ledger.chain.unspoken is not None
    assert [one.event.kind for one in voter.mine()].count(EventKind.KEEP) == 0


def test_every_vote_is_on_disk_not_the_first_of_its_round_alone() -> None:
    """8.13, 8.14: a start must not forget the larger set."""
    one = at_roll(4)
    for mask, seats in ((0b1000, (1, 2)), (0b1100, (1,))):
        propose(one, *seats_in(mask))
        second(one, *seats, mask=mask)
    assert len(ballots(one)) == 2
    one.start()
    number = one.builder.log.round_number
    assert one.session._voice.ballots[number] == ballots(one)
    assert [*one.session.ledger.heard.ballots(number, 0)] == ballots(one)


def test_nobody_resigns_where_it_has_voted() -> None:
    """7.8: the note would say to all that it agrees with what comes, and the vote may lead it elsewhere."""
    one = at_roll()
    propose(one, 2)
    second(one, 1)
    with pytest.raises(NotNow):
        one.session.resign(one.now)
    one.hear_events(one.builder.remove((2,)))
    one.session.resign(one.now)


def test_two_seats_cannot_remove_each_other() -> None:
    one = OneSession(GameBuilder(2, "two"))
    one.play_to(EventKind.LINK)
    with pytest.raises(NotNow):
        propose(one, 1)


@pytest.mark.parametrize("when", ["before the votes", "between the votes", "after the votes"])
def test_no_event_of_a_round_counts_that_a_certificate_has_closed(when: str) -> None:
    """Attack 8: a certificate is all that its round holds; an event under way changes nothing (19.8)."""
    one = at_roll()
    late, other = one.builder.speak(2), one.builder.speak(1)
    number, index = one.builder.log.round_number, one.builder.log.link_indexes[-1]
    one.hear_events([other])
    propose(one, 2)
    second(one, 1)
    [vote] = ballots(one)
    votes = one.builder.remove((2,))
    if when == "before the votes":
        one.hear(1, one.status(1))  # it stands where the certificate leads, and this one does not yet
    if when != "after the votes":
        one.hear_events([late])
    one.hear_events(votes)
    one.hear_events([late])
    assert one.session.rounds()[number] == votes == (vote, votes[1])
    assert one.session.view(one.now).state.active == (0, 1)
    assert one.session._ledger.tip.head == one.builder.log.head
    assert one.session._ledger.tip.link_indexes[-1] == one.builder.log.link_indexes[-1] == index + 1
    assert not one.session._ledger.proofs
    while one.builder.log.expects is not None:
        one.play()
    assert one.log == one.builder.bodies()
    assert audit_log(log_bytes(one.log)).verdict is Verdict.COMPLETE


def lied_to(*, settled: bool = True) -> tuple[OneSession, int, SignedEvent]:
    """Give a session, a round of commitments, and that of seat 2 in it, who has shown others another."""
    one = OneSession(GameBuilder(3, "lies"))
    assert one.play_to(EventKind.COMMITMENT)
    number, builder = one.builder.log.round_number, one.builder
    lie = builder.copy().commit(2, 0, bytes(32))
    (one.play if settled else one.close)()
    one.hear_events([lie])
    return one, number, builder.rounds[number][2]


def stands_at(one: OneSession, seat: int, number: int) -> None:
    head = one.builder.log.heads[number]
    one.hear(seat, one.status(seat, round_number=number, head=head, pull=True))


def test_who_has_settled_a_round_keeps_it_for_one_that_has_gone_back_there() -> None:
    """19.5: others had shown the head after it, and then heard what the liar has shown to them alone."""
    one, number, event = lied_to()
    assert ballots(one) == []
    stands_at(one, 1, number)
    [keep] = ballots(one)
    assert (keep.event.kind, keep.event.round_number) == (EventKind.KEEP, number)
    assert keep.event.body == (0b100, (event.event_id,))
    *_, (to, message) = one.sent
    assert to == 1
    assert isinstance(message, Events)
    assert message.events == (*one.builder.rounds[number], keep)
    assert encode_event(keep) in one.journal
    written = len(one.journal)
    stands_at(one, 1, number)
    assert len(one.journal) == written
    one.start()
    one.answer(one.others)
    stands_at(one, 1, number)
    assert ballots(one) == [keep]


def test_who_has_gone_back_takes_the_copy_that_another_has_settled() -> None:
    one, number, event = lied_to(settled=False)
    assert one.session.view(one.now).round_number == number
    keep = one.builder.sign(
        1,
        EventKind.KEEP,
        (0b100, (event.event_id,)),
        round_number=number,
        head=one.builder.log.heads[number],
    )
    one.hear_events([keep])
    assert one.session.view(one.now).round_number == number + 1


def test_nobody_keeps_what_it_has_not_settled_or_where_nobody_lies() -> None:
    one, number, _ = lied_to(settled=False)
    stands_at(one, 1, number)
    honest = at_roll()
    stands_at(honest, 1, honest.builder.log.round_number - 1)
    assert ballots(one) == ballots(honest) == []


def test_who_has_voted_against_a_liar_keeps_nothing_of_it_there() -> None:
    one, number, _ = lied_to()
    vote = one.builder.sign(
        0, EventKind.VOTE, (0b100,), round_number=number, head=one.builder.log.heads[number]
    )
    one.session._voice.took(vote)
    stands_at(one, 1, number)
    assert ballots(one) == []


def flooded(seats: int, masks: Iterable[int] = range(1, KEPT_BALLOTS + 1)) -> OneSession:
    """Give a session that has voted, and that one seat has shown as many keeps as are held of a seat."""
    one = at_roll(seats)
    gone = seats - 1
    propose(one, gone)
    second(one, *range(1, gone), mask=1 << gone)
    assert len(ballots(one)) == 1
    junk = (one.builder.sign(1, EventKind.KEEP, (mask, (bytes(32),))) for mask in masks)
    one.hear_events(junk)
    return one


def test_a_certificate_comes_in_whatever_else_one_of_its_voters_has_signed() -> None:
    """8.1: else one that shows this peer other ballots first keeps it where it is, for ever."""
    one = flooded(3)
    one.hear_events(one.builder.remove((2,)))
    assert one.session.view(one.now).state.active == (0, 1)


def test_a_certificate_stays_after_a_start_whatever_one_of_its_voters_has_signed_then() -> None:
    """19.11: what came later is in the journal too, and does not put out the vote when that is read."""
    one = flooded(3, range(5, 5 + KEPT_BALLOTS))  # none of them convicts
    number, head = one.builder.log.round_number, one.builder.log.head
    one.hear_events(one.builder.remove((2,)))
    more = (5 + KEPT_BALLOTS, (bytes(32),))
    one.hear_events([one.builder.sign(1, EventKind.KEEP, more, round_number=number, head=head)])
    one.start()
    assert one.session.view(one.now).state.active == (0, 1)


def test_what_frees_a_voter_stays_whatever_its_author_signs_then() -> None:
    one = flooded(4)
    number, builder = one.builder.log.round_number, one.builder
    said = [builder.speak(seat) for seat in range(4)]
    one.hear_events([*said, builder.keep(1, [said[3]], (3,))])
    assert one.session.view(one.now).round_number == number + 1
    one.hear_events(builder.sign(1, EventKind.KEEP, (15, (bytes((place,)) * 32,))) for place in range(20))
    assert one.session.view(one.now).round_number == number + 1
    one.start()
    assert one.session.view(one.now).round_number == number + 1


def led_elsewhere(says: EventKind) -> OneSession:
    """Give one that has signed a ballot of the next round over a certificate, and then takes a larger one.

    Seat 1 lies: its keep frees this seat of the larger set, for which it votes after all.
    """
    one = at_roll(4)
    number, larger = one.builder.log.round_number, one.builder
    for mask, seats in ((0b1000, (1, 2)), (0b1100, (1,))):
        propose(one, *seats_in(mask))
        second(one, *seats, mask=mask)
    one.builder = smaller = larger.copy()
    said = [smaller.speak(seat) for seat in (2, 3)]
    one.hear_events([*said, smaller.keep(1, said, (2, 3)), *smaller.remove((3,))])
    propose(one, 2)
    if says is EventKind.KEEP:
        one.hear_events([smaller.speak(2)])
    else:
        second(one, 1)
    mine = [said for said in one.mine() if said.event.round_number > number]
    assert [(said.event.kind, said.event.head) for said in mine] == [(says, smaller.log.head)]
    one.builder = larger
    one.hear_events(larger.remove((2, 3)))
    assert set(one.session.ledger.proofs) == {1}
    return one


@pytest.mark.parametrize("says", [EventKind.VOTE, EventKind.KEEP])
@pytest.mark.parametrize("starts_anew", [False, True])
def test_who_is_led_to_another_copy_signs_nothing_where_it_has_signed_a_ballot(
    says: EventKind, starts_anew: bool
) -> None:
    """8.9, 8.14: two things that it signed for one round, over different heads, would convict it."""
    one = led_elsewhere(says)
    before, roller = one.mine(), one.builder.log.state.roller
    if starts_anew:
        one.start()
        one.answer(one.others)
    with pytest.raises(NotNow):
        one.session.resign(one.now)
    one.agree()
    one.choose()
    one.hear_events(one.builder.speak(seat) for seat in (1,) if seat == roller)
    view = one.session.view(one.now)
    assert (view.state.active, view.round_number, view.wanted) == ((0, 1), one.builder.log.round_number, None)
    assert one.mine() == before


def freed(seat: int) -> OneSession:
    """Give one of two that have voted for seat 3; a keep of seat 2 has freed it, events close the round."""
    one = OneSession(GameBuilder(4, "freed"), seat)
    one.play_to(EventKind.LINK)
    one.play()
    one.play_to(EventKind.LINK)
    propose(one, 3)
    second(one, *({0, 1, 2} - {seat}), mask=0b1000)
    said = [one.builder.speak(other) for other in range(4)]
    one.hear_events([*said, one.builder.keep(2, said[3:], (3,))])
    assert [vote.event.kind for vote in ballots(one)] == [EventKind.VOTE]
    assert one.session.view(one.now).round_number == one.builder.log.round_number + 1
    return one


@pytest.mark.parametrize("starts_anew", [False, True])
def test_who_frees_two_voters_and_then_votes_is_convicted_by_the_one_that_takes_its_certificate(
    starts_anew: bool,
) -> None:
    """19.9: one has settled the round and let go of the keep; the other holds it, and shows the proof."""
    first, other = freed(0), freed(1)
    number, before = first.builder.log.round_number, first.builder.copy()
    first.builder.play_round()
    first.agree()
    assert first.session.ledger.settled == number + 1
    if starts_anew:
        other.start()
        other.answer(other.others)
    other.hear(0, first.status(0))
    assert other.session.ledger.settled == number
    votes = before.remove((3,))
    other.hear_events([*votes, *votes])
    assert other.session.rounds()[number] == votes
    assert set(other.session.ledger.proofs) == {2}
    first.hear_events(votes)
    assert first.session.ledger.tip.round_number == number + 1
    first.hear(1, Proof(*other.session.ledger.proofs[2]))
    assert set(first.session.ledger.proofs) == {2}


def test_who_is_shown_a_certificate_that_the_others_have_not_taken_settles_nothing_by_it() -> None:
    """19.21: seat 2 has freed seat 1 by a keep, and shows its vote to the seat in the set alone."""
    one = at_roll()
    number, before = one.builder.log.round_number, one.builder.copy()
    one.close()
    one.agree(1)
    assert one.session.view(one.now).round_number == number + 1
    one.hear_events(before.remove((0,)))
    assert one.session.view(one.now).state.active == (1, 2)
    one.agree(1)
    one.hear(2, one.status(2, head=before.log.head))
    assert one.session.ledger.settled == number
    assert not one.session.ledger.proofs
    one.hear_events([one.builder.vote(1, (0,))])
    assert one.session.view(one.now).state.active == (1, 2)
    one.hear_events([one.builder.vote(2, (0,))])
    view = one.session.view(one.now)
    assert (view.state.active, one.session.ledger.tip.head) == ((0, 1, 2), one.builder.log.head)


def test_nobody_votes_for_a_set_that_it_has_kept() -> None:
    """19.6: it held one event of the absent seat, and then a second one."""
    one = OneSession(GameBuilder(3, "h", Ruleset(rows_to_end=2, most_rolls=20)))
    assert one.play_to(EventKind.COMMITMENT)
    one.agree()
    one.hear_events([one.builder.vote(1, (2,)), one.builder.commit(2, 0)])
    [keep] = ballots(one)
    one.hear_events([one.builder.commit(2, 1)])
    propose(one, 2)
    second(one, 1)
    assert one.session.view(one.now).proposals == (((2,), (0, 1)),)
    assert ballots(one) == [keep]


def test_nothing_is_kept_of_a_round_that_a_certificate_has_closed() -> None:
    """19.5: no event of it counts any more."""
    one = at_roll(4)
    number, head = one.builder.log.round_number, one.builder.log.head
    one.hear_events(one.builder.remove((2,)))
    assert one.session.view(one.now).round_number == number + 1
    stray = one.builder.sign(1, EventKind.VOTE, (0b1000,), round_number=number, head=head)
    one.hear_events([stray])
    assert one.session.ledger.settled <= number
    assert not [said for said in ballots(one) if said.event.kind is EventKind.KEEP]


def test_no_keep_is_asked_for_by_a_vote_over_another_head_or_about_its_own_seat() -> None:
    """19.5, 19.2: it is no voter of a set that holds itself."""
    one = at_roll()
    number = one.builder.log.round_number
    elsewhere = one.builder.sign(1, EventKind.VOTE, (0b100,), round_number=number, head=bytes(32))
    one.hear_events([elsewhere, one.builder.vote(1, (0,)), one.builder.speak(0), one.builder.speak(2)])
    assert not ballots(one)
    one.hear_events([one.builder.vote(1, (2,))])
    assert [said.event.body[0] for said in ballots(one)] == [0b100]


def test_nothing_is_confirmed_over_another_head_or_of_a_certificate() -> None:
    """19.5: the other stands in another log, or has to learn of the votes."""
    one, number, _ = lied_to()
    one.hear(1, one.status(1, round_number=number, head=bytes(32), pull=True))
    assert not ballots(one)
    one = at_roll(4)
    number = one.builder.log.round_number
    one.hear_events(one.builder.remove((2,)))
    one.play()
    one.hear_events([one.builder.sign(3, EventKind.LINK, (bytes((n,)) * 32,)) for n in range(2)])
    assert one.session.view(one.now).convicted == (3,)
    assert one.session.ledger.settled > number
    stands_at(one, 1, number)
    assert not [said for said in ballots(one) if said.event.kind is EventKind.KEEP]


def test_a_proposal_over_another_head_is_none_here() -> None:
    """19.4: it names the round and the head."""
    one = at_roll()
    propose(one, 2)
    one.hear(1, one.status(1, head=bytes(32), removal=0b100))
    assert one.session.view(one.now).proposals == (((2,), (0,)),)
    assert not ballots(one)


def test_nothing_is_confirmed_that_was_settled_more_than_sixteen_rounds_ago() -> None:
    """19.5."""
    one = OneSession(GameBuilder(3, "h", Ruleset(rows_to_end=2, most_rolls=20)))
    assert one.play_to(EventKind.COMMITMENT)
    number = one.builder.log.round_number
    lie = one.builder.copy().commit(2, 0, bytes(32))
    one.play()
    one.hear_events([lie])
    one.play(WINDOW)
    assert one.session.ledger.settled == number + WINDOW + 1
    stands_at(one, 1, number)
    assert not ballots(one)
    stands_at(one, 1, number + 1)
    assert [said.event.round_number for said in ballots(one)] == [number + 1]


def test_a_keep_is_signed_as_soon_as_its_own_word_has_opened_the_round() -> None:
    """19.5: before anything else of a later round."""
    one = at_roll()
    while (roller := one.builder.log.state.roller) in {0, None}:
        one.play()
        one.play_to(EventKind.LINK)
    builder, ahead = one.builder, one.builder.copy()
    ahead.play_round()
    assert ahead.log.expects is not None
    assert ahead.log.expects.seats == (roller,)
    [other] = {1, 2} - {roller}
    one.hear_events([ahead.speak(roller), ahead.vote(other, (roller,)), builder.speak(other)])
    assert one.session.view(one.now).round_number == builder.log.round_number
    one.session.receive(other, encode_message(one.tag, Events((builder.speak(roller),))), one.now)
    one.carry_out()
    assert [said.event.kind for said in one.mine()[-2:]] == [EventKind.LINK, EventKind.KEEP]
