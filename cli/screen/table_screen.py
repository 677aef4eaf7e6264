"""The table's controller: keys, clicks, typed lines and notices in; a scene and the UI state to paint out.

It knows no terminal and no game rule. A key is a character or a name of NAMED_KEYS.
"""

import time
from collections.abc import Callable, Iterable
from math import inf
from typing import Final

from cli.absences import Absences
from cli.chat_desk import ChatDesk
from cli.choices import describe
from cli.farewell import tell_verdict
from cli.names import money
from cli.rematch_desk import RematchDesk
from cli.screen.commands import COMMANDS, command_of_key, find_command
from cli.screen.controller import NAMED_KEYS
from cli.screen.live_screen import WATCH_SECONDS, LiveScreen
from cli.screen.models.answer import meaning_of_character, meaning_of_key, meaning_of_words
from cli.screen.models.asked import Asked, Meaning, Step
from cli.screen.models.screen import Screen, question_of, screen
from cli.screen.models.spots import Area, Spot
from cli.screen.models.why import why_not_spot
from cli.screen.pages import choices_page, help_page
from cli.screen.scene import Scene
from cli.screen.seated import asked_of, while_asked
from cli.screen.settings import Settings
from cli.screen.spans import Ask, Choose, Do, Target
from cli.screen.story import Story
from cli.screen.ui import Leaving, move_cursor, on_question, step_back, turn_page
from cli.seat_handle import SeatHandle
from cli.silence import tell_hindrance
from cli.soft_clock import Alarm, SoftClock
from cli.stand_in import stand_in
from cli.waiting import tell_nobody_here, tell_too_late, tells_nobody
from cli.words import _
from core.decision import Decision
from p2p.aside import ChatHeard
from p2p.effects import Advanced
from p2p.notices import Notices
from p2p.peer import PeerNotice
from p2p.session import NotNow
from p2p.verdict import Report
from p2p.view import Wanted

_MOST_DIGITS: Final = 8


class TableScreen(LiveScreen[PeerNotice]):
    """A person's seat at a table, whatever it is drawn with.

    `title` names the table; `invite` gives what lets others watch, if they may; `story` is what has happened.
    `report` is the audit of the finished log.
    """

    def __init__(
        self,
        peer: SeatHandle,
        settings: Settings,
        *,
        title: str = "",
        invite: Callable[[], str] = str,
        again: RematchDesk | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(settings, again)
        self.peer: Final = peer
        self.story: Final = Story(peer.genesis)
        self.chat: Final = ChatDesk(peer, self.story.names)
        self.is_patient: Final = False
        self._title = title or f"MARK {peer.genesis.game_id.hex()[:4]}"
        self._invite = invite
        self._clock = clock
        self._since = clock()
        self._soft_clock = SoftClock(peer.genesis.ruleset.clock)
        self._pending: tuple[int, str] = (-1, "")
        self._note_holds: Callable[[], bool] | None = None
        self._absences = Absences()
        self.report: Report | None = None
        for number, events in enumerate(peer.rounds()[: peer.view().settled]):
            self.story.follow(number, events)
        self._renew()

    @property
    def game(self) -> SeatHandle:
        """The game as this computer holds it."""
        return self.peer

    @property
    def notices(self) -> Notices[PeerNotice]:
        """What the peer tells."""
        return self.peer.notices

    @property
    def invite(self) -> str:
        """What lets others watch as things are now, empty if they may not."""
        return self._invite()

    @property
    def on_its_way(self) -> str:
        """What this seat has said and what is not settled yet."""
        number, words = self._pending
        return words if number >= self.story.round_number else ""

    def scene(self) -> Scene:
        """Give what is known at this moment."""
        return Scene(
            self._title,
            self.story.names,
            self.peer.view(),
            self.story.state,
            self._clock() - self._since,
            tuple(self.story.feed),
            self.story.words,
            self.story.bids,
            tuple(self.story.alerts),
            self._soft_clock.left(self._clock()),
            self.on_its_way,
            tally=self.story.tally,
            wish=self.again.wish() if self.again is not None else None,
            log=str(self.peer.log_path),
            verdict=tell_verdict(self.report, self.peer.log_path) if self.report is not None else "",
        )

    def screen(self) -> Screen:
        """Give the screen at this moment."""
        return screen(self.scene(), self.ui, COMMANDS)

    def hint(self) -> str:
        """Give what stands where nothing is typed."""
        return _("/ types a command or a choice")

    def words(self) -> Iterable[str]:
        """Give all that can be typed now."""
        yield from (_(command.word) for command in COMMANDS)
        view = self.peer.view()
        if view.wanted is Wanted.DECISION:
            yield from (describe(view.state, decision) for decision in view.state.legal())
        elif view.wanted is Wanted.ROLL:
            yield _("roll")

    def tell(self, text: str) -> None:
        """Add a line that was printed meanwhile, such as news of connections."""
        self.story.tell(text)

    @property
    def asked(self) -> Asked:
        """What is asked at this moment."""
        return question_of(self.scene(), self.ui)

    def hear(self, notice: PeerNotice) -> None:
        """Take in what the peer tells."""
        if isinstance(notice, Advanced):
            self._since = self._clock()
        if not isinstance(notice, ChatHeard) or self.chat.reads(notice):
            self.story.hear(notice, self.peer.folder)
        if self.again is not None:
            self.again.look()
        self._renew()

    def judged(self, report: Report) -> None:
        """Take in what the audit says of the finished log."""
        self.report = report
        self._renew()

    def rest(self) -> float:
        """Give the seconds until `look_around` is due: for ever where nothing changes by itself any more."""
        if self.peer.view().complete:
            return inf
        return min(WATCH_SECONDS, max(self._soft_clock.due() - self._clock(), 0))

    def look_around(self) -> None:
        """Tell who has gone or come back, and mind the time; to be called after each `rest`."""
        for line in self._absences.look(self.peer.view(), self.story.names):
            self.story.tell(line)
        if tells_nobody(self.peer.view()):
            self.story.alert(tell_nobody_here())
        waited = self._clock() - self._since
        self.story.stand(tell_hindrance(self.peer.view(), self.story.names, waited))
        self._renew()
        if self._soft_clock.tick(self._clock()) is Alarm.OVER and not self.peer.paused:
            self._stand_in()

    def _stand_in(self) -> None:
        """Say something modest in the place of a person whose time is over."""
        told = stand_in(self.peer)
        if told is not None:
            self.story.tell(told)
        self._renew()

    def _renew(self) -> None:
        """Drop what was half chosen of a question that is not asked any more, and a note that is past."""
        if self._note_holds is not None and not self._note_holds():
            self.note("")
        now = asked_of(self.peer.view())
        self.ui = on_question(self.ui, now)
        self._soft_clock.show(None if self.peer.paused else now, self._clock())

    def press(self, key: str) -> None:
        """Take a key."""
        if self.ui.page is not None:
            self.ui = turn_page(self.ui, key)
        elif self._bidding and (key.isdecimal() or (key in {"backspace", "enter"} and self.ui.typed)):
            self._type_bid(key)
        elif key in NAMED_KEYS:
            self._move(key)
        else:
            self._take_character(key)

    def click(self, target: Target) -> None:
        """Take a click on something that was painted with a target."""
        match target:
            case Choose(key=key):
                self._choose_key(key)
            case Do(word="back"):
                self.press("escape")
            case Ask(area=area, number=number):
                self._explain(Spot(Area(area), number))
            case _:
                super().click(target)

    def submit(self, line: str) -> None:
        """Take a typed line: a command, or an answer in words or by its number."""
        self.is_typing = False
        typed = line.strip()
        if not typed:
            return
        self.note("")
        if found := find_command(typed, COMMANDS):
            command, rest = found
            command.act(self, rest)
        elif self._bidding:
            self._bid_typed(typed)
        elif typed.isdecimal() and len(typed) < _MOST_DIGITS:
            self._choose_key(typed)
        else:
            self._choose_words(typed)

    @property
    def _bidding(self) -> bool:
        return self.ui.confirming is None and self.peer.view().wanted is Wanted.BID

    def _move(self, key: str) -> None:
        options = self.asked.options
        if key in {"escape", "backspace"}:
            self.ui = step_back(self.ui)
        elif options and key == "enter":
            self._choose(options[min(self.ui.cursor, len(options) - 1)].meaning)
        elif options:
            self.ui = move_cursor(self.ui, key, len(options))

    def _take_character(self, key: str) -> None:
        meaning = meaning_of_character(self.asked, key)
        if meaning:
            self._choose(meaning)
        elif meaning is None and key in {"/", ":"}:
            self.begin_typing()
        elif meaning is None and (command := command_of_key(key, COMMANDS)):
            self.note("")
            command.act(self, "")

    def _choose_key(self, key: str) -> None:
        meaning = meaning_of_key(self.asked, key)
        if meaning is not None:
            self._choose(meaning)
        else:
            self.note(_("That is not among the choices."), while_asked(self.peer))

    def _choose_words(self, typed: str) -> None:
        meaning = meaning_of_words(self.asked, self.peer.view(), typed)
        if meaning is not None:
            self._choose(meaning)
        else:
            self.note(_("That is no command and not among the choices; ? tells what can be typed."))

    def _explain(self, spot: Spot) -> None:
        view = self.peer.view()
        reason = why_not_spot(view.state, spot) if view.wanted is Wanted.DECISION else None
        self.note(reason or _("There is nothing to choose there now."), while_asked(self.peer))

    def _choose(self, meaning: Meaning) -> None:
        """Go on with the question, or say what was chosen."""
        self.note("")
        match meaning:
            case Step.ROLL:
                self._say(self.peer.roll, _("roll"))
            case Step.YES:
                self._confirmed()
            case Step.AGAIN | Step.NOT_AGAIN | Step.BEGIN:
                self._take_again(meaning)
            case Step.NO:
                self.ui = step_back(self.ui)
            case (decision,):
                if self.settings.confirm:
                    self.ui = self.ui.changed(confirming=decision, cursor=0)
                else:
                    self._decide(decision)
            case _:
                self.ui = self.ui.changed(trail=(*self.ui.trail, meaning), cursor=0)

    def _take_again(self, step: Step) -> None:
        again = self.again
        if again is not None:
            does = {Step.AGAIN: again.want, Step.NOT_AGAIN: again.refuse}
            does.get(step, lambda: again.begin(at_once=True))()
        self.ui = self.ui.changed(cursor=0)

    def _confirmed(self) -> None:
        about = self.ui.confirming
        self.ui = self.ui.changed(confirming=None, cursor=0)
        match about:
            case Leaving.QUIT:
                self.is_left = True
            case Leaving.RESIGN:
                self._resign()
            case None:
                pass
            case decision:
                self._decide(decision)

    def _decide(self, decision: Decision) -> None:
        words = describe(self.peer.view().state, decision)
        self._say(lambda: self.peer.decide(decision), words)

    def _say(self, what: Callable[[], None], words: str) -> None:
        """Say something to the others; until it is settled it is shown as pending."""
        number = self.peer.view().round_number
        self._pending = (number, words)
        try:
            what()
        except NotNow:
            self._pending = (-1, "")
            self.note(tell_too_late(), while_asked(self.peer))
        self._renew()

    def _type_bid(self, key: str) -> None:
        match key:
            case "backspace":
                self.ui = self.ui.changed(typed=self.ui.typed[:-1])
            case "enter":
                self._bid_typed(self.ui.typed)
            case _ if len(self.ui.typed) < _MOST_DIGITS:
                self.ui = self.ui.changed(typed=self.ui.typed + key)
            case _:
                pass

    def _bid_typed(self, typed: str) -> None:
        most = self.asked.bid_most or 0
        self.ui = self.ui.changed(typed="")
        if not typed.isdecimal() or len(typed) > _MOST_DIGITS or int(typed) > most:
            self.note(_("Type a whole number from 0 to {most}.").format(most=money(most)))
        else:
            self._say(lambda: self.peer.bid(int(typed)), _("your bid, sealed"))

    def _resign(self) -> None:
        try:
            self.peer.resign()
        except NotNow:
            self.note(_("Nobody can resign now: the game has not begun, is over, or waits for the others."))
        else:
            told = _("You have resigned; mark stays until the others can go on without you.")
            self.note(told, while_asked(self.peer))
        self._renew()

    def show_help(self) -> None:
        """Lay help over the board: what is asked, how to answer it, the game in short, every command."""
        commands = [(_(one.word), one.key, _(one.summary)) for one in COMMANDS]
        self.show(help_page(self.asked, self.peer.view().state, self.settings.glyphs, commands))

    def ask_again(self) -> None:
        """Lay what is asked over the board, with how each answer can be typed."""
        self.show(choices_page(self.asked))

    def note(self, text: str, holds: Callable[[], bool] | None = None) -> None:
        """Answer the last key or line with one line, which goes as soon as it `holds` no more."""
        super().note(text)
        self._note_holds = holds

    def confirm(self, leaving: Leaving) -> None:
        """Ask whether the person means it; a game that is over is left at once."""
        is_over = self.peer.view().state.outcome is not None or self.peer.done.is_set()
        if leaving is Leaving.QUIT and is_over:
            self.is_left = True
        else:
            self.ui = self.ui.changed(confirming=leaving, cursor=0, page=None)

    def interrupt(self) -> None:
        """Take a Ctrl-C: ask, and leave at the second one."""
        if self.ui.confirming is Leaving.QUIT:
            self.is_left = True
        else:
            self.is_typing = False
            self.confirm(Leaving.QUIT)
