"""What a round costs a peer late in a long game, or with spectators, against early and unwatched."""

from collections.abc import Iterable
from functools import partial

from benchmarks.case import MILLISECONDS, Comparison, floor, ours, time_each
from benchmarks.measure import Effort, Timed
from benchmarks.table_in_memory import TableInMemory, endless_game

EARLY, LATE = 50, 5000
"""Rounds that were played before; a game by the default rules has some two hundred."""
MOST_SPECTATORS = 8
"""Through one peer."""


def length(effort: Effort) -> Iterable[Comparison]:
    late = LATE if effort.rounds > 1 else 2 * EARLY
    contenders = (
        ours(f"after {late:,} rounds", partial(_rounds, late)),
        floor(f"after {EARLY} rounds", partial(_rounds, EARLY)),
    )
    yield time_each("a peer's part of a round", MILLISECONDS, contenders, effort)


def spectators(effort: Effort) -> Iterable[Comparison]:
    contenders = (
        *(ours(f"{number} spectators", partial(_rounds, EARLY, number)) for number in (2, MOST_SPECTATORS)),
        floor("without spectators", partial(_rounds, EARLY)),
    )
    yield time_each("a peer's part of a round", MILLISECONDS, contenders, effort)


def _rounds(before: int, spectators: int = 0) -> Timed:
    return TableInMemory(endless_game(before), spectators).play_round
