"""Spectators of a simulated table: they call some of its peers, and follow what those show them."""

import random
from typing import TYPE_CHECKING

from p2p.audit import audit_log
from p2p.effects import AppendLog
from p2p.entropy import seeded_entropy
from p2p.invite import NO_TOKEN
from p2p.records import GenesisRecord, encode_log_record
from p2p.spectator import Spectator
from p2p.stored import read_game
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import log_bytes

if TYPE_CHECKING:
    from tests.simulation.world import World

LATEST = 6.0
"""Seconds after which all are there, and within which one begins anew from what it has written."""


class Onlooker:
    """One spectator, whose log lasts and whose process begins twice."""

    def __init__(self, world: "World", number: int) -> None:
        self.world = world
        self.key = seeded_entropy(world.name)(f"onlooker {number}")
        chance = random.Random(f"onlooker {number} of {world.name}")
        seats = range(len(world.genesis.seats))
        self.watched = sorted(chance.sample(seats, chance.randint(1, len(seats))))
        self.log = [encode_log_record(GenesisRecord(world.genesis.data))]
        self.spectator = self._new()
        world.later(chance.random() * LATEST, self._tick)
        world.later(chance.random() * LATEST, self._begin_anew)

    @property
    def settled(self) -> list[bytes]:
        """The ids of all events in rounds that it has written."""
        ledger = self.spectator.ledger
        rounds = ledger.chain.rounds[: ledger.settled] if ledger is not None else ()
        return [one.event_id for events in rounds for one in events]

    @property
    def complete(self) -> bool:
        ledger = self.spectator.ledger
        return ledger is not None and ledger.tip.complete

    @property
    def is_served(self) -> bool:
        """Whether one of the honest peers that it watches has the whole log, and is there to show it."""
        watched = [self.world.machines[seat] for seat in self.watched]
        return any(one.honest and one.complete and one.peer is not None for one in watched)

    def receive(self, seat: int, data: bytes) -> None:
        self.spectator.receive(self.world.curve_key(seat), data, self.world.now)
        self._go_on()

    def _new(self) -> Spectator:
        return Spectator({self.world.curve_key(seat): NO_TOKEN for seat in self.watched}, self.world.now)

    def _begin_anew(self) -> None:
        self.spectator = self._new()

    def _tick(self) -> None:
        self.spectator.tick(self.world.now)
        self._go_on()
        self.world.later(self.spectator.deadline() - self.world.now, self._tick)

    def _go_on(self) -> None:
        spectator = self.spectator
        if spectator.genesis is not None and spectator.view() is None:
            spectator.begin(read_game(self.log, ()))
        self.log += [one.body for one in spectator.effects() if isinstance(one, AppendLog)]
        spectator.news.clear()
        outbox, spectator.outbox = spectator.outbox, []
        for curve_key, data in outbox:
            self.world.show(self, self.world.seat_of(curve_key), data)


def check_onlookers(world: "World", longest: list[bytes]) -> None:
    """Each has the beginning of the honest log, whoever showed it, and all of it if an honest peer had.

    It can have more where the honest have left before the end.
    """
    for one in world.onlookers:
        both = min(len(one.settled), len(longest))
        assert one.settled[:both] == longest[:both], "an onlooker's log parts"
        report = audit_log(log_bytes(one.log))
        assert report.verdict is (Verdict.COMPLETE if one.complete else Verdict.UNFINISHED), report.findings
        assert one.complete or not one.is_served, ("an onlooker has not all", one.watched)
