"""The signed events that this peer holds for rounds that are not settled (protocol.md, chapter 8).

An honest seat signs one event a round. Of a seat that signs several, two are kept, which is what a proof
takes, and a third place holds the one that came last: it may be the copy that others have spoken over.
"""

from collections.abc import Iterator
from typing import Final

from p2p.event import EventKind, SignedEvent
from p2p.evidence import contradict

WINDOW: Final = 16
"""Rounds ahead of the open one of which events are kept; what is further ahead is asked for again."""
KEPT: Final = 3
"""Different events kept of one seat for one round, and different notes of one seat."""


class Heard:
    """Events by round and seat, and resign notes by seat. Whoever adds has checked the signature.

    `proofs` holds, of each seat that was found to contradict itself, the first two events that show it.
    """

    def __init__(self) -> None:
        self._events: dict[int, dict[int, list[SignedEvent]]] = {}
        self._notes: dict[int, list[SignedEvent]] = {}
        self.proofs: dict[int, tuple[SignedEvent, SignedEvent]] = {}

    def add(self, signed: SignedEvent, wanted: frozenset[bytes]) -> bool:
        """Keep `signed`; tell whether it is new. `wanted` are ids that must not give way to it."""
        event = signed.event
        if event.kind is EventKind.NOTE:
            variants = self._notes.setdefault(event.seat, [])
        else:
            variants = self._events.setdefault(event.round_number, {}).setdefault(event.seat, [])
        if any(one.event_id == signed.event_id for one in variants):
            return False
        if event.seat not in self.proofs:
            against = next((one for one in self.of(event.seat) if contradict(one, signed)), None)
            if against is not None:
                self.proofs[event.seat] = (against, signed)
        if len(variants) == KEPT:
            spare = next(i for i in reversed(range(KEPT)) if variants[i].event_id not in wanted)
            del variants[spare]
        variants.append(signed)
        return True

    def rivals(self, signed: SignedEvent) -> list[SignedEvent]:
        """Give what is held of the same seat for the same round, or its notes if `signed` is one."""
        event = signed.event
        if event.kind is EventKind.NOTE:
            return self.notes(event.seat)
        return self.at(event.round_number, event.seat)

    def holds(self, signed: SignedEvent) -> bool:
        """Tell whether this very event is held, under whatever signature."""
        return any(one.event_id == signed.event_id for one in self.of(signed.event.seat))

    def at(self, round_number: int, seat: int) -> list[SignedEvent]:
        """Give the events of `seat` for this round, its notes not among them."""
        return self._events.get(round_number, {}).get(seat, [])

    def notes(self, seat: int) -> list[SignedEvent]:
        """Give the resign notes of `seat`."""
        return self._notes.get(seat, [])

    def of(self, seat: int) -> Iterator[SignedEvent]:
        """Give all that is held of `seat`, the earliest rounds first, notes last."""
        for round_number in sorted(self._events):
            yield from self._events[round_number].get(seat, [])
        yield from self.notes(seat)

    def all(self, seats: int) -> Iterator[SignedEvent]:
        """Give all that is held, the earliest rounds first, notes last."""
        for round_number in sorted(self._events):
            for seat in range(seats):
                yield from self.at(round_number, seat)
        for seat in range(seats):
            yield from self.notes(seat)

    def remove(self, signed: SignedEvent) -> None:
        """Forget one event, which turned out to be invalid."""
        variants = self._events.get(signed.event.round_number, {}).get(signed.event.seat, [])
        if signed in variants:
            variants.remove(signed)

    def drop_before(self, round_number: int) -> None:
        """Forget the events of settled rounds; notes stay, since they may stand later."""
        for settled in [number for number in self._events if number < round_number]:
            del self._events[settled]
