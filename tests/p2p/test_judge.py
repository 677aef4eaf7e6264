"""Each way to be wrong has one name, and leaves the log as it was (protocol.md, clauses 5.5 and 7.8)."""

from functools import cache
from typing import Any

import pytest

from core.decision import DECISIONS
from core.ruleset import Ruleset
from p2p.bids import MAX_BID, commit_bid
from p2p.encoding import Value
from p2p.event import (
    Event,
    EventKind,
    EventMalformed,
    EventRefused,
    EventSignatureWrong,
    SignedEvent,
    check_signature,
    sign_event,
)
from p2p.journal_records import Opening
from p2p.judge import (
    NOTE_TAKERS,
    BidTooHigh,
    IllegalAction,
    WrongGame,
    WrongHead,
    WrongLink,
    WrongNote,
    WrongOpening,
    WrongRound,
    WrongSeal,
    WrongSeat,
    close_judged,
    judge,
)
from p2p.log import Log
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.protocol_strategies import OTHER_KEY

RULES = Ruleset(rows_to_end=1, most_rolls=12)
SPOKEN_KINDS = [kind for kind in EventKind if kind not in {EventKind.NOTE, EventKind.VOTE, EventKind.KEEP}]
BAD_BODIES: dict[EventKind, tuple[tuple[Value, ...], ...]] = {
    EventKind.START: ((0,), (b"",), ((),)),
    EventKind.LINK: ((), (bytes(31),), (bytes(33),), (0,), (bytes(32), bytes(32))),
    EventKind.ACTION: (
        (),
        (0,),
        (6, 0),
        (0, 5, 0),
        (0, 0, 4),
        (1, 0, 2),
        (5, 0, 0),
        (b"", 0),
        ((0,), 0, 0),
        (2**63, 0),
    ),
    EventKind.COMMITMENT: ((), (bytes(31),), ("x" * 32,), (bytes(32), 0)),
    EventKind.OPENING: ((), (0,), (0, bytes(31)), (b"", bytes(32)), ((0,), bytes(32)), (0, bytes(32), 0)),
    EventKind.SEAL: (),
}


@cache
def at(kind: EventKind) -> GameBuilder:
    """A game of three seats whose open round awaits `kind`; copy it before it is played on."""
    game = GameBuilder(3, "judge", RULES).play_to(kind)
    assert game.log.expects is not None
    return game


def honest(game: GameBuilder) -> Event:
    assert game.log.expects is not None
    return game.copy().speak(game.log.expects.seats[0]).event


def picture(log: Log) -> tuple[Any, ...]:
    """Everything that a log remembers."""
    return (
        log.state.snapshot(),
        log.heads.copy(),
        log.link_indexes.copy(),
        log.expects,
        log.last_roll,
        log.last_links.copy(),
        log.spoken.copy(),
        log.commitments.copy(),
        log.digest,
    )


def refused(game: GameBuilder, event: Event, error: type[EventRefused]) -> EventRefused:
    """Sign it by its author's own key, and show that it is refused by this name and changes nothing."""
    if event.seat < len(game.players):
        signed = sign_event(event, game.players[event.seat].key)
        check_signature(signed, game.genesis.seats[event.seat].key)
    before = picture(game.log)
    with pytest.raises(EventRefused) as caught:
        judge(game.log, event)
    assert type(caught.value) is error
    assert (caught.value.seat, caught.value.round_number) == (event.seat, event.round_number)
    assert picture(game.log) == before
    return caught.value


@pytest.mark.parametrize("kind", SPOKEN_KINDS)
def test_what_an_honest_seat_says_is_taken(kind: EventKind) -> None:
    game = at(kind)
    judge(game.log, honest(game))


@pytest.mark.parametrize("kind", SPOKEN_KINDS)
def test_another_game_round_head_or_seat_has_its_name(kind: EventKind) -> None:
    game = at(kind)
    event = honest(game)
    refused(game, event._replace(game_id=bytes(32)), WrongGame)
    refused(game, event._replace(head=bytes(32)), WrongHead)
    refused(game, event._replace(round_number=event.round_number + 1), WrongRound)
    refused(game, event._replace(seat=3), WrongSeat)
    if event.round_number:
        refused(game, event._replace(round_number=event.round_number - 1), WrongRound)
        refused(game, event._replace(head=game.log.heads[-2]), WrongHead)


@pytest.mark.parametrize("kind", SPOKEN_KINDS)
@pytest.mark.parametrize("other", SPOKEN_KINDS)
def test_a_kind_that_is_not_awaited_is_of_a_wrong_round(kind: EventKind, other: EventKind) -> None:
    if kind is not other:
        game = at(kind)
        refused(game, honest(game)._replace(kind=other), WrongRound)


@pytest.mark.parametrize(
    ("kind", "body"), [(kind, body) for kind, many in BAD_BODIES.items() for body in many]
)
def test_a_body_out_of_form_is_malformed(kind: EventKind, body: tuple[Value, ...]) -> None:
    game = at(kind)
    refused(game, honest(game)._replace(body=body), EventMalformed)


@pytest.mark.parametrize("kind", SPOKEN_KINDS)
def test_another_keys_signature_is_refused(kind: EventKind) -> None:
    game = at(kind)
    event = honest(game)
    forged = sign_event(event, OTHER_KEY)
    with pytest.raises(EventSignatureWrong):
        check_signature(forged, game.genesis.seats[event.seat].key)


def test_an_action_of_a_seat_that_is_not_the_roller_is_of_a_wrong_seat() -> None:
    game = at(EventKind.ACTION)
    event = honest(game)
    for seat in {0, 1, 2} - {event.seat}:
        refused(game, event._replace(seat=seat), WrongSeat)


def test_every_decision_is_legal_or_names_the_rule_against_it() -> None:
    game = at(EventKind.ACTION)
    legal = [decision.code for decision in game.log.state.legal()]
    for code, decision in DECISIONS.items():
        event = honest(game)._replace(body=code)
        if code in legal:
            judge(game.log, event)
        else:
            refusal = game.log.state.why_not(decision)
            assert refusal is not None
            assert refused(game, event, IllegalAction).detail == refusal.rule


def why(log: Log, event: Event) -> EventRefused | None:
    try:
        judge(log, event)
    except EventRefused as refusal:
        return refusal
    return None


@pytest.mark.parametrize("kind", SPOKEN_KINDS)
def test_a_whole_round_is_closed_or_refused_as_its_events_are(kind: EventKind) -> None:
    log = at(kind).log
    assert log.expects is not None
    events = [at(kind).copy().speak(seat) for seat in log.expects.seats]
    bodies, ids = [one.event.body for one in events], [one.event_id for one in events]
    wrong = [*BAD_BODIES[kind], (0, bytes(32)), (bytes(32),), *DECISIONS]
    refusals = 0
    for place, one in enumerate(events):
        for body in wrong:
            error = why(log, one.event._replace(body=body))
            if error is None:
                continue
            refusals += 1
            told, before = log.copy(), picture(log)
            with pytest.raises(EventRefused) as caught:
                close_judged(told, [*bodies[:place], body, *bodies[place + 1 :]], ids)
            assert (type(caught.value), caught.value.detail) == (type(error), error.detail)
            assert picture(told) == before
    assert refusals
    closed, closed_so = log.copy(), log.copy()
    close_judged(closed, bodies, ids)
    closed_so.close({one.event.seat: one for one in events})
    assert picture(closed) == picture(closed_so) != picture(log)


def test_a_link_of_another_index_seat_or_game_does_not_fit() -> None:
    game = at(EventKind.LINK).copy().play(1).play_to(EventKind.LINK)
    event = honest(game)
    chains = [player.chain for player in game.players]
    index = game.log.link_indexes[-1]
    others = [
        chains[event.seat].link(index - 1),
        chains[event.seat].link(index + 1),
        chains[(event.seat + 1) % 3].link(index),
        game.genesis.seats[event.seat].anchor,
        bytes(32),
    ]
    for link in others:
        refused(game, event._replace(body=(link,)), WrongLink)


def commitments(game: GameBuilder, **instead: Any) -> dict[int, SignedEvent]:
    """A round of commitments in which seat 0's is made as told."""
    log, key = game.log, game.players[0].key
    made = {seat: game.commit(seat, 1) for seat in (0, 1, 2)}
    parts: dict[str, Any] = {
        "game_id": log.genesis.game_id,
        "round_number": log.round_number,
        "seat": 0,
        "key": key.public,
    }
    opening = instead.pop("opening", Opening(1, bytes(32)))
    made[0] = game.sign(0, EventKind.COMMITMENT, (commit_bid(opening=opening, **(parts | instead)),))
    return made


def test_the_openings_of_a_seat_that_commits_honestly_are_taken_up_to_all_its_money() -> None:
    money = at(EventKind.COMMITMENT).log.state.money[0]
    for bid in (0, 1, money):
        game = at(EventKind.COMMITMENT).copy()
        game.play_round(commitments(game, opening=Opening(bid, bytes(32))))
        judge(game.log, game.sign(0, EventKind.OPENING, (bid, bytes(32))).event)
        refused(game, game.sign(0, EventKind.OPENING, (bid + 1, bytes(32))).event, WrongOpening)
        refused(game, game.sign(0, EventKind.OPENING, (bid, bytes(31) + b"\1")).event, WrongOpening)


@pytest.mark.parametrize("above", [1, 1000, MAX_BID])
def test_a_bid_above_the_money_has_its_name_when_it_is_opened(above: int) -> None:
    game = at(EventKind.COMMITMENT).copy()
    bid = min(game.log.state.money[0] + above, MAX_BID - 1)
    game.play_round(commitments(game, opening=Opening(bid, bytes(32))))
    refused(game, game.sign(0, EventKind.OPENING, (bid, bytes(32))).event, BidTooHigh)


def test_a_commitment_copied_from_another_seat_cannot_be_opened() -> None:
    game = at(EventKind.COMMITMENT).copy()
    made = commitments(game)
    made[1] = game.sign(1, EventKind.COMMITMENT, made[0].event.body)
    game.play_round(made)
    judge(game.log, game.sign(0, EventKind.OPENING, (1, bytes(32))).event)
    refused(game, game.sign(1, EventKind.OPENING, (1, bytes(32))).event, WrongOpening)


@pytest.mark.parametrize(
    "instead", [{"round_number": 0}, {"seat": 1}, {"game_id": bytes(32)}, {"key": OTHER_KEY.public}]
)
def test_a_commitment_of_another_round_seat_game_or_key_cannot_be_opened(instead: dict[str, Any]) -> None:
    game = at(EventKind.COMMITMENT).copy()
    game.play_round(commitments(game, **instead))
    refused(game, game.sign(0, EventKind.OPENING, (1, bytes(32))).event, WrongOpening)


def test_a_seal_with_any_other_result_has_its_name() -> None:
    game = at(EventKind.SEAL)
    event = honest(game)
    reason, winners, money = event.body
    assert isinstance(winners, tuple)
    assert isinstance(money, tuple)
    others: tuple[tuple[Value, ...], ...] = (
        (),
        (reason, winners),
        (0 if reason else 1, winners, money),
        (reason, (*winners, 3), money),
        (reason, (), money),
        (reason, winners, (*money[:-1], money[-1] + 1)),
        (reason, winners, money, 0),
        (b"", winners, money),
    )
    for body in others:
        refused(game, event._replace(body=body), WrongSeal)


def test_nothing_follows_the_last_seal() -> None:
    game = at(EventKind.SEAL).copy()
    event = honest(game)
    game.play()
    refused(game, event, WrongRound)
    refused(game, game.sign(0, EventKind.NOTE, (event.round_number, bytes(32))).event, WrongRound)


@pytest.mark.parametrize("kind", sorted(NOTE_TAKERS))
def test_a_note_stands_in_its_own_round(kind: EventKind) -> None:
    game = at(kind)
    assert game.log.expects is not None
    judge(game.log, game.note(game.log.expects.seats[0]).event)


@pytest.mark.parametrize("kind", [EventKind.START, EventKind.SEAL])
def test_no_note_stands_in_the_first_or_the_last_round(kind: EventKind) -> None:
    game = at(kind)
    refused(game, game.note(0).event, WrongNote)


@pytest.mark.parametrize("kind", sorted(NOTE_TAKERS))
def test_a_note_out_of_form_or_with_a_wrong_head_or_link_has_its_name(kind: EventKind) -> None:
    game = at(kind)
    assert game.log.expects is not None
    note = game.note(game.log.expects.seats[0]).event
    first, link = note.body
    assert isinstance(first, int)
    for body in ((), (first,), (first + 2, link), (first, bytes(31)), (b"", link), (first, link, 0)):
        refused(game, note._replace(body=body), EventMalformed)
    refused(game, note._replace(head=bytes(32)), WrongHead)
    refused(game, note._replace(body=(first, bytes(32))), WrongLink)
    refused(game, note._replace(body=(first + 1, link)), WrongNote)
    refused(game, note._replace(game_id=bytes(32)), WrongGame)
    refused(game, note._replace(seat=3), WrongSeat)


def test_a_note_of_a_later_round_does_not_stand_yet() -> None:
    game = at(EventKind.ACTION)
    note = honest(game)._replace(kind=EventKind.NOTE)
    later = note.round_number + 1
    refused(game, note._replace(round_number=later, body=(later, bytes(32))), WrongNote)


def test_a_note_signed_while_others_spoke_stands_in_the_next_round_that_awaits_its_seat() -> None:
    game = at(EventKind.ACTION).copy()
    roller = honest(game).seat
    note = game.note((roller + 1) % 3)
    refused(game, note.event, WrongSeat)
    game.play_to(EventKind.LINK)
    judge(game.log, note.event)


def test_a_note_signed_after_the_seats_event_stands_in_the_next_round_and_not_before() -> None:
    game = at(EventKind.LINK).copy()
    note = game.note(0, has_spoken=True)
    refused(game, note.event, WrongNote)
    early = game.note(0)
    game.play_round()
    game.play_to(EventKind.LINK)
    judge(game.log, note.event)
    refused(game, early.event, WrongNote)


def test_a_note_from_before_a_later_event_of_its_seat_does_not_stand() -> None:
    game = at(EventKind.LINK).copy()
    note = game.note(0, has_spoken=True)
    game.play_round()
    game.play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)
    refused(game, note.event, WrongNote)


def test_a_note_carries_the_link_of_the_roll_that_comes_next() -> None:
    game = at(EventKind.LINK).copy()
    index = game.log.link_indexes[-1]
    note = game.note(0, has_spoken=True).event
    first = note.body[0]
    assert note.body[1] == game.players[0].chain.link(index + 1)
    game.play_round()
    game.play_to(EventKind.LINK)
    old = note._replace(body=(first, game.players[0].chain.link(index)))
    refused(game, old, WrongLink)
