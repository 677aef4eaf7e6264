"""A table of real sessions under a seeded network, with disks that crash: nothing here reads a clock.

One seed gives one run, exactly. `python -m tests.simulation` runs many seeds, or one again.
"""

import heapq
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from core.ruleset import Ruleset
from p2p.invite import Endpoints
from tests.simulation.machine import Machine
from tests.simulation.mishaps import Mishaps
from tests.simulation.table import RULESETS, make_table
from tests.simulation.weather import Weather
from tests.simulation.witness import Witness

PORT = 5000
TICK = 0.001
"""Seconds between two things at the least, so that nobody speaks for ever at one instant."""
LONGEST = 600.0
"""Simulated seconds within which a game of honest peers has to end, the weather being calm at last."""

Maker: TypeAlias = "Callable[[World, int], Machine]"


class World:
    """Machines, the messages under way, and one source of chance for all of it.

    `makers` make the machines of some seats, and `foes` are the seats that are not honest. With a `folder`
    the honest ones keep their games in real files there.
    """

    def __init__(
        self,
        seed: int,
        seats: int,
        weather: Weather,
        ruleset: Ruleset = RULESETS["short"],
        makers: Mapping[int, Maker] | None = None,
        foes: frozenset[int] = frozenset(),
        folder: Path | None = None,
    ) -> None:
        self.name = f"world {seed} {seats}"
        self.folder = folder
        self.weather = weather
        self.chance = random.Random(self.name)
        self.now = 0.0
        self.foes = foes
        self.witness = Witness()
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self.seated = make_table(self.name, seats, ruleset)
        self.genesis = self.seated.genesis
        self._curve_keys = [entry.curve_key for entry in self.genesis.seats]
        self.book: dict[int, Endpoints] = {seat: ((f"192.0.2.{seat + 1}",), PORT) for seat in range(seats)}
        self.places = {endpoints[0][0]: seat for seat, endpoints in self.book.items()}
        self.machines = [(makers or {}).get(seat, Machine)(self, seat) for seat in range(seats)]
        self.mishaps = Mishaps(self)
        self.mishaps.arrange()

    @property
    def honest(self) -> list[Machine]:
        return [machine for machine in self.machines if machine.honest]

    def curve_key(self, seat: int) -> bytes:
        return self._curve_keys[seat]

    def happens(self, chance: float) -> bool:
        """Tell whether a thing of this chance happens now; nothing does once the weather is calm."""
        return chance > 0 and self.now < self.weather.calm and self.chance.random() < chance

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._queue, (self.now + max(seconds, TICK), self._count, act))

    def move(self, machine: Machine) -> None:
        """Give this computer another address."""
        ((address, _), *_) = [place for place in self.places.items() if place[1] == machine.seat]
        del self.places[address]
        net, _, host = address.rpartition(".")
        self.places[f"{net}.{int(host) + len(self.machines)}"] = machine.seat

    def is_linked(self, one: int, other: int) -> bool:
        """Tell whether one of them knows where the other can be reached now: then both can speak."""
        for caller, called in ((one, other), (other, one)):
            wire = self.machines[caller].wire
            links = wire.links.get(self._curve_keys[called], ()) if wire is not None else ()
            if any(self.places.get(address) == called for address, _ in links):
                return True
        return False

    def send(self, sender: int, receiver: int, data: bytes) -> None:
        if not self.is_linked(sender, receiver):
            return
        weather = self.weather
        for _ in range(1 + self.happens(weather.doubled)):
            if not self.happens(weather.loss):
                delay = weather.delay * self.chance.random() * (40 if self.happens(weather.late) else 1)
                self.later(delay, lambda: self.deliver(sender, receiver, data))

    def deliver(self, sender: int, receiver: int, data: bytes) -> None:
        machine = self.machines[receiver]
        machine.receive(sender, data)
        if self.happens(self.weather.resign):
            machine.resign()
        if self.happens(self.weather.leave):
            machine.leave()

    def run(self, until: float = LONGEST, ended: Callable[[], bool] | None = None) -> None:
        """Run until every honest peer's log is complete, or `ended`, or `until` seconds have passed."""
        ended = ended or self.ended
        while self._queue and self.now < until and not ended():
            self.now, _, act = heapq.heappop(self._queue)
            act()

    def ended(self) -> bool:
        return all(machine.gone or machine.complete or machine.waits_for_the_gone for machine in self.honest)
