"""Dishonest peers that lie about removals, one kind a class, and honest ones that are slow."""

from typing import TYPE_CHECKING, ClassVar

from p2p.ballot import BALLOTS, read_ballot, seats_in
from p2p.encoding import Value
from p2p.event import Event, EventKind, SignedEvent
from p2p.messages import Answer, Events, Message, Proof, Status, encode_message
from tests.simulation.foes import Foe, TwoFaced
from tests.simulation.machine import Machine

if TYPE_CHECKING:
    from tests.simulation.world import World


class Slow(Machine):
    """An honest peer whose user takes seconds for every choice."""

    SECONDS: ClassVar = 6.0

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self._asked_at: float | None = None

    def play(self) -> None:
        assert self.session is not None
        now = self.now
        if self.session._speaker.wanted() is None:
            self._asked_at = None
        elif self._asked_at is None:
            self._asked_at = now
            return
        elif now - self._asked_at < self.SECONDS:
            return
        super().play()


class Hider(Foe):
    """Hides from its own session, and so from all, what `hidden` says until that one starts anew."""

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self.hidden: int | None = None
        self.stash: dict[bytes, SignedEvent] = {}

    def receive(self, sender: int, data: bytes) -> None:
        message = self.decode(data)
        if (
            self.hidden is not None
            and self.world.machines[self.hidden].starts == 1
            and isinstance(message, Events)
        ):
            theirs = [one for one in message.events if one.event.seat == self.hidden]
            self.stash |= {one.event_id: one for one in theirs}
            message = Events(tuple(one for one in message.events if one not in theirs))
        if sender != self.hidden or self.world.machines[sender].starts > 1:
            super().receive(sender, encode_message(self.tag, message))

    def awaited_of(self, ballot: Event) -> tuple[SignedEvent, ...]:
        """Give what it hides of the set of a ballot in that ballot's round, if that is all of it."""
        seats = seats_in(read_ballot(ballot)[0])
        return tuple(
            one for one in self.stash.values() if one.event.head == ballot.head and seats == (one.event.seat,)
        )[:1]

    def keep_instead(self, vote: Event) -> tuple[SignedEvent, ...]:
        """Give a keep in place of a vote, after the events that it keeps; () if it has not got them."""
        events = self.awaited_of(vote)
        body: tuple[Value, ...] = (*vote.body, tuple(one.event_id for one in events))
        return (*events, self.sign(vote._replace(kind=EventKind.KEEP, body=body))) if events else ()

    def own_votes(self, message: Message) -> list[Event]:
        events = message.events if isinstance(message, Events) else ()
        return [
            one.event for one in events if one.event.seat == self.seat and one.event.kind is EventKind.VOTE
        ]


class KeepAndVote(Hider):
    """Gives a keep to one half of the others, and its vote to the other half."""

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:
        if isinstance(message, Proof):
            return []
        votes = self.own_votes(message)
        others = [seat for seat in range(len(self.world.machines)) if seat not in {self.seat, self.hidden}]
        if not votes or receiver not in others[: max(1, len(others) // 2)]:
            return [message]
        assert isinstance(message, Events)
        instead: list[SignedEvent] = []
        for one in message.events:
            vote = one.event in votes
            instead += (self.keep_instead(one.event) or (one,)) if vote else (one,)
        return [Events(tuple(instead))]


class LateVoter(Hider):
    """Withholds its vote, frees the others by a keep, and signs the vote for all to see some rounds later."""

    ROUNDS: ClassVar = 4

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self.vote: SignedEvent | None = None
        self.late = self.own_chance.choice([0, 1, 2, self.ROUNDS, 10**6])

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        if isinstance(message, Proof) or self.session is None:
            return []
        sent: list[Message | bytes] = [message]
        for vote in self.own_votes(message):
            assert isinstance(message, Events)
            if self.vote is None:
                self.vote = next(one for one in message.events if one.event == vote)
        tip = self.session._ledger.tip
        if self.vote is None:
            return sent
        keep = self.keep_instead(self.vote.event)
        is_late = tip.round_number > self.vote.event.round_number + self.late or tip.complete
        if isinstance(message, Events):
            kept = tuple(one for one in message.events if one.event != self.vote.event)
            sent = [Events(kept)] if kept else []
        if isinstance(message, Status):
            sent += [Events((*keep, self.vote) if is_late else keep)] if keep or is_late else []
        return sent


class SecondsOnly(Foe):
    """Seconds whatever is proposed, and then neither votes nor keeps."""

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        match message:
            case Events(events):
                kept = self.silent(events)
                return [Events(kept)] if kept else []
            case Answer():
                return [message.changed(newest=self.silent(message.newest))]
            case _:
                return [message]

    def silent(self, events: tuple[SignedEvent, ...]) -> tuple[SignedEvent, ...]:
        return tuple(one for one in events if one.event.seat != self.seat or one.event.kind not in BALLOTS)


class Splitter(Foe):
    """Seconds one set to some and another to others, and votes for any that anybody proposes."""

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:
        if not isinstance(message, Status) or self.session is None:
            return [message]
        seats = range(len(self.world.machines))
        lost = [seat for seat in seats if self.world.machines[seat].absent and seat != self.seat]
        masks = {0, message.removal} | {1 << seat for seat in lost} | {sum(1 << seat for seat in lost)}
        chosen = self.own_chance.choice(sorted(masks))
        sent: list[Message | bytes] = [message._replace(removal=chosen)]
        if chosen and self.own_chance.random() < 0.3:
            tip = self.session._ledger.tip
            vote = Event(
                EventKind.VOTE,
                tip.genesis.game_id,
                tip.round_number,
                tip.head,
                self.seat,
                (chosen if receiver % 2 else message.removal or chosen,),
            )
            sent.append(Events((self.sign(vote),)))
        return sent


class TwoCourts(TwoFaced):
    """Two honest sessions with one key, each of which hears and is heard by one part of the others alone."""

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        others = [one for one in range(len(world.genesis.seats)) if one != seat]
        self.own_chance.shuffle(others)
        self.shown = {one: (number % 2,) for number, one in enumerate(others)} | {seat: (0, 1)}
        self.parts_at = self.own_chance.choice([self.NEVER, self.parts_at])

    def receive(self, sender: int, data: bytes) -> None:
        message = self.decode(data)
        if isinstance(message, Proof):
            return
        for face in self.faces:
            if face.number in self.shown[sender]:
                face.receive(sender, data)

    def follow(self, sender: int, status: Status) -> None:
        """Never change sides."""
