"""The core against other game engines: random play with legal decisions listed at each step, and replay."""

import random

from benchmarks.measure import Work
from core.phase import Phase
from core.replay import replay
from core.ruleset import Ruleset
from core.state import State
from core.step import Bids, Draw, Roll, Step

SEATS = 4


def play_ours() -> int:
    chance = random.Random(1)
    return len(_play(chance)[1])


def _play(chance: random.Random) -> tuple[State, list[Step]]:
    state = State(Ruleset(), SEATS)
    steps: list[Step] = []
    state.draw(0)
    steps.append(Draw(0))
    dice, choice = chance.random, chance.random
    while state.phase is not Phase.OVER:
        if state.phase is Phase.ROLL:
            first, second = int(dice() * 6), int(dice() * 6)
            state.roll(first, second)
            steps.append(Roll(first, second))
        elif state.phase is Phase.BID:
            bids = tuple(int(choice() * len(state.bid_range(seat))) for seat in range(SEATS))
            state.bid(bids)
            steps.append(Bids(bids))
        else:
            legal = state.legal()
            decision = legal[int(choice() * len(legal))]
            state.decide(decision)
            steps.append(decision)
    return state, steps


def replay_ours() -> Work:
    _, steps = _play(random.Random(1))
    ruleset = Ruleset()

    def work() -> int:
        done = replay(ruleset, SEATS, steps)
        assert done.refusal is None
        return len(steps)

    return work


def play_open_spiel(name: str) -> Work:
    import pyspiel

    game = pyspiel.load_game(name)
    chance = random.Random(1)

    def work() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
            elif state.is_simultaneous_node():
                state.apply_actions(
                    [
                        legal[int(chance.random() * len(legal))]
                        for legal in (state.legal_actions(player) for player in range(game.num_players()))
                    ]
                )
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
            steps += 1
        return steps

    return work


def play_python_tic_tac_toe() -> Work:
    import open_spiel.python.games  # noqa: F401  # registers the games written in Python

    return play_open_spiel("python_tic_tac_toe")


def replay_python_chess() -> Work:
    import chess

    chance = random.Random(1)
    board = chess.Board()
    moves: list[str] = []
    while not board.is_game_over() and len(moves) < 200:
        move = chance.choice(list(board.legal_moves))
        moves.append(move.uci())
        board.push(move)

    def work() -> int:
        replayed = chess.Board()
        for move in moves:
            replayed.push_uci(move)
        return len(moves)

    return work
