"""An honest seat at a table in memory: a real session, its disk, and a user who plays at random."""

from contextlib import suppress
from typing import TYPE_CHECKING

from core.bots import BOTS
from p2p.ballot import seats_in
from p2p.event import SignedEvent
from p2p.evidence import contradict
from p2p.messages import Answer, Message
from p2p.session import NotNow
from p2p.stored import StoredGame
from p2p.view import Bar, Wanted
from tests.p2p.onesession import OneSession
from tests.schedules.copies import Copy, Unpromised, held_by, shown_by

if TYPE_CHECKING:
    from tests.schedules.table import Table

BOT = BOTS["random"]


class Seat(OneSession):
    """`signed` is all that it has ever sent of its own, by id; `known` are the ids of all that it has held.

    Once it has come back from an older copy of its folder, `forgotten` are those of its own that it has not
    been shown since, and `unpromised` those that 8.16 has let it forget: when it began to sign, no honest
    seat for whose answer it had to wait had heard of them.
    """

    def __init__(self, table: "Table", seat: int) -> None:
        self.table = table
        self.signed: dict[bytes, SignedEvent] = {}
        self.known: set[bytes] = set()
        self.copies: list[Copy] = []
        self.is_put_back = False
        self.forgotten: set[bytes] = set()
        self.unpromised: set[bytes] = set()
        self.chance = f"{table.name}, seat {seat}, start"
        super().__init__(table.builder, seat, ready=False)

    def start(self, stored: StoredGame | None = None) -> None:
        self.answered: set[int] = set()
        self.may_sign = False
        super().start(stored)

    def start_anew(self, kept: int | None = None) -> None:
        """Stop and start; of the log only so many records after the genesis are left, None for all."""
        ledger = self.session.ledger
        before, settled, was_held = ledger.tip, ledger.settled, ledger.is_held
        if kept is not None:
            del self.log[1 + kept :]
        self.now = self.table.now
        self.start()
        ledger = self.session.ledger
        if kept is not None:
            self.known = held_by(ledger)
        # Else it holds nothing of some rounds (8.18), or follows only now a note that it has heard (8.16).
        if kept is None and settled >= ledger.remembered.round_number and not was_held:
            assert before.head in ledger.tip.heads, ("a head that was told is not on the disk", self.seat)

    def copy_folder(self) -> None:
        """Have its whole folder copied as it is now; what was put on no disk was sent to nobody."""
        signed = frozenset(self.signed) - self.forgotten
        self.copies.append(Copy(tuple(self.log), tuple(self.journal), signed))

    def put_back(self, copy: Copy) -> None:
        """Stop, and start from this copy of its folder."""
        self.is_put_back = True
        self.log[:], self.journal[:] = copy.log, copy.journal
        self.forgotten = self.signed.keys() - copy.signed
        self.now = self.table.now
        self.start()
        self.known = held_by(self.session.ledger)

    def carry_out(self) -> None:
        if self.session._back.ready and not self.may_sign:
            self.may_sign = True
            self.unpromised |= {one for one in self.forgotten if not self._has_to_be_told(one)}
        super().carry_out()
        sent, self.sent = self.sent, []
        self.effects.clear()
        for receiver, message in sent:
            self._take_note(message)
            known = self.known if isinstance(message, Answer) else ()
            self.table.post(self.seat, receiver, message, frozenset(known))
        self.table.witness.look_at(self)

    def _has_to_be_told(self, event_id: bytes) -> bool:
        """Tell whether an honest seat knows of this that has not answered and is awaited (8.16)."""
        active, told = self.session.ledger.tip.state.active, self.session._told
        others = [one for one in self.table.seats.values() if one.seat not in {self.seat, *self.answered}]
        awaited = [one for one in others if one.seat in active and not told[one.seat].is_away(self.now)]
        return any(event_id in one.known for one in awaited)

    def _take_note(self, message: Message) -> None:
        for one in shown_by(message):
            if one.event.seat == self.seat and one.event_id not in self.signed:
                for earlier in self.signed.values():
                    if contradict(one, earlier):
                        if earlier.event_id in self.forgotten & self.unpromised:
                            raise Unpromised
                        raise AssertionError("contradicts itself", earlier.event, one.event)
                self.signed[one.event_id] = one

    def hear(self, seat: int, message: Message | bytes, known: frozenset[bytes] = frozenset()) -> None:
        """Take a message; `known` is what its sender had held, if it is honest and answers a question."""
        self.now = self.table.now
        if isinstance(message, Answer) and message.nonce == self.session._back.nonce:
            self.answered.add(seat)
            self.forgotten -= known
        super().hear(seat, message)
        ledger = self.session.ledger
        for one in shown_by(message):
            if one.event.seat == self.seat:
                self.forgotten.discard(one.event_id)
            elif one in ledger.heard.rivals(one) or ledger._is_followed(one):
                self.known.add(one.event_id)

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

    def has_lost_its_bid(self) -> bool:
        """Tell whether what opens its commitment is not in the copy that it came back from (10.4)."""
        barred = self.session._speaker.barred()
        return barred is not None and barred.why is Bar.BID

    def resign(self) -> None:
        with suppress(NotNow):
            self.session.resign(self.table.now)
        self.wake_and_send()

    def wake_and_send(self) -> None:
        self.carry_out()
        self.wake()
