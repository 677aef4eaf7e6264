"""One live session, and in the test's hand all that the others at its table say to it."""

from collections.abc import Iterable, Sequence

from p2p.effects import (
    AppendLog,
    CompactJournal,
    Effect,
    Notice,
    Notify,
    Send,
    SyncLog,
    WriteJournal,
    WriteProof,
)
from p2p.entropy import seeded_entropy
from p2p.event import EventKind, SignedEvent
from p2p.messages import Answer, Ask, Events, Message, Status, decode_message, encode_message, game_tag
from p2p.session import Session
from p2p.stored import StoredGame, first_records, read_game
from p2p.view import Wanted
from tests.p2p.gamebuilder import GameBuilder


class OneSession:
    """The session of `seat` in the game of `builder`, and what it has written, sent and told so far.

    The builder goes on as the others do; `catch_up` tells the session all rounds that it has closed.
    `chance` is what its own is drawn from, with the number of the start.
    """

    chance = "start"

    def __init__(self, builder: GameBuilder, seat: int = 0, *, ready: bool = True) -> None:
        self.builder = builder
        self.seat = seat
        self.now = 0.0
        self.tag = game_tag(builder.genesis.game_id)
        chain = builder.players[seat].chain
        first_log, first_journal = first_records(builder.genesis, chain.link(chain.length - 1))
        self.log = [first_log]
        self.journal = [first_journal]
        self.proofs: dict[int, tuple[bytes, ...]] = {}
        self.sent: list[tuple[int, Message]] = []
        self.notices: list[Notice] = []
        self.effects: list[Effect] = []
        self._sequence = 0
        self.starts = 0
        self.start()
        if ready:
            self.answer(self.others)

    @property
    def others(self) -> list[int]:
        return [seat for seat in range(len(self.builder.players)) if seat != self.seat]

    def start(self, stored: StoredGame | None = None) -> None:
        """Begin anew from what is written, all of which has reached the disk."""
        self.starts += 1
        key = self.builder.players[self.seat].key
        stored = stored or read_game(self.log, self.journal)
        self.session = Session(stored, key, seeded_entropy(f"{self.chance} {self.starts}"), self.now)
        self.tick()

    def hear(self, seat: int, message: Message | bytes) -> None:
        data = message if isinstance(message, bytes) else encode_message(self.tag, message)
        self.session.receive(seat, data, self.now)
        self.carry_out()
        self.tick()

    def hear_events(self, events: Iterable[SignedEvent], seat: int | None = None) -> None:
        for one in events:
            self.hear(self.others[0] if seat is None else seat, Events((one,)))

    def tick(self, seconds: float = 0.0) -> None:
        """Let so much time pass, the session being woken whenever it asks for it."""
        until = self.now + seconds
        while (due := self.session.deadline()) <= until:
            self.now = max(self.now, due)
            self.session.tick(self.now)
            self.carry_out()
        self.now = until

    def answer(
        self, seats: Iterable[int], newest: Sequence[SignedEvent] = (), *, rival: bool = False
    ) -> None:
        """Answer the question that it asked when it started."""
        for seat in seats:
            self.hear(seat, Answer(self.session._back.nonce, rival, tuple(newest)))

    def status(self, seat: int, **fields: object) -> Status:
        """Give what `seat` says of where it stands: where the builder's log does, but for `fields`."""
        log = self.builder.log
        self._sequence += 1
        honest = {
            "instance": bytes((seat,)) * 8,
            "sequence": self._sequence,
            "round_number": log.round_number,
            "head": log.head,
            "settled": 0,
            "events": 0,
            "notes": 0,
            "proofs": 0,
            "ballots": 0,
            "removal": 0,
            "pull": False,
            "digest": log.digest,
        }
        return Status(**(honest | fields))  # type: ignore[arg-type]  # a test's own fields

    def agree(self, *seats: int) -> None:
        """Let these seats, or all others, say that they stand where the builder's log does."""
        for seat in seats or self.others:
            self.hear(seat, self.status(seat))

    def catch_up(self) -> None:
        self.hear_events(one for events in self.builder.rounds for one in events)

    def play(self, rounds: int = 1) -> None:
        """Let the builder and the session play these rounds, the session speaking for itself."""
        for _ in range(rounds):
            self.close()
            self.agree()

    def close(self) -> None:
        """Play the open round; the others do not say where they stand after it."""
        self.agree()
        self.choose()
        expects = self.builder.log.expects
        assert expects is not None
        said = {one.event.seat: one for one in self.mine() if one.event.head == self.builder.log.head}
        self.hear_events(self.builder.play_round(said if self.seat in expects.seats else None))

    def play_to(self, kind: EventKind) -> bool:
        """Play until a round of this kind is open; tell whether there was one, or else it is over."""
        while self.builder.log.expects is not None and self.builder.log.expects.kind is not kind:
            self.play()
        return self.builder.log.expects is not None

    def play_to_edge(self, kind: EventKind) -> bool:
        """Play until a round of this kind is open and the others have not said that they stand there."""
        expects = self.builder.log.expects
        while expects is not None and expects.kind is not kind:
            self.close()
            expects = self.builder.log.expects
        return expects is not None

    def choose(self) -> None:
        """Choose what the builder's bot would, if something is wanted of this seat's user."""
        match self.session._speaker.wanted():
            case Wanted.ROLL:
                self.session.roll(self.now)
            case Wanted.DECISION:
                legal = self.builder.log.state.legal()
                self.session.decide(legal[0], self.now)
            case Wanted.BID:
                self.session.bid(0, self.now)
            case None:
                pass
        self.carry_out()
        self.tick()
        for opening in self.session._voice.openings.values():
            self.builder._openings[self.seat] = opening

    def carry_out(self) -> None:
        for effect in self.session.effects():
            self.effects.append(effect)
            match effect:
                case WriteJournal(body):
                    self.journal.append(body)
                case AppendLog(body):
                    self.log.append(body)
                case SyncLog():
                    pass
                case CompactJournal(bodies):
                    self.journal[:] = bodies
                case WriteProof(seat, bodies):
                    self.proofs[seat] = bodies
                case Send(seats, data):
                    self.sent += [(seat, decode_message(self.tag, data)) for seat in seats]
                case Notify(notice):
                    self.notices.append(notice)

    def mine(self) -> list[SignedEvent]:
        """Give what this seat has signed and sent, in order, each once."""
        found: dict[bytes, SignedEvent] = {}
        for _, message in self.sent:
            if isinstance(message, Events):
                found |= {one.event_id: one for one in message.events if one.event.seat == self.seat}
        return list(found.values())

    def told(self, kind: type) -> list[Notice]:
        return [notice for notice in self.notices if isinstance(notice, kind)]

    def asked(self) -> list[Ask]:
        return [message for _, message in self.sent if isinstance(message, Ask)]
