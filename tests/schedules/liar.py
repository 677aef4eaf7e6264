"""The insider: it hears all that is said, and signs and passes on whatever comes to its mind."""

from contextlib import suppress
from typing import TYPE_CHECKING

from p2p.ballot import BALLOTS, mask_of, read_ballot
from p2p.bids import commit_bid
from p2p.encoding import Value
from p2p.event import Event, EventKind, SignedEvent
from p2p.evidence import contradict
from p2p.hashing import HASH_BYTES
from p2p.heard import KEPT_BALLOTS
from p2p.journal_records import Opening
from p2p.judge import NOTE_TAKERS
from p2p.log import Log
from p2p.messages import Answer, Ask, Events, Message
from p2p.removal import can_be_removed, voters
from tests.schedules.seat import Seat

if TYPE_CHECKING:
    from tests.schedules.table import Table

WEIGHTS = (70, 54, 30, 12, 1, 1, 1, 46)
"""How often it does each of its deeds."""
MOODS = (0.3, 1.0, 1.0, 3.0)
"""Each one does some of them less and some more often than others do."""
RECENT = 4
"""Of so many rounds back it still passes on what was said."""


class Contradiction(Exception):
    """A careful liar signs nothing that would convict it."""


class Liar:
    """`known` is all that it has heard or signed, `said` what it has signed itself.

    Every other one is careful: it signs anything but what contradicts what it has signed before. Nothing
    convicts it, so that nothing that goes wrong is excused.
    """

    def __init__(self, table: "Table", seat: int) -> None:
        self.table = table
        self.seat = seat
        self.chance = table.chance
        self.is_careful = self.chance.random() < 0.5
        self._leanings = [weight * self.chance.choice(MOODS) for weight in WEIGHTS]
        self.known: dict[bytes, SignedEvent] = {}
        self.said: dict[bytes, SignedEvent] = {}
        self._openings: dict[Value, Opening] = {}
        self._sequence = 0

    def hear(self, sender: int, message: Message) -> None:
        """Take note; whoever asks is told at once that nothing is known of it, so that it can go on."""
        if isinstance(message, Ask):
            self.table.post(self.seat, sender, Answer(message.nonce, False, ()))

    def overhear(self, message: Message) -> None:
        if isinstance(message, Events):
            self.known |= {one.event_id: one for one in message.events}

    def begin(self) -> None:
        """Sign the start, without which there is no game, and say where it stands."""
        log = next(iter(self.table.seats.values())).session.ledger.tip
        if log.round_number == 0 and not self.said:
            self._send(self._sign(EventKind.START, log), to=list(self.table.seats))
        if self.chance.random() < 0.3:
            self._tell(self._somebody(), 0)

    def play(self) -> None:
        """Say what is awaited of it in the newest round that is open anywhere, once, and to all."""
        seat = max(self.table.seats.values(), key=lambda one: one.session.ledger.tip.round_number)
        log = seat.session.ledger.tip
        if not self._said_there(log, self.seat):
            with suppress(Contradiction):
                self._speak(seat, log, to=list(self.table.seats))

    def act(self) -> None:
        """Do one thing, over the newest round that some honest seat has open or an earlier one."""
        seat = self._somebody()
        ledger = seat.session.ledger
        log = ledger.tip
        if self.chance.random() < 0.3 and log.round_number > ledger.settled:
            log = ledger.chain.at(self.chance.randrange(ledger.settled, log.round_number + 1))
        deeds = (
            self._propose,
            self._speak,
            self._vote,
            self._keep,
            self._flood,
            self._note,
            self._babble,
            self._pass_on,
        )
        deed = self.chance.choices(deeds, self._leanings)[0]
        with suppress(Contradiction):
            deed(seat, log)

    def _somebody(self) -> Seat:
        return self.chance.choice(list(self.table.seats.values()))

    def _propose(self, seat: Seat, log: Log) -> None:  # noqa: ARG002  # the deeds' form
        """Tell one seat or all that it stands where `seat` does, and proposes or seconds a set, or none."""
        proposals = seat.session._remover.proposals()
        if proposals and self.chance.random() < 0.8:
            mask = mask_of(self.chance.choice(proposals)[0])
        else:
            mask = self.chance.randrange(1 << len(self.table.builder.players))
        mask = 0 if mask >> self.seat & 1 else mask
        for one in [seat] if self.chance.random() < 0.7 else self.table.seats.values():
            self._tell(one, mask, stands=seat)

    def _speak(self, seat: Seat, log: Log, to: list[int] | None = None) -> None:
        """Sign what is awaited of it, again and otherwise if it has already."""
        if log.expects is None or self.seat not in log.expects.seats:
            return
        kind, player = log.expects.kind, self.table.builder.players[self.seat]
        body: tuple[Value, ...] = ()
        match kind:
            case EventKind.LINK:
                body = (player.chain.link(log.link_indexes[-1]),)
            case EventKind.ACTION:
                body = self.chance.choice(list(log.state.legal())).code
            case EventKind.COMMITMENT:
                opening = Opening(self.chance.randrange(2), bytes((self.chance.randrange(2),)) * 32)
                number, key = log.round_number, player.key.public
                commitment = commit_bid(log.genesis.game_id, number, self.seat, key, opening)
                self._openings[commitment] = opening
                body = (commitment,)
            case EventKind.OPENING:
                sealed = self._openings.get(log.commitments[self.seat][1])
                if sealed is None:
                    return
                body = (sealed.bid, sealed.nonce)
            case EventKind.SEAL:
                body = log.result()
            case _:
                pass
        self._send(self._sign(kind, log, body), to=to, besides=seat)

    def _vote(self, seat: Seat, log: Log) -> None:
        """Vote for what somebody honest has voted for, also where all have gone on since, or for any set."""
        votes = self._recent_votes(seat)
        masks = self._sets(log)
        if votes and self.chance.random() < 0.8:
            vote = self.chance.choice(votes)
            self._send(self._sign_there(vote, EventKind.VOTE, vote.body), besides=seat)
        elif masks:
            self._send(self._sign(EventKind.VOTE, log, (self.chance.choice(masks),)), besides=seat)

    def _keep(self, seat: Seat, log: Log) -> None:
        """Keep any one of what is known of a set, and show what it keeps."""
        masks = self._sets(log)
        if not masks or log.expects is None:
            return
        mask = self.chance.choice(masks)
        said = [self._said_there(log, one) for one in log.expects.seats if mask >> one & 1]
        if all(said):
            kept = [self.chance.choice(events) for events in said]
            keep = self._sign(EventKind.KEEP, log, (mask, tuple(one.event_id for one in kept)))
            self._send(*kept, keep, besides=seat)

    def _flood(self, seat: Seat, log: Log) -> None:  # noqa: ARG002  # the deeds' form
        """Show one seat more ballots than it holds, where others vote, before the one that counts."""
        votes = self._recent_votes(seat)
        if votes:
            vote = self.chance.choice(votes)
            bodies = [(vote.body[0], (bytes((number,)) * HASH_BYTES,)) for number in range(KEPT_BALLOTS)]
            flood = [self._sign_there(vote, EventKind.KEEP, body) for body in bodies]
            self._send(*flood, to=[seat.seat])
            self._send(self._sign_there(vote, EventKind.VOTE, vote.body), to=list(self.table.seats))

    def _recent_votes(self, seat: Seat) -> list[Event]:
        """Give the votes of others that it could sign too, of the last rounds."""
        first = seat.session.ledger.tip.round_number - RECENT
        events = (one.event for one in self.known.values())
        return [
            event
            for event in events
            if event.kind is EventKind.VOTE
            and event.round_number >= first
            and event.seat != self.seat
            and not read_ballot(event)[0] >> self.seat & 1
        ]

    def _said_there(self, log: Log, seat: int) -> list[SignedEvent]:
        if log.expects is None:
            return []
        there = (log.expects.kind, log.head, seat)
        return [
            one for one in self.known.values() if (one.event.kind, one.event.head, one.event.seat) == there
        ]

    def _note(self, seat: Seat, log: Log) -> None:
        """Resign, before or after its word in the round."""
        if log.expects is not None and log.expects.kind in NOTE_TAKERS:
            spoken = self.chance.random() < 0.5
            index = log.link_indexes[-1] + (spoken and log.expects.kind is EventKind.LINK)
            link = self.table.builder.players[self.seat].chain.link(index)
            self._send(self._sign(EventKind.NOTE, log, (log.round_number + spoken, link)), besides=seat)

    def _babble(self, seat: Seat, log: Log) -> None:
        """Sign what is not valid, or not likely to be."""
        if log.expects is not None and self.seat in log.expects.seats:
            self._send(self._sign(log.expects.kind, log, (bytes(32),)), besides=seat)

    def _pass_on(self, seat: Seat, log: Log) -> None:  # noqa: ARG002  # the deeds' form
        """Show some of what it knows of the last rounds, also what it has signed for others alone."""
        first = seat.session.ledger.tip.round_number - RECENT
        recent = [
            one
            for one in self.known.values()
            if one.event.round_number >= first or one.event.kind is EventKind.NOTE
        ]
        self.chance.shuffle(recent)
        shown = recent[: self.chance.randrange(1, 12)]
        shown.sort(key=lambda one: (one.event.round_number, one.event.kind in BALLOTS))
        if shown:
            self._send(*shown, besides=seat)

    def _sets(self, log: Log) -> list[int]:
        """Give the sets that it could vote for."""
        masks = range(1, 1 << len(self.table.builder.players))
        return [mask for mask in masks if can_be_removed(log, mask) and self.seat in voters(log, mask)]

    def _sign(self, kind: EventKind, log: Log, body: tuple[Value, ...] = ()) -> SignedEvent:
        return self._remember(
            self.table.builder.sign(self.seat, kind, body, round_number=log.round_number, head=log.head)
        )

    def _sign_there(self, event: Event, kind: EventKind, body: tuple[Value, ...]) -> SignedEvent:
        """Sign this over the head over which another event was signed."""
        return self._remember(
            self.table.builder.sign(self.seat, kind, body, round_number=event.round_number, head=event.head)
        )

    def _remember(self, signed: SignedEvent) -> SignedEvent:
        if self.is_careful and any(contradict(signed, one) for one in self.said.values()):
            raise Contradiction
        self.said[signed.event_id] = self.known[signed.event_id] = signed
        return signed

    def _send(self, *events: SignedEvent, to: list[int] | None = None, besides: Seat | None = None) -> None:
        """Send these events to the seats `to`, or to about half of them; to the last one, if to none."""
        if to is None:
            to = [seat for seat in self.table.seats if self.chance.random() < 0.5]
        for receiver in to or ([besides.seat] if besides is not None else []):
            self.table.post(self.seat, receiver, Events(events))

    def _tell(self, receiver: Seat, mask: int, stands: Seat | None = None) -> None:
        """Claim to stand where an honest seat does."""
        ledger = (stands or receiver).session.ledger
        self._sequence += 1
        status = receiver.status(
            self.seat,
            instance=bytes(8),
            sequence=self._sequence,
            round_number=ledger.tip.round_number,
            head=ledger.tip.head,
            settled=ledger.settled,
            removal=mask,
            pull=self.chance.random() < 0.3,
            digest=b"",
        )
        self.table.post(self.seat, receiver.seat, status)
