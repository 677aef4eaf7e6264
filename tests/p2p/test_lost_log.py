"""A peer that has lost its log, or the end of it, takes it from the others (protocol.md, 8.18)."""

import pytest

from core.ruleset import Ruleset
from p2p.ballot import BALLOTS
from p2p.event import EventKind, SignedEvent
from p2p.evidence import contradict
from p2p.heard import WINDOW
from p2p.journal_records import (
    LeftRecord,
    SeedRecord,
    SettledRecord,
    encode_journal_record,
    read_journal_record,
)
from p2p.session import NotNow
from p2p.stored import StoredGame, first_of_log, has_left, read_game
from p2p.told import AWAY_SECONDS
from tests.p2p.gamebuilder import GameBuilder, genesis_body
from tests.p2p.onesession import OneSession


def halfway() -> OneSession:
    one = OneSession(GameBuilder(3, "lost", Ruleset(rows_to_end=2, most_rolls=20)))
    one.play(20)
    assert one.builder.log.state.outcome is None
    return one


def lose(one: OneSession, kept: int) -> StoredGame:
    """Cut the log to this many rounds, and forget what was sent."""
    del one.log[1 + kept :]
    return read_game(one.log, one.journal)


def play_on(one: OneSession) -> None:
    """Let it come back, take what the others hold, and play the game to its end."""
    one.answer(one.others)
    one.catch_up()
    one.agree()
    while one.builder.log.expects is not None:
        one.play()
    mine = one.mine()
    assert not [(a, b) for a in mine for b in mine if contradict(a, b)]
    assert one.session.view(one.now).complete
    assert one.log == one.builder.bodies()


@pytest.mark.parametrize("kept", [0, 1, 7, 19])
@pytest.mark.parametrize("compacted", [False, True])
def test_a_log_that_was_lost_is_whole_again_at_the_end(
    kept: int, compacted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if compacted:
        monkeypatch.setattr("p2p.ledger.JOURNAL_BYTES", 1)
    one = halfway()
    assert len(one.log) > 1 + kept
    one.start(lose(one, kept))
    play_on(one)


@pytest.mark.parametrize("compacted", [False, True])
def test_nothing_is_signed_before_the_log_has_reached_what_was_signed_last(
    compacted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """8.14: the journal remembers what was signed last, the log or no log."""
    if compacted:
        monkeypatch.setattr("p2p.ledger.JOURNAL_BYTES", 1)
    one = halfway()
    before, floor = one.mine(), one.session._voice.floor
    one.start(lose(one, 0))
    assert one.session._voice.floor == floor
    one.answer(one.others)
    for events in one.builder.rounds:
        one.hear_events(events)
        one.agree()
    assert one.mine()[: len(before)] == before
    assert all(
        later.event.round_number == one.builder.log.round_number for later in one.mine()[len(before) :]
    )


def test_a_sealed_bid_is_opened_after_the_log_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """10.4: what opens it is in the journal, through every compaction."""
    monkeypatch.setattr("p2p.ledger.JOURNAL_BYTES", 1)
    for seed in range(50):
        one = OneSession(GameBuilder(3, f"bid {seed}"))
        if one.play_to(EventKind.OPENING):
            break
    else:
        raise AssertionError("no auction")
    one.start(lose(one, 0))
    play_on(one)


def test_a_game_that_ended_elsewhere_is_taken_whole() -> None:
    one = OneSession(GameBuilder(2, "over"))
    while one.builder.log.expects is not None:
        one.play()
    one.start(lose(one, 0))
    one.catch_up()
    assert one.session.view(one.now).complete
    assert one.log == one.builder.bodies()


def test_the_journal_tells_how_a_lost_log_begins_also_after_compaction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = halfway()
    first = genesis_body(one.builder.genesis)
    assert first_of_log(tuple(one.journal)) == first
    monkeypatch.setattr("p2p.ledger.JOURNAL_BYTES", 1)
    one.tick(1.0)
    assert len(one.journal) < 10
    assert first_of_log(tuple(one.journal)) == first


def test_a_journal_without_a_genesis_goes_on_where_its_log_is() -> None:
    """Journals of the first versions hold the seed alone."""
    one = halfway()
    seed = read_journal_record(one.journal[0])
    assert isinstance(seed, SeedRecord)
    one.journal[0] = encode_journal_record(SeedRecord(seed.seed)).replace(b"\x93\x00", b"\x92\x00", 1)[:-2]
    assert read_journal_record(one.journal[0]) == SeedRecord(seed.seed)
    assert first_of_log(tuple(one.journal)) is None
    one.start()
    play_on(one)


@pytest.mark.parametrize("body", [b"", b"\xc1", b"\x90"])
def test_what_is_no_journal_tells_nothing(body: bytes) -> None:
    assert first_of_log((body,)) is None
    assert not has_left((body,))
    assert first_of_log(()) is None
    assert not has_left(())


def leave(one: OneSession) -> bool:
    one.session.leave(one.now)
    one.carry_out()
    return has_left(one.journal)


def test_who_leaves_in_mid_game_has_not_left_for_good() -> None:
    one = halfway()
    assert not leave(one)


def test_who_leaves_a_complete_game_has_left_it_for_good() -> None:
    one = OneSession(GameBuilder(2, "over"))
    while one.builder.log.expects is not None:
        one.play()
    assert leave(one)


def resigned() -> OneSession:
    """Give a seat whose note is signed and stands in the open round, which is a roll."""
    one = halfway()
    one.play_to(EventKind.LINK)
    one.session.resign(one.now)
    one.carry_out()
    return one


def test_who_has_resigned_has_left_for_good_once_the_others_have_the_note() -> None:
    one = resigned()
    assert not leave(one)
    for seat in one.others:
        one.hear(seat, one.status(seat, notes=1 << one.seat, events=0b111))
    assert one.session.may_leave(one.now)
    assert leave(one)


def test_who_has_resigned_and_finds_nobody_has_left_for_good() -> None:
    one = resigned()
    one.start()
    assert not leave(one)
    one.tick(30.0)
    assert leave(one)


def test_who_comes_back_all_the_same_and_says_something_has_not_left() -> None:
    one = OneSession(GameBuilder(2, "over"))
    one.journal.append(encode_journal_record(LeftRecord()))
    one.start()
    assert has_left(one.journal)
    one.answer(one.others)
    one.agree()
    assert one.mine()
    assert not has_left(one.journal)


def back_at(one: OneSession, number: int) -> None:
    """Let it come back without its log, and be given the rounds before this one alone."""
    builder = one.builder
    one.start(lose(one, 0))
    one.answer(one.others)
    one.hear_events(said for events in builder.rounds[:number] for said in events)
    one.hear(1, one.status(1, round_number=number, head=builder.log.heads[number], removal=0b100))
    assert one.session.view(one.now).round_number == number


def ballots(one: OneSession) -> list[SignedEvent]:
    return [said for said in one.mine() if said.event.kind in BALLOTS]


def rounds_of_links(one: OneSession) -> list[int]:
    return [
        number for number, events in enumerate(one.builder.rounds) if events[0].event.kind is EventKind.LINK
    ]


def test_nobody_votes_in_a_round_before_what_it_signed_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """8.18: else one that lies and one that has forgotten remove who was there, and nothing convicts."""
    monkeypatch.setattr("p2p.ledger.JOURNAL_BYTES", 1)
    one = halfway()
    back_at(one, rounds_of_links(one)[1])
    with pytest.raises(NotNow):
        one.session.propose_removal((2,), one.now)
    assert not ballots(one)


def test_nobody_keeps_in_a_round_before_what_it_signed_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """8.18: it may have voted there, and a keep beside the vote would convict it."""
    monkeypatch.setattr("p2p.ledger.JOURNAL_BYTES", 1)
    one = halfway()
    number = rounds_of_links(one)[1]
    back_at(one, number)
    head = one.builder.log.heads[number]
    vote = one.builder.sign(1, EventKind.VOTE, (0b100,), round_number=number, head=head)
    one.hear_events([vote, one.builder.rounds[number][2]])
    assert not ballots(one)


def test_nobody_votes_in_a_round_that_it_has_settled_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """8.18: the others may rest on the head that it told then, though it has signed nothing over it."""
    monkeypatch.setattr("p2p.ledger.JOURNAL_BYTES", 1)
    for seed in range(50):
        one = OneSession(GameBuilder(3, f"told {seed}", Ruleset(rows_to_end=2, most_rolls=20)))
        while (
            one.builder.log.expects is not None
            and one.session._voice.floor + 2 >= one.session._ledger.settled
        ):
            one.play()
        if one.builder.log.expects is not None:
            break
    else:
        raise AssertionError("nobody else has played on")
    number = one.session._voice.floor + 1
    [said] = one.builder.rounds[number]
    gone = said.event.seat
    assert gone != one.seat
    back_at(one, number)
    with pytest.raises(NotNow):
        one.session.propose_removal((gone,), one.now)


def from_a_backup(one: OneSession, number: int, own: SignedEvent) -> OneSession:
    """Give a client of before the game, that is shown `own` and given the rounds before this one alone."""
    builder = one.builder
    back = OneSession(builder, one.seat, ready=False)
    back.answer(back.others, [own])
    back.hear_events(said for events in builder.rounds[:number] for said in events)
    return back


def test_nobody_votes_or_keeps_before_what_it_is_shown_of_its_own() -> None:
    """8.18: it may have signed other ballots there, of which nothing is left in the folder."""
    one = halfway()
    number, newest = rounds_of_links(one)[1], one.mine()[-1]
    head = one.builder.log.heads[number]
    vote = one.builder.sign(1, EventKind.VOTE, (0b100,), round_number=number, head=head)
    back = from_a_backup(one, number, newest)
    assert back.session.view(back.now).round_number == number
    with pytest.raises(NotNow):
        back.session.propose_removal((2,), back.now)
    back.hear_events([vote, one.builder.rounds[number][2]])
    assert not ballots(back)


def test_nobody_votes_over_a_second_head_of_a_round() -> None:
    """8.10: it would convict itself."""
    one, second = decided()
    builder, number = one.builder, second.event.round_number
    [other] = {*one.others} - {second.event.seat}
    own = builder.sign(one.seat, EventKind.VOTE, (1 << other,))
    back = from_a_backup(one, number, own)
    back.hear_events([second])
    assert back.session.view(back.now).round_number == number + 1 == own.event.round_number
    with pytest.raises(NotNow):
        back.session.propose_removal((other,), back.now)


def decided() -> tuple[OneSession, SignedEvent]:
    """Give a session that has settled another seat's decision in the last round, and a second one there."""
    for seed in range(50):
        one = OneSession(GameBuilder(3, f"decided {seed}", Ruleset(rows_to_end=2, most_rolls=20)))
        while (expects := one.builder.log.expects) is not None:
            legal = list(one.builder.log.state.legal()) if expects.kind is EventKind.ACTION else []
            if len(legal) > 1 and expects.seats[0] != one.seat:
                before = one.builder.copy()
                one.play()
                [said] = one.builder.rounds[-1]
                second = before.sign(
                    expects.seats[0],
                    EventKind.ACTION,
                    next(decision.code for decision in legal if decision.code != said.event.body),
                )
                if one.builder.log.expects == (EventKind.LINK, (0, 1, 2)):
                    return one, second
            else:
                one.play()
    raise AssertionError


def test_a_round_that_was_settled_is_settled_no_other_way_when_its_log_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """8.18: the others may have lost theirs too, and show what a liar has shown them."""
    monkeypatch.setattr("p2p.ledger.JOURNAL_BYTES", 1)
    one, second = decided()
    builder, number = one.builder, second.event.round_number
    assert one.session.ledger.settled == number + 1
    one.start(lose(one, 0))
    one.answer(one.others)
    one.hear_events([said for events in builder.rounds[:number] for said in events])
    elsewhere = builder.copy()
    elsewhere.log = one.session.ledger.tip.copy()
    elsewhere.play_round({second.event.seat: second})
    one.hear_events([second])
    for seat in one.others:
        one.hear(seat, one.status(seat, round_number=number + 1, head=elsewhere.log.head))
    assert one.session.view(one.now).round_number == number + 1
    assert one.session.ledger.settled <= number
    before = one.mine()
    one.hear_events([elsewhere.speak(second.event.seat)])
    with pytest.raises(NotNow):
        one.session.resign(one.now)
    assert one.mine() == before
    [other] = {*one.others} - {second.event.seat}
    one.hear_events([*builder.rounds[number], builder.speak(other)])
    one.agree()
    assert one.session.ledger.settled == number + 1
    one.play()
    assert one.session.view(one.now).round_number == number + 2


def test_of_what_the_journal_tells_was_settled_the_latest_counts() -> None:
    one = halfway()
    told = [SettledRecord(number, one.builder.log.heads[number]) for number in (3, 5)]
    one.journal += map(encode_journal_record, told)
    one.start()
    assert one.session.ledger.remembered == told[-1]


def test_what_is_shown_to_it_of_its_own_is_remembered_though_too_far_ahead_to_be_held() -> None:
    """8.16: whoever has shown it may be away when it is started anew."""
    builder = halfway().builder
    newest = builder.rounds[-1][0]
    assert newest.event.round_number > WINDOW
    one = OneSession(builder, newest.event.seat, ready=False)
    one.answer(one.others[:1], [newest])
    assert one.session._voice.floor == newest.event.round_number
    written = len(one.journal)
    one.hear_events([newest])
    assert len(one.journal) == written
    one.start()
    assert one.session._voice.floor == newest.event.round_number


def test_who_is_shown_a_ballot_of_its_own_votes_in_no_round_before_it() -> None:
    """8.18: it has spoken over that round, and nothing would convict it of a vote there."""
    builder = GameBuilder(3, "shown").play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)
    after = builder.copy()
    after.play_round()
    for own, is_free in (builder.vote(0, (2,)), True), (after.vote(0, (2,)), False):
        one = OneSession(builder, ready=False)
        one.catch_up()
        one.answer(one.others, [own])
        one.agree()
        assert one.session.view(one.now).round_number == builder.log.round_number
        assert one.session._remover.may_propose(0b100) is is_free


def test_an_old_vote_holds_nobody_up_that_takes_its_log_from_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """8.18: what freed it then is gone everywhere, and so is the seat that gave it."""
    one = OneSession(GameBuilder(4, "voted", Ruleset(rows_to_end=2, most_rolls=20)))
    one.play_to(EventKind.LINK)
    one.play()
    one.play_to(EventKind.LINK)
    builder, number = one.builder, one.builder.log.round_number
    one.session.propose_removal((3,), one.now)
    for seat in (1, 2):
        one.hear(seat, one.status(seat, removal=0b1000))
    [vote] = ballots(one)
    said = [builder.speak(seat) for seat in range(4)]
    one.hear_events([*said, builder.keep(1, [said[3]], (3,))])
    builder.log.close(dict(enumerate(said)))
    builder.rounds.append(tuple(said))
    one.agree()
    while builder.log.expects is not None and 1 not in builder.log.expects.seats:
        one.play()
    one.hear_events(builder.remove((1,)))
    one.agree()
    monkeypatch.setattr("p2p.ledger.JOURNAL_BYTES", 1)
    one.play(3)
    assert one.session._ledger.remembered.round_number > number
    one.start(lose(one, 0))
    assert one.session._voice.ballots[number] == [vote]
    assert not one.session.ledger.heard.ballots(number, 0)
    one.answer((2, 3))
    one.tick(AWAY_SECONDS)
    one.catch_up()
    assert one.session.view(one.now).round_number == builder.log.round_number
