"""What this seat does about absent ones: it proposes, seconds, votes, and keeps (protocol.md, chapter 19)."""

from collections.abc import Mapping
from typing import NamedTuple

from p2p.ballot import mask_of, read_ballot, seats_in
from p2p.event import KEEP, VOTE, SignedEvent
from p2p.heard import WINDOW
from p2p.ledger import Ledger
from p2p.log import Log
from p2p.messages import Status
from p2p.removal import can_be_removed, voted_sets, voters
from p2p.told import Told
from p2p.voice import Voice


class Proposal(NamedTuple):
    """A set of seats that this one would see removed in this round, over this head."""

    round_number: int
    head: bytes
    mask: int


class Remover:
    """One seat's part in removals. It signs ballots through `voice` and says when one is due."""

    def __init__(self, ledger: Ledger, voice: Voice, told: Mapping[int, Told]) -> None:
        self._ledger = ledger
        self._voice = voice
        self._told = told
        self._proposal: Proposal | None = None

    @property
    def mask(self) -> int:
        """The set that this seat proposes or seconds in the open round; 0 for none."""
        proposal = self._proposal
        return proposal.mask if proposal is not None and proposal.head == self._ledger.tip.head else 0

    @property
    def is_concerned(self) -> bool:
        """Whether this seat has proposed or seconded a set, or any vote or keep is held: else none is due."""
        return self._proposal is not None or self._ledger.heard.has_ballots

    def may_propose(self, mask: int) -> bool:
        """Tell whether this set can be proposed now: one of it is awaited and has said nothing valid."""
        tip = self._ledger.tip
        if not self._knows_its_past(tip.round_number):
            return False
        return self._voice.seat in voters(tip, mask) and can_be_removed(tip, mask) and self._is_silent(mask)

    def propose(self, mask: int) -> None:
        """Propose or second this set in the open round; 0 takes it back. Nothing binds yet."""
        tip = self._ledger.tip
        self._proposal = Proposal(tip.round_number, tip.head, mask) if mask else None

    def proposals(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """Give the sets that are proposed for the open round, each with the seats that are for it."""
        by_mask: dict[int, list[int]] = {}
        for seat in self._ledger.tip.state.active:
            if mask := self._mask_of(seat):
                by_mask.setdefault(mask, []).append(seat)
        return tuple((seats_in(mask), tuple(by_mask[mask])) for mask in sorted(by_mask))

    def owing(self) -> tuple[int, ...]:
        """Give the seats for whose vote, or keep, this seat is bound to wait, having voted itself."""
        tip, heard = self._ledger.tip, self._ledger.heard
        owed = {
            seat
            for mask in voted_sets(tip, heard, self._voice.seat)
            for seat in voters(tip, mask)
            if mask not in voted_sets(tip, heard, seat)
        }
        return tuple(sorted(owed))

    def due(self, now: float) -> tuple[SignedEvent, ...]:
        """Give a ballot that is due now, just signed, and what is to be sent with it; () for none."""
        return self._due_keep() or self._due_word() or self._due_vote(now)

    def confirm(self, status: Status) -> tuple[SignedEvent, ...]:
        """Give what shows the peer that told `status` which copy this seat has settled; () for nothing.

        It stands at a round that is settled here, and in which somebody lies: it may have gone back there,
        which this seat cannot. A keep of what the liars have signed makes their copy stand (19.5). Or it goes
        on from an older copy of its folder, and is bound by a vote from which a keep had freed it.
        """
        ledger, number = self._ledger, status.round_number
        if not ledger.settled - WINDOW <= number < ledger.settled:
            return ()
        events = ledger.chain.rounds[number]
        if events[0].event.kind is VOTE or ledger.tip.heads[number] != status.head:
            return ()
        keeps = [one for one in self._voice.ballots.get(number, ()) if one.event.kind is KEEP]
        lies = [one for one in events if one.event.seat in ledger.proofs]
        mask = mask_of(one.event.seat for one in lies)
        if not lies or mask in self._voice.sets(KEEP, number):
            return (*events, *keeps) if keeps else ()
        if mask in self._voice.sets(VOTE, number) or not self._knows_its_past(number):
            return ()
        return (*events, self._voice.keep(ledger.tip, number, mask, tuple(one.event_id for one in lies)))

    def _knows_its_past(self, number: int) -> bool:
        """Tell whether no ballot of this round can contradict what this seat has said or told (8.9, 8.18).

        It may have lost its log: then it has signed for rounds beyond its open one. Or it goes on from an
        older copy of its folder: then it may have signed what the others have let go of with the round.
        """
        tip, voice = self._ledger.tip, self._voice
        if voice.has_left(number, tip.heads[number]) or voice.newest > tip.round_number:
            return False
        return number > voice.shown or number == tip.round_number or not self._is_let_go(number)

    def _is_let_go(self, number: int) -> bool:
        """Tell whether another seat says that it has settled this round, and so holds no ballots of it."""
        statuses = [told.status for told in self._told.values()]
        return any(one is not None and one.settled > number for one in statuses)

    def _mask_of(self, seat: int) -> int:
        if seat == self._voice.seat:
            return self.mask
        status, tip = self._told[seat].status, self._ledger.tip
        if status is None or (status.round_number, status.head) != (tip.round_number, tip.head):
            return 0
        return status.removal

    def _due_vote(self, now: float) -> tuple[SignedEvent, ...]:
        """Vote once every active seat outside the set seconds it and is heard."""
        tip, mask, seat = self._ledger.tip, self.mask, self._voice.seat
        if not mask or not self.may_propose(mask):
            return ()
        others = [other for other in voters(tip, mask) if other != seat]
        if any(self._mask_of(other) != mask or self._told[other].is_suspect(now) for other in others):
            return ()
        number = tip.round_number
        if any(voted & mask != voted or voted == mask for voted in self._voice.sets(VOTE, number)):
            return ()
        if mask in self._voice.sets(KEEP, number):
            return ()
        return (self._voice.vote(tip, mask),)

    def _is_silent(self, mask: int) -> bool:
        """Tell whether some awaited seat of the set has said nothing valid, or two things that cancel out.

        Were one of two copies standing, the round would be closed.
        """
        ledger = self._ledger
        expects = ledger.tip.expects
        awaited = expects.seats if expects is not None else ()
        return any(
            len(ledger.chain.candidates(ledger.tip, ledger.heard, seat)) != 1
            for seat in awaited
            if mask >> seat & 1
        )

    def _due_keep(self) -> tuple[SignedEvent, ...]:
        """Keep, once this seat holds all that was awaited of a set that others may be bound to."""
        for number, mask in self._wanted_sets():
            log = self._ledger.chain.at(number)
            if self._voice.seat not in voters(log, mask) or not can_be_removed(log, mask):
                continue
            if mask in self._voice.sets(VOTE, number) or mask in self._voice.sets(KEEP, number):
                continue
            events = self._awaited_events(log, mask) if self._knows_its_past(number) else ()
            if events:
                kept = tuple(one.event_id for one in events)
                return (self._voice.keep(log, number, mask, kept), *events)
        return ()

    def _due_word(self) -> tuple[SignedEvent, ...]:
        """Speak over the copy that this seat, bound by its vote, takes only then (19.9): all others have.

        It is a keep of this seat itself, which nobody else can mean by one.
        """
        chain, voice = self._ledger.chain, self._voice
        copy, number = chain.unspoken, chain.tip.round_number
        if copy is None or not self._knows_its_past(number):
            return ()
        after = chain.tip.copy()
        after.close(copy)
        kept = tuple(one.event_id for one in copy.values())
        return (voice.keep(after, number + 1, 1 << voice.seat, kept), *chain.grounds)

    def _wanted_sets(self) -> list[tuple[int, int]]:
        """Give the sets that this seat seconded, and those voted for in rounds that are not settled."""
        ledger = self._ledger
        wanted = []
        if self._proposal is not None and self._proposal.round_number >= ledger.settled:
            number, head, mask = self._proposal
            if number <= ledger.tip.round_number and ledger.tip.heads[number] == head:
                wanted.append((number, mask))
        for number in range(ledger.settled, ledger.tip.round_number + 1):
            wanted += [
                (number, read_ballot(one.event)[0])
                for seat in range(len(ledger.genesis.seats))
                for one in ledger.heard.ballots(number, seat)
                if one.event.kind is VOTE and one.event.head == ledger.tip.heads[number]
            ]
        return wanted

    def _awaited_events(self, log: Log, mask: int) -> tuple[SignedEvent, ...]:
        """Give the event of each awaited seat of the set, if each has one copy that counts here; else ()."""
        ledger, number = self._ledger, log.round_number
        assert log.expects is not None
        awaited = [seat for seat in log.expects.seats if mask >> seat & 1]
        if number < ledger.tip.round_number:
            if number in ledger.tip.removals:
                return ()
            return tuple(one for one in ledger.chain.rounds[number] if one.event.seat in awaited)
        found = [ledger.chain.candidates(log, ledger.heard, seat) for seat in awaited]
        return tuple(held[0] for held in found) if all(len(held) == 1 for held in found) else ()
