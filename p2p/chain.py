"""Which copy of the log this peer follows: what is settled, and an open part (protocol.md, chapter 8).

The open part is a function of the held events alone. Where one seat has signed two events for a round,
the copy over which another seat has spoken stands; while there is none, neither counts; and if there
are two such copies, the game ends there.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from p2p.event import EventKind, EventRefused, SignedEvent
from p2p.genesis import Genesis
from p2p.heard import WINDOW, Heard
from p2p.judge import judge
from p2p.log import Log
from p2p.stored import GameUnreadable

Round = tuple[SignedEvent, ...]
Copy = Mapping[int, SignedEvent]
"""One event of each awaited seat: a way in which a round can be closed."""


class Chain:
    """The copy that this peer follows.

    `base` is the log up to what is settled, `tip` the log up to the open round, `rounds` all closed
    rounds up to the tip. `forked` is the round in which two copies have each been spoken over, or None.
    """

    def __init__(self, genesis: Genesis) -> None:
        self.base = Log(genesis)
        self.tip = self.base.copy()
        self.rounds: list[Round] = []
        self.refused: list[tuple[SignedEvent, EventRefused]] = []
        self.forked: int | None = None

    def restore(self, rounds: Sequence[Round]) -> None:
        """Begin with these settled rounds, judged like any others.

        Raises `GameUnreadable` at the first that is not legal.
        """
        log = self.base
        for number, events in enumerate(rounds, 1):
            by_seat = {one.event.seat: one for one in events}
            if log.expects is None or tuple(by_seat) != log.expects.seats:
                raise GameUnreadable("log", number)
            try:
                for signed in events:
                    judge(log, signed.event)
            except EventRefused as error:
                raise GameUnreadable("log", number) from error
            log.close(by_seat)
        self.rounds = list(rounds)
        self.tip = log.copy()

    def advance(self, heard: Heard) -> int:
        """Follow `heard` as far as it leads; give the first round that is not as before.

        That is the open round when nothing has changed, and an earlier one when a copy was left.
        """
        old_rounds, settled = self.rounds, self.base.round_number
        if self.forked is not None:
            return len(old_rounds)
        if heard.proofs:
            self.tip = self.base.copy()
            self.rounds = old_rounds[:settled]
        kept, known = len(self.rounds), len(old_rounds)
        while (chosen := self._choose(heard)) is not None:
            self.tip.close(chosen)
            self.rounds.append(tuple(chosen.values()))
        while kept < min(known, len(self.rounds)) and _same(old_rounds[kept], self.rounds[kept]):
            kept += 1
        return kept

    def settle(self, round_number: int) -> Iterator[tuple[int, Round]]:
        """Take the rounds before `round_number` as settled for good; give them with their numbers."""
        while self.base.round_number < round_number:
            number = self.base.round_number
            events = self.rounds[number]
            self.base.close({one.event.seat: one for one in events})
            yield number, events

    def chosen_ids(self) -> frozenset[bytes]:
        """Give the ids of the events in the rounds of the open part."""
        return frozenset(one.event_id for events in self.rounds[self.base.round_number :] for one in events)

    def candidates(self, log: Log, heard: Heard, seat: int) -> list[SignedEvent]:
        """Give what is held of `seat` that can stand in the open round of `log`."""
        return [one for one in self._over(log, heard, seat) if self._is_valid(log, one)]

    def _over(self, log: Log, heard: Heard, seat: int) -> list[SignedEvent]:
        said = [one for one in heard.at(log.round_number, seat) if one.event.head == log.head]
        return said + heard.notes(seat)

    def _is_valid(self, log: Log, signed: SignedEvent) -> bool:
        try:
            judge(log, signed.event)
        except EventRefused as refusal:
            if signed.event.kind is not EventKind.NOTE:
                self.refused.append((signed, refusal))
            return False
        return True

    def _copies(self, log: Log, heard: Heard) -> list[Copy]:
        """Give every way in which the held events close the open round of `log`."""
        if log.expects is None:
            return []
        options = {seat: self.candidates(log, heard, seat) for seat in log.expects.seats}
        return [dict(zip(options, copy, strict=True)) for copy in product(*options.values())]

    def _choose(self, heard: Heard) -> Copy | None:
        """Give the events that close the open round, or None while it stays open."""
        copies = self._copies(self.tip, heard)
        if len(copies) < 2:
            return copies[0] if copies else None
        standing = [copy for copy in copies if self._spoken_over(self.tip, copy, heard, _liars(copies))]
        if len(standing) > 1:
            self.forked = self.tip.round_number
        return standing[0] if len(standing) == 1 else None

    def _spoken_over(
        self, log: Log, copy: Copy, heard: Heard, liars: frozenset[int], depth: int = WINDOW
    ) -> bool:
        """Tell whether a seat that is no liar has signed something over this copy of the open round."""
        branch = log.copy()
        branch.close(copy)
        for seat in range(len(log.genesis.seats)):
            later = (*heard.at(branch.round_number, seat), *heard.notes(seat))
            if seat not in liars and any(one.event.head == branch.head for one in later):
                return True
        copies = self._copies(branch, heard) if depth else []
        return any(
            self._spoken_over(branch, further, heard, liars | _liars(copies), depth - 1) for further in copies
        )


def _liars(copies: Sequence[Copy]) -> frozenset[int]:
    """Give the seats whose events differ between these copies of one round."""
    return frozenset(seat for seat in copies[0] if len({copy[seat].event_id for copy in copies}) > 1)


def _same(one: Round, other: Round) -> bool:
    return [event.event_id for event in one] == [event.event_id for event in other]
