"""Short seeded games in which the corners of the rules come up: each corner has the seed of its game here.

`python -m tests.vectors.corner_games` searches for the shortest games and prints the table anew.
"""

import random
import sys
from collections.abc import Iterator
from functools import cache
from typing import Final

from core.bots import BOTS, Bot, Chance
from core.decision import Decision
from core.ruleset import DEFAULT, Ruleset
from core.state import State
from tests.p2p.gamebuilder import GameBuilder
from tests.vectors.corners import CORNERS, Step
from tests.verify.games import leave

MOST_ROUNDS: Final = 400


class Seller:
    """Sells when it can, else treats, else delivers: rows fill fast. It bids little, so ties are many."""

    def decide(self, state: State, seat: int, draw: Chance) -> Decision:  # noqa: ARG002  # as a Bot is asked
        return max(state.legal(), key=lambda decision: decision.code)

    def bid(self, state: State, seat: int, draw: Chance) -> int:
        return min(draw(3), state.money[seat])


class Hoarder:
    """Delivers whatever it can, and never sells if it need not. It bids all that it has, or nothing."""

    def decide(self, state: State, seat: int, draw: Chance) -> Decision:  # noqa: ARG002  # as a Bot is asked
        return min(state.legal(), key=lambda decision: decision.code)

    def bid(self, state: State, seat: int, draw: Chance) -> int:
        return draw(2) * state.money[seat]


STYLES: Final[tuple[Bot, ...]] = (Seller(), Hoarder(), BOTS["random"])


def steps(number: int) -> Iterator[tuple[GameBuilder, Step]]:
    """Play the game of this seed to its end, and give it with each step that it has made."""
    chance = random.Random(f"corner {number}")
    rules = Ruleset(
        rows_to_end=chance.choice((1, 1, 2, 5)),
        amounts=chance.choice((DEFAULT.amounts, ((0,) * 5,) * 5)),
        money=chance.choice((0, 4, 5, 30, 30, 1_000_000)),
        fee=chance.choice((0, 5, 5, 40)),
        limit=chance.choice((0, 1, 2, 4)),
        chips=chance.choice((5, 5, 8)),
        most_rolls=chance.choice((1, 2, 3, 5, 8, 15, 40, 80)),
    )
    game = GameBuilder(chance.randint(2, 4), f"corner {number}", rules)
    game._bot = chance.choice(STYLES)
    leaving = chance.choice((0.0, 0.0, 0.1, 0.3))
    while game.log.expects is not None and len(game.rounds) < MOST_ROUNDS:
        kind, state = game.log.expects.kind, game.log.state
        before, state.happenings = state.copy(), []
        if not leave(game, chance, leaving):
            game.play_round()
        yield game, Step(kind, before, state.happenings, state.copy(), game.rounds[-1])


@cache
def corner_game(name: str) -> GameBuilder:
    """Give the game that shows this corner, after having seen that it does."""
    corner = next(one for one in CORNERS if one.name == name)
    played = list(steps(SEEDS[name]))
    assert any(corner.holds(step) for _, step in played), name
    return played[-1][0]


def search(seeds: range) -> dict[str, int]:
    """Give for each corner the seed of the shortest game, counted in events, that shows it and is over."""
    best: dict[str, tuple[int, int]] = {}
    for number in seeds:
        played = list(steps(number))
        game = played[-1][0]
        if not game.log.complete:
            continue
        size = sum(map(len, game.rounds))
        for corner in CORNERS:
            if (size, number) < best.get(corner.name, (sys.maxsize, 0)) and any(
                corner.holds(step) for _, step in played
            ):
                best[corner.name] = (size, number)
    return {name: number for name, (_, number) in best.items()}


SEEDS: Final[dict[str, int]] = {
    "s1-another-seat-starts": 2511,
    "s2-options-at-their-bounds": 517,
    "s3-the-drawn-seat-has-left": 1425,
    "c6-colour-out-of-play": 7939,
    "t1-one-fee": 4,
    "t1-two-fees": 10384,
    "t1-last-dollar": 5450,
    "t1-chips-for-the-fee": 465,
    "t1-several-chips-for-the-fee": 8287,
    "t1-not-before-the-roll-after-a-hammer": 4477,
    "t3-two-colours": 619,
    "t4-double": 254,
    "t4-second-action-impossible": 1726,
    "t4-first-action-closes": 5721,
    "t5-star-as-another-colour": 58,
    "t5-star-makes-no-double": 261,
    "t6-hammer": 4572,
    "t7-name": 1754,
    "t7-one-name": 4103,
    "t7-no-name": 4400,
    "t8-bank-has-none": 7007,
    "t8-out-of-play": 7939,
    "t9-turn-lost": 132,
    "t9-one-colour-possible": 1727,
    "t10-from-the-last-to-the-first": 2887,
    "t10-past-a-retired-seat": 1935,
    "a1-deliver": 58,
    "a2-treat-aslant": 629,
    "a3-first-sale": 2500,
    "a3-next-sale": 3925,
    "a4-row-full": 7939,
    "b1-all-the-money": 5642,
    "b1-nobody-has-money": 275,
    "b3-tie-with-the-roller": 5642,
    "b3-tie-to-the-left": 6135,
    "b3-tie-around-the-table": 1339,
    "b3-no-sale": 1741,
    "b4-place": 409,
    "b5-no-room": 10713,
    "e1-rows-full": 2439,
    "e1-two-rows-full": 7939,
    "e1-second-action-not-taken": 3542,
    "e2-shared-win": 58,
    "e3-most-rolls": 58,
    "e3-most-rolls-at-a-hammer": 275,
    "l1-note-at-a-roll": 987,
    "l1-note-at-a-commitment": 894,
    "l1-note-at-an-opening": 2794,
    "l2-removed-at-a-link": 2040,
    "l2-removed-at-an-action": 1032,
    "l2-removed-at-a-commitment": 7006,
    "l2-removed-at-an-opening": 208,
    "l3-one-seat-left": 98,
    "l3-nobody-left": 942,
    "l4-draw-again": 2040,
    "l4-roller-leaves-at-its-roll": 9159,
    "l4-roller-removed-before-its-roll": 1217,
    "l4-other-removed-before-a-roll": 4107,
    "l4-roller-leaves-while-it-returns": 11687,
    "l4-roller-leaves-instead-of-acting": 2486,
    "l4-roller-leaves-instead-of-naming": 11286,
    "l4-roller-leaves-its-auction": 9659,
    "l4-winner-leaves-before-it-places": 3413,
}


if __name__ == "__main__":
    found = search(range(int(sys.argv[1]) if len(sys.argv) > 1 else 4000))
    for one in CORNERS:
        print(f'    "{one.name}": {found.get(one.name)},')
