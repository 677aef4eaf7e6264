"""Whole signed games in memory, with every seat's secrets in one hand: for tests, vectors and measurements.

The same arguments give the same bytes every time. Nothing here judges: `play_round` closes whatever it
is told to, and the pieces (`sign`, `note`, `round_body`, `log_bytes`) are there to make bad logs too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Self

from core.bots import BOTS, Bot
from core.ruleset import Ruleset
from p2p.ballot import mask_of
from p2p.bids import commit_bid
from p2p.dice import Chain, chain_length
from p2p.encoding import Value
from p2p.entropy import seeded_entropy
from p2p.event import Event, EventKind, SignedEvent, read_note, sign_event
from p2p.frames import EVIDENCE_MAGIC, LOG_MAGIC, frame, header
from p2p.genesis import Genesis, SeatEntry, make_genesis
from p2p.journal_records import Opening
from p2p.judge import NOTE_TAKERS
from p2p.keys import SigningKey
from p2p.log import Log
from p2p.records import GenesisRecord, ProofRecord, RoundRecord, encode_log_record

NAMES: Final = ("Ada", "Ben", "Cleo", "Dov")
SHORT: Final = Ruleset(rows_to_end=1, most_rolls=5)
"""A game of some thirty events."""

Round = tuple[SignedEvent, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """One seat's secrets: its signing key and its chain of links."""

    key: SigningKey
    chain: Chain


class GameBuilder:
    """A game that grows round by round; `log`, `rounds` and `players` (by seat) may be looked at."""

    def __init__(
        self, seats: int = 2, seed: str = "a", ruleset: Ruleset = SHORT, bot: str | Bot = "random"
    ) -> None:
        self._entropy = seeded_entropy(seed)
        self._rng = Random(seed)
        self._bot = BOTS[bot] if isinstance(bot, str) else bot
        nonce = self._entropy("nonce")
        players = [self._player(nonce, ruleset, number) for number in range(seats)]
        entries = [
            SeatEntry(NAMES[number], player.key.public, self._entropy(f"curve {number}"), player.chain.anchor)
            for number, player in enumerate(players)
        ]
        self.genesis = make_genesis(ruleset, nonce, entries)
        by_key = {player.key.public: player for player in players}
        self.players = tuple(by_key[entry.key] for entry in self.genesis.seats)
        self.log = Log(self.genesis)
        self.rounds: list[Round] = []
        self._notes: dict[int, SignedEvent] = {}
        self._openings: dict[int, Opening] = {}

    def _player(self, nonce: bytes, ruleset: Ruleset, number: int) -> Player:
        key = SigningKey(self._entropy(f"key {number}"))
        seed = self._entropy(f"dice {number}")
        return Player(key, Chain(seed, nonce, key.public, chain_length(ruleset)))

    def copy(self) -> Self:
        """Give a game with the same past whose choices from here on are its own."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._rng = Random()
        other._rng.setstate(self._rng.getstate())
        other.log = self.log.copy()
        other.rounds = self.rounds.copy()
        other._notes = self._notes.copy()
        other._openings = self._openings.copy()
        return other

    def sign(
        self,
        seat: int,
        kind: EventKind,
        body: tuple[Value, ...] = (),
        *,
        round_number: int | None = None,
        head: bytes | None = None,
        game_id: bytes | None = None,
        key: SigningKey | None = None,
    ) -> SignedEvent:
        """Give an event of `seat` in the open round, or whatever else the arguments make of it."""
        event = Event(
            kind,
            game_id or self.genesis.game_id,
            self.log.round_number if round_number is None else round_number,
            head or self.log.head,
            seat,
            body,
        )
        return sign_event(event, key or self.players[seat].key)

    def speak(self, seat: int) -> SignedEvent:
        """Give what the seat honestly says in the open round, its choice made by the bot."""
        log, state = self.log, self.log.state
        assert log.expects is not None
        kind = log.expects.kind
        match kind:
            case EventKind.LINK:
                return self.sign(seat, kind, (self.players[seat].chain.link(log.link_indexes[-1]),))
            case EventKind.ACTION:
                return self.sign(seat, kind, self._bot.decide(state, seat, self._rng.randrange).code)
            case EventKind.COMMITMENT:
                return self.commit(seat, self._bot.bid(state, seat, self._rng.randrange))
            case EventKind.OPENING:
                opening = self._openings[seat]
                return self.sign(seat, kind, (opening.bid, opening.nonce))
            case EventKind.SEAL:
                return self.sign(seat, kind, log.result())
            case _:
                return self.sign(seat, kind)

    def commit(self, seat: int, bid: int, nonce: bytes | None = None) -> SignedEvent:
        """Give the seat's commitment to `bid`, which it will open honestly."""
        number = self.log.round_number
        opening = Opening(bid, nonce or self._entropy(f"bid {number} {seat}"))
        self._openings[seat] = opening
        commitment = commit_bid(self.genesis.game_id, number, seat, self.players[seat].key.public, opening)
        return self.sign(seat, EventKind.COMMITMENT, (commitment,))

    def note(self, seat: int, *, has_spoken: bool = False) -> SignedEvent:
        """Give the seat's resign note over the open round, in which it may have spoken already."""
        log = self.log
        index = log.link_indexes[-1]
        if has_spoken:
            index += log.expects is not None and log.expects.kind is EventKind.LINK
        link = self.players[seat].chain.link(index)
        return self.sign(seat, EventKind.NOTE, (log.round_number + has_spoken, link))

    def resign(self, seat: int, *, has_spoken: bool = False) -> SignedEvent:
        """Sign a note now; it stands in the next round that awaits the seat and takes notes.

        With `has_spoken` the seat's event of the open round was said before the note, and stands.
        """
        note = self.note(seat, has_spoken=has_spoken)
        self._notes[seat] = note
        return note

    def awaited(self, instead: Mapping[int, SignedEvent] | None = None) -> dict[int, SignedEvent]:
        """Give an event of each seat that the open round awaits, in seat order.

        It is what is told for the seat `instead`, else its note if that stands here, else its honest word.
        """
        assert self.log.expects is not None
        events = {}
        for seat in self.log.expects.seats:
            events[seat] = (instead or {}).get(seat) or self._standing_note(seat) or self.speak(seat)
        return events

    def _standing_note(self, seat: int) -> SignedEvent | None:
        note, expects = self._notes.get(seat), self.log.expects
        if note is None or expects is None or expects.kind not in NOTE_TAKERS:
            return None
        return note if read_note(note.event)[0] <= self.log.round_number else None

    def vote(self, seat: int, seats: Iterable[int]) -> SignedEvent:
        """Give the vote of `seat` to remove `seats` in the open round."""
        return self.sign(seat, EventKind.VOTE, (mask_of(seats),))

    def keep(self, seat: int, kept: Iterable[SignedEvent], seats: Iterable[int]) -> SignedEvent:
        """Give the promise of `seat` not to vote against `seats`, whose events of the open round it holds."""
        return self.sign(seat, EventKind.KEEP, (mask_of(seats), tuple(one.event_id for one in kept)))

    def remove(self, seats: Sequence[int]) -> Round:
        """Close the open round by the votes of all other active seats: these seats are removed."""
        votes = tuple(self.vote(seat, seats) for seat in self.log.state.active if seat not in seats)
        self.log.remove(seats, votes)
        self.rounds.append(votes)
        return votes

    def play_round(self, instead: Mapping[int, SignedEvent] | None = None) -> Round:
        """Close the open round with what its seats say, or with what is told for a seat `instead`."""
        events = self.awaited(instead)
        self.log.close(events)
        self.rounds.append(tuple(events.values()))
        return self.rounds[-1]

    def play(self, rounds: int | None = None) -> Self:
        """Play that many rounds more, or to the last seal."""
        while self.log.expects is not None and rounds != 0:
            self.play_round()
            rounds = rounds and rounds - 1
        return self

    def play_to(self, kind: EventKind) -> Self:
        """Play until a round of this kind is open, or to the end."""
        while self.log.expects is not None and self.log.expects.kind is not kind:
            self.play_round()
        return self

    def bodies(self) -> list[bytes]:
        """Give the record bodies of the log file so far."""
        return [genesis_body(self.genesis), *map(round_body, self.rounds)]

    def data(self) -> bytes:
        """Give the log file so far."""
        return log_bytes(self.bodies())


def genesis_body(genesis: Genesis) -> bytes:
    """Give the body of the record that holds this genesis."""
    return encode_log_record(GenesisRecord(genesis.data))


def round_body(events: Sequence[SignedEvent]) -> bytes:
    """Give the body of a record that holds these events, in this order."""
    return encode_log_record(RoundRecord(tuple(events)))


def proof_body(one: SignedEvent, other: SignedEvent) -> bytes:
    """Give the body of the record that holds these two events as a proof."""
    return encode_log_record(ProofRecord(one, other))


def log_bytes(bodies: Iterable[bytes], magic: bytes = LOG_MAGIC) -> bytes:
    """Give a file of these record bodies, with right lengths and checksums."""
    return header(magic) + b"".join(map(frame, bodies))


def proof_bytes(genesis: Genesis, one: SignedEvent, other: SignedEvent) -> bytes:
    """Give a proof file about these two events."""
    return log_bytes([genesis_body(genesis), proof_body(one, other)], EVIDENCE_MAGIC)


def whole_game(seats: int = 2, seed: str = "a", ruleset: Ruleset = SHORT, bot: str = "random") -> GameBuilder:
    """Give a game played to its last seal."""
    return GameBuilder(seats, seed, ruleset, bot).play()
