"""Logs tampered with one field at a time and signed again: which event is named, whose, and why."""

from collections.abc import Callable, Sequence

import pytest

from core.decision import DECISIONS
from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.encoding import Value, decode, encode
from p2p.event import Event, EventKind, SignedEvent, event_id
from p2p.genesis import MAX_GENESIS_BYTES, Genesis
from p2p.keys import SigningKey
from p2p.records import GenesisRecord, encode_log_record
from p2p.verdict import Fault, Finding, Report, Verdict
from tests.p2p.gamebuilder import GameBuilder, Round, genesis_body, log_bytes, round_body, whole_game

MEDIUM = Ruleset(most_rolls=40)
STRANGER = SigningKey(b"\x05" * 32)
SMALL_ORDER = b"\x01" + bytes(31)


def game_at(kind: EventKind, seats: int = 3) -> GameBuilder:
    """Give a game whose open round is of this kind."""
    return GameBuilder(seats, "tamper", MEDIUM).play_to(kind)


def audit_rounds(
    game: GameBuilder, rounds: Sequence[Sequence[SignedEvent]], *, every_signature: bool = False
) -> Report:
    bodies = [genesis_body(game.genesis), *map(round_body, rounds)]
    return audit_log(log_bytes(bodies), every_signature=every_signature)


def audit_with(game: GameBuilder, *instead: SignedEvent) -> Finding:
    """Audit the game with these events in its open round, and give the finding about that round."""
    by_seat = {signed.event.seat: signed for signed in instead}
    report = audit_rounds(game, [*game.rounds, tuple(game.awaited(by_seat).values())])
    assert report.verdict is Verdict.BROKEN
    assert report.rounds == len(game.rounds)
    return report.findings[0]


def spoiled(signed: SignedEvent) -> SignedEvent:
    """Give the event with one bit of its signature changed."""
    return signed._replace(
        signature=signed.signature[:40] + bytes((signed.signature[40] ^ 1,)) + signed.signature[41:]
    )


def changed(rounds: Sequence[Round], number: int, seat: int, new: SignedEvent) -> list[Round]:
    """Give the rounds with another event of this seat in this round."""
    told = tuple(new if one.event.seat == seat else one for one in rounds[number])
    return [*rounds[:number], told, *rounds[number + 1 :]]


def test_a_spoiled_signature_that_is_not_a_last_one_shows_only_among_all() -> None:
    game = whole_game(3, "a")
    rounds = changed(game.rounds, 5, game.rounds[5][0].event.seat, spoiled(game.rounds[5][0]))
    assert audit_rounds(game, rounds).verdict is Verdict.COMPLETE
    report = audit_rounds(game, rounds, every_signature=True)
    event = game.rounds[5][0].event
    assert report.verdict is Verdict.BROKEN
    assert report.findings[0].fault is Fault.SIGNATURE_WRONG
    assert (report.findings[0].round_number, report.findings[0].seat) == (5, event.seat)
    assert report.findings[0].kind is event.kind


@pytest.mark.parametrize("every_signature", [False, True])
@pytest.mark.parametrize("seat", range(3))
def test_a_spoiled_last_signature_is_broken_and_names_its_event(seat: int, every_signature: bool) -> None:
    game = whole_game(3, "a")
    last = len(game.rounds) - 1
    rounds = changed(game.rounds, last, seat, spoiled(game.rounds[last][seat]))
    report = audit_rounds(game, rounds, every_signature=every_signature)
    [finding] = report.findings
    assert report.verdict is Verdict.BROKEN
    assert finding.fault is Fault.SIGNATURE_WRONG
    assert (finding.round_number, finding.seat, finding.kind) == (last, seat, EventKind.SEAL)
    assert finding.signed is False
    assert finding.offset is not None


def test_the_last_signature_of_an_unfinished_log_counts_too() -> None:
    game = GameBuilder(2).play(3)
    report = audit_rounds(game, changed(game.rounds, 2, 0, spoiled(game.rounds[2][0])))
    faults = [finding.fault for finding in report.findings]
    assert game.rounds[2][0].event.seat == 0
    assert report.verdict is Verdict.BROKEN
    assert faults == [Fault.SIGNATURE_WRONG, Fault.WAITING]


def test_swapped_keys_answer_for_nothing() -> None:
    game = GameBuilder(2)
    game.players = game.players[::-1]
    bodies = [genesis_body(game.genesis), round_body(tuple(game.awaited().values()))]
    report = audit_log(log_bytes(bodies))
    assert [finding.fault for finding in report.findings][:2] == [Fault.SIGNATURE_WRONG] * 2


def test_one_payload_signed_in_two_ways_is_one_event() -> None:
    game = whole_game(2, "a")
    last = game.rounds[-1][1]
    again = game.sign(
        1, last.event.kind, last.event.body, round_number=last.event.round_number, head=last.event.head
    )
    assert again.event_id == last.event_id
    assert (
        audit_rounds(game, changed(game.rounds, len(game.rounds) - 1, 1, again)).verdict is Verdict.COMPLETE
    )


def test_after_a_changed_event_its_own_signature_is_the_first_finding() -> None:
    game = game_at(EventKind.ACTION)
    [honest] = game.awaited().values()
    other = next(one for one in game.log.state.legal() if one.code != honest.event.body)
    payload = game.sign(honest.event.seat, EventKind.ACTION, other.code).payload
    forged = SignedEvent(payload, honest.signature, honest.event._replace(body=other.code), event_id(payload))
    number = game.log.round_number
    game.play()
    report = audit_rounds(game, [*game.rounds[:number], (forged,), *game.rounds[number + 1 :]])
    first, second = report.findings
    assert (first.fault, first.round_number, first.seat) == (Fault.SIGNATURE_WRONG, number, honest.event.seat)
    assert second.fault is Fault.EVENT_REFUSED
    assert second.round_number == number + 1


def test_an_illegal_action_names_the_rule_and_the_key_that_answers() -> None:
    game = game_at(EventKind.ACTION)
    [seat] = game.log.state.awaited
    illegal = next(one for one in DECISIONS.values() if not game.log.state.is_legal(one))
    refusal = game.log.state.why_not(illegal)
    finding = audit_with(game, game.sign(seat, EventKind.ACTION, illegal.code))
    assert refusal is not None
    assert (finding.fault, finding.error, finding.detail) == (
        Fault.EVENT_REFUSED,
        "IllegalAction",
        refusal.rule,
    )
    assert (finding.seat, finding.round_number, finding.signed) == (seat, game.log.round_number, True)


def test_an_illegal_action_under_a_strange_key_convicts_nobody() -> None:
    game = game_at(EventKind.ACTION)
    [seat] = game.log.state.awaited
    illegal = next(one for one in DECISIONS.values() if not game.log.state.is_legal(one))
    finding = audit_with(game, game.sign(seat, EventKind.ACTION, illegal.code, key=STRANGER))
    assert (finding.error, finding.signed) == ("IllegalAction", False)


Change = Callable[[GameBuilder], SignedEvent]


def _opening(bid: int) -> Change:
    return lambda game: game.sign(0, EventKind.OPENING, (bid, b"n" * 32))


@pytest.mark.parametrize(
    ("kind", "change", "error"),
    [
        (EventKind.LINK, lambda game: game.sign(0, EventKind.LINK, (b"l" * 32,)), "WrongLink"),
        (
            EventKind.LINK,
            lambda game: game.sign(0, EventKind.LINK, (game.players[1].chain.link(0),)),
            "WrongLink",
        ),
        (
            EventKind.LINK,
            lambda game: game.sign(0, EventKind.LINK, (game.players[0].chain.link(1),)),
            "WrongLink",
        ),
        (EventKind.LINK, lambda game: game.sign(0, EventKind.LINK, ()), "EventMalformed"),
        (EventKind.LINK, lambda game: game.sign(0, EventKind.START), "WrongRound"),
        (EventKind.LINK, lambda game: _link(game, round_number=0), "WrongRound"),
        (EventKind.LINK, lambda game: _link(game, head=b"h" * 32), "WrongHead"),
        (EventKind.LINK, lambda game: _link(game, game_id=b"g" * 32), "WrongGame"),
        (
            EventKind.COMMITMENT,
            lambda game: game.sign(0, EventKind.COMMITMENT, (b"short",)),
            "EventMalformed",
        ),
        (EventKind.OPENING, _opening(1), "WrongOpening"),
        (EventKind.OPENING, _opening(2**40), "WrongOpening"),
        (EventKind.SEAL, lambda game: game.sign(0, EventKind.SEAL, (0, (0,), (1, 2, 3))), "WrongSeal"),
        (EventKind.SEAL, lambda game: game.note(0), "WrongNote"),
        (EventKind.START, lambda game: game.note(0), "WrongNote"),
    ],
)
def test_a_wrong_event_is_named_with_its_error(kind: EventKind, change: Change, error: str) -> None:
    game = game_at(kind)
    finding = audit_with(game, change(game))
    assert (finding.fault, finding.error, finding.seat) == (Fault.EVENT_REFUSED, error, 0)
    assert finding.signed is True


def _link(game: GameBuilder, **fields: object) -> SignedEvent:
    honest = game.speak(0).event
    return game.sign(0, honest.kind, honest.body, **fields)  # type: ignore[arg-type]


def test_a_bid_above_the_money_is_refused_when_it_is_opened() -> None:
    game = game_at(EventKind.COMMITMENT)
    game.play_round({0: game.commit(0, game.log.state.money[0] + 1)})
    assert audit_with(game).error == "BidTooHigh"


def test_a_copied_commitment_cannot_be_opened() -> None:
    game = game_at(EventKind.COMMITMENT)
    copied = game.commit(1, 3).event.body
    game.play_round({0: game.sign(0, EventKind.COMMITMENT, copied)})
    opening = game.speak(1).event.body
    assert audit_with(game, game.sign(0, EventKind.OPENING, opening)).error == "WrongOpening"


def test_events_of_another_game_are_not_of_this_one() -> None:
    game, other = GameBuilder(2, "a").play(4), GameBuilder(2, "z").play(4)
    report = audit_rounds(game, [*game.rounds, other.rounds[0]])
    assert (report.verdict, report.findings[0].error) == (Verdict.BROKEN, "WrongGame")
    assert report.rounds == 4


@pytest.mark.parametrize("place", range(1, 9))
def test_no_record_may_be_doubled_dropped_or_swapped(place: int) -> None:
    bodies = whole_game(3, "a").bodies()
    doubled = [*bodies[: place + 1], *bodies[place:]]
    dropped = [*bodies[:place], *bodies[place + 1 :]]
    swapped = [*bodies[:place], bodies[place + 1], bodies[place], *bodies[place + 2 :]]
    for spoiled_bodies in (doubled, dropped, swapped):
        report = audit_log(log_bytes(spoiled_bodies))
        assert (report.verdict, report.findings[0].fault) == (Verdict.BROKEN, Fault.EVENT_REFUSED)


def test_a_second_genesis_is_out_of_place() -> None:
    bodies = whole_game(2, "a").bodies()
    report = audit_log(log_bytes([bodies[0], *bodies]))
    assert (report.verdict, report.findings[0].fault) == (Verdict.BROKEN, Fault.OUT_OF_PLACE)


def test_nothing_may_follow_the_last_seal() -> None:
    game = whole_game(2, "a")
    report = audit_rounds(game, [*game.rounds, game.rounds[-1]])
    assert (report.verdict, report.findings[0].fault) == (Verdict.BROKEN, Fault.AFTER_END)


def test_a_seat_seals_once() -> None:
    game = GameBuilder(3).play_to(EventKind.SEAL)
    seals = game.awaited()
    report = audit_rounds(game, [*game.rounds, (seals[1],), (seals[0], seals[1])])
    assert (report.verdict, report.findings[0].fault) == (Verdict.BROKEN, Fault.SEALED_TWICE)
    assert report.findings[0].seat == 1


@pytest.mark.parametrize(
    "shape",
    [
        lambda events: events[:-1],
        lambda events: events[::-1],
        lambda events: (*events, events[0]),
        lambda events: (events[0], events[0], *events[2:]),
    ],
)
def test_a_round_is_whole_and_in_seat_order(shape: Callable[[Round], Round]) -> None:
    game = GameBuilder(3).play(1)
    report = audit_rounds(game, [*game.rounds, shape(tuple(game.awaited().values()))])
    assert (report.verdict, report.findings[0].fault) == (Verdict.BROKEN, Fault.ROUND_NOT_WHOLE)
    assert (report.findings[0].round_number, report.findings[0].kind) == (1, EventKind.LINK)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (encode((9, ())), Fault.RECORD_REFUSED),
        (encode((1, ())), Fault.RECORD_REFUSED),
        (encode((1, 2, 3)), Fault.RECORD_REFUSED),
        (encode("text"), Fault.RECORD_REFUSED),
        (b"\xdc\x00\x02\x01\x90", Fault.RECORD_REFUSED),
        (b"\x92\x01\xc0", Fault.RECORD_REFUSED),
        (encode((1, ((b"payload", bytes(64)),))), Fault.EVENT_REFUSED),
        (encode((1, ((b"payload", bytes(63)),))), Fault.EVENT_REFUSED),
    ],
)
def test_a_record_that_says_nothing_known_is_broken(body: bytes, fault: Fault) -> None:
    game = GameBuilder(2).play(2)
    report = audit_log(log_bytes([*game.bodies(), body]))
    assert (report.verdict, report.findings[0].fault) == (Verdict.BROKEN, fault)
    assert report.rounds == 2


def test_an_event_of_an_unknown_kind_is_broken() -> None:
    game = GameBuilder(2).play(2)
    payload = encode((99, game.genesis.game_id, 2, game.log.head, 0, ()))
    report = audit_log(log_bytes([*game.bodies(), encode((1, ((payload, bytes(64)),)))]))
    assert (report.findings[0].fault, report.findings[0].error) == (Fault.EVENT_REFUSED, "EventKindUnknown")


def _first_key(new: bytes) -> Callable[[Genesis], Value]:
    def change(genesis: Genesis) -> Value:
        first, *rest = genesis.seats
        entries = [(first.name, new, first.curve_key, first.anchor)]
        return tuple(entries + [(one.name, one.key, one.curve_key, one.anchor) for one in rest])

    return change


@pytest.mark.parametrize(
    ("index", "change"),
    [
        (5, _first_key(SMALL_ORDER)),
        (5, _first_key(b"\xff" * 32)),
        (5, lambda _: ()),
        (4, lambda _: b"short"),
        (3, lambda _: (4, (), 30, 5, 2, 8, 2**40)),
    ],
)
def test_a_genesis_that_nobody_may_sign_is_broken(index: int, change: Callable[[Genesis], Value]) -> None:
    game = whole_game(2, "a")
    fields = decode(game.genesis.data, MAX_GENESIS_BYTES)
    assert isinstance(fields, tuple)
    data = encode((*fields[:index], change(game.genesis), *fields[index + 1 :]))
    report = audit_log(log_bytes([encode_log_record(GenesisRecord(data)), *game.bodies()[1:]]))
    assert (report.verdict, report.findings[0].fault) == (Verdict.BROKEN, Fault.GENESIS_REFUSED)
    assert report.findings[0].detail


def test_an_event_of_a_seat_that_nobody_has_is_refused() -> None:
    game = GameBuilder(2).play(1)
    event = Event(EventKind.LINK, game.genesis.game_id, 1, game.log.head, 3, (bytes(32),))
    wrong = game.sign(0, EventKind.LINK, (bytes(32),))._replace(event=event)
    payload = encode((int(event.kind), event.game_id, 1, event.head, 3, event.body))
    report = audit_rounds(game, [*game.rounds, (wrong._replace(payload=payload),)])
    assert (report.findings[0].error, report.findings[0].signed) == ("WrongSeat", False)
