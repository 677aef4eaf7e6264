"""Events and certificates that are wrong in one thing, and signed by those who say them.

What is right all the same (a note, another legal decision) is there as well: it must be judged alike too.
"""

import random
from collections.abc import Iterator

from core.decision import DECISIONS
from p2p.event import EventKind, SignedEvent
from p2p.log import next_head
from tests.p2p.gamebuilder import GameBuilder, Round, log_bytes, round_body
from tests.verify.games import part_of_game

File = tuple[str, bytes]
"""What is done to a log, and the file that comes of it."""


def wrong_events(game: GameBuilder, chance: random.Random) -> Iterator[SignedEvent]:
    """Give events that differ from what a seat honestly says in one thing, signed by the seat's own key."""
    assert game.log.expects is not None
    kind, seats = game.log.expects
    seat = chance.choice(seats)
    event = game.copy().speak(seat).event
    number = event.round_number
    link = game.players[seat].chain.link(game.log.link_indexes[-1])
    others = [one for one in EventKind if one is not kind]
    later = chance.choice((number - 1, number + 1)) if number else 1
    yield game.sign(seat, kind, event.body, game_id=bytes(32))
    yield game.sign(seat, kind, event.body, head=bytes(32))
    yield game.sign(seat, kind, event.body, round_number=later)
    yield game.sign(seat, kind, event.body, key=game.players[(seat + 1) % len(game.players)].key)
    yield game.sign(seat, chance.choice(others), event.body)
    yield game.sign(seat, kind, (*event.body, 0))
    yield game.sign(seat, kind, event.body[:-1] if event.body else (b"",))
    yield game.sign(seat, kind, chance.choice(list(DECISIONS)))
    yield game.sign(seat, EventKind.NOTE, (number, link))
    yield game.sign(seat, EventKind.NOTE, (number + 1, link))
    yield game.sign(seat, EventKind.NOTE, (number, bytes(32)))
    yield game.sign(seat, EventKind.NOTE, (max(number - 1, 0), link), round_number=max(number - 1, 0))


def wrong_certificates(
    game: GameBuilder, mask: int, chance: random.Random
) -> Iterator[tuple[SignedEvent, ...]]:
    """Give the votes of a certificate for this set, then the same with one thing wrong."""
    gone = [seat for seat in range(4) if mask >> seat & 1]
    voters = [seat for seat in game.log.state.active if seat not in gone]
    if not voters:
        return
    votes = tuple(game.vote(seat, gone) for seat in voters)
    last = voters[-1]
    number, head = game.log.round_number, game.log.heads[0]
    yield votes
    yield votes[:-1] or (votes[0], votes[0])
    yield (*votes, votes[0])
    yield votes[::-1] if len(votes) > 1 else (game.vote(gone[0] % len(game.players), gone),)
    for wrong in (
        game.vote(last, [chance.randrange(4)]),
        game.sign(last, EventKind.VOTE, (mask,), round_number=number + 1),
        game.sign(last, EventKind.VOTE, (mask,), head=head if number else bytes(32)),
        game.sign(last, EventKind.VOTE, (mask,), key=game.players[last - 1].key),
        game.sign(last, EventKind.VOTE, (mask, 0)),
        game.sign(last, EventKind.VOTE),
        game.sign(last, EventKind.KEEP, (mask,)),
        game.keep(last, votes[:1], gone),
    ):
        yield (*votes[:-1], wrong)


def ended_wrongly(number: int) -> Iterator[File]:
    """Give the beginning of a game, and behind it a round that is wrong in one thing."""
    chance = random.Random(f"wrong {number}")
    game = part_of_game(number)
    assert game.log.expects is not None
    bodies = game.bodies()
    for place, wrong in enumerate(wrong_events(game, chance)):
        events = game.copy().awaited() | {wrong.event.seat: wrong}
        said = tuple(events[seat] for seat in sorted(events))
        yield f"wrong event {place}", log_bytes([*bodies, round_body(said)])
        if place % 4 == 0:
            yield f"wrong event {place}, gone on", log_bytes([*bodies, *gone_on(game, said)])
    for place, votes in enumerate(wrong_certificates(game, chance.randrange(1, 16), chance)):
        yield f"wrong certificate {place}", log_bytes([*bodies, round_body(votes[:4])])
    for place, rounds in enumerate(wrong_rounds(game, chance)):
        yield f"wrong round {place}", log_bytes([*bodies, *map(round_body, rounds)])


def gone_on(game: GameBuilder, said: Round) -> Iterator[bytes]:
    """Give a wrong round and one more, over it, with the right head, signed by all."""
    yield round_body(said)
    head = next_head(game.log.head, [one.event_id for one in said])
    number = game.log.round_number + 1
    yield round_body(
        [
            game.sign(seat, EventKind.ACTION, (0, 0, 0), round_number=number, head=head)
            for seat in range(len(game.players))
        ]
    )


def wrong_rounds(game: GameBuilder, chance: random.Random) -> Iterator[list[Round]]:
    """Give rounds whose events are right, each by itself, but not together; and bids that are not."""
    events = tuple(game.awaited().values())
    first = events[0]
    yield [events[:-1] or (first, first)]
    yield [events[::-1]]
    yield [(*events, first)[:4]]
    yield [(first,), events[1:] or events]
    yield [events, events]
    absent = [seat for seat in range(4) if seat not in {one.event.seat for one in events}]
    if absent:
        event = first.event
        yield [(*events, game.sign(absent[0] % len(game.players), event.kind, event.body))]
    if first.event.kind is EventKind.COMMITMENT:
        seat = first.event.seat
        for bid in (game.log.state.money[seat], game.log.state.money[seat] + 1, 2**64 - 1):
            copy = game.copy()
            sealed = copy.play_round({seat: copy.commit(seat, bid)})
            opened = tuple(copy.awaited().values())
            yield [sealed, opened]
            other = copy.sign(seat, EventKind.OPENING, (bid ^ 1, b"n" * 32))
            yield [sealed, (other, *opened[1:])]
        copied = events[1].event.body
        sealed = (game.sign(seat, EventKind.COMMITMENT, copied), *events[1:])
        yield [sealed]
    if first.event.kind is EventKind.SEAL:
        yield [(seal,) for seal in reversed(events)]
        yield [(seal,) for seal in (first, *events)]
        yield [(game.sign(first.event.seat, EventKind.SEAL, (chance.randrange(4), (), ())), *events[1:])]
