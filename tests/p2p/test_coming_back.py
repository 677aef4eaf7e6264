"""A peer that is started anew, and learns from the others what it has signed (protocol.md, 8.16)."""

import pytest

from core.ruleset import Ruleset
from p2p.effects import RivalCopy
from p2p.event import EventKind, SignedEvent
from p2p.messages import Answer, Events, Proof, Status
from p2p.stored import StoredGame, read_game
from p2p.told import AWAY_SECONDS, FORGED_BURST, RIVAL_SECONDS
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.onesession import OneSession


def at_a_bid() -> tuple[OneSession, StoredGame]:
    """Give a session that has sealed a bid, and what its folder held before."""
    one = OneSession(GameBuilder(3, "h", Ruleset(rows_to_end=2, most_rolls=20)))
    assert one.play_to(EventKind.COMMITMENT)
    before = read_game(one.log, one.journal)
    one.agree()
    one.choose()
    return one, before


def test_an_answer_that_comes_late_still_tells_what_was_signed() -> None:
    """11.6: who was away counts for no answer any more, but what it shows is taken."""
    one, before = at_a_bid()
    mine = one.mine()[-1]
    assert mine.event.kind is EventKind.COMMITMENT
    one.start(before)
    one.tick(AWAY_SECONDS)
    one.answer([1])
    assert one.session.view(one.now).ready
    one.hear(2, Answer(one.session._back.nonce, False, (mine,)))
    one.agree()
    assert one.session._voice.floor == mine.event.round_number
    assert one.session._speaker.wanted() is None


def test_answers_of_a_peer_that_brings_many_forgeries_count_for_nothing_for_a_while() -> None:
    """11.5."""
    one, before = at_a_bid()
    forged = one.mine()[-1]._replace(signature=bytes(64))
    one.start(before)
    for _ in range(FORGED_BURST + 1):
        one.hear(1, Answer(bytes(8), False, (forged,)))
    assert one.session.refusals["EventsUnread"] == 1
    one.answer([1, 2])
    assert not one.session.view(one.now).ready
    one.tick(1.0)
    one.answer([1])
    assert one.session.view(one.now).ready


def open_round(one: OneSession) -> list[SignedEvent]:
    """Give the events of all seats for the open round."""
    expects = one.builder.log.expects
    assert expects is not None
    return [one.builder.speak(seat) for seat in expects.seats]


def test_nothing_closes_a_round_before_the_others_have_answered() -> None:
    """8.16: it may have voted there and forgotten it, and the others would rest on the head that it tells."""
    one = OneSession(GameBuilder(3, "held"))
    one.play_to(EventKind.LINK)
    one.play()
    one.play_to(EventKind.LINK)
    number = one.builder.log.round_number
    one.start()
    one.sent.clear()
    one.hear(1, Events(tuple(open_round(one))))
    one.tick(2.0)
    assert one.session.view(one.now).round_number == number
    assert {message.round_number for _, message in one.sent if isinstance(message, Status)} == {number}
    one.start()
    assert one.session.view(one.now).round_number == number
    one.hear(1, Events(tuple(open_round(one))))
    one.answer(one.others)
    assert one.session.view(one.now).round_number == number + 1


def test_nothing_is_settled_before_the_others_have_answered() -> None:
    """8.16: what is settled is never left, whatever it has voted there."""
    one = OneSession(GameBuilder(3, "held"))
    one.play(3)
    one.close()
    settled = one.session.ledger.settled
    assert settled < one.session.view(one.now).round_number
    one.start()
    one.agree()
    one.session.leave(one.now)
    assert one.session.ledger.settled == settled
    one.answer(one.others)
    assert one.session.ledger.settled > settled


def test_a_proof_is_believed_at_once_and_its_events_wait_for_the_answers() -> None:
    """8.16, 11.8."""
    one = OneSession(GameBuilder(3, "proof"))
    one.play_to(EventKind.COMMITMENT)
    pair = [one.builder.commit(1, bid) for bid in (0, 1)]
    one.start()
    one.hear(2, Proof(*pair))
    assert one.session.view(one.now).convicted == (1,)
    assert not one.session.ledger.heard.at(one.builder.log.round_number, 1)
    one.answer(one.others)
    assert len(one.session.ledger.heard.at(one.builder.log.round_number, 1)) == 2


def test_nothing_is_settled_in_rounds_before_what_it_has_signed() -> None:
    """8.18: the others may show another copy of them than the one over which it has signed since."""
    one = OneSession(GameBuilder(3, "behind", Ruleset(rows_to_end=2, most_rolls=20)))
    before = read_game(one.log, one.journal)
    one.play(6)
    newest, builder = one.mine()[-1], one.builder
    number = newest.event.round_number
    one.start(before)
    one.answer(one.others, [newest])
    for events in builder.rounds:
        one.hear_events(events)
        tip = one.session.ledger.tip
        for seat in one.others:
            one.hear(seat, one.status(seat, round_number=tip.round_number, head=tip.head))
        assert one.session.ledger.settled == (0 if tip.round_number < number else tip.round_number)
    assert one.session.ledger.settled == len(builder.rounds)


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("has_let_go", [False, True])
def test_no_keep_is_signed_where_the_others_have_let_go_of_what_it_may_have_signed(
    *, has_let_go: bool, restarts: bool
) -> None:
    """8.16: it has voted there, was freed, and goes on from a copy of its folder of before."""
    one = OneSession(GameBuilder(3, "voted", Ruleset(rows_to_end=2, most_rolls=20)))
    one.play_to(EventKind.LINK)
    one.play()
    one.play_to(EventKind.LINK)
    builder, number, head = one.builder, one.builder.log.round_number, one.builder.log.head
    said = open_round(one)
    one.start()
    one.answer(one.others, [said[0]])
    if restarts:
        one.start()
        one.answer(one.others)
    one.hear_events(said)
    builder.log.close(dict(enumerate(said)))
    assert one.session.view(one.now).round_number == number + 1
    one.hear(1, one.status(1, settled=number + has_let_go))
    one.hear_events([builder.sign(1, EventKind.VOTE, (0b100,), round_number=number, head=head)])
    keeps = [each for each in one.mine() if each.event.kind is EventKind.KEEP]
    assert bool(keeps) is not has_let_go


def test_keeps_are_shown_again_to_one_that_stands_at_a_round_that_is_settled_here() -> None:
    """19.5: it goes on from an older copy of its folder, and is bound by a vote that they had freed."""
    one = OneSession(GameBuilder(3, "voted", Ruleset(rows_to_end=2, most_rolls=20)))
    one.play_to(EventKind.LINK)
    one.play()
    one.play_to(EventKind.LINK)
    builder, number, head = one.builder, one.builder.log.round_number, one.builder.log.head
    one.hear_events([builder.vote(1, (2,))])
    one.close()
    [keep] = [each for each in one.mine() if each.event.kind is EventKind.KEEP]
    one.agree()
    assert one.session.ledger.settled == number + 1
    one.sent.clear()
    one.hear(1, one.status(1, round_number=number, head=head, pull=True))
    assert one.sent[-1] == (1, Events((*builder.rounds[number], keep)))


def test_its_own_event_that_is_shown_first_closes_no_round_before_all_have_answered() -> None:
    """8.16: another may still show a vote of its own for that round."""
    one = OneSession(GameBuilder(3, "h", Ruleset(rows_to_end=2, most_rolls=20)))
    assert one.play_to(EventKind.COMMITMENT)
    one.agree()
    one.hear_events([one.builder.commit(1, 0), one.builder.commit(2, 0)])
    before, number = read_game(one.log, one.journal), one.builder.log.round_number
    one.choose()
    mine = one.mine()[-1]
    assert one.session.view(one.now).round_number == number + 1
    one.start(before)
    one.answer([1], [mine])
    assert one.session.view(one.now).round_number == number
    one.answer([2])
    assert one.session.view(one.now).round_number == number + 1


def test_who_is_away_is_not_told_to_hold_anything_up() -> None:
    """8.16: it waits for nobody in particular then."""
    one = OneSession(GameBuilder(3), ready=False)
    assert one.session.view(one.now).unanswered == (1, 2)
    one.tick(AWAY_SECONDS)
    one.agree(1)
    assert one.session.view(one.now).unanswered == (1,)


def test_its_own_past_is_no_rival_that_a_user_is_told_of() -> None:
    """8.17: not in the first 6 seconds."""
    one = OneSession(GameBuilder(2), ready=False)
    one.answer([1], rival=True)
    assert not one.told(RivalCopy)
    one.tick(2 * RIVAL_SECONDS)
    one.answer([1], rival=True)
    assert one.told(RivalCopy) == [RivalCopy(1)]
