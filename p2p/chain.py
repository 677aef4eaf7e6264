"""Which copy of the log this peer follows: what is settled, and an open part (protocol.md, chapter 8).

The open part is a function of the held events alone. Where one seat has signed two events for a round,
the copy over which another seat has spoken, or which it has kept, stands; while there is none, neither
counts; and if there are two such copies, the game ends there. A certificate closes a round in place of
its events, and whoever has voted for a set waits for its certificate, for a keep, or until all its voters,
itself included, have spoken over the events.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from p2p.ballot import read_ballot
from p2p.event import EventKind, EventRefused, SignedEvent
from p2p.genesis import Genesis
from p2p.heard import WINDOW, Heard
from p2p.judge import judge
from p2p.log import Log
from p2p.removal import Certificate, certificates, close_round, keeps, voted_sets, voters
from p2p.stored import GameUnreadable

Round = tuple[SignedEvent, ...]
Copy = Mapping[int, SignedEvent]
"""One event of each awaited seat: a way in which a round can be closed."""
Words = tuple[SignedEvent, ...]
"""What a seat has signed about a copy, first of all, and the events that make it count; or nothing."""


class Chain:
    """The copy that this peer follows.

    `tip` is the log up to the open round, `rounds` are all closed rounds up to the tip, and those before
    `settled` are settled. `forked` is the first round that is a fork (8.8, 19.9), or None.
    `outranked` is a certificate that removed this peer's own `seat` in a round that it had spoken over
    already: its copy goes on without it no more. `grounds` are what was signed by which its copy stands,
    where somebody lies, or by which this seat, having voted, may take it, or no certificate counts, or the
    log has forked: keeps, and what is over a copy, with the events that lead there.
    `unspoken` is the copy of the open round that it would take had it spoken over it too, as all other
    voters have; or None. Rounds before `settled_once` were settled in a log that is lost (8.18): no vote
    binds there any more, and no certificate comes too late.
    """

    def __init__(self, genesis: Genesis, seat: int | None = None) -> None:
        self._seat = seat
        self.outranked: Certificate | None = None
        self._base = Log(genesis)
        self.tip = self._base.copy()
        self.settled = 0
        self.rounds: list[Round] = []
        self.refused: list[tuple[SignedEvent, EventRefused]] = []
        self.forked: int | None = None
        self.grounds: list[SignedEvent] = []
        self.unspoken: Copy | None = None
        self.settled_once = 0

    def restore(self, rounds: Sequence[Round]) -> None:
        """Begin with these settled rounds, judged like any others.

        Raises `GameUnreadable` at the first that is not legal.
        """
        for number, events in enumerate(rounds, 1):
            try:
                close_round(self._base, events)
            except EventRefused as error:
                raise GameUnreadable("log", number) from error
        self.rounds, self.settled = list(rounds), len(rounds)
        self.tip = self._base.copy()

    @property
    def base(self) -> Log:
        """The log up to what is settled: brought there when it is asked for, as hardly anybody does."""
        for events in self.rounds[self._base.round_number : self.settled]:
            close_round(self._base, events)
        return self._base

    def advance(self, heard: Heard) -> int:
        """Follow `heard` as far as it leads; give the first round that is not as before.

        That is the open round when nothing has changed, and an earlier one when a copy was left.
        """
        old_rounds = self.rounds
        if self.forked is not None:
            return len(old_rounds)
        if heard.contested:
            self.tip, self.outranked = self.base.copy(), None
            self.rounds = old_rounds[: self.settled]
            self.grounds = []
        kept, known = len(self.rounds), len(old_rounds)
        while (chosen := self._choose(heard)) is not None:
            if isinstance(chosen, Certificate):
                close_round(self.tip, chosen.votes)
                self.rounds.append(chosen.votes)
            else:  # its events have been judged
                self.tip.close(chosen)
                self.rounds.append(tuple(chosen.values()))
        while kept < min(known, len(self.rounds)) and _same(old_rounds[kept], self.rounds[kept]):
            kept += 1
        return kept

    def settle(self, round_number: int) -> Sequence[Round]:
        """Take the rounds before `round_number` as settled for good; give those of them that were not yet."""
        fresh = self.rounds[self.settled : round_number]
        self.settled = max(self.settled, round_number)
        return fresh

    def adopt(self, rounds: Sequence[Round], log: Log) -> Sequence[Round]:
        """Take these judged rounds after the tip, and all before them, as settled; `log` is that after them.

        Give all that are settled by it.
        """
        self.rounds += rounds
        self._base, self.tip = log, log.copy()
        return self.settle(log.round_number)

    def at(self, round_number: int) -> Log:
        """Give a copy of the log as it was before a round of the open part."""
        log = self.base.copy()
        for events in self.rounds[log.round_number : round_number]:
            close_round(log, events)
        return log

    def chosen_ids(self) -> frozenset[bytes]:
        """Give the ids of the events in the rounds of the open part."""
        return frozenset(one.event_id for events in self.rounds[self.settled :] for one in events)

    def wanted_ids(self) -> frozenset[bytes]:
        """Give the ids of all that the open part is made of, or rests on."""
        return self.chosen_ids().union(one.event_id for one in self.grounds)

    def candidates(self, log: Log, heard: Heard, seat: int) -> list[SignedEvent]:
        """Give what is held of `seat` that can stand in the open round of `log`."""
        said = heard.at(log.round_number, seat)
        found = [one for one in said if one.event.head == log.head and self._is_valid(log, one)]
        if heard.has_notes:
            found += [one for one in heard.notes(seat) if self._is_valid(log, one)]
        return found

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
        if log.expects is None or not heard.may_close(log.round_number):
            return []
        options = {seat: self.candidates(log, heard, seat) for seat in log.expects.seats}
        return [dict(zip(options, copy, strict=True)) for copy in product(*options.values())]

    def _choose(self, heard: Heard) -> Copy | Certificate | None:
        """Give the events or the votes that close the open round, or None while it stays open."""
        copies = self._copies(self.tip, heard)
        self.unspoken = None
        if not heard.has_ballots:
            return self._standing(copies, heard) if copies else None
        over = [self._speakers_over(self.tip, copy, heard) for copy in copies]
        bound = []
        for mask in self._voted(heard):
            freed_by = self._freeing_keep(heard, mask)
            self.grounds += freed_by
            if not freed_by:
                bound.append(mask)
        for certificate in certificates(self.tip, heard):
            if not self._leaves_room(certificate, bound):
                continue
            if void_by := _void_by(certificate, over):
                self.grounds += void_by
            elif self._is_too_late(certificate, over):
                break
            else:
                return certificate
        needed = self._awaited_by_vote(bound)
        others = needed - {self._seat}
        copy = self._standing(copies, heard) if any(others <= speakers.keys() for speakers in over) else None
        if copy is None or not others <= (speakers := over[copies.index(copy)]).keys():
            return None
        self.grounds += [one for seat in needed if seat in speakers for one in speakers[seat]]
        if not needed <= speakers.keys():
            self.unspoken = copy
            return None
        return copy

    def _standing(self, copies: Sequence[Copy], heard: Heard) -> Copy | None:
        if len(copies) < 2:
            return copies[0] if copies else None
        found = [(copy, self._ground(self.tip, copy, heard, _liars(copies))) for copy in copies]
        standing = [(copy, ground) for copy, ground in found if ground]
        self.grounds += [one for _, ground in standing for one in ground]
        if len(standing) > 1:
            self._fork()
        return standing[0][0] if len(standing) == 1 else None

    def _ground(
        self, log: Log, copy: Copy, heard: Heard, liars: frozenset[int], depth: int = WINDOW
    ) -> Words:
        """Give something by which this copy of the open round stands (8.8), or nothing where it does not.

        It is a keep of this copy, or anything over it, by a seat that is no liar. A keep that names no liar's
        event is about what all copies have alike. One over another head can name a note that would close this
        round too.
        """
        for one in _ballots(heard, log, liars):
            if one.event.head == log.head and _keeps(one, copy, liars):
                return (one, *copy.values())
        branch = log.copy()
        branch.close(copy)
        said = self._said(heard, branch, liars)
        if said:
            return (said[0], *copy.values())
        copies = self._copies(branch, heard) if depth else []
        grounds = (self._ground(branch, one, heard, liars | _liars(copies), depth - 1) for one in copies)
        return next(((*ground, *copy.values()) for ground in grounds if ground), ())

    def _said(self, heard: Heard, log: Log, liars: frozenset[int]) -> list[SignedEvent]:
        """Give what seats that are no liars have signed over the head of `log`, for its open round.

        That is any ballot, any note, and every event that is valid there: no honest seat signs another.
        """
        seats = [seat for seat in range(len(log.genesis.seats)) if seat not in liars]
        awaited = log.expects.seats if log.expects is not None else ()
        said = [*_ballots(heard, log, liars), *[note for seat in seats for note in heard.notes(seat)]]
        said += [one for seat in seats if seat in awaited for one in self.candidates(log, heard, seat)]
        here = log.round_number, log.head
        return [one for one in said if (one.event.round_number, one.event.head) == here]

    def _voted(self, heard: Heard) -> list[int]:
        """Give the sets that this peer's own seat has voted for in the open round."""
        if self._seat is None or self.tip.round_number < self.settled_once:
            return []
        return voted_sets(self.tip, heard, self._seat)

    def _fork(self) -> None:
        if self.forked is None:  # a later round can fork as well
            self.forked = self.tip.round_number

    def _leaves_room(self, certificate: Certificate, bound: Sequence[int]) -> bool:
        """Tell whether who is bound to these sets may take a certificate: one of a set that holds them all.

        Or one that removes this seat itself: somebody outside both sets has voted for the other one, and
        cannot vote for what this seat is bound to.
        """
        if self._seat is not None and certificate.mask >> self._seat & 1:
            return True
        return all(mask & certificate.mask == mask for mask in bound)

    def _freeing_keep(self, heard: Heard, mask: int) -> Words:
        """Give a keep that has freed the voters for this set, and what it names, or nothing.

        It names one event of each awaited seat of the set, and nothing else, and all of that is held.
        """
        assert self.tip.expects is not None
        awaited = [seat for seat in self.tip.expects.seats if mask >> seat & 1]
        held = [one for seat in awaited for one in self.candidates(self.tip, heard, seat)]
        for one in keeps(self.tip, heard, mask):
            ids = frozenset(read_ballot(one.event)[1])
            named = [kept for kept in held if kept.event_id in ids]
            if len(named) == len(ids) and [kept.event.seat for kept in named] == awaited:
                return (one, *named)
        return ()

    def _awaited_by_vote(self, bound: Sequence[int]) -> set[int]:
        """Give the seats that have to speak over a copy before who is bound to these sets may take it.

        They are all voters of the sets. Nobody honest who has spoken over it takes a certificate in its
        place. One voter can speak over it and vote as well: so it takes them all, and this seat too, which
        shows no head after the copy before it has spoken.
        """
        return {seat for mask in bound for seat in voters(self.tip, mask)}

    def _speakers_over(self, log: Log, copy: Copy, heard: Heard, depth: int = WINDOW) -> dict[int, Words]:
        """Give what seats have signed over this copy of the open round, or over rounds that follow it.

        The `over` of clause 19.9.
        """
        branch = log.copy()
        branch.close(copy)
        speakers: dict[int, Words] = {
            one.event.seat: (one,) for one in self._said(heard, branch, frozenset())
        }
        for further in self._copies(branch, heard) if depth else ():
            speakers = self._speakers_over(branch, further, heard, depth - 1) | speakers
        return {seat: (*words, *copy.values()) for seat, words in speakers.items()}

    def _is_too_late(self, certificate: Certificate, over: Sequence[Mapping[int, Words]]) -> bool:
        """Tell whether this seat has spoken over one of the copies whose speakers are `over`.

        Then it takes no certificate: it is removed by the others, or the log has forked.
        """
        if (seat := self._seat) is None:
            return False
        own = [one for speakers in over for one in speakers.get(seat, ())]
        if not own or self.tip.round_number < self.settled_once:
            return bool(own)
        if certificate.mask >> seat & 1:
            self.outranked = certificate
        else:
            self._fork()
        self.grounds += [*certificate.votes, *own]
        return True


def _void_by(certificate: Certificate, over: Sequence[Mapping[int, Words]]) -> list[SignedEvent]:
    """Give what all signers have said over one of the copies whose speakers are `over`, or nothing."""
    voters_of = {vote.event.seat for vote in certificate.votes}
    for speakers in over:
        if voters_of <= speakers.keys():
            return [one for seat in sorted(voters_of) for one in speakers[seat]]
    return []


def _ballots(heard: Heard, log: Log, liars: frozenset[int]) -> Iterator[SignedEvent]:
    """Give the ballots of this round by seats that are no liars."""
    for seat in range(len(log.genesis.seats)):
        if seat not in liars:
            yield from heard.ballots(log.round_number, seat)


def _keeps(ballot: SignedEvent, copy: Copy, liars: frozenset[int]) -> bool:
    """Tell whether a ballot is a keep of this very copy, that is of what a liar has signed in it."""
    event = ballot.event
    if event.kind is not EventKind.KEEP:
        return False
    kept = read_ballot(event)[1]
    lies = {copy[seat].event_id for seat in liars if seat in copy}
    return not lies.isdisjoint(kept) and {one.event_id for one in copy.values()}.issuperset(kept)


def _liars(copies: Sequence[Copy]) -> frozenset[int]:
    """Give the seats whose events differ between these copies of one round."""
    return (
        frozenset(seat for seat in copies[0] if len({copy[seat].event_id for copy in copies}) > 1)
        if copies
        else frozenset()
    )


def _same(one: Round, other: Round) -> bool:
    return [event.event_id for event in one] == [event.event_id for event in other]
