"""A whole finished game handed to a peer that has lost its log, in memory, against an audit of the same game.

Counted is everything from the first question to the last settled round, on both sides: messages are made,
read, checked and followed. No time passes but what the giver's limits ask for, and that costs nothing here.
"""

import io
import time
from collections import deque
from collections.abc import Iterable
from functools import partial

from benchmarks.case import MILLISECONDS, Comparison, floor, ours, time_each
from benchmarks.measure import Effort, Timed
from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.effects import Send
from p2p.entropy import seeded_entropy
from p2p.event import SignedEvent
from p2p.journal_records import SeedRecord
from p2p.session import Session
from p2p.stored import StoredGame
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import GameBuilder, whole_game

HOLDER, LATE = 0, 1
SEATS = 2
APART_SECONDS = 100.0
"""From one late peer to the next, so that the one is forgotten before the other comes; of a clock of ours."""


def catching_up(effort: Effort) -> Iterable[Comparison]:
    game = make_game()
    contenders = (
        ours("", partial(catch_up, game)),
        floor("an audit of its log", partial(audit, game)),
        floor("an audit of its log, every signature", partial(audit, game, every_signature=True)),
    )
    yield time_each("a whole game for a peer that has nothing", MILLISECONDS, contenders, effort)


def make_game(seed: str = "benchmark 0") -> GameBuilder:
    return whole_game(SEATS, seed, Ruleset(), "cautious")


def audit(game: GameBuilder, *, every_signature: bool = False) -> Timed:
    """Give the audit of the game's log once."""
    data = game.data()

    def act() -> float:
        begun = time.thread_time()
        report = audit_log(io.BytesIO(data), every_signature=every_signature)
        spent = time.thread_time() - begun
        assert report.verdict is Verdict.COMPLETE
        return spent

    return act


def catch_up(game: GameBuilder) -> Timed:
    """Give the handing over of the game once; both run already, the late one is new each time."""
    holder = _session(game, HOLDER, tuple(game.rounds), 0.0)
    now = 0.0

    def act() -> float:
        nonlocal now
        now += APART_SECONDS
        late = _session(game, LATE, (), now)
        begun = time.thread_time()
        now = _talk({HOLDER: holder, LATE: late}, now)
        spent = time.thread_time() - begun
        assert late.view(now).settled == len(game.rounds)
        return spent

    return act


def _session(
    game: GameBuilder, seat: int, rounds: tuple[tuple[SignedEvent, ...], ...], now: float
) -> Session:
    player = game.players[seat]
    seed = SeedRecord(player.chain.link(player.chain.length - 1), game.genesis.data)
    stored = StoredGame(game.genesis, rounds, (), (seed,))
    return Session(stored, player.key, seeded_entropy(f"seat {seat}"), now)


def _talk(sessions: dict[int, Session], now: float) -> float:
    """Carry messages between the two, and let time pass whenever none is on its way; give when it ended."""
    while not sessions[LATE].view(now).complete:
        now = max(now, min(session.deadline() for session in sessions.values()))
        for session in sessions.values():
            session.tick(now)
        _deliver(sessions, now)
    return now


def _deliver(sessions: dict[int, Session], now: float) -> None:
    waiting = deque(sessions.items())
    while waiting:
        seat, session = waiting.popleft()
        for effect in session.effects():
            if isinstance(effect, Send):
                for to in effect.seats:
                    sessions[to].receive(seat, effect.data, now)
                    waiting.append((to, sessions[to]))
