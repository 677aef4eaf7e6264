"""A table of real sessions under a seeded network, with disks that crash: nothing here reads a clock.

One seed gives one run, exactly. `python -m tests.simulation` runs many seeds, or one again.
"""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from core.bots import BOTS
from core.ruleset import Ruleset
from p2p.dice import Chain, chain_length
from p2p.effects import (
    AppendLog,
    CompactJournal,
    Effect,
    Notice,
    Notify,
    Send,
    WriteJournal,
    WriteProof,
)
from p2p.entropy import Entropy, seeded_entropy
from p2p.genesis import Genesis, SeatEntry, make_genesis
from p2p.keys import SigningKey
from p2p.session import Session
from p2p.stored import first_records, read_game
from p2p.view import Wanted

SHORT = Ruleset(rows_to_end=1, most_rolls=10)
TICK = 0.001
"""Seconds between two things at the least, so that nobody speaks for ever at one instant."""


@dataclass(frozen=True)
class Weather:
    """How bad the network and the machines are: chances per message or per effect, delays in seconds."""

    loss: float = 0.0
    doubled: float = 0.0
    delay: float = 0.01
    late: float = 0.0
    crash: float = 0.0
    forget: float = 0.5
    resign: float = 0.0
    downtime: float = 4.0


FAIR = Weather()
ROUGH = Weather(loss=0.15, doubled=0.1, delay=0.05, late=0.05)
CRASHES = Weather(loss=0.05, doubled=0.05, delay=0.03, late=0.02, crash=0.004)
LEAVING = Weather(loss=0.05, doubled=0.05, delay=0.03, late=0.02, crash=0.002, resign=0.004)


class Crash(Exception):
    """The process ends here."""


@dataclass
class Disk:
    """What one peer has written: all of it, and how much of it a crash cannot take back."""

    log: list[bytes] = field(default_factory=list)
    journal: list[bytes] = field(default_factory=list)
    log_synced: int = 0
    journal_synced: int = 0
    proofs: dict[int, tuple[bytes, ...]] = field(default_factory=dict)

    def sync_journal(self) -> None:
        self.journal_synced = len(self.journal)

    def sync_log(self) -> None:
        self.log_synced = len(self.log)

    def crash(self, chance: random.Random, forget: float) -> None:
        """Lose some of what was not synced, never what was."""
        if chance.random() < forget:
            del self.journal[chance.randint(self.journal_synced, len(self.journal)) :]
            del self.log[chance.randint(self.log_synced, len(self.log)) :]
        self.sync_journal()
        self.sync_log()


def make_table(seed: str, seats: int, ruleset: Ruleset) -> tuple[Genesis, list[SigningKey], list[bytes]]:
    """Give a genesis, and by seat the keys and the dice seeds of those who sit at it."""
    entropy = seeded_entropy(seed)
    nonce = entropy("nonce")
    made = []
    for number in range(seats):
        key = SigningKey(entropy(f"key {number}"))
        dice_seed = entropy(f"dice {number}")
        anchor = Chain(dice_seed, nonce, key.public, chain_length(ruleset)).anchor
        entry = SeatEntry(f"Player {number}", key.public, entropy(f"curve {number}"), anchor)
        made.append((entry, key, dice_seed))
    made.sort(key=lambda one: one[0].order)
    genesis = make_genesis(ruleset, nonce, [entry for entry, _, _ in made])
    return genesis, [key for _, key, _ in made], [dice_seed for _, _, dice_seed in made]


class Machine:
    """One peer: a disk that lasts and a session that may not."""

    def __init__(self, world: "World", seat: int, key: SigningKey, dice_seed: bytes) -> None:
        self.world = world
        self.seat = seat
        self.key = key
        self.disk = Disk()
        self.session: Session | None = None
        self.notices: list[Notice] = []
        self.starts = 0
        self.gone = False
        first_log, first_journal = first_records(world.genesis, dice_seed)
        self.disk.log.append(first_log)
        self.disk.journal.append(first_journal)
        self.disk.sync_log()
        self.disk.sync_journal()

    @property
    def finished(self) -> bool:
        return self.session is not None and self.session.view(self.world.now).complete

    def start(self) -> None:
        self.starts += 1
        stored = read_game(self.disk.log, self.disk.journal)
        self.session = Session(stored, self.key, self.entropy(), self.world.now)
        self.world.wake(self)
        self.input(lambda session: None)

    def entropy(self) -> Entropy:
        return seeded_entropy(f"{self.world.seed} {self.seat} start {self.starts}")

    def input(self, act: Callable[[Session], None]) -> None:
        """Let `act` reach the session, then do what follows: or crash on the way."""
        if self.session is None or self.gone:
            return
        try:
            act(self.session)
            self.flush()
            self.play()
        except Crash:
            self.session = None
            self.disk.crash(self.world.chance, self.world.weather.forget)
            self.world.later(self.world.chance.random() * self.world.weather.downtime, self.start)

    def play(self) -> None:
        """Let the seat's bot do what is wanted of it."""
        for _ in range(100):
            assert self.session is not None
            view = self.session.view(self.world.now)
            if view.wanted is None:
                return
            self.choose(self.session, view.wanted)
            self.flush()

    def choose(self, session: Session, wanted: Wanted) -> None:
        state = session.view(self.world.now).state
        bot, chance = BOTS["random"], self.world.chance
        match wanted:
            case Wanted.ROLL:
                session.roll(self.world.now)
            case Wanted.DECISION:
                session.decide(bot.decide(state, self.seat, chance.randrange), self.world.now)
            case Wanted.BID:
                session.bid(bot.bid(state, self.seat, chance.randrange), self.world.now)

    def flush(self) -> None:
        assert self.session is not None
        effects = self.session.effects()
        writes = [effect for effect in effects if not isinstance(effect, Send | Notify)]
        sends = [effect for effect in effects if isinstance(effect, Send)]
        for effect in writes:
            self.maybe_crash()
            self.do(effect)
        self.maybe_crash()
        if sends:
            self.disk.sync_journal()
        for effect in sends:
            self.maybe_crash()
            self.world.send(self.seat, effect.seat, effect.data)
        self.notices += [effect.notice for effect in effects if isinstance(effect, Notify)]

    def do(self, effect: Effect) -> None:
        match effect:
            case WriteJournal(body):
                self.disk.journal.append(body)
            case AppendLog(body):
                self.disk.log.append(body)
            case CompactJournal(bodies):
                self.disk.sync_log()
                self.disk.journal[:] = bodies
                self.disk.sync_journal()
            case WriteProof(seat, bodies):
                self.disk.proofs[seat] = bodies
            case _:
                raise AssertionError(effect)

    def maybe_crash(self) -> None:
        weather = self.world.weather
        if weather.crash and self.world.chance.random() < weather.crash and self.world.now < 300:
            raise Crash


class World:
    """Machines, the messages under way, and one source of chance for all of it."""

    def __init__(self, seed: int, seats: int, weather: Weather, ruleset: Ruleset = SHORT) -> None:
        self.seed = f"world {seed} {seats}"
        self.weather = weather
        self.chance = random.Random(self.seed)
        self.now = 0.0
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self.genesis, keys, dice_seeds = make_table("table", seats, ruleset)
        self.machines = [self.machine(seat, keys[seat], dice_seeds[seat]) for seat in range(seats)]
        for machine in self.machines:
            machine.start()

    def machine(self, seat: int, key: SigningKey, dice_seed: bytes) -> Machine:
        """Make the peer of one seat; worlds with a dishonest one override this."""
        return Machine(self, seat, key, dice_seed)

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._queue, (self.now + max(seconds, TICK), self._count, act))

    def send(self, sender: int, receiver: int, data: bytes) -> None:
        for _ in range(1 + (self.chance.random() < self.weather.doubled)):
            if self.chance.random() >= self.weather.loss:
                late = self.chance.random() < self.weather.late
                delay = self.weather.delay * self.chance.random() * (40 if late else 1)
                self.later(delay, lambda: self.deliver(sender, receiver, data))

    def deliver(self, sender: int, receiver: int, data: bytes) -> None:
        machine = self.machines[receiver]
        machine.input(lambda session: session.receive(sender, data, self.now))
        self.maybe_resign(machine)

    def maybe_resign(self, machine: Machine) -> None:
        if self.weather.resign and self.chance.random() < self.weather.resign and machine.session:
            view = machine.session.view(self.now)
            if view.ready and not view.leaving and len(view.state.active) > 1 and 0 < view.round_number:
                machine.input(lambda session: self.try_resign(session))

    def try_resign(self, session: Session) -> None:
        from p2p.session import NotNow

        try:
            session.resign(self.now)
        except NotNow:
            pass

    def wake(self, machine: Machine) -> None:
        """Tick this machine's session at its deadline, for as long as this session lives."""
        session = machine.session

        def tick() -> None:
            if machine.session is session and session is not None and not machine.gone:
                machine.input(lambda live: live.tick(self.now))
                self.later(session.deadline() - self.now, tick)

        self.later(0.0, tick)

    def run(self, until: float = 600.0) -> None:
        """Run until every honest peer's log is complete, or `until` seconds have passed."""
        while self._queue and self.now < until and not self.ended():
            self.now, _, act = heapq.heappop(self._queue)
            act()

    def ended(self) -> bool:
        return all(machine.finished for machine in self.machines)
