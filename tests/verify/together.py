"""Several files of one game, or of none, side by side."""

import random
from collections.abc import Iterator

from p2p.ballot import mask_of
from p2p.event import EventKind
from p2p.removal import can_be_removed
from tests.p2p.gamebuilder import GameBuilder, log_bytes, proof_bytes, round_body
from tests.verify.games import any_game, part_of_game

Files = tuple[str, tuple[bytes, ...]]


def copies(number: int) -> Iterator[Files]:
    """Give copies of a game: equal, shorter, cut, damaged; parted by a lie, a removal, or both."""
    chance = random.Random(f"copies {number}")
    whole = any_game(number)
    data, bodies = whole.data(), whole.bodies()
    shorter = log_bytes(bodies[: chance.randrange(1, len(bodies))])
    yield "equal", (data, data)
    yield "shorter", (shorter, data)
    yield "cut", (data, data[: chance.randrange(len(data))], shorter)
    yield "of another game", (data, any_game(number + 1).data(), shorter)
    yield "with a foreign file", (b"noise", data)
    yield from _parted(number, chance)


def _parted(number: int, chance: random.Random) -> Iterator[Files]:
    game = part_of_game(number)
    if game.log.expects is None:
        return
    seats = game.log.expects.seats
    liar = chance.choice(seats)
    one, other = game.copy(), game.copy()
    honest = one.play_round()
    if game.log.expects.kind is EventKind.COMMITMENT:
        other.play_round({liar: other.commit(liar, 0)})
        yield "two bids", (_on(one, chance), _on(other, chance))
        lie = next(event for event in other.rounds[-1] if event.event.seat == liar)
        truth = next(event for event in honest if event.event.seat == liar)
        yield "two bids, and the proof", (_on(one, chance), proof_bytes(game.genesis, truth, lie))
    elif game.log.expects.kind is EventKind.ACTION:
        codes = [decision.code for decision in game.log.state.legal()]
        other.play_round({liar: other.sign(liar, EventKind.ACTION, chance.choice(codes))})
        yield "two decisions", (_on(one, chance), _on(other, chance))
    for mask in range(1, 16):
        if not can_be_removed(game.log, mask):
            continue
        gone = [seat for seat in range(4) if mask >> seat & 1]
        removed = game.copy()
        removed.remove(gone)
        yield f"removed {gone}", (removed.data(), one.data())
        yield f"removed {gone} and gone on", (_on(removed, chance), one.data(), _on(one, chance))
        yield f"removed {gone}, seals apart", (_on(removed, chance), _sealed_apart(one))
        others = [seat for seat in range(4) if can_be_removed(game.log, mask_of([seat])) and [seat] != gone]
        for leaver in {seat in gone: seat for seat in others}.values():  # one of the set, and one outside
            second = game.copy()
            second.remove([leaver])
            yield f"removed {gone} and {leaver}", (_on(removed, chance), _on(second, chance))


def _on(game: GameBuilder, chance: random.Random) -> bytes:
    """Give the log of a game that has gone on for some rounds, or to its end."""
    copy = game.copy()
    return copy.play(chance.choice((0, 1, 2, 5, None))).data() if copy.log.expects else copy.data()


def _sealed_apart(game: GameBuilder) -> bytes:
    """Give the log of the whole game, with a record for each seal, in the order of the seats downwards."""
    copy = game.copy().play()
    seals = [round_body([seal]) for seal in reversed(copy.rounds[-1]) if seal.event.kind is EventKind.SEAL]
    return log_bytes([*(copy.bodies()[:-1] if seals else copy.bodies()), *seals])
