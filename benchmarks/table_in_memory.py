"""A game of two real sessions in one process, with spectators of the first, and no network, disk or clock.

Counted is what the first seat's peer computes: its session, and its gallery with what spectators ask of it.
"""

import time
from collections.abc import Callable
from typing import Final

from core.ruleset import Ruleset
from p2p.effects import Send
from p2p.entropy import seeded_entropy
from p2p.event import EventKind
from p2p.gallery import Gallery, WatchPolicy
from p2p.invite import NO_TOKEN
from p2p.journal_records import SeedRecord
from p2p.session import Session
from p2p.spectator import Spectator
from p2p.stored import StoredGame
from p2p.view import Wanted
from tests.p2p.gamebuilder import GameBuilder
from tests.vectors.corner_games import Hoarder

SEATS: Final = 2
WATCHED: Final = 0
"""The seat that is measured, and through which is watched."""
ENDLESS: Final = Ruleset(rows_to_end=5, amounts=((0,) * 5,) * 5, money=0, fee=1, limit=0, most_rolls=10_000)
"""Without money and with a fee, every chip that is delivered goes back at the next turn: no row is filled."""
ROUND_SECONDS: Final = 0.5
"""From one round to the next, on the table's own clock: people need longer."""
MOST_STEPS: Final = 100
"""In which a round ends: choices, and waits for the next deadline."""


def endless_game(rounds: int) -> GameBuilder:
    """Give a game before the first roll after so many rounds; it goes on for thousands."""
    game = GameBuilder(SEATS, "endless", ENDLESS, Hoarder())
    return game.play(rounds).play_to(EventKind.LINK)


class TableInMemory:
    """The game of `builder` goes on from its next roll, with so many spectators; all have what was before."""

    def __init__(self, builder: GameBuilder, spectators: int = 0) -> None:
        self._bot = Hoarder()
        self._now = 0.0
        self._spent = 0.0
        self._sessions = [_session(builder, seat) for seat in range(SEATS)]
        self._gallery = Gallery(WatchPolicy.ANYBODY, b"secret", 0.0)
        self._gallery.begin(self._sessions[WATCHED].ledger)
        self._server = builder.genesis.seats[WATCHED].curve_key
        self._spectators = {
            bytes((number,)) * 32: _spectator(builder, self._server) for number in range(1, spectators + 1)
        }
        self.play_round()

    def play_round(self) -> float:
        """Play until the open round is settled and shown to all; give the first seat's seconds."""
        number, self._spent = self._sessions[WATCHED].ledger.tip.round_number, 0.0
        self._now += ROUND_SECONDS
        for _ in range(MOST_STEPS):
            self._pass_time()
            self._carry()
            if self._has_all_settled(number):
                return self._spent
            if not self._choose(number):
                self._now = max(self._now, min(one.deadline() for one in self._everybody()))
        raise RuntimeError(f"round {number} does not end")

    def _everybody(self) -> list[Session | Spectator]:
        return [*self._sessions, *self._spectators.values()]

    def _has_all_settled(self, number: int) -> bool:
        """Tell whether all seats have settled this round, and all spectators have followed it."""
        watched = (one.ledger for one in self._spectators.values())
        return all(one.ledger.settled > number for one in self._sessions) and all(
            ledger is not None and ledger.tip.round_number > number for ledger in watched
        )

    def _pass_time(self) -> None:
        for one in self._everybody():
            if one.deadline() <= self._now:
                self._feed(one, one.tick, self._now)

    def _choose(self, number: int) -> bool:
        """Let the bot answer whoever is asked something in this round; tell whether anybody was."""
        views = [session.view(self._now) for session in self._sessions]
        asked = [view.wanted if view.round_number == number else None for view in views]
        for session, view, wanted in zip(self._sessions, views, asked, strict=True):
            match wanted:
                case Wanted.ROLL:
                    self._feed(session, session.roll, self._now)
                case Wanted.DECISION:
                    decision = self._bot.decide(view.state, view.seat, _none)
                    self._feed(session, session.decide, decision, self._now)
                case Wanted.BID:
                    self._feed(session, session.bid, 0, self._now)
                case None:
                    pass
        return any(asked)

    def _carry(self) -> None:
        """Carry what is on its way, and what that makes others say, until nothing is."""
        while any([*map(self._carry_from, range(SEATS)), self._show(), *map(self._ask, self._spectators)]):
            pass

    def _carry_from(self, seat: int) -> bool:
        sends = [effect for effect in self._sessions[seat].effects() if isinstance(effect, Send)]
        for send in sends:
            for other in (self._sessions[to] for to in send.seats):
                self._feed(other, other.receive, seat, send.data, self._now)
        return bool(sends)

    def _show(self) -> bool:
        """Carry what the gallery has for spectators."""
        self._feed(self._gallery, self._gallery.show, self._now)
        sent, self._gallery.outbox = self._gallery.outbox, []
        for key, data in sent:
            self._spectators[key].receive(self._server, data, self._now)
        return bool(sent)

    def _ask(self, key: bytes) -> bool:
        """Carry what a spectator has for the gallery."""
        spectator = self._spectators[key]
        spectator.effects()
        spectator.news.clear()
        sent, spectator.outbox = spectator.outbox, []
        for _server, data in sent:
            self._feed(self._gallery, self._gallery.receive, key, data, self._now)
        return bool(sent)

    def _feed(self, to: object, act: Callable[..., object], *arguments: object) -> None:
        """Call this, and count the time if it is a part of the first seat's peer."""
        begun = time.thread_time()
        act(*arguments)
        if to is self._gallery or to is self._sessions[WATCHED]:
            self._spent += time.thread_time() - begun


def _session(builder: GameBuilder, seat: int) -> Session:
    player = builder.players[seat]
    seed = SeedRecord(player.chain.link(player.chain.length - 1), builder.genesis.data)
    stored = StoredGame(builder.genesis, tuple(builder.rounds), (), (seed,))
    return Session(stored, player.key, seeded_entropy(f"seat {seat}"), 0.0)


def _spectator(builder: GameBuilder, server: bytes) -> Spectator:
    spectator = Spectator({server: NO_TOKEN}, 0.0)
    spectator.genesis = builder.genesis
    spectator.begin(StoredGame(builder.genesis, tuple(builder.rounds), (), ()))
    return spectator


def _none(_bound: int) -> int:
    return 0
