"""A person in a lobby: what can be typed before the game begins, and what a host is asked about guests."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol, TypeVar

from cli.console import Console, FirstLine
from cli.lobby_commands import find_lobby_command, tell_lobby_commands
from cli.lobby_words import tell_awaited, tell_news, tell_table
from cli.names import look_of
from cli.words import _
from p2p.lobby import GuestAsks, GuestGone, ReadyTakenBack, TableSeen
from p2p.table import News
from p2p.table_info import Seated, TableInfo
from p2p.text import clean

Begun = TypeVar("Begun")


class TableLeft(Exception):
    """The person has left the table before the game."""


class InputEnded(Exception):
    """The input has ended before the person was ready."""


class LobbySeat(Protocol):
    """A seat in a lobby, as `p2p.table.Table` is: see there."""

    @property
    def key(self) -> bytes: ...  # noqa: D102 - as above
    def set_ready(self, ready: bool) -> bool: ...  # noqa: D102
    def answer(self, number: int, *, admit: bool) -> bool: ...  # noqa: D102
    def dismiss(self, place: int) -> bool: ...  # noqa: D102


class LobbyDesk:
    """Takes what a person types before the game, until it begins.

    On a patient console, such as a pipe, each line waits until it has a meaning, and the first that is none
    of the lobby's is kept for the game: `console` is what the game is to be played at. Where the table, the
    open question and the hint are in sight all the time, they are not said line by line: `show` is called
    whenever they have changed.
    """

    def __init__(
        self,
        console: Console,
        *,
        always_ready: bool,
        invite: Callable[[], str] = str,
        show: Callable[[], None] | None = None,
    ) -> None:
        self._console = console
        self._always_ready = always_ready
        self._show = show
        self.invite: Final = invite
        self.table: TableInfo | None = None
        self._lobby: LobbySeat | None = None
        self._held: str | None = None
        self._is_ready = always_ready
        self._will_be_ready = False
        self._has_ended = False
        self._asking: list[GuestAsks] = []
        self._needs_number = False
        self._changed: Final = asyncio.Event()

    @property
    def console(self) -> Console:
        """Where the game is to be played: the line that was kept for it comes first."""
        return self._console if self._held is None else FirstLine(self._held, self._console)

    @property
    def me(self) -> Seated | None:
        """This seat at the table, once it is there."""
        return self.table.find(self._lobby.key) if self.table is not None and self._lobby else None

    async def sit(self, lobby: LobbySeat, beginning: Coroutine[Any, Any, Begun]) -> Begun:
        """Wait for the game to begin. Raises `TableLeft`, `InputEnded`, and what `beginning` raises."""
        self._lobby = lobby
        parts = (asyncio.ensure_future(beginning), asyncio.ensure_future(self._listen(lobby)))
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            if parts[0].done():
                return parts[0].result()
            parts[1].result()
            raise TableLeft
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)

    def hear(self, news: News) -> None:
        """Take in what has happened, after it has been told."""
        match news:
            case TableSeen(table):
                self.table = table
                if self._show is None:
                    self._say(self.hint())
                asyncio.get_running_loop().call_soon(self._keep_word)
            case ReadyTakenBack():
                self._is_ready = False
            case GuestAsks():
                self._asking.append(news)
                if len(self._asking) == 1:
                    self._ask()
            case GuestGone(number):
                self._drop(number)
            case _:
                return
        self._changed.set()
        if self._show is not None:
            self._show()

    def _ask(self) -> None:
        """Put the question that comes first; one at a time, so that a yes has one meaning."""
        if self._show is None:
            self._say(*self.question())

    def question(self) -> list[str]:
        """Give the lines of the open question, none without one."""
        if not self._asking or self._has_ended:
            return []
        guest = self._asking[0]
        lines = tell_news(guest)
        seated = self.table.seated if self.table is not None else ()
        if look_of(guest.name) in [look_of(one.name) for one in seated]:
            lines.append(_("Somebody at the table has a name that looks like this one: compare the words."))
        text = _("Type yes to let {name} sit, or no to refuse.")
        if self._needs_number:
            text = _("Type yes {number} to let {name} sit, or no {number} to refuse.")
        return [*lines, text.format(name=clean(guest.name), number=guest.number)]

    @property
    def answers(self) -> tuple[str, str] | None:
        """What to type for yes and for no to the open question, if there is one."""
        if not self.question():
            return None
        number = f" {self._asking[0].number}" if self._needs_number else ""
        return f"yes{number}", f"no{number}"

    def _drop(self, number: int) -> None:
        """Ask no more about one that has gone; a yes that is being typed must not let in the next."""
        was_asked = self._asking[:1]
        self._asking = [guest for guest in self._asking if guest.number != number]
        if was_asked and was_asked != self._asking[:1]:
            self._needs_number = True
            self._say(_("{name} asks no more.").format(name=clean(was_asked[0].name)))
            self._ask()

    def hint(self) -> str:
        """Say what can be typed, and who is not ready yet."""
        table, me = self.table, self.me
        if table is not None and me is None and self._lobby is not None:
            return _("You have no seat yet. Type leave to go.")
        if table is None or me is None or not table.is_full:
            return _("The game waits for all seats to be taken. Type leave to go.")
        if me.ready:
            text = _("Waiting for {names} to be ready. Type not ready to take yours back, or leave.")
            return text.format(names=tell_awaited(table)) if tell_awaited(table) else _("All are ready.")
        text = _("Not ready yet: {names}. Type ready if all this is right, or leave.")
        return text.format(names=tell_awaited(table))

    async def _listen(self, lobby: LobbySeat) -> None:
        """Take line after line until the person leaves. Raises `InputEnded`."""
        while (line := await self._console.read()) is not None:
            if not await self._take(line.strip(), lobby):
                self._held = "quit"  # should the game have begun at the same moment
                return
        if self._console.patient:
            await self._stay_without_input(lobby)

    async def _stay_without_input(self, lobby: LobbySeat) -> None:
        """Wait for the game as long as this seat is ready for it; nobody can be let in any more."""
        self._has_ended = True
        while self._is_ready or self._will_be_ready:
            for guest in self._asking[:]:
                self._answer(guest, lobby, admit=False)
            self._changed.clear()
            await self._changed.wait()
        raise InputEnded

    async def _take(self, line: str, lobby: LobbySeat) -> bool:
        """Do what a line says; False if it is to leave."""
        match find_lobby_command(line):
            case "leave", _:
                return False
            case "ready", _:
                self._be_ready(lobby)
            case "not ready", _:
                self._be_ready_no_more(lobby)
            case "table", _ if self.table is not None:
                self._say(*tell_table(self.table), self.hint())
            case "invite", _:
                self._say(self.invite() or _("There is no invite here: the host of the table has it."))
            case "dismiss", number:
                self._dismiss(number, lobby)
            case "yes" | "no" as word, number:
                await self._answer_typed(line, word, number, lobby)
            case "help", _:
                self._say(*self.help())
            case _:
                await self._wonder(line)
        return True

    def help(self) -> list[str]:
        """Give a line for each thing that can be typed here; only the host has an invite, and guests."""
        return tell_lobby_commands(hosts=bool(self.invite()))

    def _be_ready(self, lobby: LobbySeat) -> None:
        if lobby.set_ready(True):
            self._is_ready = True
        elif self._console.patient:
            self._will_be_ready = True
        else:
            self._say(_("Not all seats are taken yet: type ready once you see who sits there."))

    def _be_ready_no_more(self, lobby: LobbySeat) -> None:
        self._is_ready = self._will_be_ready = False
        lobby.set_ready(False)

    def _keep_word(self) -> None:
        """Be ready now that all seats are taken: a line of a pipe has said so before."""
        if self._will_be_ready and self._lobby is not None and self._lobby.set_ready(True):
            self._will_be_ready, self._is_ready = False, True

    def _dismiss(self, number: str, lobby: LobbySeat) -> None:
        if not number.isdecimal() or len(number) > 1 or not lobby.dismiss(int(number) - 1):
            self._say(_("There is no guest at place {number}.").format(number=clean(number)))

    async def _answer_typed(self, line: str, word: str, number: str, lobby: LobbySeat) -> None:
        """Answer the question that is open, or the one of the number that is typed."""
        if self._console.patient:
            await self._hold(line, until=lambda: bool(self._asking))
        if not self._asking:
            self._say(_("Nobody asks for a seat now."))
        elif number != str(self._asking[0].number) and (number or self._needs_number):
            self._say(_("That is not the question now."))
            self._ask()
        else:
            self._needs_number = False
            self._answer(self._asking[0], lobby, admit=word == "yes")
            self._ask()

    def _answer(self, guest: GuestAsks, lobby: LobbySeat, *, admit: bool) -> None:
        self._asking.remove(guest)
        there = lobby.answer(guest.number, admit=admit)
        if self._show is not None:
            self._show()
        name = clean(guest.name)
        if not admit:
            self._say(_("{name} was not let in.").format(name=name))
        elif not there:
            self._say(_("{name} has left meanwhile.").format(name=name))

    async def _wonder(self, line: str) -> None:
        """Say what can be typed; a line of a pipe is kept for the game instead."""
        if self._console.patient:
            await self._hold(line, until=lambda: False)
        self._say(self.hint(), _("Type help for what can be typed."))
        if self._asking:
            self._ask()

    async def _hold(self, line: str, *, until: Callable[[], bool]) -> None:
        """Keep a line, for the game if it begins meanwhile."""
        self._held = line
        while not until():
            self._changed.clear()
            await self._changed.wait()
        self._held = None

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._console.say(line)
