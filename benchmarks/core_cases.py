"""The core against other game engines: random play with legal decisions listed at each step, and replay.

What is counted is decisions and chance events, as OpenSpiel counts its actions: a roll is one, and a round of
bids is as many as there are bids, since each seat has its legal range listed and decides for itself.
Random play keeps no record of the game, ours or another's, beyond what the engine itself keeps.
"""

import random

from benchmarks.measure import Work
from core.phase import BID, OVER, ROLL
from core.replay import replay
from core.ruleset import Ruleset
from core.state import State
from core.step import Bids
from tests.strategies import random_steps

SEATS = 4


def play_ours() -> Work:
    ruleset = Ruleset()
    chance = random.Random(1)

    def work() -> int:
        state = State(ruleset, SEATS)
        state.draw(int(chance.random() * SEATS))
        decisions = 1
        while (phase := state.phase) is not OVER:
            if phase is ROLL:
                state.roll(int(chance.random() * 6), int(chance.random() * 6))
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
    steps = [*random_steps(State(ruleset, SEATS), 1)]
    decisions = sum(len(step.bids) if isinstance(step, Bids) else 1 for step in steps)

    def work() -> int:
        done = replay(ruleset, SEATS, steps)
        assert done.refusal is None
        return decisions

    return work


def play_open_spiel(name: str) -> Work:
    import pyspiel

    game = pyspiel.load_game(name)
    chance = random.Random(1)

    def work() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
            elif state.is_simultaneous_node():
                players = range(game.num_players())
                choices = [state.legal_actions(player) for player in players]
                state.apply_actions([legal[int(chance.random() * len(legal))] for legal in choices])
                decisions += len(players) - 1
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
            decisions += 1
        return decisions

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
