"""A table of real sessions under a seeded network, with disks that crash: nothing here reads a clock.

One seed gives one run, exactly. `python -m tests.simulation` runs many seeds, or one again.
"""

import heapq
import random
from collections.abc import Callable, Mapping
from typing import TypeAlias

from core.ruleset import Ruleset
from tests.simulation.machine import Machine
from tests.simulation.table import RULESETS, make_table
from tests.simulation.weather import Weather
from tests.simulation.witness import Witness

TICK = 0.001
"""Seconds between two things at the least, so that nobody speaks for ever at one instant."""
LONGEST = 600.0
"""Simulated seconds within which a game of honest peers has to end, the weather being calm at last."""

Maker: TypeAlias = "Callable[[World, int], Machine]"


class World:
    """Machines, the messages under way, and one source of chance for all of it.

    `makers` make the machines of some seats, and `foes` are the seats that are not honest.
    """

    def __init__(
        self,
        seed: int,
        seats: int,
        weather: Weather,
        ruleset: Ruleset = RULESETS["short"],
        makers: Mapping[int, Maker] | None = None,
        foes: frozenset[int] = frozenset(),
    ) -> None:
        self.name = f"world {seed} {seats}"
        self.weather = weather
        self.chance = random.Random(self.name)
        self.now = 0.0
        self.foes = foes
        self.witness = Witness()
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self.seated = make_table(self.name, seats, ruleset)
        self.genesis = self.seated.genesis
        self.machines = [(makers or {}).get(seat, Machine)(self, seat) for seat in range(seats)]
        for machine in self.machines:
            machine.start()

    @property
    def honest(self) -> list[Machine]:
        return [machine for machine in self.machines if machine.honest]

    def happens(self, chance: float) -> bool:
        """Tell whether a thing of this chance happens now; nothing does once the weather is calm."""
        return chance > 0 and self.now < self.weather.calm and self.chance.random() < chance

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._queue, (self.now + max(seconds, TICK), self._count, act))

    def send(self, sender: int, receiver: int, data: bytes) -> None:
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

    def wake(self, machine: Machine) -> None:
        """Tick this machine's session at its deadline, for as long as this session lives."""
        session = machine.session
        assert session is not None

        def tick() -> None:
            if machine.session is session:
                machine.input(lambda live: live.tick(self.now))
                self.later(session.deadline() - self.now, tick)

        self.later(0.0, tick)

    def run(self, until: float = LONGEST, ended: Callable[[], bool] | None = None) -> None:
        """Run until every honest peer's log is complete, or `ended`, or `until` seconds have passed."""
        ended = ended or self.ended
        while self._queue and self.now < until and not ended():
            self.now, _, act = heapq.heappop(self._queue)
            act()

    def ended(self) -> bool:
        return all(machine.gone or machine.complete or machine.waits_for_the_gone for machine in self.honest)
