"""Every message in every state: whole, twice, late, out of order, cut, with a bit flipped, or made up."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import combinations
from random import Random
from typing import Final

import pytest

from p2p.event import Event, EventKind, SignedEvent, sign_event
from p2p.evidence import contradict
from p2p.heard import KEPT, WINDOW
from p2p.messages import Answer, Ask, Events, Message, Proof, Status, encode_message
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.onesession import OneSession

SEATS: Final = 3
FLIPS: Final = 60


def _to(kind: EventKind, *, edge: bool = False) -> Callable[[], OneSession]:
    def make() -> OneSession:
        for seed in range(200):
            one = OneSession(GameBuilder(SEATS, f"input {seed}"))
            if one.play_to_edge(kind) if edge else one.play_to(kind):
                return one
        raise AssertionError(kind)

    return make


def _unready() -> OneSession:
    one = OneSession(GameBuilder(SEATS, "input").play(4), ready=False)
    one.catch_up()
    return one


def _resigned() -> OneSession:
    one = _to(EventKind.ACTION)()
    one.session.resign(one.now)
    one.carry_out()
    return one


def _liar_known() -> OneSession:
    one = _to(EventKind.COMMITMENT)()
    other = one.builder.sign(2, EventKind.LINK, (bytes(32),), round_number=1, head=one.builder.log.heads[1])
    one.hear_events([other])
    return one


def _complete() -> OneSession:
    one = OneSession(GameBuilder(SEATS, "input"))
    one.play_to(EventKind.SEAL)
    one.play()
    return one


STATES: Final[Mapping[str, Callable[[], OneSession]]] = {
    "unready": _unready,
    "start": _to(EventKind.START),
    "roll": _to(EventKind.LINK),
    "before a roll": _to(EventKind.LINK, edge=True),
    "action": _to(EventKind.ACTION),
    "bid": _to(EventKind.COMMITMENT),
    "opening": _to(EventKind.OPENING),
    "before an opening": _to(EventKind.OPENING, edge=True),
    "seal": _to(EventKind.SEAL),
    "resigned": _resigned,
    "liar known": _liar_known,
    "complete": _complete,
}


def _events(builder: GameBuilder) -> list[SignedEvent]:
    """Give what others have said, say and will say: all of it true."""
    future = builder.copy()
    for _ in range(4):
        if future.log.expects is not None:
            future.play_round()
    closed = [one for events in future.rounds for one in events if one.event.seat != 0]
    return [*closed[:4], *closed[-12:]]


def _messages(one: OneSession) -> list[Message]:
    builder, events = one.builder, _events(one.builder)
    link = builder.sign(
        2,
        EventKind.LINK,
        (bytes(32),),
        round_number=1,
        head=builder.log.heads[min(1, len(builder.log.heads) - 1)],
    )
    return [
        *(Events((event,)) for event in events),
        Events(tuple(events)),
        Events(tuple(reversed(events))),
        Events(()),
        *(one.status(seat, pull=True) for seat in one.others),
        one.status(1, round_number=0, head=builder.genesis.game_id, pull=True),
        one.status(
            1, round_number=2**32 - 1, head=bytes(32), settled=2**32 - 1, events=15, notes=15, proofs=15
        ),
        Ask(b"instance", b"question"),
        Answer(one.session._back.nonce, False, tuple(events[:2])),
        Answer(one.session._back.nonce, True, ()),
        Answer(bytes(8), False, ()),
        Proof(events[0], events[1]),
        Proof(events[0], link),
    ]


def _spoilt(data: bytes, chance: Random) -> list[bytes]:
    flipped = []
    for _ in range(FLIPS):
        spoilt = bytearray(data)
        spoilt[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        flipped.append(bytes(spoilt))
    cuts = [data[: chance.randrange(len(data))] for _ in range(8)]
    return [*flipped, *cuts, data + b"\0", data + data]


def _is_spoilt_whole(message: Message) -> bool:
    """Tell whether one flipped bit leaves nothing in this message that is signed."""
    return isinstance(message, Proof) or (isinstance(message, Events) and len(message.events) == 1)


def _check(one: OneSession) -> None:
    mine = one.mine()
    for first, second in combinations(mine, 2):
        assert not contradict(first, second)
    ledger = one.session._ledger
    assert 0 not in ledger.proofs
    assert sum(1 for _ in ledger.heard.all(SEATS)) <= SEATS * KEPT * (WINDOW + 20)
    assert len(one.session.refusals) < 30


@pytest.mark.parametrize("state", STATES)
def test_spoilt_messages_change_nothing(state: str) -> None:
    """No error leaves `receive`, and what is cut or flipped moves no round and convicts nobody."""
    one, chance = STATES[state](), Random(state)
    ledger = one.session._ledger
    number = ledger.tip.round_number
    proofs = set(ledger.proofs)
    messages = _messages(one)
    messages.sort(key=lambda message: not _is_spoilt_whole(message))
    for message in messages:
        for data in _spoilt(encode_message(one.tag, message), chance):
            one.hear(chance.choice(one.others), data)
        if _is_spoilt_whole(message):
            assert ledger.tip.round_number == number
    _check(one)
    assert set(ledger.proofs) == proofs


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("order", ["once", "twice", "backwards", "shuffled"])
def test_true_messages_do_no_harm_in_any_order_and_the_game_goes_on(state: str, order: str) -> None:
    one, chance = STATES[state](), Random(order)
    builder = one.builder
    messages = [message for message in _messages(one) if not isinstance(message, Proof)]
    match order:
        case "twice":
            messages += messages
        case "backwards":
            messages.reverse()
        case "shuffled":
            messages = [message for message in messages for _ in range(3)]
            chance.shuffle(messages)
        case _:
            pass
    for message in messages:
        one.hear(chance.choice(one.others), message)
    _check(one)
    one.answer(one.others)
    one.tick(4.0)
    said = {signed.event_id for signed in one.mine()}
    assert all(one.session._voice.floor >= signed.event.round_number for signed in one.mine())
    assert len(said) == len(one.mine())
    assert one.session._ledger.tip.round_number >= builder.log.round_number or state == "unready"


@pytest.mark.parametrize("seed", range(30))
def test_whatever_another_seat_signs_and_sends_is_bounded_and_stops_no_one_else(seed: int) -> None:
    """Seat 2 signs and says anything; neither of the others is harmed, nor does anything grow without end."""
    chance = Random(seed)
    one = OneSession(GameBuilder(SEATS, f"any {seed}"))
    one.play(chance.randrange(1, 10))
    builder, key = one.builder, one.builder.players[2].key
    effects = len(one.effects)
    for _ in range(150):
        number = max(0, builder.log.round_number + chance.randint(-4, 20))
        event = Event(
            chance.choice(list(EventKind)),
            builder.genesis.game_id,
            number,
            chance.choice([bytes(32), *builder.log.heads[-3:]]),
            2,
            chance.choice(
                [(), (chance.randbytes(32),), (number, bytes(32)), (1, 0, 0), (4, chance.randbytes(32))]
            ),
        )
        signed = sign_event(event, key)
        one.hear(2, Events((signed, signed)))
        if chance.random() < 0.2:
            one.hear(2, one.status(2, proofs=chance.randrange(16), pull=True, head=bytes(32)))
    _check(one)
    assert set(one.session._ledger.proofs) <= {2}
    assert len(one.effects) - effects < 150 * 6
    assert len(one.session._ledger.refused) <= WINDOW + 2


def test_a_flood_of_questions_is_answered_and_forgotten() -> None:
    one = OneSession(GameBuilder(SEATS, "flood"))
    one.play(3)
    for number in range(500):
        one.hear(1, Ask(number.to_bytes(8, "big"), bytes(8)))
        one.hear(1, one.status(1, instance=number.to_bytes(8, "big"), pull=True))
    assert len([message for _, message in one.sent if isinstance(message, Answer)]) == 500
    assert len([message for _, message in one.sent if isinstance(message, Events)]) < 200
    _check(one)


def test_what_is_known_already_costs_no_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a liar at the table the open rounds are worked out anew for what is new, not for repeats.

    Whenever the open roll is worked out its dice are drawn, by a hash.
    """
    one = OneSession(GameBuilder(SEATS, "input"))
    while _open_kinds(one) != (
        EventKind.LINK,
        EventKind.ACTION,
    ):  # a roll, and what another seat does with it
        one.close()
        expects = one.builder.log.expects
        assert expects is not None
        if expects.kind is EventKind.ACTION and 0 not in expects.seats:
            one.hear_events(one.builder.play_round())
    drawn = 0

    def drawing(data: bytes) -> object:
        nonlocal drawn
        drawn += 1
        return sha256(data)

    monkeypatch.setattr("p2p.dice.sha256", drawing)
    rolled = len(one.builder.rounds) - 2
    before = one.builder.log.heads[rolled]
    lie = one.builder.sign(2, EventKind.LINK, (bytes(32),), round_number=rolled, head=before)
    one.hear_events([lie])
    assert drawn
    drawn = 0
    known = [lie, *(signed for events in one.builder.rounds[rolled:] for signed in events)]
    one.hear(2, Events(tuple(known * 10)))
    assert not drawn
    assert len(_open_kinds(one)) == 2


def _open_kinds(one: OneSession) -> tuple[EventKind, ...]:
    """Give the kinds of the closed rounds that are not settled."""
    ledger = one.session._ledger
    return tuple(events[0].event.kind for events in ledger.chain.rounds[ledger.settled :])


def test_pulling_without_end_gets_no_more_than_the_allowance() -> None:
    one = OneSession(GameBuilder(SEATS, "pull"))
    one.play(6)
    one.sent.clear()
    for _ in range(1000):
        one.hear(1, one.status(1, round_number=0, head=one.builder.genesis.game_id, pull=True))
    batches = [message for seat, message in one.sent if seat == 1 and isinstance(message, Events)]
    assert 60 <= len(batches) <= 70


@pytest.mark.parametrize("kind", [Status, Events, Ask, Answer, Proof])
def test_a_message_of_another_game_is_refused(kind: type) -> None:
    one = _to(EventKind.ACTION)()
    message = next(message for message in _messages(one) if isinstance(message, kind))
    before = sum(one.session.refusals.values())
    one.hear(1, encode_message(bytes(8), message))
    assert sum(one.session.refusals.values()) == before + 1
