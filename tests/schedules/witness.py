"""What is true of honest seats after each step, whatever the liar does and in whatever order it comes."""

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from p2p.ballot import read_ballot
from p2p.effects import Forked, Outranked
from p2p.event import EventKind, SignedEvent
from p2p.evidence import contradict
from tests.schedules.seat import Seat
from tests.simulation.absences import removed_in
from tests.simulation.removals import settled_in

if TYPE_CHECKING:
    from tests.schedules.table import Table

Ids = frozenset[bytes]


class Step(NamedTuple):
    """What has led to a head: the one before it, the number of the round between them, and its events."""

    before: bytes
    round_number: int
    ids: Ids


class Witness:
    """Remembers every copy that an honest seat has followed, and how each head came about."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._steps: dict[bytes, Step] = {}
        self._forks_seen: set[int] = set()

    def look_at(self, seat: Seat) -> None:
        """Check what can go wrong with this seat alone, after all that it does."""
        ledger = seat.session.ledger
        self._remember(seat)
        liar = self._table.liar
        assert set(ledger.proofs) <= ({liar.seat} if liar is not None else set()), (
            "an honest seat is convicted"
        )
        forked = ledger.chain.forked
        if forked is not None and seat.seat not in self._forks_seen:
            self._forks_seen.add(seat.seat)
            assert seat.told(Forked), "a fork that nobody is told of"
            # Or it was shown what it had spoken over before what makes a certificate void (16.2).
            is_explained = self._is_convicted() or seat.unpromised
            assert is_explained, ("a fork that convicts nobody", seat.seat, forked)
            assert self._has_two_copies(forked), ("a fork where nobody spoke over two", seat.seat, forked)
        if ledger.chain.outranked is not None:
            assert seat.told(Outranked) or seat.starts > 1, "outranked and not told"

    def compare_logs(self) -> None:
        """Of two settled logs one begins the other, whatever a liar did, unless one has removed the other.

        While nobody is convicted only two that have removed each other may part: one voted with both (19.20).
        Two that have resigned say nothing more (8.3): a liar that is left alone can end the game in two ways.
        One that nobody honest could tell its past can be shown another by a liar, who is convicted (16.2).
        """
        for one, other in combinations(self._table.seats.values(), 2):
            logs = sorted((settled_in(one.session.ledger), settled_in(other.session.ledger)), key=len)
            if logs[0] != logs[1][: len(logs[0])]:
                is_out = one.seat in removed_in(other.session.ledger)
                has_removed = other.seat in removed_in(one.session.ledger)
                have_left = all(seat.session._speaker.has_resigned() for seat in (one, other))
                has_forgotten = one.unpromised or other.unpromised
                assert is_out or has_removed or have_left or has_forgotten, "settled logs part"
                assert (is_out and has_removed) or self._is_convicted(), (
                    "settled logs part, nobody is convicted"
                )

    def _remember(self, seat: Seat) -> None:
        tip, rounds = seat.session.ledger.tip, seat.session.ledger.chain.rounds
        for number in range(len(rounds) - 1, -1, -1):
            head = tip.heads[number + 1]
            if head in self._steps:
                return
            ids = frozenset(one.event_id for one in rounds[number])
            self._steps[head] = Step(tip.heads[number], number, ids)

    def _is_convicted(self) -> bool:
        liar = self._table.liar
        said = liar.said.values() if liar is not None else ()
        return any(contradict(one, other) for one, other in combinations(said, 2))

    def _has_two_copies(self, number: int) -> bool:
        """Tell whether two ways to close this round stand, by what honest seats have signed (8.8, 19.9).

        A copy stands by what is signed over it or over a later round; a keep holds to some of its events;
        all the votes of a certificate are one. To keep is not to speak: no certificate minds it.
        """
        said = [one for seat in self._table.seats.values() for one in seat.signed.values()]
        copies = {ids for one in said if (ids := self._over(one, number)) is not None}
        kept = {
            frozenset(read_ballot(one.event)[1])
            for one in said
            if one.event.kind is EventKind.KEEP and one.event.round_number == number
        }
        lies = {
            id_
            for id_, one in self._lies()
            if one.event.round_number == number or one.event.kind is EventKind.NOTE
        }
        held = {ids & lies for ids in kept if ids & lies}
        if len(copies) > 1 or len(held) > 1:
            return True
        if any(not ids <= copy for ids in held for copy in copies):
            return True
        return bool(copies) and self._has_votes(number)

    def _lies(self) -> Iterator[tuple[bytes, SignedEvent]]:
        if self._table.liar is not None:
            yield from self._table.liar.said.items()

    def _over(self, signed: SignedEvent, number: int) -> Ids | None:
        """Give the events of this round in the past over which something is signed; None if not there."""
        step = self._steps.get(signed.event.head)
        while step is not None and step.round_number > number:
            step = self._steps.get(step.before)
        return step.ids if step is not None and step.round_number == number else None

    def _has_votes(self, number: int) -> bool:
        said = [one for seat in self._table.seats.values() for one in seat.signed.values()]
        return any(one.event.kind is EventKind.VOTE and one.event.round_number == number for one in said)
