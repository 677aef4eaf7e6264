"""Who sees everything at a simulated table and knows what may never happen there."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from p2p.ballot import BALLOTS, read_ballot, seats_in
from p2p.effects import Notice, Settled
from p2p.event import EventKind, SignedEvent
from p2p.evidence import contradict
from p2p.judge import ALL_SEATS
from p2p.messages import Answer, Ask, Events, Message, Proof, Status

if TYPE_CHECKING:
    from tests.simulation.computer import Computer


class Broken(AssertionError):
    """A promise was not kept."""


def _check(holds: bool, *what: object) -> None:
    if not holds:
        raise Broken(*what)


class Witness:
    """Checks each message that leaves an honest machine, and each thing that such a machine notices."""

    def __init__(self) -> None:
        self.signed: dict[int, dict[bytes, SignedEvent]] = {}
        self.settled: dict[int, tuple[bytes, ...]] = {}
        self.parted: set[int] = set()
        self._digests: dict[bytes, bytes] = {}
        self._heads_told: dict[int, set[tuple[int, bytes]]] = {}
        self._last_told: dict[Computer, tuple[int, bytes]] = {}

    def leaves(self, machine: "Computer", message: Message) -> None:
        """Take note of a message that leaves this honest machine now."""
        match message:
            case Status():
                self._status(machine, message)
            case Events(events) | Answer(newest=events):
                for signed in events:
                    if signed.event.seat == machine.seat:
                        self._says(machine, signed)
            case Proof(one, other):
                _check(one.event.seat != machine.seat, "convicts itself", machine.seat)
                _check(contradict(one, other), "a proof that is none")
            case Ask():
                pass

    def notices(self, machine: "Computer", notices: Iterable[Notice]) -> None:
        for notice in notices:
            if isinstance(notice, Settled):
                ids = tuple(one.event_id for one in notice.events)
                known = self.settled.setdefault(notice.round_number, ids)
                if machine.world.foes and known != ids:
                    self.parted.add(notice.round_number)  # the check of the trial asks who is convicted
                    continue
                _check(known == ids, "settled otherwise", machine.seat, notice.round_number)

    def restarted(self, machine: "Computer") -> None:
        """Check that a machine which has just started still knows what it told."""
        told = self._last_told.get(machine)
        if told is not None and machine.session is not None:
            round_number, head = told
            tip = machine.session._ledger.tip
            _check(
                any(number < round_number for number in tip.removals)
                or (round_number <= tip.round_number and tip.heads[round_number] == head),
                "a head that was told is not on the disk",
                machine.seat,
                round_number,
            )

    def forget(self, machine: "Computer") -> None:
        """A backup is put back on this machine's disk: it need not know the heads that it told."""
        self._last_told.pop(machine, None)

    def _status(self, machine: "Computer", status: Status) -> None:
        assert machine.session is not None
        ledger = machine.session._ledger
        for head, digest in ((ledger.tip.head, ledger.tip.digest), (status.head, status.digest)):
            known = self._digests.setdefault(head, digest) if digest else b""
            _check(known == digest, "two states under one head", machine.seat, status.round_number)
        self._heads_told.setdefault(machine.seat, set()).add((status.round_number, status.head))
        if not machine.world.foes:
            self._last_told[machine] = (status.round_number, status.head)
        for events in ledger.chain.rounds[max(0, ledger.settled - 2) :]:
            for one in events:
                _check(machine.disk.holds_event(one.event_id), "told before it was on the disk", machine.seat)

    def _says(self, machine: "Computer", signed: SignedEvent) -> None:
        event = signed.event
        said = self.signed.setdefault(machine.seat, {})
        assert machine.session is not None
        is_past = event.kind in BALLOTS and event.round_number < machine.session._ledger.settled
        _check(is_past or machine.disk.holds_event(signed.event_id), "sent before it was on the disk", event)
        if signed.event_id in said:
            return
        for earlier in said.values():
            _check(not contradict(earlier, signed), "contradicts itself", earlier.event, event)
        said[signed.event_id] = signed
        if event.kind is EventKind.COMMITMENT:
            _check(machine.disk.holds_opening(event.round_number), "sealed before the opening is kept", event)
        if event.kind is EventKind.KEEP:
            for kept in read_ballot(event)[1]:
                _check(
                    is_past or machine.disk.holds_event(kept),
                    "kept before what is kept is on the disk",
                    event,
                )
        if event.kind in ALL_SEATS:
            self._check_barrier(machine, signed)

    def _check_barrier(self, machine: "Computer", signed: SignedEvent) -> None:
        """No event of a round that awaits all leaves before all honest others stood at the same head.

        Who alone was awaited in the round before stood there by speaking.
        """
        assert machine.session is not None
        event, chain = signed.event, machine.session._ledger.chain
        removed = {
            seat
            for events in chain.rounds[: event.round_number]
            if events[0].event.kind is EventKind.VOTE
            for seat in seats_in(read_ballot(events[0].event)[0])
        }
        for other in machine.world.machines:
            if other is machine or other.seat in machine.world.foes or other.seat in removed:
                continue
            said = self.signed.get(other.seat, {}).values()
            stands = (event.round_number, event.head) in self._heads_told.get(other.seat, set())
            spoke = any(one.event.kind is EventKind.NOTE or one.event.head == event.head for one in said)
            before = chain.rounds[event.round_number - 1] if event.round_number else ()
            led_there = len(before) == 1 and before[0].event.seat == other.seat
            _check(stands or spoke or led_there, "spoke before all stood at one head", event, other.seat)
