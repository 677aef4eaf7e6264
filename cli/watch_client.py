"""A person watches a game: each thing that happens is a line by itself, and a few words can be typed."""

import asyncio
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

from cli.console import Console
from cli.names import seat_names
from cli.narrator import Narrator
from cli.notice_words import tell_notice
from cli.plain import Ending
from cli.results import tell_money
from cli.table_words import tell_table
from cli.watch_commands import find_watch_command
from cli.watch_words import tell_watching
from cli.words import _, ngettext
from p2p.chain import Round
from p2p.effects import Advanced, Settled
from p2p.genesis import Genesis
from p2p.link import LinkNotice
from p2p.watch_messages import WatchReason
from p2p.watch_view import CaughtUp, NotLetIn, PeerLies, PeerLost, Watching, WatchView
from p2p.watcher import WatcherNotice


class WatchHandle(Protocol):
    """A spectator at work, as `p2p.watcher.Watcher` is: see there."""

    @property
    def genesis(self) -> Genesis | None: ...  # noqa: D102 - as above
    @property
    def folder(self) -> Path | None: ...  # noqa: D102
    @property
    def log_path(self) -> Path | None: ...  # noqa: D102
    @property
    def notices(self) -> "asyncio.Queue[WatcherNotice]": ...  # noqa: D102
    @property
    def done(self) -> asyncio.Event: ...  # noqa: D102
    def view(self) -> WatchView | None: ...  # noqa: D102
    def rounds(self) -> tuple[Round, ...]: ...  # noqa: D102
    def heads(self) -> tuple[bytes, ...]: ...  # noqa: D102


class WatchClient:
    """A person who watches; `places` tells where each peer that is called is, by its CURVE key."""

    def __init__(
        self,
        watcher: WatchHandle,
        console: Console,
        places: Mapping[bytes, str],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.watcher: Final = watcher
        self.narrator: Narrator | None = None
        self._console = console
        self._places = places
        self._clock = clock
        self._since = clock()
        self._caught_up = False
        self._leaving = asyncio.Event()

    @property
    def waited(self) -> float:
        """The seconds for which the open round has been awaiting somebody."""
        return self._clock() - self._since

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names as they are shown; none before the game is known."""
        genesis = self.watcher.genesis
        return () if genesis is None else tuple(seat_names(entry.name for entry in genesis.seats))

    async def watch(self) -> Ending:
        """Watch until nothing more will happen or the person leaves; the last lines tell how it stands."""
        parts = (self._listen(), self._type(), self.watcher.done.wait(), self._leaving.wait())
        tasks = [asyncio.ensure_future(part) for part in parts]
        try:
            await asyncio.wait(tasks[2:], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error
        while not self.watcher.notices.empty():
            self._hear(self.watcher.notices.get_nowait())
        return self._end()

    def say(self, *lines: str) -> None:
        """Show lines to the person."""
        for line in lines:
            self._console.say(line)

    def leave(self) -> None:
        """Stop watching."""
        self._leaving.set()

    def view(self) -> WatchView | None:
        """Give what is to be seen now; says so if there is nothing yet."""
        view = self.watcher.view()
        if view is None:
            self.say(_("There is no game to see yet."))
        return view

    async def _listen(self) -> None:
        while True:
            self._hear(await self.watcher.notices.get())

    async def _type(self) -> None:
        """Do what is typed; who has nothing more to type goes on watching."""
        while (line := await self._console.read()) is not None:
            if act := find_watch_command(line):
                act(self)
            elif line.strip():
                self.say(_("Type help for what can be typed."))

    def _hear(self, notice: WatcherNotice) -> None:
        match notice:
            case Watching() | NotLetIn() | PeerLost() | PeerLies() | LinkNotice():
                if isinstance(notice, NotLetIn) and notice.reason is WatchReason.NOT_BEGUN:
                    self._caught_up = True  # who has waited for the start is told all from there on
                self.say(tell_watching(notice, self._name))
            case CaughtUp():
                if not self._caught_up:
                    self._catch_up()
            case Settled(round_number=number, events=events):
                lines = self._follow(number).tell(number, events)
                if self._caught_up:
                    self.say(*lines)
            case _:
                self._tell(notice)

    def _tell(self, notice: WatcherNotice) -> None:
        """Tell what is told to a player in the same words."""
        folder = self.watcher.folder
        assert folder is not None
        assert not isinstance(notice, Watching | NotLetIn | PeerLost | PeerLies | LinkNotice | CaughtUp)
        if isinstance(notice, Advanced):
            self._since = self._clock()
            if notice.back:
                self.narrator = None
        self.say(*tell_notice(notice, self._follow(0), folder))

    def _follow(self, number: int) -> Narrator:
        """Give the narrator of this game, who knows all rounds before this one."""
        genesis = self.watcher.genesis
        assert genesis is not None
        if self.narrator is None:
            self.narrator = Narrator(genesis)
        if number > self.narrator.log.round_number:
            self.narrator.catch_up(self.watcher.rounds()[:number])
        return self.narrator

    def _catch_up(self) -> None:
        """Show where the game stands when this spectator comes to it."""
        self._caught_up = True
        view = self.watcher.view()
        assert view is not None
        if view.shown and view.state.outcome is None:
            count = view.state.rolls
            text = ngettext(
                "The game so far has {count} roll. This is the board:",
                "The game so far has {count} rolls. This is the board:",
                count,
            )
            self.say(text.format(count=count), *tell_table(view.state, self.names))

    def _end(self) -> Ending:
        view = self.watcher.view()
        if view is not None:
            if view.state.outcome is not None:
                self.say(tell_money(view.state.outcome, self.names))
            self.say(_("The log of the game: {path}").format(path=self.watcher.log_path))
        return Ending.DONE if self.watcher.done.is_set() else Ending.LEFT

    def _name(self, key: bytes) -> str:
        """Give the name of the seat with this key, or where it is called as long as that is not known."""
        genesis = self.watcher.genesis
        if genesis is not None:
            for name, entry in zip(self.names, genesis.seats, strict=True):
                if entry.curve_key == key:
                    return name
        return self._places[key]
