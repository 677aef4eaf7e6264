"""The plain line mode: a person plays a seat by reading and typing lines.

Everything that happens is one line by itself; answers are numbers or words. It needs no terminal.
"""

import asyncio
import math
import time
from collections.abc import Callable
from typing import Final

from cli.absences import Absences
from cli.at_work import at_work
from cli.chat_desk import ChatDesk
from cli.console import Console
from cli.ending import Ending
from cli.farewell import tell_farewell
from cli.guidance import guidance, in_short
from cli.lines_client import LinesClient
from cli.questions import Misunderstood, answer, ask_to_confirm, find_decision, is_no, is_yes, question
from cli.rematch_desk import RematchDesk
from cli.screen.commands import COMMANDS, find_command
from cli.screen.scene import Scene
from cli.screen.story import Story
from cli.screen.ui import Leaving
from cli.seat_handle import SeatHandle
from cli.silence import tell_hindrance
from cli.soft_clock import Alarm, Question, SoftClock
from cli.stand_in import stand_in
from cli.waiting import duration, tell_nobody_here, tell_resigned, tell_too_late, tells_nobody
from cli.words import _
from core.decision import Decision
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


class PlainClient(LinesClient):
    """A person's seat at a table: a `cli.screen.seated.Seated` without a screen.

    `invite` gives the text with which others may watch, if they may. With `confirm` a decision needs a yes,
    since none can be undone.
    """

    def __init__(
        self,
        peer: SeatHandle,
        console: Console,
        *,
        invite: Callable[[], str] = str,
        confirm: bool = False,
        again: RematchDesk | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(console)
        self.peer: Final = peer
        self.story: Final = Story(peer.genesis)
        self.chat: Final = ChatDesk(peer, self.story.names)
        self.again: Final = again
        self._invite = invite
        self._clock = clock
        self._since = clock()
        self._soft_clock = SoftClock(peer.genesis.ruleset.clock)
        self._asked: Question | None = None
        self._is_asked = asyncio.Event()
        self._confirms = confirm
        self._confirming: Leaving | tuple[Question | None, Decision] | None = None
        self._leaving = self._has_told_end = False
        self._told = 0
        self._absences = Absences()

    @property
    def invite(self) -> str:
        """What lets others watch as things are now, empty if they may not."""
        return self._invite()

    async def play(self) -> Ending:
        """Play until the peer is done or the person leaves; the last lines tell how it stands."""
        told = [self.peer.notices.get_nowait() for _number in range(self.peer.notices.qsize())]
        settled = (notice.round_number for notice in told if isinstance(notice, Settled))
        for number, events in enumerate(self.peer.rounds()[: next(settled, self.peer.view().settled)]):
            self.story.follow(number, events)
        self._told = len(self.story.feed)
        own = self.story.names[self.peer.seat]
        self.say(_("You are {seat}. Type help for what can be typed.").format(seat=own))
        if self.peer.view().leaving:
            self.say(tell_resigned())
        self.say(*self.story.tell_early_words())
        for notice in told:  # what has happened since this seat was taken
            self._hear(notice)
        self._ask()
        parts = (self.peer.notices.read(self._hear, self._ask), self._type(), self._watch(), self._finish())
        async with at_work(parts) as tasks:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        while not self.peer.notices.empty():
            self._hear(self.peer.notices.get_nowait())
        return self._end()

    @property
    def is_patient(self) -> bool:
        """Whether what is said may have been written long before, as in a pipe."""
        return self._console.patient

    def scene(self) -> Scene:
        """Give what is known at this moment."""
        return Scene(
            "",
            self.story.names,
            self.peer.view(),
            self.story.state,
            self._clock() - self._since,
            tuple(self.story.feed),
            self.story.words,
            self.story.bids,
            tuple(self.story.alerts),
            tally=self.story.tally,
            log=str(self.peer.log_path),
        )

    def show_help(self) -> None:
        """Show what is asked and what that is about, how to answer it, the game in short, every command."""
        view = self.peer.view()
        about = guidance(view)
        self.say(*(question(view) or [_("Nothing is wanted of you now.")]), *about)
        self.say(
            _("Answer a question with the number of a choice, or with the beginnings of its words: d p 2.")
        )
        self.say(*(text for text in in_short(view.state) if text not in about))
        width = max(len(_(one.word)) for one in COMMANDS)
        self.say(*(f"{_(one.word):<{width}}  {_(one.summary)}" for one in COMMANDS))

    def begin_typing(self, opening: str = "") -> None:
        """Tell what is to be typed: whoever types lines types this one too."""
        self.say(_("Type it in one line: {opening}…").format(opening=opening))

    def confirm(self, leaving: Leaving) -> None:
        """Ask whether the person means it; to leave for now is a whole word, and needs no more."""
        if leaving is Leaving.QUIT:
            self._leaving = True
        else:
            self._confirming = leaving
            self.say(_("To resign is for good: type yes to do it, or anything else to play on."))

    def ask_again(self) -> None:
        """Show what is wanted of the person now."""
        self._asked = None
        self._ask(now=True)
        if self._asked is None:
            self.say(_("Nothing is wanted of you now."))

    def _hear(self, notice: PeerNotice) -> None:
        if isinstance(notice, Advanced):
            self._since = self._clock()
        if isinstance(notice, ChatHeard) and not self.chat.reads(notice):
            return
        words = self.story.words
        self.story.hear(notice, self.peer.folder)
        self._tell_news()
        if self.story.words != words:
            self.say(self.story.tell_words())

    def _tell_news(self, *lines: str) -> None:
        """Say what the story has got since the last time, with these lines at its end."""
        for text in lines:
            self.story.tell(text)
        news, self._told = self.story.feed[self._told :], len(self.story.feed)
        self.say(*(one.text for one in news))

    async def _finish(self) -> None:
        """Wait for the end, and then for the next game, where one may come; a pipe must have asked before."""
        await self.peer.done.wait()
        await asyncio.sleep(0)  # in which the last notices are heard
        again = self.again
        if again is None or not self.peer.view().complete:
            return
        again.tell = self.say
        again.look()
        if not self._console.patient:
            self._tell_end()
            self.say(_("Type rematch to play again with the same players, or quit."))
            while not await again.outcome():
                pass
        elif again.wish().wanted:
            await again.outcome()

    def _tell_end(self) -> None:
        """Tell how it has ended, once."""
        if not self._has_told_end and self.peer.view().state.outcome is not None:
            self._has_told_end = True
            self.show_result()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(min(WATCH_SECONDS, max(self._soft_clock.due() - self._clock(), 0)))
            self._mind_the_clock()
            self._tell_news(*self._absences.look(self.peer.view(), self.story.names))
            if tells_nobody(self.peer.view()):
                self.story.alert(tell_nobody_here())
            waited = self._clock() - self._since
            self.story.stand(tell_hindrance(self.peer.view(), self.story.names, waited))
            self._tell_news()
            self._ask(now=self._clock() - self._since > UNSETTLED_SECONDS)

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
            self._tell_news(told)
        self._ask()

    def _end(self) -> Ending:
        self._tell_end()
        self.say(*tell_farewell(self.peer))
        if self.again is not None and self.again.next is not None:
            return Ending.AGAIN
        return Ending.DONE if self.peer.done.is_set() else Ending.LEFT

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
            wants_more = self.again is not None and self.again.wish().wanted
            owed = self._finish() if wants_more else self.peer.done.wait()
            try:
                await asyncio.wait_for(owed, LAST_SECONDS)
            except TimeoutError:
                return

    async def _take(self, line: str) -> None:
        about, self._confirming = self._confirming, None
        match about:
            case Leaving():
                self._resign(line)
            case (asked, decision) if is_yes(line):
                self._decide(asked, decision)
            case (_asked, _decision) if is_no(line):
                self.ask_again()
            case _:
                await self._take_anew(line)

    async def _take_anew(self, line: str) -> None:
        if found := find_command(line, COMMANDS):
            command, rest = found
            command.act(self, rest)
            return
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
            if self._confirms and view.wanted is Wanted.DECISION:
                decision = find_decision(view, line)
                self._confirming = (self._asked, decision)
                self.say(*ask_to_confirm(view.state, decision))
            else:
                answer(self.peer, view, line)
        except Misunderstood as problem:
            self.say(*problem.lines)
        except NotNow:
            self.say(tell_too_late())
        self._ask()

    def _decide(self, asked: Question | None, decision: Decision) -> None:
        """Say what was confirmed, unless something else is asked by now."""
        try:
            if asked == self._asked:
                self.peer.decide(decision)
            else:
                self.say(tell_too_late())
        except NotNow:
            self.say(tell_too_late())
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
            self.say(_("You have resigned; mark stays until the others can go on without you."))
