"""Logs that end in an event that is refused: one for every refusal of chapters 5 and 19.

What is expected of each is written here by hand and not asked of the program.
"""

from collections.abc import Iterator
from functools import cache

from core.decision import DECISIONS
from p2p.encoding import encode
from p2p.event import EventKind, SignedEvent
from p2p.log import next_head
from p2p.verdict import Fault
from tests.p2p.gamebuilder import GameBuilder, log_bytes, round_body
from tests.vectors.broken import SHORT, Broken, game_at, place_of, with_wrong


def broken_events() -> Iterator[Broken]:
    """Give all of them."""
    yield from _events()
    yield from _notes()
    yield from _bids()
    yield from _certificates()


def _events() -> Iterator[Broken]:
    game = game_at(EventKind.LINK)
    number, head = game.log.round_number, game.log.head
    honest = game.speak(0).event
    link = EventKind.LINK
    payload = encode((99, game.genesis.game_id, number, head, 0, ()))
    unknown = log_bytes([*game.bodies(), encode((1, ((payload, bytes(64)),)))])
    yield Broken(
        "kind-99", "5.5 18.5", "an event of an unknown kind", unknown, Fault.EVENT_REFUSED, "EventKindUnknown"
    )
    acting = game_at(EventKind.ACTION)
    [seat] = acting.log.state.awaited
    illegal = next(one for one in DECISIONS.values() if not acting.log.state.is_legal(one))
    wrong_move = acting.sign(seat, EventKind.ACTION, illegal.code)
    refusal = acting.log.state.why_not(illegal)
    assert refusal is not None
    for name, rules, what, at, wrong, error in (
        (
            "wrong-game",
            "5.5",
            "an event of another game",
            game,
            game.sign(0, link, honest.body, game_id=bytes(32)),
            "WrongGame",
        ),
        (
            "wrong-round",
            "5.5",
            "an event of the next round",
            game,
            game.sign(0, link, honest.body, round_number=number + 1),
            "WrongRound",
        ),
        (
            "wrong-kind",
            "5.5 7.4",
            "a start where a link is due",
            game,
            game.sign(0, EventKind.START),
            "WrongRound",
        ),
        (
            "wrong-head",
            "5.5 7.3",
            "an event over another past",
            game,
            game.sign(0, link, honest.body, head=bytes(32)),
            "WrongHead",
        ),
        (
            "wrong-body",
            "5.3",
            "a link with an element too many",
            game,
            game.sign(0, link, (*honest.body, 0)),
            "EventMalformed",
        ),
        (
            "wrong-link",
            "9.4",
            "a link that does not fit",
            game,
            game.sign(0, link, (bytes(32),)),
            "WrongLink",
        ),
        (
            "link-too-early",
            "9.4",
            "the link after the next one",
            game,
            game.sign(0, link, (game.players[0].chain.link(2),)),
            "WrongLink",
        ),
        (
            "other-seats-link",
            "9.2",
            "the link of another seat",
            game,
            game.sign(0, link, (game.players[1].chain.link(1),)),
            "WrongLink",
        ),
        (
            "illegal-move",
            f"15 {refusal.rule}",
            "a decision that the rules forbid, in a chain that is right",
            acting,
            wrong_move,
            f"IllegalAction {refusal.rule}",
        ),
        (
            "no-decision",
            "5.5 15",
            "the code of no decision",
            acting,
            acting.sign(seat, EventKind.ACTION, (0, 0, 4)),
            "EventMalformed",
        ),
        (
            "another-seats-move",
            "7.4",
            "a decision of a seat that is not awaited",
            acting,
            acting.sign((seat + 1) % 3, EventKind.ACTION, acting.speak(seat).event.body),
            "WrongSeat",
        ),
    ):
        others = {} if name == "another-seats-move" else at.copy().awaited()
        events = others | {wrong.event.seat: wrong}
        data = log_bytes([*at.bodies(), round_body([events[one] for one in sorted(events)])])
        yield Broken(name, rules, what, data, Fault.EVENT_REFUSED, error, place_of(wrong))
    chain = _gone_on(acting, wrong_move)
    yield Broken(
        "illegal-move-and-more",
        f"15 {refusal.rule}",
        "the same, with a further round over it",
        chain,
        Fault.EVENT_REFUSED,
        f"IllegalAction {refusal.rule}",
        place_of(wrong_move),
    )


def _gone_on(game: GameBuilder, wrong: SignedEvent) -> bytes:
    head = next_head(game.log.head, [wrong.event_id])
    number, link = game.log.round_number + 1, game.log.link_indexes[-1]
    more = [
        game.sign(seat, EventKind.LINK, (player.chain.link(link),), round_number=number, head=head)
        for seat, player in enumerate(game.players)
    ]
    return log_bytes([*game.bodies(), round_body([wrong]), round_body(more)])


def _notes() -> Iterator[Broken]:
    game = game_at(EventKind.LINK)
    number, index = game.log.round_number, game.log.link_indexes[-1]
    chain = game.players[0].chain
    ended = _sealing()
    for name, what, at, note, error in (
        (
            "note-out-of-form",
            "a first round that is neither its own nor the next",
            game,
            game.sign(0, EventKind.NOTE, (number + 2, chain.link(index))),
            "EventMalformed",
        ),
        (
            "note-from-ahead",
            "a note whose first round is not open yet",
            game,
            game.note(0, has_spoken=True),
            "WrongNote",
        ),
        (
            "note-over-another-past",
            "a note with a wrong head",
            game,
            game.sign(0, EventKind.NOTE, (number, chain.link(index)), head=bytes(32)),
            "WrongHead",
        ),
        (
            "note-with-a-wrong-link",
            "a note with the link of another roll",
            game,
            game.sign(0, EventKind.NOTE, (number, chain.link(index + 1))),
            "WrongLink",
        ),
        (
            "note-before-an-event",
            "a note of a round before one in which its seat has spoken",
            game,
            game.sign(0, EventKind.NOTE, (0, chain.link(0)), round_number=0, head=game.log.heads[0]),
            "WrongNote",
        ),
        ("note-among-seals", "a note in place of a seal", ended, ended.note(0), "WrongNote"),
    ):
        yield Broken(name, "7.8 L1", what, with_wrong(at, note), Fault.EVENT_REFUSED, error, place_of(note))
    resigned = game.copy()
    resigned.resign(0)
    resigned.play_round()
    resigned.play_to(EventKind.LINK)
    later = resigned.sign(0, EventKind.LINK, (chain.link(index + 1),))
    events = resigned.copy().awaited() | {0: later}
    data = log_bytes([*resigned.bodies(), round_body([events[seat] for seat in sorted(events)])])
    yield Broken(
        "event-of-a-retired-seat",
        "L1 7.4",
        "a link of a seat that has resigned",
        data,
        Fault.EVENT_REFUSED,
        "WrongSeat",
        place_of(later),
    )


@cache
def _sealing() -> GameBuilder:
    return GameBuilder(3, "seals", SHORT).play_to(EventKind.SEAL)


def _bids() -> Iterator[Broken]:
    game = game_at(EventKind.COMMITMENT)
    money = game.log.state.money[0]
    over = game.copy()
    over.play_round({0: over.commit(0, money + 1)})
    opened = over.speak(0)
    yield Broken(
        "overbid",
        "10.3 B1",
        "a bid above the seat's money, rightly opened",
        with_wrong(over, opened),
        Fault.EVENT_REFUSED,
        "BidTooHigh",
        place_of(opened),
    )
    sealed = game.copy()
    sealed.play_round({0: sealed.commit(0, 1)})
    other = sealed.sign(0, EventKind.OPENING, (2, sealed._openings[0].nonce))
    yield Broken(
        "wrong-opening",
        "10.3",
        "another bid than the sealed one",
        with_wrong(sealed, other),
        Fault.EVENT_REFUSED,
        "WrongOpening",
        place_of(other),
    )
    copied = game.copy()
    copied.play_round({0: copied.sign(0, EventKind.COMMITMENT, copied.commit(1, 3).event.body)})
    copy = copied.sign(0, EventKind.OPENING, copied.speak(1).event.body)
    yield Broken(
        "copied-commitment",
        "10.2",
        "another seat's commitment cannot be opened",
        with_wrong(copied, copy),
        Fault.EVENT_REFUSED,
        "WrongOpening",
        place_of(copy),
    )


def _certificates() -> Iterator[Broken]:
    game = game_at(EventKind.LINK)
    forged = game.sign(1, EventKind.VOTE, (0b100,), key=game.players[2].key)
    late = game.sign(1, EventKind.VOTE, (0b100,), round_number=game.log.round_number + 1)
    keep = game.keep(1, game.copy().awaited().values(), [2])
    for name, what, votes, error in (
        ("vote-missing", "one vote of two", (game.vote(0, [2]),), "WrongSet"),
        ("votes-swapped", "votes not in seat order", (game.vote(1, [2]), game.vote(0, [2])), "WrongSet"),
        (
            "votes-for-two-sets",
            "votes for different sets",
            (game.vote(0, [2]), game.vote(1, [0])),
            "WrongSet",
        ),
        ("too-few-voters", "one of three removes two", (game.vote(1, [0, 2]),), "WrongSet"),
        (
            "vote-against-itself",
            "a vote of the seat that is to go",
            (game.vote(0, [2]), game.vote(2, [2])),
            "WrongSeat",
        ),
        ("vote-of-the-next-round", "a vote for another round", (game.vote(0, [2]), late), "WrongRound"),
        ("keep-for-a-vote", "a keep in place of a vote", (game.vote(0, [2]), keep), "WrongSet"),
    ):
        data = log_bytes([*game.bodies(), round_body(votes)])
        yield Broken(name, "19.7 L2", what, data, Fault.EVENT_REFUSED, error, place_of(votes[-1]))
    data = log_bytes([*game.bodies(), round_body([game.vote(0, [2]), forged])])
    yield Broken(
        "forged-vote",
        "19.12",
        "a vote signed by the key of the seat that is to go",
        data,
        Fault.SIGNATURE_WRONG,
        at=place_of(forged),
    )
    two = game_at(EventKind.LINK, 2)
    vote = two.vote(0, [1])
    yield Broken(
        "one-removes-the-other",
        "19.2",
        "of two seats one removes the other",
        log_bytes([*two.bodies(), round_body([vote])]),
        Fault.EVENT_REFUSED,
        "WrongSet",
        place_of(vote),
    )
    among = game.vote(1, [2])
    yield Broken(
        "vote-among-events",
        "5.5 19.3",
        "a vote among links",
        with_wrong(game, among),
        Fault.EVENT_REFUSED,
        "WrongRound",
        place_of(among),
    )
