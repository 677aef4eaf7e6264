"""The asyncio shell around one session: feed, persist, send, tell, arm one timer.

No decision about the game is taken here. While the disk does not take what must be kept, nothing goes in
and nothing goes out: the network is lossy anyway, and the session catches up later.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Final, TypeAlias

from core.decision import Decision
from core.frozen import Frozen
from p2p.aside import ASIDE_TYPES, Aside, AsideNotice
from p2p.calling import Calling
from p2p.carrier import Carrier
from p2p.chain import Round
from p2p.chat import NotSaid, Unsaid
from p2p.chat_line import Line
from p2p.effects import Completed, DigestDiffers, Effect, Forked, Notice, Notify, Outranked, Send
from p2p.frames import LOG_NAME
from p2p.gallery import Gallery
from p2p.genesis import Genesis
from p2p.invite import Endpoints
from p2p.keeping import RETRY_SECONDS, Keeping, KeepingNotice, Trouble
from p2p.lobby_host import HostLobby
from p2p.messages import claimed_type, game_tag, is_of_game, is_of_lobby
from p2p.notices import Notices
from p2p.rematch import REMATCH_TYPE, Rematch
from p2p.session import Session
from p2p.store import GameStore
from p2p.store_errors import StoreError
from p2p.view import Presence, View

LINGER_STEP: Final = 0.05
"""How often `linger` looks again."""


class RematchSaid(Frozen):
    """A seat offers a table to play again (`wants`), says no, or its table stands open no more (None)."""

    seat: int
    wants: bool | None


_LAST: Final = (Completed, Forked, Outranked)
"""The notices after which nothing more happens."""

PeerNotice: TypeAlias = Notice | KeepingNotice | AsideNotice | RematchSaid


class Peer:
    """One seat at work: a session, its store and its transport, on the running asyncio loop.

    `notices` tells what happened; `done` is set when nothing more will: the log is complete, this seat
    has resigned and may leave, the game has forked, or `close` was called. Whoever has no seat reaches the
    `gallery` and nothing else.
    """

    def __init__(
        self,
        session: Session,
        store: GameStore,
        transport: Carrier,
        book: Mapping[int, Endpoints],
        lobby: HostLobby | None = None,
        aside: Aside | None = None,
        gallery: Gallery | None = None,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._session = session
        self._store = store
        self._transport = transport
        self._lobby = lobby
        self._aside = aside
        self._gallery = gallery
        if gallery is not None:
            gallery.begin(session.ledger)
        self._curve_keys = [entry.curve_key for entry in session.genesis.seats]
        self._seats = {curve_key: seat for seat, curve_key in enumerate(self._curve_keys)}
        self._tag = game_tag(session.genesis.game_id)
        self.rematch: Final = Rematch(session.genesis, session.seat)
        self.rematch_changed = asyncio.Event()
        self._sends: list[Send] = []
        self._tells: list[Notice] = []
        self._timer: asyncio.TimerHandle | None = None
        self._due = inf
        self._closed = False
        self.notices: Notices[PeerNotice] = Notices()
        self._keeping = Keeping(store, self.notices.put_nowait)
        self.done = asyncio.Event()
        self._calling = Calling(transport, self._curve_keys)
        self._calling.call_all(book, session.seat)
        self._loop.call_soon(self._tick)

    @property
    def genesis(self) -> Genesis:
        """The genesis of the game."""
        return self._session.genesis

    @property
    def seat(self) -> int:
        """This peer's seat."""
        return self._session.seat

    @property
    def folder(self) -> Path:
        """The folder of the game on this computer."""
        return self._store.folder

    @property
    def log_path(self) -> Path:
        """The file of the game's log."""
        return self._store.folder / LOG_NAME

    @property
    def paused(self) -> bool:
        """Whether the game stands still because the disk does not take what must be kept."""
        return self._keeping.trouble is not None

    def view(self) -> View:
        """Give what this seat's user may see now."""
        return self._session.view(self._loop.time())

    def rounds(self) -> tuple[Round, ...]:
        """Give the closed rounds so far; those before `view().settled` are final."""
        return self._session.rounds()

    def roll(self) -> None:
        """Click on "roll". Raises `NotNow`."""
        self._input(self._session.roll)

    def decide(self, decision: Decision) -> None:
        """Say a decision. Raises `NotNow`."""
        self._input(lambda now: self._session.decide(decision, now))

    def bid(self, dollars: int) -> None:
        """Make a sealed bid. Raises `NotNow`."""
        self._input(lambda now: self._session.bid(dollars, now))

    def propose_removal(self, seats: Sequence[int]) -> None:
        """Propose or second the removal of these seats, or of none. Raises `NotNow`."""
        self._input(lambda now: self._session.propose_removal(seats, now))

    def insist(self) -> None:
        """Take the user's word that no other copy of this key runs, whatever the others have heard."""
        self._input(self._session.insist)

    def resign(self) -> None:
        """Resign. Raises `NotNow`."""
        self._input(self._session.resign)

    def say(self, text: str) -> bool:
        """Say a line to all seats; False if it waits for another one to be there. Raises `NotSaid`."""
        if self._aside is None or self._closed:
            raise NotSaid(Unsaid.OFF)
        said = self._aside.say(text, self._loop.time())
        self._tell_aside()
        return said

    def chat(self) -> tuple[Line, ...]:
        """Give what the seats have said, in the order in which it came."""
        return self._aside.lines() if self._aside is not None else ()

    def admits(self, curve_key: bytes) -> bool:
        """Tell whether a key may call in: the seated may, and others if they may ask to watch."""
        return curve_key in self._seats or (self._gallery is not None and self._gallery.admits())

    def deliver(self, curve_key: bytes, data: bytes) -> None:
        """Take a message from the peer with this CURVE key."""
        seat = self._seats.get(curve_key)
        if self._closed or seat == self._session.seat:
            return
        if seat is None:
            self._serve(curve_key, data)
            return
        kind, now = claimed_type(data), self._loop.time()
        if is_of_lobby(kind):
            if self._lobby is not None:
                self._lobby.receive(curve_key, data, now)
                self._post()
            return
        if self._lobby is not None and self._lobby.offering and is_of_game(self._tag, data):
            self._lobby.confirm(curve_key)  # a message of an earlier game says nothing of this one
        if kind == REMATCH_TYPE:
            self.rematch.receive(seat, data, now)
            self.tell_rematch()
        elif kind in ASIDE_TYPES and self._aside is not None:
            self._aside.receive(seat, data, now)
            self._tell_aside()
        elif self._keeping.trouble is None:
            self._session.receive(seat, data, now)
            self._carry_out(now)

    def moved(self, addresses: tuple[str, ...]) -> None:
        """Call everybody anew, as this computer is elsewhere: it has these addresses, or none to tell."""
        if self._closed:
            return
        now = self._loop.time()
        self._calling.renew_all(self._session.peers(now), now)
        if addresses and self._aside is not None:
            self._aside.moved(addresses, now)

    def call(self, curve_key: bytes, endpoints: Sequence[tuple[str, int]]) -> None:
        """Call the peer with this CURVE key at these (address, port) too, until it says where it listens."""
        if not self._closed:
            self._calling.call_also(curve_key, endpoints)

    def linked(self, curve_key: bytes) -> None:
        """Take note that the connection to the peer with this CURVE key is up."""
        seat = self._seats.get(curve_key)
        if not self._closed and self._keeping.trouble is None and seat is not None:
            now = self._loop.time()
            self._session.linked(seat, now)
            self._carry_out(now)

    async def linger(self, seconds: float) -> None:
        """Wait until every peer that is not away has shown that its log is as whole as this one's.

        And every spectator. At most so many seconds: an unsealed copy elsewhere is completed when its owner
        asks again.
        """
        until = self._loop.time() + seconds
        while self._loop.time() < until and not (
            all(
                peer.agrees or peer.presence is Presence.AWAY
                for peer in self._session.peers(self._loop.time())
            )
            and (self._gallery is None or self._gallery.have_all())
        ):
            await asyncio.sleep(LINGER_STEP)

    def is_seated(self, curve_key: bytes) -> bool:
        """Tell whether a seat of this game has this CURVE key."""
        return curve_key in self._seats

    def tell_rematch(self) -> None:
        """Send what this seat says of a rematch, and tell what it has heard."""
        rematch = self.rematch
        for seat, data in rematch.outbox:
            self._transport.send(self._curve_keys[seat], data)
        rematch.outbox.clear()
        for seat in rematch.changed:
            wants = True if seat in rematch.offers else False if seat in rematch.declined else None
            self.notices.put_nowait(RematchSaid(seat, wants))
            self.rematch_changed.set()
        rematch.changed.clear()

    def close(self) -> None:
        """Stop, as `put_down` does, say that this seat plays no more, and close the sockets."""
        if self._closed:
            return
        if self.done.is_set():
            self.rematch.decline()
            self.tell_rematch()
        self.put_down()
        self._transport.close()

    def put_down(self) -> None:
        """Stop but leave the sockets: put what matters on the disk and give the files back.

        A second call does nothing.
        """
        if self._closed:
            return
        self._closed = True
        if self._keeping.trouble is None:
            now = self._loop.time()
            self._session.leave(now)
            self._carry_out(now)
        if self._timer is not None:
            self._timer.cancel()
        try:
            self._store.sync_log()
        except StoreError as error:
            self.notices.put_nowait(Trouble(error))
        if self._aside is not None:
            self._aside.close()
        self._store.close()
        self.done.set()

    def _tick(self) -> None:
        self._timer = None
        if self._closed:
            return
        now = self._loop.time()
        if self._keeping.trouble is None:
            self._session.tick(now)
        self._carry_out(now)
        self._keeping.look(self._loop.time())
        if self._aside is not None:
            self._aside.tick(self._loop.time())
            self._tell_aside()
        self.rematch.tick(self._loop.time())
        self.tell_rematch()
        now = self._loop.time()
        self._calling.renew_silent(self._session.peers(now), now)
        if self._lobby is not None and self._lobby.offering:
            self._lobby.tick(self._loop.time())
            self._post()

    def _input(self, feed: Callable[[float], None]) -> None:
        now = self._loop.time()
        feed(now)
        self._carry_out(now)

    def _serve(self, curve_key: bytes, data: bytes) -> None:
        """Take a message from a key without a seat; most of a flood of them costs no more than reading it."""
        if self._gallery is None:
            return
        now = self._loop.time()
        self._gallery.receive(curve_key, data, now)
        if self._gallery.outbox:
            self._carry_out(now)
        else:
            self._forget_strangers(self._gallery)

    def _forget_strangers(self, gallery: Gallery) -> None:
        """Keep no way back to those who do not watch."""
        for curve_key in gallery.gone:
            self._transport.forget(curve_key)
        gallery.gone.clear()

    def _carry_out(self, now: float) -> None:
        """Do what the session asks for, and what the spectators are to be shown, and arm the timer."""
        gallery = self._gallery
        if gallery is not None and not gallery.show(now):
            gallery = None
        effects = self._session.effects()
        if effects or self._keeping.trouble is not None or gallery is not None:
            self._keep_and_send(effects, gallery)
        self._arm(now)

    def _keep_and_send(self, effects: Sequence[Effect], gallery: Gallery | None) -> None:
        """Write what must be kept, bring it to the disk, and only then send and tell."""
        for effect in effects:
            if isinstance(effect, Send):
                self._sends.append(effect)
            elif isinstance(effect, Notify):
                self._tells.append(effect.notice)
            else:
                self._keeping.add(effect)
        if self._keeping.write_all(sync=bool(self._sends) or (gallery is not None and bool(gallery.outbox))):
            self._send_and_tell()
            if gallery is not None:
                self._show_spectators(gallery)
        elif gallery is not None:
            gallery.outbox.clear()

    def _send_and_tell(self) -> None:
        sends, self._sends = self._sends, []
        for seats, data, is_reply in sends:
            carry = self._transport.reply if is_reply else self._transport.send
            for seat in seats:
                carry(self._curve_keys[seat], data)
        tells, self._tells = self._tells, []
        for notice in tells:
            self._tell(notice)

    def _show_spectators(self, gallery: Gallery) -> None:
        for curve_key, data in gallery.outbox:
            self._transport.send(curve_key, data)
        gallery.outbox.clear()
        self._forget_strangers(gallery)

    def _tell(self, notice: Notice) -> None:
        self.notices.put_nowait(notice)
        if isinstance(notice, DigestDiffers):
            self._report(notice)
        elif isinstance(notice, _LAST):
            self.done.set()

    def _tell_aside(self) -> None:
        for notice in self._aside.notices() if self._aside is not None else ():
            self.notices.put_nowait(notice)

    def _report(self, notice: DigestDiffers) -> None:
        from p2p.difference import report_difference  # noqa: PLC0415 - no game should ever need it

        name = f"difference-round-{notice.round_number}-seat-{notice.seat + 1}.json"
        try:
            self._store.write_evidence(name, report_difference(self.genesis, notice, self._session.heads()))
        except StoreError as error:
            self.notices.put_nowait(Trouble(error))

    def _arm(self, now: float) -> None:
        if self._closed:
            return
        if self._session.may_leave(now):
            self.done.set()
        due = now + RETRY_SECONDS if self._keeping.trouble else self._session.deadline()
        if due <= now and self._session.follows:
            self._session.follow(now)
            self._carry_out(now)
            return
        if self._timer is not None:
            if due == self._due:
                return
            self._timer.cancel()
        self._timer, self._due = self._loop.call_at(due, self._tick), due

    def _post(self) -> None:
        assert self._lobby is not None
        for curve_key, data in self._lobby.outbox:
            self._transport.send(curve_key, data)
        self._lobby.outbox.clear()
