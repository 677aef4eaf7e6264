"""How large the log of a whole game is, beside the same log compressed: what nobody can guess of it."""

import lzma
from collections.abc import Iterable

from benchmarks.case import Better, Comparison, Measured, Role, Unit
from benchmarks.measure import Effort
from core.ruleset import Ruleset
from tests.p2p.gamebuilder import whole_game

GAME = Unit("bytes a game", Better.LESS)
ROUND = Unit("bytes a round", Better.LESS)
COMPRESSED = "the same log, compressed by xz"


def sizes(effort: Effort) -> Iterable[Comparison]:
    """Play as many games as there would be rounds: the sizes differ between games, and never otherwise."""
    for seats in (2, 3, 4):
        games = [
            whole_game(seats, f"benchmark {number}", Ruleset(), "cautious") for number in range(effort.rounds)
        ]
        sizes = [(len(game.data()), len(lzma.compress(game.data())), len(game.rounds)) for game in games]
        title = f"log of a whole game, {seats} seats"
        yield _compare(title, GAME, [(whole, packed) for whole, packed, _ in sizes])
        yield _compare(title, ROUND, [(whole / rounds, packed / rounds) for whole, packed, rounds in sizes])


def _compare(title: str, unit: Unit, sizes: list[tuple[float, float]]) -> Comparison:
    whole, packed = zip(*sizes, strict=True)
    return Comparison(title, unit, (Measured(Role.OURS, "", whole), Measured(Role.FLOOR, COMPRESSED, packed)))
