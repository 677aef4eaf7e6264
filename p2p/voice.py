"""What this seat signs: the one holder of its key, its seed and its openings.

It never signs two events for a round, nor anything below what it signed last, nor for one round over two
heads, also after a crash.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.decision import Decision
from p2p.ballot import BALLOTS, read_ballot
from p2p.bids import commit_bid
from p2p.dice import Chain as DiceChain
from p2p.dice import chain_length
from p2p.encoding import Value
from p2p.entropy import Entropy
from p2p.event import Event, EventKind, SignedEvent, sign_event
from p2p.genesis import Genesis
from p2p.journal_records import (
    EventRecord,
    JournalRecord,
    LastRecord,
    Opening,
    OpeningRecord,
    SeedRecord,
    ShownRecord,
)
from p2p.keys import SigningKey
from p2p.log import Log


class Intent(NamedTuple):
    """What the user wants to say in the round over this head: a decision, a bid in dollars, or the roll."""

    head: bytes
    choice: Decision | int | None


class SignedAlready(Exception):
    """This seat has signed for this round, or a later one, or over another head; it signs nothing else."""


class Voice:
    """One seat's voice in one game.

    `last` is what it signed last. `floor` is the last round for which it signs nothing more but ballots, or
    -1: a ballot of a round leaves its event there to be signed, and nothing before. `ballots` are all that it
    ever signed, by round: no promise is forgotten. `shown` is the last round of which it has been shown
    something of its own that no journal told, or -1: there, and before, it may have signed more ballots.
    `openings` are its sealed bids by the round of the commitment; `intent` is what the user wants to say and
    has not been said yet.
    `chain` are the links of the seed, where they are computed already.
    """

    def __init__(
        self,
        genesis: Genesis,
        seat: int,
        key: SigningKey,
        seed: bytes,
        entropy: Entropy,
        chain: DiceChain | None = None,
    ) -> None:
        entry = genesis.seats[seat]
        self._chain = chain or DiceChain(seed, genesis.nonce, entry.key, chain_length(genesis.ruleset))
        self._genesis = genesis
        self._key = key
        self._entropy = entropy
        self.seat = seat
        self.seed = seed
        self.openings: dict[int, Opening] = {}
        self.last: LastRecord | None = None
        self.ballots: dict[int, list[SignedEvent]] = {}
        self.floor = -1
        self.shown = -1
        self._heads: dict[int, bytes] = {}
        self.intent: Intent | None = None

    @property
    def owns_the_seat(self) -> bool:
        """Whether the key and the seed are those that the genesis names for this seat."""
        entry = self._genesis.seats[self.seat]
        return entry.key == self._key.public and entry.anchor == self._chain.anchor

    def took(self, signed: SignedEvent) -> None:
        """Remember that this seat has signed this, here or before a crash."""
        event = signed.event
        self._heads.setdefault(event.round_number, event.head)
        if event.kind in BALLOTS:
            known = self.ballots.setdefault(event.round_number, [])
            if all(one.event_id != signed.event_id for one in known):
                known.append(signed)
        self._raise_floor(LastRecord(event.round_number, int(event.kind), signed.event_id))

    @property
    def newest(self) -> int:
        """The last round for which it has signed anything, or -1."""
        return max((self.floor, *self.ballots))

    def has_its_past_in(self, log: Log) -> bool:
        """Tell whether this log leads as far as what it has signed, and if no further, to that head."""
        return self.newest < log.round_number or (
            self.newest == log.round_number and not self.has_left(self.newest, log.head)
        )

    def knows(self, signed: SignedEvent) -> bool:
        """Tell whether it remembers having signed this, or something later where this is no ballot."""
        event = signed.event
        if event.kind in BALLOTS:
            return any(one.event_id == signed.event_id for one in self.ballots.get(event.round_number, ()))
        return event.round_number <= self.floor

    def was_shown(self, signed: SignedEvent) -> ShownRecord | None:
        """Take over what others show that this seat has signed; give what a journal must tell besides it."""
        number = signed.event.round_number
        is_news = not self.knows(signed)
        self.took(signed)
        if not is_news or number <= self.shown:
            return None
        self.shown = number
        return ShownRecord(number)

    def has_left(self, number: int, head: bytes) -> bool:
        """Tell whether it has signed for this round over another head: it signs no more there (8.9)."""
        return self._heads.get(number, head) != head

    def _raise_floor(self, last: LastRecord) -> None:
        floor = last.round_number - (last.kind in BALLOTS)
        if floor >= self.floor:
            self.last, self.floor = last, floor

    def recall(self, journal: Iterable[JournalRecord]) -> None:
        """Take over what this seat signed before, from its own journal."""
        for record in journal:
            match record:
                case OpeningRecord(round_number, opening):
                    self.openings[round_number] = opening
                case LastRecord():
                    self._raise_floor(record)
                case ShownRecord(round_number):
                    self.shown = max(self.shown, round_number)
                case EventRecord(signed) if signed.event.seat == self.seat:
                    self.took(signed)
                case _:
                    pass

    def records(self, log: Log, settled: int) -> Iterator[JournalRecord]:
        """Give what a journal must tell this voice, with the openings that can still matter."""
        yield SeedRecord(self.seed, self._genesis.data)
        yield from (EventRecord(ballot) for ballots in self.ballots.values() for ballot in ballots)
        if self.last is not None:
            yield self.last
        if self.shown >= 0:
            yield ShownRecord(self.shown)
        oldest = min((number for number, _ in log.commitments.values()), default=0)
        for number, opening in self.openings.items():
            if number >= min(oldest, settled):
                yield OpeningRecord(number, opening)

    def seal_bid(self, log: Log, bid: int) -> OpeningRecord:
        """Draw what will hide `bid` in the open round of `log`; on disk before the commitment leaves."""
        number = log.round_number
        opening = Opening(bid, self._entropy(f"bid {log.genesis.game_id.hex()} {number}"))
        self.openings[number] = opening
        return OpeningRecord(number, opening)

    def say(self, log: Log) -> SignedEvent:
        """Sign this seat's event for the open round of `log`; the caller has checked that it may."""
        expects = log.expects
        assert expects is not None
        if log.round_number <= self.floor:
            raise SignedAlready(log.round_number)
        return self._sign(log, expects.kind, self._body(log, expects.kind))

    def resign(self, log: Log, *, spoken: bool) -> SignedEvent:
        """Sign the note that this seat resigns; `spoken` tells whether it has its event in the open round."""
        number = log.round_number
        in_roll = log.expects is not None and log.expects.kind is EventKind.LINK
        index = log.link_indexes[-1] + (spoken and in_roll)
        return self._sign(log, EventKind.NOTE, (number + spoken, self._chain.link(index)))

    def vote(self, log: Log, mask: int) -> SignedEvent:
        """Sign that these seats are to be removed in the open round of `log`."""
        return self._sign(log, EventKind.VOTE, (mask,))

    def keep(self, log: Log, number: int, mask: int, kept: tuple[bytes, ...]) -> SignedEvent:
        """Sign never to vote for these seats in this round of `log`; `kept` are the ids of their events."""
        return self._sign(log, EventKind.KEEP, (mask, kept), number)

    def sets(self, kind: EventKind, number: int) -> list[int]:
        """Give the sets of all votes, or of all keeps, that it has ever signed for this round."""
        return [read_ballot(one.event)[0] for one in self.ballots.get(number, ()) if one.event.kind is kind]

    def _sign(
        self, log: Log, kind: EventKind, body: tuple[Value, ...], number: int | None = None
    ) -> SignedEvent:
        number = log.round_number if number is None else number
        head = log.heads[number]
        if self.has_left(number, head):
            raise SignedAlready(number)
        event = Event(kind, log.genesis.game_id, number, head, self.seat, body)
        signed = sign_event(event, self._key)
        self.took(signed)
        return signed

    def _body(self, log: Log, kind: EventKind) -> tuple[Value, ...]:
        match kind:
            case EventKind.START:
                return ()
            case EventKind.LINK:
                return (self._chain.link(log.link_indexes[-1]),)
            case EventKind.ACTION:
                assert self.intent is not None
                assert isinstance(self.intent.choice, Decision)
                return self.intent.choice.code
            case EventKind.COMMITMENT:
                return (self._commitment(log),)
            case EventKind.OPENING:
                opening = self.openings[log.commitments[self.seat][0]]
                return (opening.bid, opening.nonce)
            case EventKind.SEAL:
                return log.result()
            case EventKind.NOTE | EventKind.VOTE | EventKind.KEEP:
                raise AssertionError(kind)

    def _commitment(self, log: Log) -> bytes:
        opening = self.openings[log.round_number]
        return commit_bid(log.genesis.game_id, log.round_number, self.seat, self._key.public, opening)
