"""One peer of a simulated table: a disk that lasts and a session that may not."""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from core.bots import BOTS
from p2p.effects import AppendLog, CompactJournal, Effect, Notice, Notify, Send, WriteJournal, WriteProof
from p2p.entropy import Entropy, seeded_entropy
from p2p.event import EventKind
from p2p.messages import Message, decode_message, game_tag
from p2p.session import NotNow, Session
from p2p.stored import first_records, read_game
from p2p.view import Wanted
from tests.simulation.disk import Disk

if TYPE_CHECKING:
    from tests.simulation.world import World


class Crash(Exception):
    """The process ends here."""


class Machine:
    """An honest peer, played by a bot. `crash_at` is the number of the effect before which it crashes."""

    def __init__(self, world: "World", seat: int) -> None:
        self.world = world
        self.seat = seat
        self.key = world.seated.keys[seat]
        self.disk = Disk()
        self.session: Session | None = None
        self.notices: list[Notice] = []
        self.starts = 0
        self.effects_done = 0
        self.crash_at: int | None = None
        self.gone = False
        self.absent = False
        self.comes_back = False
        first_log, first_journal = first_records(world.genesis, world.seated.dice_seeds[seat])
        self.disk.log.append(first_log)
        self.disk.journal.append(first_journal)
        self.disk.sync_log()
        self.disk.sync_journal()

    @property
    def honest(self) -> bool:
        return self.seat not in self.world.foes

    @property
    def complete(self) -> bool:
        return self.session is not None and self.session._ledger.tip.complete

    @property
    def waits_for_the_gone(self) -> bool:
        """Whether only the seals of seats are missing that have resigned, before the end, and left."""
        if self.session is None:
            return False
        log = self.session._ledger.tip
        if log.expects is None or log.expects.kind is not EventKind.SEAL:
            return False
        missing = [seat for seat in log.expects.seats if not self.session._has_spoken(seat)]
        return all(self.world.machines[seat].gone for seat in missing)

    def start(self) -> None:
        if self.session is not None or self.gone or self.absent:
            return
        self.starts += 1
        stored = read_game(self.disk.log, self.disk.journal)
        self.session = Session(stored, self.key, self.entropy(), self.world.now)
        self.world.wake(self)
        if self.honest:
            self.world.witness.restarted(self)
        self.input(lambda _: None)

    def entropy(self) -> Entropy:
        return seeded_entropy(f"{self.world.name} {self.seat} start {self.starts}")

    def sessions(self) -> list[Session]:
        """Give what runs here: one session, or none."""
        return [] if self.session is None else [self.session]

    def input_to(self, session: Session, act: Callable[[Session], None]) -> None:
        """Let `act` reach this session of the running ones."""
        assert session is self.session
        self.input(act)

    @property
    def absent_for_good(self) -> bool:
        return self.absent and not self.comes_back

    @property
    def is_outranked(self) -> bool:
        """Whether it has been removed in a round that it had gone beyond."""
        return self.session is not None and self.session._ledger.chain.outranked is not None

    def vanish(self) -> None:
        """End here as a crash does, and stay away."""
        self.session = None
        self.absent = True
        self.disk.crash(self.world.chance, self.world.weather.forget)

    def come_back(self) -> None:
        self.absent = False
        self.start()

    def receive(self, sender: int, data: bytes) -> None:
        self.input(lambda session: session.receive(sender, data, self.world.now))

    def input(self, act: Callable[[Session], None]) -> None:
        """Let `act` reach the session, then do what follows: or crash on the way."""
        if self.session is None:
            return
        try:
            act(self.session)
            self.flush()
            self.play()
        except Crash:
            self.crash()

    def crash(self) -> None:
        self.session = None
        self.disk.crash(self.world.chance, self.world.weather.forget)
        self.world.later(self.world.chance.random() * self.world.weather.downtime, self.start)

    def leave(self) -> None:
        """Stop in good order, and come back after a while."""
        if self.session is None:
            return
        try:
            self.session.leave(self.world.now)
            self.flush()
        except Crash:
            self.crash()
            return
        self.disk.sync_log()
        self.session = None
        self.world.later(self.world.chance.random() * self.world.weather.downtime, self.start)

    def resign(self) -> None:
        def act(session: Session) -> None:
            with suppress(NotNow):
                session.resign(self.world.now)

        self.input(act)

    def play(self) -> None:
        """Let the seat's bot do what is wanted of it; go for good once it has resigned and may."""
        session, now = self.session, self.world.now
        assert session is not None
        while (wanted := session._wanted()) is not None:
            self.choose(session, wanted)
            self.flush()
        if session._has_resigned() and not self.complete and session.may_leave(now):
            self.session = None
            self.gone = True

    def choose(self, session: Session, wanted: Wanted) -> None:
        state, chance, now = session._ledger.tip.state, self.world.chance, self.world.now
        match wanted:
            case Wanted.ROLL:
                session.roll(now)
            case Wanted.DECISION:
                session.decide(BOTS["random"].decide(state, self.seat, chance.randrange), now)
            case Wanted.BID:
                session.bid(BOTS["random"].bid(state, self.seat, chance.randrange), now)

    def flush(self) -> None:
        """Write, sync, send, tell: in the order of the product's own shell."""
        assert self.session is not None
        effects = self.session.effects()
        sends = [effect for effect in effects if isinstance(effect, Send)]
        for effect in effects:
            if not isinstance(effect, Send | Notify):
                self.maybe_crash()
                self.do(effect)
        self.maybe_crash()
        if sends:
            self.disk.sync_journal()
        for effect in sends:
            self.maybe_crash()
            self.send(effect.seat, effect.data)
        told = [effect.notice for effect in effects if isinstance(effect, Notify)]
        self.notices += told
        if self.honest:
            self.world.witness.notices(self, told)

    def send(self, receiver: int, data: bytes) -> None:
        if self.honest:
            self.world.witness.leaves(self, self.decode(data))
        self.world.send(self.seat, receiver, data)

    def decode(self, data: bytes) -> Message:
        return decode_message(game_tag(self.world.genesis.game_id), data)

    def do(self, effect: Effect) -> None:
        match effect:
            case WriteJournal(body):
                self.disk.journal.append(body)
            case AppendLog(body):
                self.disk.log.append(body)
            case CompactJournal(bodies):
                self.disk.compact(bodies)
            case WriteProof(seat, bodies):
                self.disk.proofs[seat] = bodies
            case Send() | Notify():
                raise AssertionError(effect)

    def maybe_crash(self) -> None:
        self.effects_done += 1
        if self.effects_done == self.crash_at:
            raise Crash
        if self.world.happens(self.world.weather.crash):
            raise Crash
