"""One peer of a simulated table: its computer, and the user who sits there."""

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from core.bots import BOTS
from p2p.aside import ChatHeard, ChatOff
from p2p.chat import NotSaid
from p2p.effects import Notice
from p2p.event import EventKind
from p2p.keeping import Gone, KeepingNotice, Recovered, Trouble
from p2p.peer import Peer, RematchSaid
from p2p.record_file import Repair
from p2p.session import NotNow, Session
from p2p.store_errors import StoreBroken
from p2p.view import Wanted
from tests.simulation.computer import AGAIN, Computer

if TYPE_CHECKING:
    from tests.simulation.world import World

LINGER = 5.0
"""Seconds for which a client stays after the end."""


class Machine(Computer):
    """An honest peer, played by a bot."""

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self.notices: list[Notice] = []
        self.troubles: list[KeepingNotice] = []
        self.heard: list[ChatHeard] = []
        self.said = 0
        self._closing: Peer | None = None

    @property
    def waits_for_the_gone(self) -> bool:
        """Whether only the seals of seats are missing that have resigned, before the end, and left."""
        if self.session is None:
            return False
        log = self.session._ledger.tip
        if log.expects is None or log.expects.kind is not EventKind.SEAL:
            return False
        missing = [seat for seat in log.expects.seats if not self.session._speaker.has_spoken(seat)]
        return all(self.world.machines[seat].has_gone for seat in missing)

    @property
    def is_left_alone(self) -> bool:
        """Whether it has resigned and finds nobody any more whom that could interest."""
        others = [one for one in self.world.machines if one is not self]
        return (
            self.session is not None
            and self.session._speaker.has_resigned()
            and not self.complete
            and all(one.has_gone for one in others)
        )

    @property
    def is_away(self) -> bool:
        """Whether a mishap keeps it from the table, for now."""
        return self.is_mortal and not self.has_gone and (self.peer is None or self.is_paused)

    @property
    def absent_for_good(self) -> bool:
        return self.absent and not self.comes_back

    @property
    def is_outranked(self) -> bool:
        """Whether it has been removed in a round that it had gone beyond."""
        return self.session is not None and self.session._ledger.chain.outranked is not None

    def chatter(self) -> None:
        """Let the user say something."""
        peer = self.peer
        if peer is not None and self.is_chatting and not self.is_paused:
            self.said += 1

            def act() -> None:
                with suppress(NotSaid):
                    peer.say(f"line {self.said} of seat {self.seat}")

            self.do(act)

    def hear(self) -> None:
        """Take note of what the user is told, and start anew where the user has to."""
        told: list[Notice] = []
        while self.peer is not None and not self.peer.notices.empty():
            notice = self.peer.notices.get_nowait()
            if isinstance(notice, ChatHeard):
                self.heard.append(notice)
            elif isinstance(notice, ChatOff):
                self.is_chatting = False
            elif isinstance(notice, Repair):
                self.repairs.append(notice)
            elif isinstance(notice, Trouble | Recovered | Gone):
                self.troubles.append(notice)
                if isinstance(notice, Trouble) and isinstance(notice.error, StoreBroken):
                    self.world.later(AGAIN + self.downtime(), partial(self.start_anew, self.peer))
            elif not isinstance(notice, RematchSaid):
                told.append(notice)
        self.notices += told
        if self.honest:
            self.world.witness.notices(self, told)

    def go_on(self) -> None:
        self.play()
        self.hear()

    def resign(self) -> None:
        def act(session: Session) -> None:
            with suppress(NotNow):
                session.resign(self.now)

        self.input(act)

    def play(self) -> None:
        """Let the seat's bot do what is wanted of it; go for good once it has resigned and may."""
        session = self.session
        assert session is not None
        while (wanted := session._speaker.wanted()) is not None:
            self.choose(session, wanted)
            self.flush()
        may_leave = session.may_leave(self.now) and not self.world.mishaps.has_moved_some
        if session._speaker.has_resigned() and not self.complete and may_leave:
            self.gone = self.stop()
            if not self.gone:
                self.world.later(self.downtime(), self.start)
        elif self.peer is not None and self.complete and self._closing is not self.peer:
            self._closing = self.peer
            if self.world.weather.closes:
                self.world.later(LINGER, partial(self.close, self.peer))

    def choose(self, session: Session, wanted: Wanted) -> None:
        state, chance, now = session._ledger.tip.state, self.world.chance, self.now
        match wanted:
            case Wanted.ROLL:
                session.roll(now)
            case Wanted.DECISION:
                session.decide(BOTS["random"].decide(state, self.seat, chance.randrange), now)
            case Wanted.BID:
                session.bid(BOTS["random"].bid(state, self.seat, chance.randrange), now)

    def close(self, peer: Peer) -> None:
        """Go for good, the log being whole, as a client does a few seconds after the end."""
        if self.peer is peer and not self._is_put_off(peer, self.close) and not peer.paused:
            session = self.session
            self.is_over = self.stop()
            if self.is_over:
                self.session = session  # shows what it knew at its end
            else:
                self.world.later(self.downtime(), self.start)

    def start_anew(self, peer: Peer) -> None:
        """Do what a user has to do whose disk has failed."""
        if self.peer is peer and not self._is_put_off(peer, self.start_anew):
            self.stop()
            self.lose_unsynced()
            self.world.later(self.downtime(), self.start)
