"""A whole finished game handed to a peer that has lost its log, in memory, against an audit of the same game.

Counted is everything from the first question to the last settled round, on both sides: messages are made,
read, checked and followed. No time passes but what the giver's limits ask for, and that costs nothing here.
"""

from collections import deque

from benchmarks.measure import Work
from core.ruleset import Ruleset
from p2p.effects import Send
from p2p.entropy import seeded_entropy
from p2p.event import SignedEvent
from p2p.records import SeedRecord
from p2p.session import Session
from p2p.stored import StoredGame
from tests.p2p.gamebuilder import GameBuilder, whole_game

HOLDER, LATE = 0, 1
SEATS = 2


def make_game(seed: str = "benchmark 0") -> GameBuilder:
    return whole_game(SEATS, seed, Ruleset(), "cautious")


def catch_up(game: GameBuilder) -> Work:
    """Give the work of handing over the game once, counted in events."""
    events = sum(map(len, game.rounds))
    whole, bare = tuple(game.rounds), ()

    def work() -> int:
        sessions = {HOLDER: _session(game, HOLDER, whole), LATE: _session(game, LATE, bare)}
        _talk(sessions)
        assert sessions[LATE].view(0.0).settled == len(whole)
        return events

    return work


def _session(game: GameBuilder, seat: int, rounds: tuple[tuple[SignedEvent, ...], ...]) -> Session:
    player = game.players[seat]
    seed = SeedRecord(player.chain.link(player.chain.length - 1), game.genesis.data)
    stored = StoredGame(game.genesis, rounds, (), (seed,))
    return Session(stored, player.key, seeded_entropy(f"seat {seat}"), 0.0)


def _talk(sessions: dict[int, Session]) -> None:
    """Carry messages between the two, and let time pass whenever none is on its way, until both agree."""
    now = 0.0
    while not all(session.view(now).complete for session in sessions.values()):
        now = max(now, min(session.deadline() for session in sessions.values()))
        for session in sessions.values():
            session.tick(now)
        _deliver(sessions, now)


def _deliver(sessions: dict[int, Session], now: float) -> None:
    waiting = deque(sessions.items())
    while waiting:
        seat, session = waiting.popleft()
        for effect in session.effects():
            if isinstance(effect, Send):
                sessions[effect.seat].receive(seat, effect.data, now)
                waiting.append((effect.seat, sessions[effect.seat]))
