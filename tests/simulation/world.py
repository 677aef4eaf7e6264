"""A table of real sessions under a seeded network, with disks that crash: nothing here reads a clock.

One seed gives one run, exactly. `python -m tests.simulation` runs many seeds, or one again.
"""

import heapq
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from core.ruleset import Ruleset
from p2p.invite import Endpoints
from tests.simulation.launch import PORT
from tests.simulation.machine import Machine
from tests.simulation.mishaps import Mishaps
from tests.simulation.onlookers import LATEST, Onlooker
from tests.simulation.table import RULESETS, make_table
from tests.simulation.weather import Weather
from tests.simulation.wire import is_beside_the_log
from tests.simulation.witness import Witness

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
        self.seed = seed
        self.name = f"world {seed} {seats}"
        self.folder = folder
        self._folders = 0
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
        self._places = {endpoints[0][0]: seat for seat, endpoints in self.book.items()}
        self.machines = [(makers or {}).get(seat, Machine)(self, seat) for seat in range(seats)]
        self.onlookers = [Onlooker(self, number) for number in range(weather.watched)]
        self.mishaps = Mishaps(self)
        self.mishaps.arrange()

    @property
    def honest(self) -> list[Machine]:
        return [machine for machine in self.machines if machine.honest]

    def curve_key(self, seat: int) -> bytes:
        return self._curve_keys[seat]

    def seat_of(self, curve_key: bytes) -> int:
        return self._curve_keys.index(curve_key)

    def happens(self, chance: float) -> bool:
        """Tell whether a thing of this chance happens now; nothing does once the weather is calm."""
        return chance > 0 and self.now < self.weather.calm and self.chance.random() < chance

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._queue, (self.now + max(seconds, TICK), self._count, act))

    def settle_down(self, seconds: float) -> None:
        """Let nothing bad happen any more, and what is known to one come to all within so much time."""
        self.weather = replace(self.weather, calm=0.0)
        begin = max(self.now, LATEST) if self.onlookers else self.now
        if any(one.is_away for one in self.machines):
            begin = max(begin, self.mishaps.until)
        if self.weather.full:
            begin += self.weather.full_for
        self.run(begin + seconds, lambda: False)

    def make_folder(self) -> Path | None:
        """Give a new folder, if there are real files in this world."""
        if self.folder is None:
            return None
        self._folders += 1
        folder = self.folder / str(self._folders)
        folder.mkdir()
        return folder

    def address(self, seat: int) -> str:
        """Give the address that the computer of this seat has now."""
        return next(address for address, owner in self._places.items() if owner == seat)

    def move(self, seat: int) -> str:
        """Give the computer of this seat another address, and tell which."""
        net, _, host = self.address(seat).rpartition(".")
        del self._places[f"{net}.{host}"]
        address = f"{net}.{int(host) + len(self.machines)}"
        self._places[address] = seat
        return address

    def is_linked(self, one: int, other: int) -> bool:
        """Tell whether one of them knows where the other can be reached now: then both can speak."""
        for caller, called in ((one, other), (other, one)):
            process = self.machines[caller].process
            links = process.wire.links.get(self._curve_keys[called], ()) if process is not None else ()
            if any(self._places.get(address) == called for address, _ in links):
                return True
        return False

    def send(self, sender: int, receiver: int, data: bytes) -> None:
        if not self.is_linked(sender, receiver):
            return
        self.carry(lambda: self.deliver(sender, receiver, data))

    def carry(self, arrive: Callable[[], None]) -> None:
        """Let a message get lost, or `arrive` late, or twice."""
        weather = self.weather
        for _ in range(1 + self.happens(weather.doubled)):
            if not self.happens(weather.loss):
                delay = weather.delay * self.chance.random() * (40 if self.happens(weather.late) else 1)
                self.later(delay, arrive)

    def show(self, onlooker: Onlooker, seat: int, data: bytes) -> None:
        """Carry what an onlooker says to a seat."""
        machine = self.machines[seat]
        self.carry(lambda: machine.take(onlooker.key, data))

    def show_onlooker(self, seat: int, curve_key: bytes, data: bytes) -> None:
        """Carry what a seat shows to the onlooker with this key."""
        onlooker = next(one for one in self.onlookers if one.key == curve_key)
        self.carry(lambda: onlooker.receive(seat, data))

    def deliver(self, sender: int, receiver: int, data: bytes) -> None:
        machine = self.machines[receiver]
        if is_beside_the_log(data):
            machine.take(self.curve_key(sender), data)
        else:
            machine.receive(sender, data)
        if self.happens(self.weather.resign):
            machine.resign()
        if self.happens(self.weather.leave):
            machine.leave()
        if self.happens(self.weather.chat):
            machine.chatter()

    def run(self, until: float = LONGEST, ended: Callable[[], bool] | None = None) -> None:
        """Run until every honest peer's log is complete, or `ended`, or `until` seconds have passed."""
        ended = ended or self.ended
        while self._queue and self.now < until and not ended():
            self.now, _, act = heapq.heappop(self._queue)
            act()

    def ended(self) -> bool:
        return all(
            machine.gone or machine.complete or machine.waits_for_the_gone or machine.is_left_alone
            for machine in self.honest
        )
