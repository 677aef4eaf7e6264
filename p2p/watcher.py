"""The asyncio shell around a spectator: call, feed, write, tell, arm one timer."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

from p2p.calling import RECONNECT_SECONDS
from p2p.chain import Round
from p2p.effects import AppendLog, WriteProof
from p2p.endpoint import is_usable
from p2p.entropy import Entropy
from p2p.frames import LOG_NAME
from p2p.genesis import Genesis
from p2p.invite import Invite
from p2p.keeping import RETRY_SECONDS, Keeping, KeepingNotice, Trouble
from p2p.link import LinkKind, LinkNotice
from p2p.monitor import Failure
from p2p.notices import Notices
from p2p.records import GenesisRecord, encode_log_record
from p2p.spectator import Spectator
from p2p.store import GameStore
from p2p.store_errors import StoreError
from p2p.stored import GameUnreadable, StoredGame, read_game
from p2p.transport import Transport
from p2p.view import PeerView
from p2p.watch_view import NotLetIn, PeerLies, WatchNews, WatchView

WATCHED_FOLDER: Final = "watched"

WatcherNotice: TypeAlias = WatchNews | KeepingNotice | LinkNotice


class NobodyToWatch(Exception):
    """None of the peers called lets this spectator in, or is to be believed; `news` says why."""

    def __init__(self, news: Sequence[NotLetIn | PeerLies]) -> None:
        super().__init__(news)
        self.news = news


class NobodyHeard(Exception):
    """None of the peers called has been heard for {seconds} seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Watcher:
    """A spectator at work: it calls the peers of some invites, and keeps the log in a folder of `data`.

    It gives up once nobody has been heard for `patience` seconds; without that it calls for ever.
    It has a CURVE key of its own, drawn anew each time: a spectator is nobody. `notices` tells what happened;
    `done` is set when nothing more will: the game is over, `close` was called, or there is a `failure`.
    """

    def __init__(
        self, invites: Sequence[Invite], data: Path, entropy: Entropy, patience: int | None = None
    ) -> None:
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._data = data
        self._spectator = Spectator({one.curve_key: one.token for one in invites}, self._loop.time())
        self._transport = Transport(
            entropy("watch curve key"), admit=lambda _key: False, deliver=self._deliver, noticed=self._noticed
        )
        self._store: GameStore | None = None
        self._keeping: Keeping | None = None
        self._bad: list[NotLetIn | PeerLies] = []
        self._renewed: dict[bytes, float] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self.failure: Exception | None = None
        self.notices: Notices[WatcherNotice] = Notices()
        self.done = asyncio.Event()
        for invite in invites:
            usable = [place for place in invite.endpoints if is_usable(*place)]
            self._transport.connect(invite.curve_key, usable)
        self._loop.call_soon(self._tick)

    @property
    def genesis(self) -> Genesis | None:
        """The genesis of the game, once it is known."""
        return self._spectator.genesis

    @property
    def folder(self) -> Path | None:
        """The folder of the game on this computer, once it is known."""
        return None if self._store is None else self._store.folder

    @property
    def log_path(self) -> Path | None:
        """The file of the game's log, once it is known."""
        return None if self._store is None else self._store.folder / LOG_NAME

    def view(self) -> WatchView | None:
        """Give what is to be seen now; None before the game is known."""
        return self._spectator.view()

    def peers(self) -> tuple[PeerView, ...]:
        """Give the peers that are watched through, or were: how recently each was heard."""
        return self._spectator.peers(self._loop.time())

    def rounds(self) -> tuple[Round, ...]:
        """Give the closed rounds so far; those before `view().shown` have been told as settled."""
        return self._spectator.rounds()

    def close(self) -> None:
        """Stop, put the log on the disk, and give everything back; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._store is not None:
            try:
                self._store.sync_log()
            except StoreError as error:
                self.notices.put_nowait(Trouble(error))
            self._store.close()
        self._transport.close()
        self.done.set()

    def _deliver(self, key: bytes, data: bytes) -> None:
        if not self._closed and not self._is_paused():
            self._spectator.receive(key, data, self._loop.time())
            self._go_on()

    def _noticed(self, notice: LinkNotice) -> None:
        if self._closed or notice.kind is not LinkKind.HANDSHAKE_FAILED or notice.peer is None:
            return
        if notice.failure is Failure.REFUSED:
            self._spectator.refuse(notice.peer)
            self._go_on()
        else:
            self.notices.put_nowait(notice)

    def _tick(self) -> None:
        if self._closed:
            return
        now = self._loop.time()
        if not self._is_paused():
            self._spectator.tick(now)
        self._go_on()
        if self._keeping is not None:
            self._keeping.look(now)
        if self._patience is not None and self._spectator.is_deserted(now, self._patience):
            self._fail(NobodyHeard(self._patience))
        for key in self._spectator.silent(now, RECONNECT_SECONDS):
            if now - self._renewed.get(key, 0.0) >= RECONNECT_SECONDS:
                self._renewed[key] = now
                self._transport.reconnect(key)

    def _go_on(self) -> None:
        """Open the game's folder once it is known, write, send and tell."""
        try:
            if self._store is None and self._spectator.genesis is not None:
                self._spectator.begin(self._open(self._spectator.genesis))
        except (StoreError, GameUnreadable) as error:
            self._fail(error)
            return
        for effect in self._spectator.effects():
            if self._keeping is not None and isinstance(effect, AppendLog | WriteProof):
                self._keeping.add(effect)  # whatever is not settled is asked for again after a restart
        if self._keeping is None or self._keeping.write_all(sync=False):
            for key, data in self._spectator.outbox:
                self._transport.send(key, data)
        self._spectator.outbox.clear()
        for news in self._spectator.news:
            self._tell(news)
        self._spectator.news.clear()
        if self._spectator.unknown is not None:
            self._fail(self._spectator.unknown)
        elif self._spectator.is_hopeless:
            self._fail(NobodyToWatch(self._bad))
        elif self._spectator.is_over:
            self.done.set()
        self._arm()

    def _tell(self, news: WatchNews) -> None:
        self.notices.put_nowait(news)
        if isinstance(news, PeerLies) or (isinstance(news, NotLetIn) and news.is_final):
            self._bad.append(news)

    def _fail(self, error: Exception) -> None:
        if not self.done.is_set():
            self.failure = error
        self.done.set()

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._closed:
            return
        due = self._loop.time() + RETRY_SECONDS if self._is_paused() else self._spectator.deadline()
        self._timer = self._loop.call_at(due, self._tick)

    def _is_paused(self) -> bool:
        """Tell whether the disk does not take what must be kept."""
        return self._keeping is not None and self._keeping.trouble is not None

    def _open(self, genesis: Genesis) -> StoredGame:
        """Give what is stored of this game, or make a folder for it."""
        folder = self._data / WATCHED_FOLDER / genesis.game_id.hex()[:16]
        if (folder / LOG_NAME).exists():
            self._store, contents = GameStore.open(folder)
            self._keeping = Keeping(self._store, self.notices.put_nowait)
            if contents.log:
                stored = read_game(contents.log, ())
                if stored.genesis.data != genesis.data:
                    raise GameUnreadable("log", 0)
                return stored
        else:
            self._store = GameStore.create(folder)
            self._keeping = Keeping(self._store, self.notices.put_nowait)
        first = encode_log_record(GenesisRecord(genesis.data))
        self._store.append_log(first)
        return read_game([first], ())
