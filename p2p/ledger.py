"""What this peer holds of a game and must not lose: the chain of rounds, the events heard, the proofs.

All that changes here is written to the journal before anything that rests on it can be sent; settled
rounds move to the log file.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain as joined

from p2p.ballot import BALLOTS, read_ballot
from p2p.catching_up import AgreedRounds, Round, find_rounds
from p2p.chain import Chain
from p2p.effects import (
    Advanced,
    AppendLog,
    CompactJournal,
    Completed,
    Convicted,
    Effect,
    Forked,
    InvalidEvent,
    Notice,
    Notify,
    Outranked,
    Settled,
    SyncLog,
    WriteJournal,
    WriteProof,
)
from p2p.event import NOTE, SEAL, Event, EventRefused, SignedEvent, check_signature, read_note
from p2p.evidence import check_evidence, contradict
from p2p.heard import WINDOW, Heard
from p2p.journal_records import (
    EventRecord,
    JournalRecord,
    RefusedRecord,
    SettledRecord,
    encode_event,
    encode_journal_record,
)
from p2p.judge import WrongGame, WrongRound, WrongSeat
from p2p.log import Log
from p2p.records import GenesisRecord, ProofRecord, encode_log_record, encode_round
from p2p.stored import StoredGame

JOURNAL_BYTES = 256 * 1024
"""Size at which the journal is written anew with only what is still needed; tests make it small."""


class Ledger:
    """The chain, what was heard, who is convicted, and the effects that keep all of it on disk.

    `refused` holds, of each seat and unsettled round, one signed event that was invalid there. `remembered`
    tells the round before which all was settled once, and is in the log alone should that be lost.
    `has_news` tells that something is held which has not been followed yet.
    While it `is_asking`, an active seat goes no further than it was when it stopped: what it has forgotten
    may bind it, and the others would rest on its head (8.16).
    """

    def __init__(self, stored: StoredGame, seat: int | None = None) -> None:
        self.genesis = stored.genesis
        self._seat = seat
        self.chain = Chain(stored.genesis, seat)
        self.heard = Heard()
        self.proofs: dict[int, tuple[SignedEvent, SignedEvent]] = {}
        self.refused: dict[tuple[int, int], SignedEvent] = {}
        self.effects: list[Effect] = []
        told = (one for one in stored.journal if isinstance(one, SettledRecord))
        self.remembered = max(told, key=lambda one: one.round_number, default=SettledRecord(0))
        self.chain.settled_once = self.remembered.round_number
        self._journal_size = sum(len(encode_journal_record(record)) for record in stored.journal)
        self._on_disk: set[bytes] = set()
        self._sealed: set[bytes] = set()
        self._told: set[type[Notice]] = set()
        self.has_news = True
        self.is_asking = False
        self._restore(stored)

    @property
    def tip(self) -> Log:
        """The log up to the open round."""
        return self.chain.tip

    @property
    def settled(self) -> int:
        """The first round that is not settled."""
        return self.chain.settled

    @property
    def is_back(self) -> bool:
        """Whether the log holds all that was settled once: if it was lost, another may be shown (8.18)."""
        tip, number, head = self.chain.tip, self.remembered.round_number, self.remembered.head
        return tip.had(number, head) if head else tip.round_number >= number

    @property
    def is_held(self) -> bool:
        """Whether what is held closes and settles no round, as this seat still asks what it has signed."""
        return self.is_asking and self._seat in self.tip.state.active

    def hold(self, signed: SignedEvent, *, own: bool = False) -> bool:
        """Check and keep one event, from whomever it came; tell whether it was new.

        Of an `own` one, which this seat has just signed, the signature is not checked.
        Raises the `EventRefused` of an event that cannot be kept; nothing changes then.
        """
        event = signed.event
        self._check_address(event)
        settled, rivals = self.chain.settled, self.heard.rivals(signed)
        if (rivals and any(one.event_id == signed.event_id for one in rivals)) or (
            event.round_number < settled and self._is_followed(signed)
        ):
            return False
        known_bad = self.refused.get((event.seat, event.round_number))
        if known_bad is not None and known_bad.event_id == signed.event_id:
            return False
        if event.kind is NOTE:
            read_note(event)
        elif event.kind in BALLOTS:
            read_ballot(event)
        if not own:
            check_signature(signed, self.genesis.seats[event.seat].key)
        against = self._known_against(signed)
        if against is not None:
            self.convict(against, signed)
        if event.round_number < settled and event.kind is not NOTE:
            return False
        self._keep(signed, rivals)
        return True

    def is_signed(self, signed: SignedEvent) -> bool:
        """Tell whether this event of this game is signed by its seat's key, whether or not it can be held."""
        return signed.event.game_id == self.genesis.game_id and self.genesis.is_signed(signed)

    def convict(self, one: SignedEvent, other: SignedEvent) -> int:
        """Keep two events that contradict each other as a proof; give the seat.

        Raises `NotEvidence` or `EventRefused`.
        """
        seat = check_evidence(self.genesis, one, other)
        if seat not in self.proofs:
            self.proofs[seat] = (one, other)
            proof = ProofRecord(one, other)
            self.write(proof)
            self._write_proof(seat, proof)
            self.notify(Convicted(seat, one, other))
        return seat

    def _write_proof(self, seat: int, proof: ProofRecord) -> None:
        genesis = encode_log_record(GenesisRecord(self.genesis.data))
        self.effects.append(WriteProof(seat, (genesis, encode_log_record(proof))))

    def write(self, record: JournalRecord) -> None:
        """Append `record` to the journal, ahead of whatever is sent later."""
        self._write(encode_journal_record(record))

    def _write(self, body: bytes) -> None:
        self._journal_size += len(body)
        self.effects.append(WriteJournal(body))

    def notify(self, notice: Notice) -> None:
        """Tell the user's side."""
        self.effects.append(Notify(notice))

    def _notify_once(self, notice: Notice) -> None:
        if type(notice) not in self._told:
            self._told.add(type(notice))
            self.notify(notice)

    def _check_address(self, event: Event) -> None:
        refusal: EventRefused | None = None
        if event.game_id != self.genesis.game_id:
            refusal = WrongGame()
        elif event.seat >= len(self.genesis.seats):
            refusal = WrongSeat()
        elif event.round_number > self.chain.tip.round_number + WINDOW:
            refusal = WrongRound("too far ahead")
        if refusal is not None:
            refusal.seat, refusal.round_number = event.seat, event.round_number
            raise refusal

    def _is_followed(self, signed: SignedEvent) -> bool:
        """Tell whether this event is in a closed round of the chain, where its payload says that it is."""
        closed = self.chain.rounds[signed.event.round_number : signed.event.round_number + 1]
        return any(one.event_id == signed.event_id for events in closed for one in events)

    def _known_against(self, signed: SignedEvent) -> SignedEvent | None:
        """Give what this seat has in the settled log, or what was refused of it, against `signed`.

        In the log there can be a damaged signature (8.19), which convicts nobody.
        """
        event = signed.event
        if event.seat in self.proofs:
            return None
        settled = self.chain.rounds[event.round_number : self.chain.settled]
        if not settled and not self.refused:
            return None
        if event.kind is not NOTE:
            settled = settled[:1]
        known = joined((one for events in settled for one in events), self.refused.values())
        return next((one for one in known if contradict(one, signed) and self.is_signed(one)), None)

    def _keep(self, signed: SignedEvent, rivals: Sequence[SignedEvent]) -> None:
        seat = signed.event.seat
        liar = seat in self.proofs
        first = not rivals and (seat, signed.event.round_number) not in self.refused
        if not self.heard.add(signed, self.chain.wanted_ids() if rivals else frozenset()):
            return
        self.has_news = True
        if first or not liar:
            self.put_on_disk(signed)
        if seat in self.heard.proofs and not liar:
            self.convict(*self.heard.proofs[seat])

    def put_on_disk(self, signed: SignedEvent) -> None:
        """Have the journal tell this event, unless it does already."""
        if signed.event_id not in self._on_disk:
            self._on_disk.add(signed.event_id)
            self._write(encode_event(signed))

    def advance(self) -> bool:
        """Follow what is held as far as it leads; tell whether the open round or its past has changed."""
        if not self.has_news or self.is_held:
            return False
        self.has_news = False
        chain, before, closed = self.chain, self.chain.tip.head, len(self.chain.rounds)
        first = chain.advance(self.heard)
        if chain.refused:
            self._take_refusals()  # nothing rests on them: the chain counts what is valid alone
        for signed in joined(*chain.rounds[first:], chain.grounds):
            self.put_on_disk(signed)
        if chain.forked is not None:
            self._notify_once(Forked(chain.forked))
        if chain.outranked is not None:
            votes = chain.outranked.votes
            voters = tuple(vote.event.seat for vote in votes)
            self._notify_once(Outranked(votes[0].event.round_number, voters))
        if chain.tip.head == before:
            return False
        self.notify(Advanced(chain.tip.round_number, back=first < closed))
        return True

    def settle(self, round_number: int) -> None:
        """Move the rounds before `round_number` to the log file, for good, unless it was another log once."""
        chain = self.chain
        if round_number > chain.settled and self.is_back:
            self._record(chain.settled, chain.settle(round_number))
        if chain.tip.expects is None and chain.settled == chain.tip.round_number:
            self._notify_once(Completed())

    def take_rounds(self, batch: Sequence[SignedEvent]) -> Sequence[SignedEvent]:
        """Take at once the rounds of a batch that all active seats have agreed on, as an audit would (8.19).

        Taken are the rounds that continue the tip by the rules, that a whole round of all active seats in the
        batch speaks over, and for which each seat's key answers; and only if nothing that is held
        here says otherwise. They go to the log file alone and are settled. Give what is left of the batch, to
        be held event by event.
        """
        chain = self.chain
        if len(batch) <= len(chain.tip.state.active):  # no more than the round that would speak over another
            return batch
        fresh = [one for one in batch if not self._is_followed(one)]
        if chain.forked is not None or chain.outranked is not None:
            return fresh
        found = find_rounds(self.tip, fresh)
        if found is None or self._is_disputed(found):
            return fresh
        self._record(chain.settled, chain.adopt(found.rounds, found.log))
        self.effects.append(SyncLog())  # before the journal says that it holds no more of them
        self._remember_settled()
        self.write(self.remembered)
        self.has_news = True
        notes = [one for events in found.rounds for one in events if one.event.kind is NOTE]
        for signed in (*notes, *found.over):
            self._keep(signed, self.heard.rivals(signed))
        self.notify(Advanced(self.tip.round_number, back=False))
        return fresh[: found.first] + fresh[found.end :]

    def _is_disputed(self, found: AgreedRounds) -> bool:
        """Tell whether anything is held here for the rounds before `found.log` that is not in them.

        Then events contradict each other, or votes or keeps are out: that is settled event by event.
        """
        number, taken = found.log.round_number, self.chain.chosen_ids()
        taken |= {one.event_id for events in found.rounds for one in events}
        held = self.heard.all(len(self.genesis.seats))
        return any(key[1] < number for key in self.refused) or any(
            one.event.round_number < number and one.event_id not in taken and not self._has_settled(one)
            for one in held
        )

    def _has_settled(self, note: SignedEvent) -> bool:
        """Tell whether this note has closed a settled round: it is held for good."""
        if note.event.kind is not NOTE:
            return False
        closed = self.chain.rounds[note.event.round_number : self.settled]
        return any(one.event_id == note.event_id for events in closed for one in events)

    def _record(self, first: int, rounds: Sequence[Round]) -> None:
        """Append settled rounds, from round `first` on, to the log file; let go of what was held for them."""
        for number, events in enumerate(rounds, first):
            fresh = [one for one in events if one.event_id not in self._sealed] if self._sealed else events
            if fresh:
                self.effects.append(AppendLog(encode_round(fresh)))
            self.notify(Settled(number, events))
            self._on_disk.difference_update([one.event_id for one in events])
        self.heard.drop_before(self.settled)
        if self.refused:
            for key in [key for key in self.refused if key[1] < self.settled]:
                del self.refused[key]

    def store_seals(self) -> None:
        """Put the seals so far in the log file, for one who leaves before all are in.

        Behind settled rounds alone. Who has sealed itself had passed the barrier: all had shown their heads
        then, though a restart has made it forget.
        """
        expects, number = self.tip.expects, self.tip.round_number
        if expects is None or expects.kind is not SEAL:
            return
        if self._seat is not None and any(
            one.event.head == self.tip.head for one in self.heard.at(number, self._seat)
        ):
            self.settle(number)
        if self.settled < number:
            return
        for seat in expects.seats:
            for signed in self.chain.candidates(self.tip, self.heard, seat)[:1]:
                if signed.event_id not in self._sealed:
                    self._sealed.add(signed.event_id)
                    self.effects.append(AppendLog(encode_round((signed,))))

    @property
    def has_grown(self) -> bool:
        """Whether the journal has grown so long that it is to be written anew."""
        return self._journal_size >= JOURNAL_BYTES

    def compact(self, records: Iterable[JournalRecord]) -> None:
        """Write the journal anew: `records` of the voice, and what is held here."""
        self._remember_settled()
        bodies = tuple(map(encode_journal_record, (*records, *self._records())))
        self._journal_size = sum(map(len, bodies)) // 2
        self._on_disk = {one.event_id for one in self.heard.all(len(self.genesis.seats))}
        self.effects.append(CompactJournal(bodies))

    def _remember_settled(self) -> None:
        if self.settled > self.remembered.round_number:
            self.remembered = SettledRecord(self.settled, self.tip.heads[self.settled])

    def _records(self) -> Iterator[JournalRecord]:
        yield self.remembered
        for signed in self.heard.all(len(self.genesis.seats)):
            yield EventRecord(signed)
        for one, other in self.proofs.values():
            yield ProofRecord(one, other)
        for signed in self.refused.values():
            yield RefusedRecord(signed)

    def _take_refusals(self) -> None:
        for signed, refusal in self.chain.refused:
            self.heard.remove(signed)
            key = (signed.event.seat, signed.event.round_number)
            if key not in self.refused:
                self.refused[key] = signed
                self.write(RefusedRecord(signed))
                self.notify(InvalidEvent(*key, type(refusal).__name__))
        self.chain.refused.clear()

    def _restore(self, stored: StoredGame) -> None:
        self.chain.restore(stored.rounds)
        for events in stored.rounds:
            for signed in events:
                if signed.event.kind is NOTE:
                    self.heard.add(signed, frozenset())
        for signed in stored.seals:
            self._sealed.add(signed.event_id)
            self.heard.add(signed, frozenset())
        for record in stored.journal:
            match record:
                case EventRecord(signed) if self._is_open(signed):
                    self.heard.add(signed, frozenset(), stored=True)
                    self._on_disk.add(signed.event_id)
                case ProofRecord(one, other):
                    self.proofs[one.event.seat] = (one, other)
                case RefusedRecord(signed):
                    self.refused[signed.event.seat, signed.event.round_number] = signed
                case _:
                    pass
        self._restore_proofs()
        self.chain.advance(self.heard)
        self._take_refusals()
        if self.tip.complete:
            self.settle(self.tip.round_number)

    def _restore_proofs(self) -> None:
        """See that every proof is kept and written, should a crash have come in between."""
        for seat, (one, other) in self.proofs.items():
            self._write_proof(seat, ProofRecord(one, other))
        for one, other in self.heard.proofs.values():
            self.convict(one, other)
        self.heard.proofs |= self.proofs

    def _is_open(self, signed: SignedEvent) -> bool:
        """Tell whether this can matter still: its round was not settled, in this log or one that is lost."""
        first = max(self.settled, self.remembered.round_number)
        return signed.event.kind is NOTE or signed.event.round_number >= first
