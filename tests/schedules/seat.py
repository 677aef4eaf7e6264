"""An honest seat at a table in memory: a real session, its disk, and a user who plays at random."""

from contextlib import suppress
from typing import TYPE_CHECKING

from core.bots import BOTS
from p2p.ballot import seats_in
from p2p.event import SignedEvent
from p2p.evidence import contradict
from p2p.messages import Answer, Events, Message
from p2p.session import NotNow
from p2p.view import Wanted
from tests.p2p.onesession import OneSession

if TYPE_CHECKING:
    from tests.schedules.table import Table

BOT = BOTS["random"]


class Seat(OneSession):
    """`signed` is all that it has ever sent of its own, by id."""

    def __init__(self, table: "Table", seat: int) -> None:
        self.table = table
        self.signed: dict[bytes, SignedEvent] = {}
        self.chance = f"{table.name}, seat {seat}, start"
        super().__init__(table.builder, seat, ready=False)

    def start_anew(self, kept: int | None = None) -> None:
        """Stop and start; of the log only so many records after the genesis are left, None for all."""
        before, settled = self.session.ledger.tip, self.session.ledger.settled
        if kept is not None:
            del self.log[1 + kept :]
        self.now = self.table.now
        self.start()
        ledger = self.session.ledger
        if (
            kept is None and settled >= ledger.remembered.round_number
        ):  # else it holds nothing of some rounds (8.18)
            assert before.head in ledger.tip.heads, ("a head that was told is not on the disk", self.seat)

    def carry_out(self) -> None:
        super().carry_out()
        sent, self.sent = self.sent, []
        self.effects.clear()
        for receiver, message in sent:
            self._take_note(message)
            self.table.post(self.seat, receiver, message)
        self.table.witness.look_at(self)

    def _take_note(self, message: Message) -> None:
        events = message.events if isinstance(message, Events) else ()
        for one in message.newest if isinstance(message, Answer) else events:
            if one.event.seat == self.seat and one.event_id not in self.signed:
                for earlier in self.signed.values():
                    assert not contradict(one, earlier), ("contradicts itself", earlier.event, one.event)
                self.signed[one.event_id] = one

    def hear(self, seat: int, message: Message | bytes) -> None:
        self.now = self.table.now
        super().hear(seat, message)

    def wake(self) -> None:
        """Do what is due by now."""
        self.now = self.table.now
        self.tick()

    def choose(self) -> None:
        """Choose at random, if something is wanted."""
        state, draw = self.session.ledger.tip.state, self.table.chance.randrange
        now = self.now = self.table.now
        with suppress(NotNow):
            match self.session._speaker.wanted():
                case Wanted.ROLL:
                    self.session.roll(now)
                case Wanted.DECISION:
                    self.session.decide(BOT.decide(state, self.seat, draw), now)
                case Wanted.BID:
                    self.session.bid(BOT.bid(state, self.seat, draw), now)
                case None:
                    return
        self.wake_and_send()

    def propose(self) -> None:
        """Second what is proposed, or propose any set, be it sensible or not."""
        chance, sets, remover = (
            self.table.chance,
            range(1, 1 << len(self.builder.players)),
            self.session._remover,
        )
        proposals = remover.proposals()
        if proposals and chance.random() < 0.7:
            self.propose_these(chance.choice(proposals)[0])
            return
        possible = [mask for mask in sets if remover.may_propose(mask)]
        self.propose_these(seats_in(chance.choice(possible or sets)))

    def propose_these(self, seats: tuple[int, ...]) -> None:
        with suppress(NotNow):
            self.session.propose_removal(seats, self.table.now)
        self.wake_and_send()

    def resign(self) -> None:
        with suppress(NotNow):
            self.session.resign(self.table.now)
        self.wake_and_send()

    def wake_and_send(self) -> None:
        self.carry_out()
        self.wake()
