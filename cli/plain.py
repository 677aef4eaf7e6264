"""The plain line mode: a person plays a seat by reading and typing lines.

Everything that happens is one line by itself; answers are numbers or words. It needs no terminal.
"""

import asyncio
import math
import time
from collections.abc import Callable
from enum import Enum
from typing import Final

from cli.absences import Absences
from cli.chat_desk import ChatDesk
from cli.console import Console
from cli.narrator import Narrator
from cli.notice_words import tell_check_words, tell_early_check_words, tell_notice
from cli.plain_commands import find_command
from cli.questions import Misunderstood, answer, question
from cli.results import tell_farewell
from cli.seat_handle import SeatHandle
from cli.soft_clock import Alarm, Question, SoftClock
from cli.stand_in import stand_in
from cli.waiting import duration, tell_resigned, tells_nobody
from cli.words import _
from p2p.aside import ChatHeard
from p2p.effects import Advanced, Settled
from p2p.peer import PeerNotice
from p2p.session import NotNow
from p2p.view import View, Wanted

WATCH_SECONDS: Final = 1.0
"""How often it is looked who has gone or come back."""
UNSETTLED_SECONDS: Final = 1.0
"""How long a question waits for the lines of what led to it; a peer that is away holds those back."""
LAST_SECONDS: Final = 30.0
"""How long one whose input has ended stays for what its client still owes the others."""


class Ending(Enum):
    """Why a person's part at the table is over."""

    DONE = "done"
    """The peer has nothing more to do: the game is over, or the seat has resigned."""
    LEFT = "left"
    """The person has left an unfinished game, which can be resumed."""


class PlainClient:
    """A person's seat at a table. `invite` is the text with which others may watch, if they may."""

    def __init__(
        self,
        peer: SeatHandle,
        console: Console,
        *,
        invite: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.peer: Final = peer
        self.invite: Final = invite
        self.narrator: Final = Narrator(peer.genesis)
        self.chat: Final = ChatDesk(peer, self.narrator.names)
        self._console = console
        self._clock = clock
        self._since = clock()
        self._soft_clock = SoftClock(peer.genesis.ruleset.clock)
        self._asked: Question | None = None
        self._is_asked = asyncio.Event()
        self._confirming = False
        self._leaving = False
        self._told_alone = False
        self._absences = Absences()

    @property
    def waited(self) -> float:
        """The seconds for which the open round has been awaiting somebody."""
        return self._clock() - self._since

    async def play(self) -> Ending:
        """Play until the peer is done or the person leaves; the last lines tell how it stands."""
        told = [self.peer.notices.get_nowait() for _number in range(self.peer.notices.qsize())]
        settled = (notice.round_number for notice in told if isinstance(notice, Settled))
        self.narrator.catch_up(self.peer.rounds()[: next(settled, self.peer.view().settled)])
        self.say(_("You are {seat}. Type help for what can be typed.").format(seat=self._own_name))
        if self.peer.view().leaving:
            self.say(tell_resigned())
        self.say(*tell_early_check_words(self.narrator))
        for notice in told:  # what has happened since this seat was taken
            self._hear(notice)
        self._ask()
        parts = (self._listen(), self._type(), self._watch(), self._finish())
        tasks = [asyncio.ensure_future(part) for part in parts]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error
        while not self.peer.notices.empty():
            self._hear(self.peer.notices.get_nowait())
        return self._end()

    def say(self, *lines: str) -> None:
        """Show lines to the person."""
        for line in lines:
            self._console.say(line)

    def leave(self) -> None:
        """Leave the game for now."""
        self._leaving = True

    def ask_to_resign(self) -> None:
        """Ask whether the person means it: what is signed stays signed."""
        self._confirming = True
        self.say(_("To resign is for good: type yes to do it, or anything else to play on."))

    def propose_removal(self, seats: tuple[int, ...]) -> None:
        """Propose or second the removal of these seats, or take it back; it takes all others to do it."""
        try:
            self.peer.propose_removal(seats)
        except NotNow:
            self.say(
                _(
                    "Those seats cannot be removed now: it takes three seats in the game, one of them "
                    "awaited and silent, and enough others."
                )
            )
        else:
            self.say(
                _("Proposed; it happens once all others agree.") if seats else _("You propose no removal.")
            )

    def tell_check_words(self) -> None:
        """Show the words by which all can hear that they are in one game."""
        self.say(tell_check_words(self.narrator))

    def ask_again(self) -> None:
        """Show what is wanted of the person now."""
        self._asked = None
        self._ask(now=True)
        if self._asked is None:
            self.say(_("Nothing is wanted of you now."))

    # Telling --------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            self._hear(await self.peer.notices.get())
            while not self.peer.notices.empty():
                self._hear(self.peer.notices.get_nowait())
            self._ask()

    def _hear(self, notice: PeerNotice) -> None:
        if isinstance(notice, Advanced):
            self._since = self._clock()
        if isinstance(notice, ChatHeard) and not self.chat.reads(notice):
            return
        self.say(*tell_notice(notice, self.narrator, self.peer.folder))

    async def _finish(self) -> None:
        await self.peer.done.wait()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(min(WATCH_SECONDS, max(self._soft_clock.due() - self._clock(), 0)))
            self._mind_the_clock()
            self.say(*self._absences.look(self.peer.view(), self.narrator.names))
            if not self._told_alone and tells_nobody(self.peer.view()):
                self._told_alone = True
                self.say(_("Nobody of this game is here to be told. Type quit: mark then counts it as over."))
            self._ask(now=self.waited > UNSETTLED_SECONDS)

    def _ask(self, *, now: bool = False) -> None:
        """Ask what is wanted, if that has not been done: after the lines of what led to it, or else `now`."""
        view = self.peer.view()
        asked = (view.round_number, view.wanted) if view.wanted is not None else None
        told = view.settled >= view.round_number and self.peer.notices.empty()
        if asked is None or not (now or told or asked == self._asked):
            self._is_asked.clear()
        else:
            self._is_asked.set()
        self._console.hide(view.wanted is Wanted.BID)
        anew = asked != self._asked and (asked is None or self._is_asked.is_set())
        if anew:
            self._asked = asked
        running = asked is not None and asked == self._asked and not self.peer.paused
        self._soft_clock.show(asked if running else None, self._clock())
        if anew:
            self.say(*question(view), *self._time_left())

    def _time_left(self) -> list[str]:
        left = self._soft_clock.left(self._clock())
        return [] if left == math.inf else [_("Time left: {time}.").format(time=duration(math.ceil(left)))]

    def _mind_the_clock(self) -> None:
        """Warn a person whose time runs out, and speak for one whose time is over."""
        match self._soft_clock.tick(self._clock()):
            case Alarm.WARNING:
                self.say(*self._time_left())
            case Alarm.OVER:
                self._stand_in()
            case None:
                pass

    def _stand_in(self) -> None:
        """Say something modest in the person's place, if what the time was for is still what is wanted."""
        view = self.peer.view()
        if self.peer.paused or self._asked != (view.round_number, view.wanted):
            return
        told = stand_in(self.peer)
        if told is not None:
            self.say(told)
        self._ask()

    def _end(self) -> Ending:
        self.say(*tell_farewell(self.peer, self.narrator.names))
        return Ending.DONE if self.peer.done.is_set() else Ending.LEFT

    @property
    def _own_name(self) -> str:
        return self.narrator.names[self.peer.seat]

    # Typing ---------------------------------------------------------------------------------------

    async def _type(self) -> None:
        while not self._leaving:
            line = await self._console.read()
            if line is None:
                await self._stay_as_long_as_owed()
                return
            await self._take(line.strip())

    async def _stay_as_long_as_owed(self) -> None:
        """Wait for the others where nothing but this seat's client is needed any more."""
        view = self.peer.view()
        if view.leaving or view.state.outcome is not None:
            try:
                await asyncio.wait_for(self.peer.done.wait(), LAST_SECONDS)
            except TimeoutError:
                return

    async def _take(self, line: str) -> None:
        if self._confirming:
            self._confirming = False
            self._resign(line)
        elif act := find_command(line):
            act(self)
        else:
            if self._console.patient:
                await self._is_asked.wait()
            self._answer(line)

    def _answer(self, line: str) -> None:
        view = self.peer.view()
        if view.wanted is None:
            self.say(_("Nothing is wanted of you now. Type who to see who is awaited, or help."))
        elif (view.round_number, view.wanted) != self._asked:
            self._ask(now=True)
        else:
            self._give(view, line)

    def _give(self, view: View, line: str) -> None:
        try:
            answer(self.peer, view, line)
        except Misunderstood as problem:
            self.say(*problem.lines)
        except NotNow:
            self.say(_("That comes too late: the game has moved on."))
        self._ask()

    def _resign(self, line: str) -> None:
        if line.casefold() not in {"yes", _("yes")}:
            self.say(_("You play on."))
            return
        try:
            self.peer.resign()
        except NotNow:
            self.say(_("Nobody can resign now: the game has not begun, is over, or waits for the others."))
        else:
            self.say(_("You have resigned; mark stays until the others have been told."))
