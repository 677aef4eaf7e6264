"""The core against other game engines: random play with legal decisions listed at each step, and replay.

What is counted is decisions and chance events, as OpenSpiel counts its actions: a roll is one, and a round of
bids is as many as there are bids, since each seat has its legal range listed and decides for itself.
Random play keeps no record of the game, ours or another's, beyond what the engine itself keeps.
"""

import random
import time
from collections.abc import Iterable

from benchmarks.board_game_peers import random_peers, replay_chess
from benchmarks.case import Better, Comparison, Unit, ours, peer, race
from benchmarks.measure import Effort, Work
from core.phase import BID, OVER, ROLL, Phase
from core.replay import replay
from core.ruleset import Ruleset
from core.state import State
from core.step import Bids, Draw, Roll, Step, apply

SEATS = 4
DECISIONS = Unit("decisions/s", Better.MORE)
ROLLS = tuple((first, second) for first in range(6) for second in range(6))
"""What the dice may show: one chance event, drawn as a whole, as OpenSpiel's are."""


def random_play(effort: Effort) -> Iterable[Comparison]:
    contenders = [ours("", play_ours), *(peer(name, make) for name, make in random_peers())]
    yield race("random play, legal decisions listed", DECISIONS, contenders, effort, time.thread_time)


def validated_replay(effort: Effort) -> Iterable[Comparison]:
    contenders = [ours("", replay_ours), peer("python-chess, push_uci", replay_chess)]
    yield race("replay of checked decisions", DECISIONS, contenders, effort, time.thread_time)


def play_ours() -> Work:
    ruleset = Ruleset()
    chance = random.Random(1)

    def work() -> int:
        state = State(ruleset, SEATS)
        state.draw(int(chance.random() * SEATS))
        decisions = 1
        while (phase := state.phase) is not OVER:
            if phase is ROLL:
                first, second = ROLLS[int(chance.random() * len(ROLLS))]
                state.roll(first, second)
                decisions += 1
            elif phase is BID:
                bids = [int(chance.random() * len(state.bid_range(seat))) for seat in state.active]
                state.bid(bids)
                decisions += len(bids)
            else:
                legal = state.legal()
                state.decide(legal[int(chance.random() * len(legal))])
                decisions += 1
        return decisions

    return work


def replay_ours() -> Work:
    ruleset = Ruleset()
    steps = _random_steps(State(ruleset, SEATS), random.Random(1))
    decisions = sum(len(step.bids) if isinstance(step, Bids) else 1 for step in steps)

    def work() -> int:
        done = replay(ruleset, SEATS, steps)
        assert done.refusal is None
        return decisions

    return work


def _random_steps(state: State, chance: random.Random) -> list[Step]:
    steps: list[Step] = []
    while (phase := state.phase) is not OVER:
        match phase:
            case Phase.DRAW:
                steps.append(Draw(chance.randrange(SEATS)))
            case Phase.ROLL:
                steps.append(Roll(*chance.choice(ROLLS)))
            case Phase.BID:
                steps.append(Bids(tuple(chance.choice(state.bid_range(seat)) for seat in range(SEATS))))
            case _:
                steps.append(chance.choice(state.legal()))
        apply(state, steps[-1])
    return steps
