"""Dishonest peers, one kind a class; what honest ones must make of them is in `trials`.

All but the two-faced one run an honest session and spoil what it sends.
"""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from core.bots import BOTS
from core.decision import DECISIONS
from p2p.event import Event, EventKind, SignedEvent, sign_event
from p2p.messages import Answer, Ask, Events, Message, Proof, Status, encode_message, game_tag
from p2p.view import Wanted
from p2p.voice import Intent
from tests.p2p.second_signature import sign_again
from tests.simulation.machine import Machine

if TYPE_CHECKING:
    from p2p.session import Session
    from tests.simulation.world import World


class Foe(Machine):
    """A machine that never crashes and sends what `spoil` makes of its session's messages."""

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self.tag = game_tag(world.genesis.game_id)
        self.own_chance = random.Random(f"foe {world.name}")
        self._spoilt = 0

    @property
    def acts(self) -> int:
        """How often it did what an honest peer does not."""
        return self._spoilt

    is_mortal = False
    on_files = False

    def leave(self) -> None:
        pass

    def resign(self) -> None:
        pass

    def send(self, receiver: int, data: bytes) -> None:
        message = self.decode(data)
        sent = self.spoil(receiver, message)
        self._spoilt += sent != [message]
        for one in sent:
            raw = one if isinstance(one, bytes) else encode_message(self.tag, one)
            self.world.send(self.seat, receiver, raw)

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        """Give what is sent in place of `message`; nothing else, unless the foe says so."""
        return [message]

    def sign(self, event: Event) -> SignedEvent:
        return sign_event(event, self.key)

    def with_events(self, message: Message, receiver: int) -> Message:
        """Give `message` with each own event in it exchanged by `say_instead`."""

        def instead(signed: SignedEvent) -> SignedEvent:
            return self.say_instead(receiver, signed) if signed.event.seat == self.seat else signed

        match message:
            case Events(events):
                return Events(tuple(map(instead, events)))
            case Answer():
                return message.changed(newest=tuple(map(instead, message.newest)))
            case Proof(one, other):
                return Proof(instead(one), instead(other))
            case Status() | Ask():
                return message

    def say_instead(self, receiver: int, signed: SignedEvent) -> SignedEvent:  # noqa: ARG002  # the others' form
        return signed


class Face(Foe):
    """One of the two games that a two-faced peer plays."""

    def __init__(self, world: "World", whole: "TwoFaced", number: int) -> None:
        super().__init__(world, whole.seat)
        self.whole = whole
        self.number = number
        self.clock = whole.clock

    def send(self, receiver: int, data: bytes) -> None:
        message = self.decode(data)
        if self.number not in self.whole.shown[receiver] and not isinstance(message, Ask):
            return
        if isinstance(message, Status):
            data = encode_message(self.tag, message._replace(sequence=self.whole.next_sequence()))
        self.world.send(self.seat, receiver, data)

    def chance_at(self, round_number: int) -> random.Random:
        """Give the same chance to both faces, up to the round in which they part."""
        part = self.number if round_number >= self.whole.parts_at else 0
        return random.Random(f"{self.world.name} {round_number} {part}")

    def choose(self, session: "Session", wanted: Wanted) -> None:
        tip, now = session._ledger.tip, self.now
        chance, bot = self.chance_at(tip.round_number), BOTS["random"]
        if tip.round_number >= self.whole.resigns_at[self.number] and not session._speaker.has_resigned():
            session.resign(now)
            return
        match wanted:
            case Wanted.ROLL:
                session.roll(now)
            case Wanted.DECISION:
                session.decide(bot.decide(tip.state, self.seat, chance.randrange), now)
            case Wanted.BID:
                session.bid(bot.bid(tip.state, self.seat, chance.randrange), now)


class TwoFaced(Foe):
    """Two honest sessions with one key, each shown to some of the others and deaf to the other.

    Up to `parts_at` they say the same. Whoever is seen to follow the one is shown that one from then on.
    """

    NEVER: ClassVar = 1 << 30

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        chance, seats = self.own_chance, len(world.genesis.seats)
        self.parts_at = chance.randint(1, 14)
        resigns = self.parts_at + chance.randint(0, 3)
        self.resigns_at = chance.choice(
            [(self.NEVER, self.NEVER)] * 3 + [(self.NEVER, resigns), (self.parts_at, resigns)]
        )
        sides: list[tuple[int, ...]] = [chance.choice([(0,), (1,), (0, 1)]) for _ in range(seats)]
        if seats == 2:
            sides = [(0, 1)] * seats
        self.shown = dict(enumerate(sides))
        self._sequence = 0
        self.faces = [Face(world, self, 0), Face(world, self, 1)]

    @property
    def acts(self) -> int:
        """Whether somebody has caught it."""
        caught = [one for one in self.world.honest if one.session and self.seat in one.session.ledger.proofs]
        return len(caught)

    def start(self) -> None:
        for face in self.faces:
            face.start()

    def sessions(self) -> list["Session"]:
        return [session for face in self.faces for session in face.sessions()]

    def input_to(self, session: "Session", act: "Callable[[Session], None]") -> None:
        next(face for face in self.faces if face.session is session).input(act)

    def receive(self, sender: int, data: bytes) -> None:
        message = self.decode(data)
        if isinstance(message, Status):
            self.follow(sender, message)
        if isinstance(message, Proof):
            return
        if isinstance(message, Events):
            message = Events(tuple(one for one in message.events if one.event.seat != self.seat))
        if isinstance(message, Answer):
            message = message.changed(newest=())
        for face in self.faces:
            face.receive(sender, encode_message(self.tag, message))

    def follow(self, sender: int, status: Status) -> None:
        knowing = []
        for face in self.faces:
            assert face.session is not None or face.gone
            if face.session is not None:
                heads = face.session._ledger.tip.heads
                if status.round_number < len(heads) and heads[status.round_number] == status.head:
                    knowing.append(face.number)
        if len(knowing) == 1:
            self.shown[sender] = tuple(knowing)

    def next_sequence(self) -> int:
        self._sequence += 1
        return self._sequence


class Spoiler(Foe):
    """Says one invalid thing in place of a valid one; `relents` after some seconds, or never.

    `spoiled` is the invalid event once it has been said.
    """

    KINDS: ClassVar = (
        EventKind.LINK,
        EventKind.ACTION,
        EventKind.COMMITMENT,
        EventKind.OPENING,
        EventKind.SEAL,
    )
    relents: ClassVar = False

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self.kind = self.own_chance.choice(self.KINDS)
        self.turns = self.own_chance.randint(0, 2)
        self.spoiled: SignedEvent | None = None
        self.true_id = b""
        self.said_at = 0.0
        self._seen: set[bytes] = set()

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:
        return [self.with_events(message, receiver)]

    def say_instead(self, receiver: int, signed: SignedEvent) -> SignedEvent:  # noqa: ARG002  # the others' form
        event = signed.event
        if event.kind is self.kind and signed.event_id not in self._seen and self.spoiled is None:
            self._seen.add(signed.event_id)
            if len(self._seen) > self.turns:
                self.spoiled, self.true_id, self.said_at = (
                    self.sign(self.bad(event)),
                    signed.event_id,
                    self.world.now,
                )
        if self.spoiled is None or signed.event_id != self.true_id:
            return signed
        if self.relents and self.world.now - self.said_at > 3.0:
            return signed
        return self.spoiled

    def bad(self, event: Event) -> Event:
        chance = self.own_chance
        match event.kind:
            case EventKind.ACTION:
                assert self.session is not None
                illegal = [code for code in DECISIONS if code != event.body and len(code) != len(event.body)]
                return event._replace(body=chance.choice([(), (99,), *illegal[:3]]))
            case EventKind.OPENING:
                bid, nonce = event.body
                assert isinstance(bid, int)
                return event._replace(body=chance.choice([(bid + 1, nonce), (bid, bytes(32)), ()]))
            case EventKind.SEAL:
                return event._replace(body=(9, (), ()))
            case _:
                return event._replace(body=chance.choice([(chance.randbytes(31),), (), (1, 2)]))


class Relenter(Spoiler):
    """Says the true thing after the invalid one."""

    relents = True


class Overbidder(Foe):
    """Seals a bid above its money, as honestly as a valid one, and opens it."""

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self.bid = 10**6
        self.spoiled: SignedEvent | None = None

    def choose(self, session: "Session", wanted: Wanted) -> None:
        if wanted is Wanted.BID and self.spoiled is None:
            session._voice.intent = Intent(session._ledger.tip.head, self.bid)
            session._go_on(self.now)
            return
        super().choose(session, wanted)

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        if isinstance(message, Events):
            for one in message.events:
                if one.event.kind is EventKind.OPENING and one.event.body[0] == self.bid:
                    self.spoiled = one
        return [message] if self.spoiled is None else [message, Events((self.spoiled,))]


class BrokenSigner(Foe):
    """Says everything with a broken signature first, its own words and those of others; then as it is."""

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        if not isinstance(message, Events):
            return [message]
        broken = tuple(self.broken(one) for one in message.events)
        forged = tuple(one._replace(signature=self.sign(one.event).signature) for one in message.events)
        return [Events(broken), Events(forged) if self.own_chance.random() < 0.3 else Events(broken), message]

    def broken(self, signed: SignedEvent) -> SignedEvent:
        spoiled = bytearray(signed.signature)
        spoiled[self.own_chance.randrange(64)] ^= 1 << self.own_chance.randrange(8)
        return signed._replace(signature=bytes(spoiled))


class Poisoner(Foe):
    """Damages, in what it passes on, some of the signatures that are not looked at when rounds are taken."""

    LONG = 12
    """From so many events on a message is passed on with damage in its first half."""

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        if not isinstance(message, Events) or len(message.events) < self.LONG:
            return [message]
        half = len(message.events) // 2
        first = [
            self._damaged(one) if self.own_chance.random() < 0.5 else one for one in message.events[:half]
        ]
        return [Events((*first, *message.events[half:]))]

    def _damaged(self, signed: SignedEvent) -> SignedEvent:
        place = self.own_chance.randrange(64)
        spoiled = bytearray(signed.signature)
        spoiled[place] ^= 1
        return signed._replace(signature=bytes(spoiled))


class TwiceSigner(Foe):
    """Signs everything twice over, and gives each of two signatures to some of the others."""

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self._again: dict[bytes, SignedEvent] = {}

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:
        return [self.with_events(message, receiver)]

    def say_instead(self, receiver: int, signed: SignedEvent) -> SignedEvent:
        if receiver % 2 == self.seat % 2 or self.own_chance.random() < 0.3:
            return signed
        if signed.event_id not in self._again:
            self._again[signed.event_id] = sign_again(signed, self.key)
        return self._again[signed.event_id]


class FalseDigest(Foe):
    """Tells a digest of no state."""

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        return [message._replace(digest=bytes(32)) if isinstance(message, Status) else message]


class FalseStatus(Foe):
    """Lies, most of the time, about where it stands and what it has."""

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        if not isinstance(message, Status) or self.own_chance.random() < 0.3:
            return [message]
        chance = self.own_chance
        lies: dict[str, object] = {
            "round_number": chance.choice(
                [0, max(0, message.round_number - 1), message.round_number + 1, 2**32 - 1]
            ),
            "head": chance.randbytes(32),
            "settled": chance.choice([0, message.round_number + 5, 2**32 - 1]),
            "events": chance.randrange(16),
            "notes": chance.randrange(16),
            "proofs": chance.randrange(16),
            "pull": not message.pull,
        }
        chosen = chance.sample(sorted(lies), chance.randint(1, len(lies)))
        return [message._replace(**{name: lies[name] for name in chosen})]  # type: ignore[arg-type]  # its own fields


class Flooder(Foe):
    """Sends noise beside what it says: bytes, spoilt messages, unknown types, what it has heard before.

    Not before it is ready: who repeats the others' questions under its own key is told of rivals of its own.
    """

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self._heard: list[bytes] = []

    def receive(self, sender: int, data: bytes) -> None:
        self._heard = [*self._heard[-200:], data]
        super().receive(sender, data)

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        true = encode_message(self.tag, message)
        self._heard = [*self._heard[-200:], true]
        is_ready = self.session is not None and self.session.view(self.now).ready
        return [true, *(self.noise() for _ in range(3))] if is_ready else [true]

    def noise(self) -> bytes:
        chance = self.own_chance
        spoilt = bytearray(chance.choice(self._heard))
        match chance.randrange(7):
            case 0:
                return chance.randbytes(chance.choice([0, 1, 30, 3000]))
            case 1:
                spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
            case 2:
                del spoilt[chance.randrange(len(spoilt)) :]
            case 3:
                spoilt[1] = chance.randrange(128)
            case 4:
                spoilt += chance.randbytes(3)
            case _:
                pass
        return bytes(spoilt)


class JunkSigner(Foe):
    """Signs without end: events of any kind and round, notes, over any head."""

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        return [Events(tuple(self.junk() for _ in range(4))), message]

    def junk(self) -> SignedEvent:
        chance = self.own_chance
        assert self.session is not None
        tip = self.session._ledger.tip
        number = max(0, tip.round_number + chance.randint(-3, 20))
        heads = [bytes(32), *tip.heads[-4:]]
        kind = chance.choice(list(EventKind))
        body = chance.choice([(), (number, bytes(32)), (chance.randbytes(32),), (chance.randrange(9),) * 2])
        return self.sign(
            Event(kind, self.world.genesis.game_id, number, chance.choice(heads), self.seat, body)
        )


class SealMute(Foe):
    """Never says its seal."""

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        if isinstance(message, Events):
            kept = tuple(
                one
                for one in message.events
                if one.event.kind is not EventKind.SEAL or one.event.seat != self.seat
            )
            return [Events(kept)]
        return [message]


class RivalClaimer(Foe):
    """Says of everyone that another copy of its key is running, and never tells what it holds."""

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        return [message.changed(rival=True, newest=())] if isinstance(message, Answer) else [message]


class Mute(Foe):
    """Stops saying anything after a while."""

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self._until = self.own_chance.randint(5, 60)

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:  # noqa: ARG002  # the others' form
        self._until -= 1
        return [message] if self._until > 0 else []
