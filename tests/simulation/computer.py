"""A computer at a simulated table: its disk and its clock last, and a process runs on it, or does not.

The process is the program's own `Peer`, with a loop, a transport and a store that this world gives it.
"""

import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from p2p.entropy import Entropy, seeded_entropy
from p2p.link import SEND_QUEUE
from p2p.messages import Message, game_tag
from p2p.peer import Peer
from p2p.record_file import Repair
from p2p.session import Session
from p2p.store_errors import StoreBroken, StoreFull
from p2p.stored import first_records
from tests.simulation.clock import Clock
from tests.simulation.disk import Disk
from tests.simulation.faults import Crash, Faults
from tests.simulation.files import Files
from tests.simulation.launch import Process, launch
from tests.simulation.sharing import decode

if TYPE_CHECKING:
    from tests.simulation.world import World

QUEUE = SEND_QUEUE
"""Messages of one peer that wait for a process that has stopped; more are lost."""
NOTICED = 3.0
"""Seconds after which a client has noticed that its computer has another address."""
AGAIN = 2.0
"""Seconds after which a user starts anew what could not start."""


class Computer(ABC):
    """What can be done with it; the user who sits there is in `machine`."""

    is_mortal = True
    """Whether accidents befall it."""
    on_files = True
    """Whether it may work on real files."""

    def __init__(self, world: "World", seat: int) -> None:
        self.world = world
        self.seat = seat
        self.key = world.seated.keys[seat]
        own = random.Random(f"{type(self).__name__} {seat} of {world.name}")
        self.clock = Clock(own)
        self.faults = Faults(self)
        self.disk = Disk()
        self.session: Session | None = None
        self.process: Process | None = None
        self.repairs: list[Repair] = []
        self.is_chatting = False
        self.starts = 0
        self.gone = False
        self.absent = False
        self.comes_back = False
        self.is_over = False
        self.has_stopped = False
        self.is_paused = False
        self._waiting: dict[bytes, deque[bytes]] = {}
        first_log, first_journal = first_records(world.genesis, world.seated.dice_seeds[seat])
        self.disk.log.append(first_log)
        self.disk.journal.append(first_journal)
        self.disk.sync_log()
        self.disk.sync_journal()
        self.files: Files | None = None
        self.folder = world.make_folder()
        if self.folder is not None and self.on_files:
            self.files = Files(self.folder, self.disk, self.faults, own)

    @property
    def peer(self) -> Peer | None:
        """What runs here, if anything does."""
        return self.process.peer if self.process is not None else None

    @property
    def now(self) -> float:
        """What its own clock shows."""
        return self.clock.time(self.world.now)

    @property
    def honest(self) -> bool:
        return self.seat not in self.world.foes

    @property
    def complete(self) -> bool:
        """Whether it has the whole log, and has settled it."""
        return self.session is not None and self.session._ledger.chain.base.complete

    @property
    def has_gone(self) -> bool:
        """Whether it has gone for good, having nothing more to do."""
        return self.gone or self.is_over

    def start(self) -> None:
        if self.session is not None or self.has_gone or self.absent:
            return
        self.starts += 1
        try:
            self.process = launch(self)
        except (StoreFull, StoreBroken):
            self.end()
            self.world.later(AGAIN, self.start)
            return
        except Crash:
            self.crash()
            return
        self.session = self.process.session
        self.is_chatting = self.files is not None
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

    def input(self, act: Callable[[Session], None]) -> None:
        """Let what the user does reach the session, then do what follows: or crash on the way."""
        session, peer = self.session, self.peer
        if session is not None and peer is not None and not self.is_paused:
            self.do(lambda: peer._input(lambda _: act(session)))

    def do(self, act: Callable[[], None]) -> None:
        """Let the process do something, its user follow, and the process end if it has to."""
        try:
            act()
            self.go_on()
        except Crash:
            self.crash()

    @abstractmethod
    def go_on(self) -> None:
        """Let the user do what follows."""

    @abstractmethod
    def hear(self) -> None:
        """Let the user take note of what the process tells."""

    def flush(self) -> None:
        """Let the process, if there is one, do what its session asks for: write, sync, send, tell."""
        if self.peer is not None:
            self.peer._carry_out(self.peer._loop.time())

    def downtime(self) -> float:
        return self.world.chance.random() * self.world.weather.downtime

    def end(self) -> None:
        """The process is gone, and with it all that waited for it."""
        if self.process is not None:
            self.process.store.drop()
        self.session = self.process = None
        if self.is_paused:
            self.is_paused = False
            self.clock.go(self.world.now)
        self._waiting.clear()

    def fall(self) -> None:
        """End as a crash does, or a loss of power."""
        self.end()
        if self.lose_unsynced():
            self.clock.boot(self.world.now)

    def lose_unsynced(self) -> bool:
        """Let the disk lose what was not synced, or not; tell whether it did."""
        chance = self.world.chance
        forget = chance.random() < self.world.weather.forget
        if self.files is not None:
            self.files.crash(forget=forget)  # the model learns of it when they are opened
        else:
            self.disk.crash(chance, forget=forget)
        return forget

    def crash(self) -> None:
        self.fall()
        self.world.later(self.downtime(), self.start)

    def vanish(self) -> None:
        """End here as a crash does, and stay away."""
        self.fall()
        self.absent = True

    def come_back(self) -> None:
        self.absent = False
        self.start()

    def go_away(self, *, in_order: bool) -> None:
        """Stop, and come back when told to."""
        if self.peer is not None:
            self.absent = self.comes_back = True
            if self.is_paused or not in_order:
                self.fall()
            else:
                self.stop()

    def leave(self) -> None:
        """Stop in good order, and come back after a while."""
        if self.peer is not None and not self.is_paused:
            self.stop()
            self.world.later(self.downtime(), self.start)

    def stop(self) -> bool:
        """Stop in good order; tell whether it came to that."""
        assert self.peer is not None
        self.has_stopped = self.has_stopped or not self.complete
        try:
            self.peer.close()
        except Crash:
            self.fall()
            return False
        self.hear()
        self.end()
        return True

    def _is_put_off(self, peer: Peer, act: Callable[[Peer], None]) -> bool:
        """Tell whether the process is paused, and see to it that it is done later."""
        if self.is_paused:
            self.world.later(AGAIN, partial(act, peer))
        return self.is_paused

    def pause(self, seconds: float, *, clock_goes: bool) -> None:
        """Let the process stand still for a while, with its sockets open."""
        if self.peer is None or self.is_paused:
            return
        self.is_paused = True
        if not clock_goes:
            self.clock.stop(self.world.now)
        self.world.later(seconds, partial(self.resume, self.peer))

    def resume(self, peer: Peer) -> None:
        """Let it go on: all that waits comes at once, before or after what was due meanwhile."""
        if self.peer is not peer:
            return
        self.is_paused = False
        self.clock.go(self.world.now)
        timers_first = self.world.chance.random() < 0.5
        if timers_first:
            self.wake()
        waiting, self._waiting = self._waiting, {}
        for curve_key, queue in waiting.items():
            for data in queue:
                if self.peer is peer:
                    self.take(curve_key, data)
        if not timers_first:
            self.wake()

    def leap(self, seconds: float) -> None:
        """Let the clock go forward at once."""
        self.clock.jump(seconds)
        if not self.is_paused:
            self.wake()

    def wake(self) -> None:
        if self.process is not None:
            self.process.loop.wake()

    def move(self) -> None:
        """Get another address, and notice it after a while; whoever starts anew meanwhile knows it then."""
        address, peer = self.world.move(self.seat), self.peer
        if peer is not None:
            self.world.later(self.world.chance.random() * NOTICED, partial(self.notice, peer, address))

    def notice(self, peer: Peer, address: str) -> None:
        """Let the process find that its computer has this address, if it runs still."""
        if self.peer is peer and not self._is_put_off(peer, partial(self.notice, address=address)):
            self.do(lambda: peer.moved((address,)))

    def receive(self, sender: int, data: bytes) -> None:
        """Take a message of the game from a seat."""
        self.take(self.world.curve_key(sender), data)

    def take(self, curve_key: bytes, data: bytes) -> None:
        """Take a message of any kind from whoever has this key."""
        process = self.process
        if process is None:
            return
        if self.is_paused:
            queue = self._waiting.setdefault(curve_key, deque())
            if len(queue) < QUEUE:
                queue.append(data)
        elif process.wire.allows(curve_key, data):
            self.do(lambda: process.peer.deliver(curve_key, data))

    def send(self, receiver: int, data: bytes) -> None:
        self.faults.step()
        if self.honest:
            self.world.witness.leaves(self, self.decode(data))
        self.world.send(self.seat, receiver, data)

    def decode(self, data: bytes) -> Message:
        return decode(game_tag(self.world.genesis.game_id), data)
