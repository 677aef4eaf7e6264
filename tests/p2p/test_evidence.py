"""Which pairs of signed events convict, for every pair of kinds (protocol.md, clause 8.10)."""

from itertools import product

import pytest
from hypothesis import given

from p2p.ballot import BALLOTS
from p2p.encoding import Value
from p2p.event import Event, EventKind, EventMalformed, EventSignatureWrong, SignedEvent, sign_event
from p2p.evidence import NotEvidence, check_evidence, contradict
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.protocol_strategies import KEY, OTHER_KEY, events

GAME = GameBuilder(3, "evidence")
NOTE, SEAL, VOTE, KEEP = EventKind.NOTE, EventKind.SEAL, EventKind.VOTE, EventKind.KEEP
ROUND = 5
SPOKEN = [kind for kind in EventKind if kind not in BALLOTS]
PAIRS = list(product(SPOKEN, repeat=2))


def said(kind: EventKind, number: int = ROUND, later: int = 0, **fields: object) -> SignedEvent:
    """An event of seat 1; only what a contradiction looks at is filled in sensibly."""
    body = (number + later, bytes(32)) if kind is NOTE else (int(kind),)
    event = Event(kind, GAME.genesis.game_id, number, bytes(32), 1, body)
    return sign_event(event._replace(**fields), GAME.players[1].key)  # type: ignore[arg-type]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_events_of_one_round(one: EventKind, other: EventKind) -> None:
    first, second = said(one), said(other, head=bytes([1]) * 32)
    assert contradict(first, second)
    assert contradict(second, first)
    assert check_evidence(GAME.genesis, first, second) == 1


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_events_of_different_rounds_contradict_only_a_note(one: EventKind, other: EventKind) -> None:
    for first, second in ((said(one, 5), said(other, 6)), (said(one, 5), said(other, 2**32 - 1))):
        both_notes = one is other is NOTE
        after_a_note = one is NOTE and other is not SEAL
        assert contradict(first, second) == contradict(second, first) == (both_notes or after_a_note)


@pytest.mark.parametrize("kind", [kind for kind in SPOKEN if kind is not NOTE])
def test_a_note_after_the_seats_event_of_the_round_does_not_contradict_it(kind: EventKind) -> None:
    note = said(NOTE, later=1)
    assert not contradict(note, said(kind))
    assert contradict(note, said(kind, ROUND + 1)) == (kind is not SEAL)


@pytest.mark.parametrize("kind", SPOKEN)
def test_two_signatures_over_one_payload_are_one_event(kind: EventKind) -> None:
    one = said(kind)
    other = one._replace(signature=KEY.sign(one.payload))
    assert not contradict(one, one)
    assert not contradict(one, other)


@given(events(), events())
def test_another_seat_or_game_never_contradicts(one: Event, other: Event) -> None:
    first, second = sign_event(one, KEY), sign_event(other, KEY)
    if (one.game_id, one.seat) != (other.game_id, other.seat):
        assert not contradict(first, second)


def test_two_seats_or_another_game_convict_nobody() -> None:
    one = said(EventKind.LINK)
    for other in (said(EventKind.ACTION, seat=2), said(EventKind.ACTION, game_id=bytes(32))):
        with pytest.raises(NotEvidence):
            check_evidence(GAME.genesis, one, other)
    pair = [said(kind, game_id=bytes(32)) for kind in (EventKind.LINK, EventKind.ACTION)]
    with pytest.raises(NotEvidence):
        check_evidence(GAME.genesis, *pair)


def test_a_seat_that_the_game_has_not_convicts_nobody() -> None:
    pair = [said(kind, seat=3) for kind in (EventKind.LINK, EventKind.ACTION)]
    with pytest.raises(NotEvidence):
        check_evidence(GAME.genesis, *pair)


@pytest.mark.parametrize("place", [0, 1])
def test_a_wrong_signature_convicts_nobody(place: int) -> None:
    pair = [said(EventKind.LINK), said(EventKind.ACTION)]
    pair[place] = sign_event(pair[place].event, OTHER_KEY)
    with pytest.raises(EventSignatureWrong):
        check_evidence(GAME.genesis, *pair)


def test_a_note_out_of_form_is_named() -> None:
    with pytest.raises(EventMalformed):
        check_evidence(GAME.genesis, said(NOTE, body=()), said(EventKind.LINK))


def test_an_honest_game_holds_no_contradiction() -> None:
    game = GameBuilder(3, "honest")
    game.play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)
    game.resign(2, has_spoken=True)
    game.play()
    everything = [one for played in game.rounds for one in played]
    assert any(one.event.kind is NOTE for one in everything)
    assert not any(contradict(one, other) for one, other in product(everything, repeat=2))


def balloted(kind: EventKind, *body: Value, head: bytes = bytes(32)) -> SignedEvent:
    return said(kind, body=body, head=head)


@pytest.mark.parametrize("kind", SPOKEN)
@pytest.mark.parametrize("ballot", [balloted(VOTE, 0b100), balloted(KEEP, 0b100, (bytes(32),))])
def test_a_ballot_stands_beside_any_event_over_the_same_head(kind: EventKind, ballot: SignedEvent) -> None:
    assert not contradict(ballot, said(kind))
    assert not contradict(said(kind), ballot)
    assert not contradict(ballot, said(kind, ROUND + 1))
    assert not contradict(ballot, said(kind, ROUND - 1))


@pytest.mark.parametrize("kind", SPOKEN)
def test_a_ballot_over_another_head_than_the_seats_event_convicts(kind: EventKind) -> None:
    ballot = balloted(VOTE, 0b100, head=bytes([1]) * 32)
    assert check_evidence(GAME.genesis, ballot, said(kind)) == 1


@pytest.mark.parametrize(
    ("one", "other", "convicts"),
    [
        (balloted(VOTE, 0b001), balloted(VOTE, 0b100), True),
        (balloted(VOTE, 0b001), balloted(VOTE, 0b101), False),
        (balloted(VOTE, 0b001), balloted(KEEP, 0b001, (bytes(32),)), True),
        (balloted(VOTE, 0b101), balloted(KEEP, 0b001, (bytes(32),)), False),
        (balloted(KEEP, 0b001, (bytes(32),)), balloted(KEEP, 0b001, (bytes([1]) * 32,)), True),
        (balloted(KEEP, 0b001, (bytes(32),)), balloted(KEEP, 0b100, (bytes(32),)), False),
        (balloted(VOTE, 0b001), balloted(VOTE, 0b001, head=bytes([1]) * 32), True),
    ],
)
def test_which_two_ballots_of_a_round_convict(one: SignedEvent, other: SignedEvent, convicts: bool) -> None:
    assert contradict(one, other) == contradict(other, one) == convicts


def test_ballots_of_different_rounds_convict_nobody() -> None:
    later = said(VOTE, ROUND + 1, body=(0b100,))
    assert not contradict(balloted(VOTE, 0b001), later)
