"""Seeded games for both auditors: of any rules, with seats that resign and are removed at any time."""

import random
from functools import lru_cache

from core.ruleset import Ruleset
from p2p.ballot import mask_of
from p2p.judge import NOTE_TAKERS
from p2p.removal import can_be_removed
from tests.p2p.gamebuilder import GameBuilder


@lru_cache(maxsize=4)
def any_game(number: int, rounds: int | None = None) -> GameBuilder:
    """Give a game of any rules: its first rounds, so many, or all of it. Whoever plays on copies it."""
    chance = random.Random(number)
    rules = Ruleset(
        rows_to_end=chance.choice((1, 1, 2, 5)),
        money=chance.choice((0, 3, 30)),
        fee=chance.choice((0, 5, 20)),
        limit=chance.randint(0, 4),
        chips=chance.choice((5, 8)),
        most_rolls=chance.choice((1, 3, 8, 25)),
        clock=number % 86_400,
    )
    bot = chance.choice(("random", "cautious"))
    game = GameBuilder(chance.randint(2, 4), f"any {number}", rules, bot)
    leaving = chance.choice((0.0, 0.0, 0.02, 0.1, 0.3))
    while game.log.expects is not None and len(game.rounds) != rounds:
        if not leave(game, chance, leaving):
            game.play_round()
    return game


def leave(game: GameBuilder, chance: random.Random, leaving: float) -> bool:
    """Let a seat resign now and then; tell whether the round was closed by a removal."""
    assert game.log.expects is not None
    kind, seats = game.log.expects
    active = game.log.state.active
    if kind not in NOTE_TAKERS or chance.random() >= leaving:
        return False
    if chance.random() < 0.5:
        seat = chance.choice(active)
        if seat not in game._notes:
            game.resign(seat, has_spoken=seat in seats and chance.random() < 0.5)
        return False
    gone = sorted(chance.sample(active, min(len(active), chance.randint(1, 2))))
    if not can_be_removed(game.log, mask_of(gone)):
        return False
    game.remove(gone)
    return True


@lru_cache(maxsize=1)
def part_of_game(number: int) -> GameBuilder:
    """Give the beginning of such a game, up to a round of a kind that the number draws of those in it."""
    chance = random.Random(f"part {number}")
    kinds = [events[0].event.kind for events in any_game(number).rounds]
    wanted = chance.choice(sorted(set(kinds)))
    return any_game(number, chance.choice([place for place, kind in enumerate(kinds) if kind is wanted]))
