"""Spectators in memory: what they follow is served by ledgers without a network."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from cli.watch_desk import WatchDesk
from p2p.chain import Round
from p2p.genesis import Genesis
from p2p.notices import Notices
from p2p.view import PeerView
from p2p.watch_view import WatchView
from p2p.watcher import WatcherNotice
from tests.p2p.watching import Hall, Server


class FakeWatcher:
    """A spectator in memory, told as the shell tells; nothing comes but by `run`."""

    def __init__(self, *servers: Server) -> None:
        self.hall = Hall(*servers)
        self.folder = Path("watched") / "0123"
        self.log_path = self.folder / "game.mark"
        self.notices: Notices[WatcherNotice] = Notices()
        self.done = asyncio.Event()
        self.failure: Exception | None = None
        self._told = 0

    @property
    def genesis(self) -> Genesis | None:
        return self.hall.spectator.genesis

    def view(self) -> WatchView | None:
        return self.hall.spectator.view()

    def rounds(self) -> tuple[Round, ...]:
        return self.hall.spectator.rounds()

    def peers(self) -> tuple[PeerView, ...]:
        return self.hall.spectator.peers(self.hall.now)

    def run(self, seconds: float = 2.0) -> None:
        self.hall.run(self.hall.now + seconds)
        for news in self.hall.news[self._told :]:
            self.notices.put_nowait(news)
        self._told = len(self.hall.news)
        if self.hall.spectator.is_over:
            self.done.set()


def desk_of(watcher: FakeWatcher, clock: Callable[[], float] = lambda: 0.0) -> WatchDesk:
    return WatchDesk(watcher, dict.fromkeys(watcher.hall.servers, "192.0.2.1"), clock=clock)
