"""Games of other programs at random play, driven from Python, with legal decisions listed at each step."""

import os
import random
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import islice

from benchmarks.measure import Work

OPEN_SPIEL = {
    "OpenSpiel backgammon": "backgammon",
    "OpenSpiel tic-tac-toe": "tic_tac_toe",
    "OpenSpiel pig, four players": "pig(players=4)",
    "OpenSpiel first-price sealed auction": "first_sealed_auction",
    "OpenSpiel liar's dice": "liars_dice",
}
PETTING_ZOO = (
    "rps_v2",
    "tictactoe_v3",
    "connect_four_v3",
    "leduc_holdem_v4",
    "texas_holdem_v4",
    "texas_holdem_no_limit_v6",
    "hanabi_v5",
    "go_v5",
    "chess_v6",
)
"""All its classic games."""

_DECISIONS_AT_ONCE = 50
"""Of a slow peer: some of its games take seconds."""


def random_peers() -> Iterator[tuple[str, Callable[[], Work]]]:
    """Give each peer's name and what prepares it; ImportError where its package is not installed."""
    yield from open_spiel_peers()
    yield "OpenSpiel tic-tac-toe in Python", play_python_tic_tac_toe
    yield "python-chess", play_chess
    for game in PETTING_ZOO:
        yield f"PettingZoo {game}", partial(play_petting_zoo, game)


def open_spiel_peers() -> Iterator[tuple[str, Callable[[], Work]]]:
    """Give those of `random_peers` that OpenSpiel has in C++."""
    for name, game in OPEN_SPIEL.items():
        yield name, partial(play_open_spiel, game)
    yield "OpenSpiel goofspiel", play_goofspiel


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
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
            decisions += 1
        return decisions

    return work


def play_goofspiel() -> Work:
    """Give random play of a game in which both decide at once: each has its legal cards listed."""
    import pyspiel

    game = pyspiel.load_game("goofspiel")
    players = range(game.num_players())
    chance = random.Random(1)

    def work() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
                decisions += 1
            else:
                each = [state.legal_actions(player) for player in players]
                state.apply_actions([legal[int(chance.random() * len(legal))] for legal in each])
                decisions += len(each)
        return decisions

    return work


def play_python_tic_tac_toe() -> Work:
    import open_spiel.python.games  # noqa: F401  # registers the games written in Python

    return play_open_spiel("python_tic_tac_toe")


def play_chess() -> Work:
    import chess

    chance = random.Random(1)

    def games() -> Iterator[None]:
        while True:
            board = chess.Board()
            while (legal := list(board.legal_moves)) and not _is_drawn(board):
                board.push(legal[int(chance.random() * len(legal))])
                yield

    def _is_drawn(board: chess.Board) -> bool:
        return bool(
            board.is_insufficient_material() or board.is_seventyfive_moves() or board.is_fivefold_repetition()
        )

    return _some_of(games())


def play_petting_zoo(name: str) -> Work:
    """Give random play of one of its games.

    A mask of the legal decisions comes with each observation; in a game without masks all are legal.
    """
    import numpy

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it would greet in the middle of the table
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what its own games do in making themselves
        env = import_module(f"pettingzoo.classic.{name}").env()
    chance = random.Random(1)

    def games() -> Iterator[None]:
        for seed in range(2**32):
            env.reset(seed=seed)
            for agent in env.agent_iter():
                observation, _reward, terminated, truncated, _info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                if isinstance(observation, dict):
                    legal = numpy.flatnonzero(observation["action_mask"])
                else:
                    legal = numpy.arange(env.action_space(agent).n)
                env.step(legal[int(chance.random() * len(legal))])
                yield

    return _some_of(games())


def _some_of(decisions: Iterator[None]) -> Work:
    def work() -> int:
        return sum(1 for _ in islice(decisions, _DECISIONS_AT_ONCE))

    return work


def replay_chess() -> Work:
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
