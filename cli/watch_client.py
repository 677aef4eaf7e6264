"""A person watches a game: each thing that happens is a line by itself, and a few words can be typed."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

from cli.at_work import at_work
from cli.console import Console
from cli.ending import Ending
from cli.lines_client import LinesClient
from cli.screen.commands import WATCH_COMMANDS, find_command
from cli.screen.scene import Scene
from cli.screen.story import Story
from cli.screen.ui import Leaving
from cli.seat_handle import GameHandle
from cli.watch_desk import WatchDesk
from cli.words import _
from p2p.watcher import WatcherNotice

_EARLY: Final = ("help", "rules", "quit")
"""What can be typed before there is a game to see."""


class WatchClient(LinesClient):
    """A person who watches line by line: a `cli.screen.looker.Looker` as soon as there is a game to see."""

    def __init__(self, desk: WatchDesk, console: Console) -> None:
        super().__init__(console)
        self._desk = desk
        self._leaving = asyncio.Event()
        self._known = asyncio.Event()

    async def watch(self) -> Ending:
        """Watch until nothing more will happen or the person leaves; the last lines tell how it stands."""
        await self._until(self._desk.watcher.done.wait(), self._leaving.wait())
        while not self._desk.watcher.notices.empty():
            self._hear(self._desk.watcher.notices.get_nowait())
        self.say(*self._desk.tell_end())
        return self._desk.ending()

    async def wait_for_game(self) -> bool:
        """Tell what happens until there is a game to see; False if there is none, or the person has left."""
        done = self._desk.watcher.done
        await self._until(self._known.wait(), done.wait(), self._leaving.wait())
        return self._desk.story is not None and not self._leaving.is_set()

    async def _until(self, *ends: Coroutine[Any, Any, bool]) -> None:
        """Tell what happens and do what is typed until one of these comes."""
        parts = (self._desk.watcher.notices.read(self._hear, self._look), self._type(), *ends)
        async with at_work(parts) as tasks:
            await asyncio.wait(tasks[2:], return_when=asyncio.FIRST_COMPLETED)

    def _hear(self, notice: WatcherNotice) -> None:
        self.say(*self._desk.hear(notice))

    def _look(self) -> None:
        """Look whether there is a game to see by now."""
        if self._desk.story is not None:
            self._known.set()

    async def _type(self) -> None:
        """Do what is typed; who has nothing more to type goes on watching."""
        while (line := await self._console.read()) is not None:
            if found := find_command(line, WATCH_COMMANDS):
                command, rest = found
                if self._desk.story is None and command.word not in _EARLY:
                    self.say(_("There is no game to see yet."))
                else:
                    command.act(self, rest)
            elif line.strip():
                self.say(_("Type help for what can be typed."))

    @property
    def peer(self) -> GameHandle:
        """The game that is watched."""
        assert self._desk.peer is not None
        return self._desk.peer

    @property
    def story(self) -> Story:
        """What has happened in it."""
        assert self._desk.story is not None
        return self._desk.story

    def scene(self) -> Scene:
        """Give what is known at this moment."""
        return self._desk.scene()

    def show_help(self) -> None:
        """List every command."""
        width = max(len(_(one.word)) for one in WATCH_COMMANDS)
        self.say(*(f"{_(one.word):<{width}}  {_(one.summary)}" for one in WATCH_COMMANDS))

    def confirm(self, leaving: Leaving) -> None:  # noqa: ARG002 - nothing is lost by leaving
        """Leave."""
        self._leaving.set()
