"""Honest peers to whom something happens that a crash alone does not bring: two copies, an old backup."""

from typing import TYPE_CHECKING

from p2p.entropy import Entropy, seeded_entropy
from tests.simulation.machine import Machine

if TYPE_CHECKING:
    from tests.simulation.world import World


class Copy(Machine):
    """A second running copy of another machine's folder, as it was when this one began."""

    on_files = False

    def __init__(self, world: "World", first: "Twin") -> None:
        super().__init__(world, first.seat)
        self.first = first
        self.disk.put_back(first.disk.snapshot())

    def entropy(self) -> Entropy:
        return seeded_entropy(f"{self.world.name} {self.seat} copy {self.starts}")


class Twin(Machine):
    """A seat whose folder is copied and run a second time, until the first copy stops for good."""

    on_files = False
    COPIED_AT = 0.15
    STOPPED_AT = 25.0

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self.second: Copy | None = None
        world.later(self.COPIED_AT, self.copy)
        world.later(self.STOPPED_AT, self.stop_first)

    def copy(self) -> None:
        self.second = Copy(self.world, self)
        self.second.start()

    def stop_first(self) -> None:
        assert self.second is not None
        if self.complete:
            return
        self.end()
        self.gone = True
        self.world.machines[self.seat] = self.second

    @property
    def is_watched(self) -> bool:
        """Whether the others have listened without a break, so that each can tell the copies of each other.

        One that has just been started itself, or whose process or clock made a pause, may have heard but one.
        """
        others = [one for one in self.world.machines if one.seat != self.seat]
        return all(one.starts <= 1 for one in others) and not self.world.mishaps.until

    def resign(self) -> None:
        """Resign beside the second copy while that is mute, and the others know of both and will remember."""
        session = self.second.session if self.second is not None else None
        if self.second is None or (self.is_watched and not (session and session.view(self.now).ready)):
            super().resign()

    def play(self) -> None:
        """Its user thinks, from the copying on."""
        if self.second is None:
            super().play()

    def receive(self, sender: int, data: bytes) -> None:
        super().receive(sender, data)
        if self.second is not None:
            self.second.receive(sender, data)


class RolledBack(Machine):
    """A seat whose folder is put back from a backup, once all that it has signed since is held elsewhere.

    (What nobody else holds, a folder put back cannot know of: the README says so.)
    """

    on_files = False

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self.is_put_back = False
        saved = world.chance.uniform(0.0, 0.3)
        world.later(saved, self.save)
        world.later(saved + world.chance.uniform(0.05, 6.0), self.put_back)

    def save(self) -> None:
        self.disk.sync_journal()
        self.disk.sync_log()
        self.saved = self.disk.snapshot()

    @property
    def complete(self) -> bool:
        return super().complete and self.is_put_back

    def put_back(self) -> None:
        if all(one.has_gone for one in self.world.machines if one is not self):
            self.is_put_back = True  # nobody is left to tell it anything: there is nothing to show
            return
        if not self.is_known_elsewhere():
            self.world.later(0.05, self.put_back)
            return
        self.is_put_back = True
        self.end()
        self.disk.put_back(self.saved)
        self.world.witness.forget(self)
        self.world.later(0.5, self.start)

    def is_known_elsewhere(self) -> bool:
        others = [one.session for one in self.world.machines if one is not self and not one.has_gone]
        return all(
            session is not None
            and (signed in session._ledger.heard.rivals(signed) or session._ledger._is_followed(signed))
            for session in others
            for signed in self.world.witness.signed.get(self.seat, {}).values()
        )


class LostLog(Machine):
    """A seat whose log file is lost or cut at a record while nothing runs; the journal is there."""

    on_files = False

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self.has_lost = False
        world.later(world.chance.uniform(0.05, 6.0), self.lose)

    @property
    def complete(self) -> bool:
        return super().complete and self.has_lost

    def lose(self) -> None:
        self.has_lost = True
        if all(one.has_gone for one in self.world.machines if one is not self):
            return  # nobody is left to take it from
        self.end()
        log, journal = self.disk.snapshot()
        kept = self.world.chance.choice((1, self.world.chance.randint(1, len(log))))
        self.disk.put_back((log[:kept], journal))
        self.world.witness.forget(self)
        self.world.later(0.5, self.start)
