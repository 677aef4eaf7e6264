"""The signed events that this peer holds for rounds that are not settled (protocol.md, chapter 8).

An honest seat signs one event a round. Of a seat that signs several, two are kept, which is what a proof
takes, and a third place holds the one that came last: it may be the copy that others have spoken over.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from p2p.ballot import BALLOTS
from p2p.event import NOTE, Event, SignedEvent
from p2p.evidence import contradict

WINDOW: Final = 16
"""Rounds ahead of the open one of which events are kept; what is further ahead is asked for again."""
KEPT: Final = 3
"""Different events kept of one seat for one round, and different notes of one seat."""
KEPT_BALLOTS: Final = 8
"""Different ballots kept of one seat for one round; an honest seat needs fewer."""

_NOTHING: Final[Mapping[int, list[SignedEvent]]] = {}


class Heard:
    """Events and ballots by round and seat, and resign notes by seat.

    Whoever adds has checked the signature, and the form of notes and ballots.

    `proofs` holds, of each seat that was found to contradict itself, the first two events that show it.
    `has_ballots` tells whether any vote or keep may be held, `has_notes` whether any note may.
    """

    def __init__(self) -> None:
        self.has_ballots = self.has_notes = False
        self._events: dict[int, dict[int, list[SignedEvent]]] = {}
        self._ballots: dict[int, dict[int, list[SignedEvent]]] = {}
        self._notes: dict[int, list[SignedEvent]] = {}
        self.proofs: dict[int, tuple[SignedEvent, SignedEvent]] = {}

    def add(self, signed: SignedEvent, wanted: frozenset[bytes], *, stored: bool = False) -> bool:
        """Keep `signed`; tell whether it is new. `wanted` are ids that must not give way to it.

        What was `stored` had been let in, and may be what a copy rests on: nothing gives way to it.
        """
        event = signed.event
        variants = self._place(event)
        if variants and any(one.event_id == signed.event_id for one in variants):
            return False
        # Without notes and ballots, of which `signed` may be one by now, only what is of its own round can.
        if event.seat not in self.proofs and (variants or self.has_notes or self.has_ballots):
            against = next((one for one in self.of(event.seat) if contradict(one, signed)), None)
            if against is not None:
                self.proofs[event.seat] = (against, signed)
        if not stored and len(variants) >= (KEPT_BALLOTS if event.kind in BALLOTS else KEPT):
            spare = [place for place, one in enumerate(variants) if one.event_id not in wanted]
            if not spare:
                return False
            del variants[spare[-1]]
        variants.append(signed)
        return True

    def _place(self, event: Event) -> list[SignedEvent]:
        if event.kind is NOTE:
            self.has_notes = True
            return self._notes.setdefault(event.seat, [])
        rounds = self._events
        if event.kind in BALLOTS:
            rounds, self.has_ballots = self._ballots, True
        return rounds.setdefault(event.round_number, {}).setdefault(event.seat, [])

    def rivals(self, signed: SignedEvent) -> Sequence[SignedEvent]:
        """Give what is held of the same seat for the same round, or its notes if `signed` is one."""
        event = signed.event
        if event.kind is NOTE:
            return self.notes(event.seat)
        if event.kind in BALLOTS:
            return self.ballots(event.round_number, event.seat)
        return self.at(event.round_number, event.seat)

    def at(self, round_number: int, seat: int) -> Sequence[SignedEvent]:
        """Give the events of `seat` for this round, its notes not among them."""
        by_seat = self._events.get(round_number)
        return () if by_seat is None else by_seat.get(seat, ())

    def in_round(self, round_number: int) -> Mapping[int, list[SignedEvent]]:
        """Give the events for this round by seat, notes not among them; a seat may have none."""
        return self._events.get(round_number, _NOTHING)

    def may_close(self, round_number: int) -> bool:
        """Tell whether anything is held that could stand in this round: events, or any resign note."""
        return self.has_notes or round_number in self._events

    def ballots(self, round_number: int, seat: int) -> list[SignedEvent]:
        """Give the votes and keeps of `seat` for this round."""
        return self._ballots.get(round_number, {}).get(seat, [])

    def count_ballots(self, round_number: int) -> int:
        """Tell how many votes and keeps are held for this round."""
        return sum(map(len, self._ballots.get(round_number, {}).values())) if self.has_ballots else 0

    @property
    def contested(self) -> bool:
        """Whether the open part may have to be worked out anew: somebody lied, or somebody voted."""
        return bool(self.proofs) or (
            bool(self._ballots)
            and any(ballots for by_seat in self._ballots.values() for ballots in by_seat.values())
        )

    def notes(self, seat: int) -> Sequence[SignedEvent]:
        """Give the resign notes of `seat`."""
        return self._notes.get(seat, ())

    def noted(self) -> list[int]:
        """Give the seats of which a resign note is held."""
        return [seat for seat, notes in self._notes.items() if notes] if self.has_notes else []

    def of(self, seat: int) -> Iterator[SignedEvent]:
        """Give all that is held of `seat`: events, the earliest rounds first, then ballots, then notes."""
        for round_number in sorted(self._events):
            yield from self._events[round_number].get(seat, [])
        for round_number in sorted(self._ballots):
            yield from self._ballots[round_number].get(seat, [])
        yield from self.notes(seat)

    def all(self, seats: int) -> Iterator[SignedEvent]:
        """Give all that is held: events, the earliest rounds first, then ballots, then notes."""
        for round_number in sorted(self._events):
            for seat in range(seats):
                yield from self.at(round_number, seat)
        for seat in range(seats):
            for round_number in sorted(self._ballots):
                yield from self.ballots(round_number, seat)
            yield from self.notes(seat)

    def remove(self, signed: SignedEvent) -> None:
        """Forget one event, which turned out to be invalid."""
        variants = self._events.get(signed.event.round_number, {}).get(signed.event.seat, [])
        if signed in variants:
            variants.remove(signed)

    def drop_before(self, round_number: int) -> None:
        """Forget the events of settled rounds; notes stay, since they may stand later."""
        for rounds in (self._events, self._ballots) if self.has_ballots else (self._events,):
            for settled in [number for number in rounds if number < round_number]:
                del rounds[settled]
        self.has_ballots = bool(self._ballots)
