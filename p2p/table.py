"""The asyncio shell around a lobby: open the sockets, come to a genesis, found the game on disk, begin."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final, TypeAlias

from core.ruleset import Ruleset
from p2p.address_book import load_book
from p2p.again import Again
from p2p.aside import Aside
from p2p.endpoint import is_usable
from p2p.entropy import Entropy, entropy_after
from p2p.gallery import Gallery, WatchPolicy, watch_token
from p2p.genesis import Genesis
from p2p.identity import Identity
from p2p.invite import MAX_ADDRESSES, Endpoints, Invite
from p2p.link import LinkKind, LinkNotice
from p2p.lobby import LobbyNews, Place, TableRefused
from p2p.lobby_guest import GuestLobby
from p2p.lobby_host import HostLobby
from p2p.lobby_messages import Reason
from p2p.lobby_shell import Lobby, LobbyShell
from p2p.messages import is_lobby_message
from p2p.peer import Peer
from p2p.record_file import Repair
from p2p.session import Session
from p2p.store import GameStore, LogLost, check_room
from p2p.stored import StoredGame, first_of_log, first_records, read_game
from p2p.transport import Transport, curve_public
from p2p.view import Presence
from p2p.watch_messages import is_watch_message

GAMES_FOLDER: Final = "games"
FAREWELL_SECONDS: Final = 1.0
"""How long one who leaves waits for spectators, and a host before the game for its guests, to hear of it."""
FAREWELL_STEP: Final = 0.02
"""How often it looks."""

News: TypeAlias = LobbyNews | LinkNotice | Repair | LogLost
Tell: TypeAlias = Callable[[News], None]


class InviteOfNobody(ValueError):
    """An invite that was to be called is of no other seat of the game."""


class Table:
    """This computer's player and its sockets, from before a game to its end.

    `data` is the folder of this computer's player; `tell` hears of guests and of connections; `watching` says
    who may watch the game through this peer. `watch_invite` lets in one who would, once there is a game; it
    says where this computer is now.
    """

    def __init__(
        self,
        identity: Identity,
        data: Path,
        entropy: Entropy,
        tell: Tell,
        watching: WatchPolicy = WatchPolicy.INVITED,
    ) -> None:
        self._identity = identity
        self._data = data
        self._entropy = entropy
        self._tell = tell
        self._at = LobbyShell(self._send, self._hear)
        self._peer: Peer | None = None
        self._listening: Endpoints = ((), 0)
        self._invited: Callable[[Invite], None] | None = None
        self._called: set[bytes] = set()
        self._gallery = Gallery(watching, entropy("gallery"), self._now())
        self._is_seeking = False
        self.watch_invite: Invite | None = None
        self.curve_key: Final = curve_public(identity.curve_secret)
        self._transport = Transport(
            identity.curve_secret,
            admit=self._admit,
            deliver=self._deliver,
            noticed=self._notice,
            has_room=self._is_seated,
        )

    @property
    def key(self) -> bytes:
        """The Ed25519 key of this computer's player."""
        return self._identity.key.public

    def listen(self, bind: Sequence[str], port: int) -> int:
        """Open one port on these numeric addresses; gives it. Raises `PortBusy`, `AddressUnusable`."""
        for address in bind:
            port = self._transport.bind(address, port)
        return port

    async def host(
        self,
        name: str,
        seats: int,
        ruleset: Ruleset,
        listening: Endpoints,
        invited: Callable[[Invite], None],
        *,
        is_open: bool = False,
        always_ready: bool = False,
    ) -> Peer:
        """Open a table, tell its invite, wait until all seats are taken and all are ready, and begin.

        The invite is told again whenever it changes with the addresses of this computer: see `moved`.

        Guests without the invite are told as `GuestAsks`, and sit if `is_open`, or once they are admitted.

        Raises the store's errors if the game cannot be founded; at once where that can be known.
        """
        check_room(self._data / GAMES_FOLDER)
        place = Place(name, self._identity.key, self.curve_key, listening)
        lobby = HostLobby(place, seats, ruleset, self._entropy, is_open=is_open, always_ready=always_ready)
        self._listening, self._invited = listening, invited
        self._gallery.accept(lobby.token)
        self._at.enter(lobby)
        invited(Invite(*listening, self.curve_key, lobby.token))
        return self._begin(lobby, await self._at.gather())

    def answer(self, number: int, *, admit: bool) -> bool:
        """Let the guest of this number sit, or refuse it; False if it is not there any more."""
        host = self._hosted
        if host is None:
            return False
        if admit:
            answered = host.admit(number, self._now())
        else:
            answered = True
            host.decline(number)
        self._at.post()
        return answered

    def dismiss(self, place: int) -> bool:
        """Send away who sits at this place of the table, counted from 0; False if no guest does."""
        dismissed = self._hosted is not None and self._hosted.dismiss(place)
        self._at.post()
        return dismissed

    def set_ready(self, ready: bool) -> bool:
        """Be ready for the table as it is, or not any more; False if not all seats are taken."""
        if self._at.lobby is None or self._peer is not None:
            return False
        done = self._at.lobby.set_ready(ready)
        self._at.post()
        return done

    @property
    def _hosted(self) -> HostLobby | None:
        """The table that this player hosts, before its game."""
        return self._at.host if self._peer is None else None

    async def join(
        self, invite: Invite, name: str, listening: Endpoints, *, always_ready: bool = False
    ) -> Peer:
        """Take a seat at the table of `invite`, wait until all are taken and ready, and begin.

        Raises `TableRefused`, `OtherVersionHere`, `GenesisUnfit`, `AddressUnusable`, the store's errors.
        Where those can be known at once, the host never hears of this player.
        """
        check_room(self._data / GAMES_FOLDER)
        place = Place(name, self._identity.key, self.curve_key, listening)
        lobby = GuestLobby(place, invite.curve_key, invite.token, self._entropy, always_ready=always_ready)
        self._listening = listening
        self._at.enter(lobby)
        self._transport.connect(invite.curve_key, invite.endpoints)
        return self._begin(lobby, await self._at.gather())

    def resume(self, folder: Path, listening: Endpoints, invites: Sequence[Invite] = ()) -> Peer:
        """Go on with the game in this folder, and tell what had to be repaired in it.

        The seats that have given these `invites` are called where those say, besides where they were last.

        Raises the store's errors, `GameUnreadable`, `NotYours`, `InviteOfNobody`.
        """
        self._listening = listening
        store, contents = GameStore.open(folder, first_of_log=first_of_log)
        for repair in contents.repairs:
            self._tell(repair)
        if contents.lost is not None:
            self._tell(contents.lost)
        with ExitStack() as undo:
            undo.callback(store.close)
            stored = read_game(contents.log, contents.journal)
            book = load_book(folder, len(stored.genesis.seats))
            self._check_invites(stored.genesis, invites)
            peer = self._play(store, stored, book, listening, None)
            undo.pop_all()
        for invite in invites:
            peer.call(invite.curve_key, invite.endpoints)
        return peer

    async def play_again(self, hear: Tell, *, may_host: bool = True) -> Peer:
        """Play again with those of the finished game who want to, once they sit and are ready; see `Again`.

        Until then the finished game's peer goes on serving. Whoever stops to wait for this has said no.
        Raises `NobodyAgain`, `TableRefused`, `GenesisUnfit`, the store's errors.
        """
        old = self._peer
        assert old is not None
        place = Place(old.genesis.seats[old.seat].name, self._identity.key, self.curve_key, self._listening)
        entropy = entropy_after(self._entropy, old.genesis.game_id)
        again = Again(old.rematch, old.genesis, place, entropy, may_host=may_host)
        tell, self._tell = self._tell, lambda news: (tell if isinstance(news, LinkNotice) else hear)(news)
        self._at.enter(None)
        self._is_seeking = True
        with ExitStack() as always, ExitStack() as undo:
            always.callback(self._stop_seeking, tell)
            undo.callback(self._decline, old)
            lobby = await self._seek(again, old)
            assert lobby.genesis is not None
            self._entropy = entropy
            self._gallery = Gallery(self._gallery.policy, entropy("gallery"), self._now())
            peer = self._begin(lobby, lobby.genesis)
            undo.pop_all()
        old.put_down()
        for entry in old.genesis.seats:
            if not peer.is_seated(entry.curve_key):
                self._transport.forget(entry.curve_key)
        return peer

    def begin_with_these(self) -> bool:
        """Play again with those who sit here already; False if this is no host of that, or nobody does."""
        done = self._is_seeking and self._at.host is not None and self._at.host.begin_with_these()
        self._at.post()
        return done

    def _decline(self, old: Peer) -> None:
        self._at.leave()
        old.rematch.decline()
        old.tell_rematch()

    def _stop_seeking(self, tell: Tell) -> None:
        self._is_seeking, self._tell = False, tell

    async def _seek(self, again: Again, old: Peer) -> Lobby:
        """Be at the table where this seat belongs, another one if need be, until there is a genesis."""
        while True:
            away = [peer.seat for peer in old.view().peers if peer.presence is Presence.AWAY]
            lobby = again.seek(away)
            old.tell_rematch()
            if lobby is not self._at.lobby:
                self._at.leave()
                self._at.enter(lobby)
            self._at.tick()
            old.rematch_changed.clear()
            changed = asyncio.ensure_future(old.rematch_changed.wait())
            try:
                if await self._at.wait(changed) and lobby is not None:
                    return lobby
            except TableRefused as refused:
                if refused.reason is not Reason.CLOSED:
                    raise
                again.close()
            finally:
                changed.cancel()

    def moved(self, addresses: tuple[str, ...]) -> None:
        """Be found at these addresses from now on; none means that this computer has no network."""
        if self._peer is not None:
            if addresses:
                self._listening = addresses[:MAX_ADDRESSES], self._listening[1]
            self._peer.moved(addresses)
            if addresses and self.watch_invite is not None:
                self.watch_invite = self.watch_invite.changed(addresses=addresses[:MAX_ADDRESSES])
            return
        listening = addresses[:MAX_ADDRESSES], self._listening[1]
        if addresses and self._at.lobby is not None and listening != self._listening:
            self._listening = listening
            host = self._at.host
            if host is not None and self._invited is not None:
                host.move(listening)
                self._call_guests(host)
                self._invited(Invite(*listening, self.curve_key, host.token))

    def _call_guests(self, lobby: HostLobby) -> None:
        """Call those who sit here, who would call a host that has moved where it is no more."""
        for curve_key, (addresses, port) in lobby.guests:
            if usable := [(address, port) for address in addresses if is_usable(address, port)]:
                self._called.add(curve_key)
                self._transport.connect(curve_key, usable)

    async def dissolve(self) -> None:
        """Tell spectators, and where a host leaves before the game all guests; stay until they have heard.

        But not long. A connection that is closed at once can take along what was sent last.
        """
        host = self._hosted
        if host is not None:
            host.close()
            self._at.post()
        self._gallery.close()
        self._show_spectators()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                while (host is not None and host.present) or not self._gallery.has_told():
                    await asyncio.sleep(FAREWELL_STEP)

    def close(self) -> None:
        """Leave: tell the lobby's others, give every socket back; a second call does nothing."""
        if self._peer is not None:
            self._peer.close()
            return
        self._at.leave()
        self._transport.close()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _begin(self, lobby: HostLobby | GuestLobby, genesis: Genesis) -> Peer:
        """Put the genesis and the seed on disk, and only then begin to play."""
        log, journal = first_records(genesis, lobby.seed)
        store = GameStore.create(self._data / GAMES_FOLDER / genesis.game_id.hex()[:16])
        with ExitStack() as undo:
            undo.callback(store.close)
            store.append_journal(journal)
            store.sync()
            store.append_log(log)
            store.sync_log()
            stored = read_game([log], [journal])
            peer = self._play(store, stored, dict(enumerate(lobby.endpoints)), self._listening, lobby)
            undo.pop_all()
        return peer

    def _play(
        self,
        store: GameStore,
        stored: StoredGame,
        book: dict[int, Endpoints],
        listening: Endpoints,
        lobby: HostLobby | GuestLobby | None,
    ) -> Peer:
        now = self._now()
        for curve_key in self._called:
            self._transport.forget(curve_key)  # some may have left, and the peer calls the others itself
        chain = None if lobby is None else lobby.chain
        session = Session(stored, self._identity.key, self._entropy, now, chain)
        book[session.seat] = listening
        key = self._identity.key
        aside = Aside(stored.genesis, session.seat, key, store.folder, self._transport, book, now)
        self._let_watch(stored.genesis, listening)
        hosted = lobby if isinstance(lobby, HostLobby) else None
        self._peer = Peer(session, store, self._transport, book, hosted, aside, self._gallery)
        return self._peer

    def _check_invites(self, genesis: Genesis, invites: Sequence[Invite]) -> None:
        others = {entry.curve_key for entry in genesis.seats} - {self.curve_key}
        if not {invite.curve_key for invite in invites} <= others:
            raise InviteOfNobody

    def _let_watch(self, genesis: Genesis, listening: Endpoints) -> None:
        """Make the invite to watch this game through this peer."""
        token = watch_token(self._identity.curve_secret, genesis.game_id)
        self._gallery.accept(token)
        if self._gallery.admits():
            self.watch_invite = Invite(*listening, self.curve_key, token)

    def _admit(self, curve_key: bytes) -> bool:
        """Let anyone knock while there is a lobby; once there is a game the peer decides."""
        if self._peer is not None:
            return self._peer.admits(curve_key)
        return self._at.lobby is not None

    def _is_seated(self, curve_key: bytes) -> bool:
        """Tell whether a key has a seat here, in the game or at the table that this player hosts."""
        if self._peer is not None and self._peer.is_seated(curve_key):
            return True
        return self._hosted is not None and any(key == curve_key for key, _ in self._hosted.guests)

    def _deliver(self, sender: bytes, data: bytes) -> None:
        if self._peer is not None and not (
            self._is_seeking and is_lobby_message(data) and self._peer.is_seated(sender)
        ):
            self._peer.deliver(sender, data)
            return
        if self._at.lobby is not None and is_watch_message(data):
            self._gallery.receive(sender, data, self._now())
            self._show_spectators()
        else:
            self._at.receive(sender, data)

    def _hear(self, news: LobbyNews) -> None:
        """Tell the lobby's news to whoever hears them now."""
        self._tell(news)

    def _notice(self, notice: LinkNotice) -> None:
        """Tell of a connection; over one that is up, what went nowhere before is said again at once."""
        self._tell(notice)
        if notice.kind is LinkKind.UP and notice.peer is not None:
            asyncio.get_running_loop().call_soon(self._say_again, notice.peer)

    def _say_again(self, curve_key: bytes) -> None:
        if self._peer is not None:
            self._peer.linked(curve_key)
        else:
            self._at.say_again(curve_key)

    def _show_spectators(self) -> None:
        """Send what is said to who waits to watch, or watches."""
        for receiver, data in self._gallery.outbox:
            self._send(receiver, data)
        self._gallery.outbox.clear()
        self._gallery.gone.clear()

    def _send(self, receiver: bytes, data: bytes) -> None:
        self._transport.send(receiver, data)
