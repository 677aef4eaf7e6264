"""The controller of a replay: a log is played on the screen of the table, from any seat's view.

It knows no terminal and does not wait: `work` reads on in the log, `advance` plays, and whoever shows it
calls both when it is time.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from cli.kept_chat import has_chat
from cli.onlooker import look_on
from cli.playhead import SPEEDS, Aim, Goal, Playing, is_before, last_resort, reach
from cli.replay_words import tell_verdict
from cli.screen.models.asked import Asked
from cli.screen.models.key import Key
from cli.screen.models.progress import Progress
from cli.screen.models.result import Result, result
from cli.screen.models.screen import Screen, page_keys
from cli.screen.models.table import table
from cli.screen.paged import PagedScreen
from cli.screen.painted import Painted
from cli.screen.replay_acts import moves_before
from cli.screen.replay_commands import COMMANDS, KEYS, find_command
from cli.screen.scene import Scene
from cli.screen.settings import Settings
from cli.screen.story import Story
from cli.screen.ui import Page, turn_page
from cli.tally import Tally
from cli.width import columns, fit
from cli.words import _
from p2p.tape import Tape
from p2p.verdict import Verdict

LEAD_ROUNDS: Final = 40
"""Rounds before a place that are told when it is gone to: what has led to it stands beside the board."""
KEPT_LINES: Final = 200
_SOUND: Final = (Verdict.COMPLETE, Verdict.UNFINISHED)


class ReplayScreen(PagedScreen):
    """A log, whatever it is drawn with; `place` is where it stands, `seat` from where it is seen.

    Nothing but the start of the tape has been read when this is made; `path` is where the log lies. `began`
    is called when it begins to play by itself, or at another speed.
    """

    def __init__(self, tape: Tape, settings: Settings, *, seat: int = 0, path: Path = Path()) -> None:
        genesis = tape.genesis
        assert genesis is not None
        super().__init__(settings)
        self.tape: Final = tape
        self.story: Final = Story(genesis)
        self.title: Final = _("Replay of {game}").format(game=genesis.game_id.hex()[:4])
        self.seat = seat
        self.path: Final = path
        self.has_chat: Final[bool] = has_chat(self.path)
        self.playing = Playing()
        self.began: Callable[[], None] = lambda: None
        self._goal: Goal | None = None
        self._is_result = False
        self._moves_begin = 0
        self._tally = Tally(self.story.state)
        tape.follow(self._tally.see)

    @property
    def place(self) -> int:
        """The rounds that have been played."""
        return self.story.round_number

    def scene(self) -> Scene:
        """Give the table at this place."""
        return Scene(
            self.title,
            self.story.names,
            look_on(self.story.log, self.seat),
            self.story.state,
            feed=tuple(self.story.feed),
            words=self.story.words,
            bids=self.story.bids,
            looks_on=True,
            tally=self._tally,
            log=str(self.path),
        )

    def screen(self) -> Screen:
        """Give the screen at this moment."""
        scene, nothing = self.scene(), Asked()
        return Screen(
            table(scene, nothing),
            nothing,
            0,
            0,
            self.ui.note,
            scene.feed,
            self.ui.page,
            self.ui.scroll,
            self._keys(),
            self._progress(),
            self._result(scene),
        )

    def paint(self, width: int, height: int) -> Painted:
        """Give the whole screen at this moment, in this size."""
        wanted, painted = self.ui.scroll, super().paint(width, height)
        if painted.scroll == wanted or not self._lengthen():
            return painted
        self.ui = self.ui.changed(scroll=wanted)
        return super().paint(width, height)

    def words(self) -> Iterable[str]:
        """Give all that can be typed."""
        return (_(command.word) for command in COMMANDS)

    def _keys(self) -> tuple[Key, ...]:
        if self.ui.page is not None:
            return page_keys()
        return tuple(Key(one.key_name, _(one.word), one.word) for one in COMMANDS if one.offered(self))

    def _result(self, scene: Scene) -> Result | None:
        """Give the end of the game where it is wanted; what the audit says stands below anyway."""
        shown = result(scene) if self._is_result and self.tape.report is not None else None
        return None if shown is None else shown.changed(verdict="")

    def _progress(self) -> Progress:
        report = self.tape.report
        paces = [_("stopped"), *(_("{rate} a second").format(rate=f"{rate:g}") for rate in SPEEDS)]
        pace = paces[1 + self.playing.speed] if self.playing.is_on else paces[0]
        return Progress(
            self.place,
            self.tape.rounds,
            self.tape.landmarks.turn_at(self.place),
            report is not None,
            fit(pace, max(map(columns, paces))),
            tell_verdict(self.tape),
            report is not None and report.verdict not in _SOUND,
        )

    def press(self, key: str) -> None:
        """Take a key."""
        if self.ui.page is not None:
            self.ui = turn_page(self.ui, key)
        elif key in {"/", ":"}:
            self.begin_typing()
        elif key.isascii() and key.isdigit():
            self.begin_typing(key)
        elif key in KEYS:
            self.submit(KEYS[key])

    def submit(self, line: str) -> None:
        """Take a typed line: a command, or the number of a round."""
        self.is_typing = False
        typed = line.strip()
        self.note("")
        if typed.isascii() and typed.isdigit():
            typed = f"round {typed}"
        if found := find_command(typed):
            command, rest = found
            command.act(self, rest)
        elif typed:
            self.note(_("There is no such command: ? shows all."))

    def interrupt(self) -> None:
        """Take a Ctrl-C: nothing is lost by leaving."""
        self.is_left = True

    def tell(self, text: str) -> None:
        """Show a line that was printed meanwhile."""
        self.note(text)

    def work(self) -> bool:
        """Read some more of the log, and go where it was too short for; False once all has been read."""
        goes_on = self.tape.read_on()
        if self._goal is not None:
            self._seek(self._goal)
        return goes_on

    def advance(self) -> None:
        """Play what is due after each `playing.pause`, and stop at the end."""
        last = self.tape.rounds
        self.move(min(self.place + self.playing.rounds, last))
        if self.place == last and self.tape.report is not None:
            self.playing = self.playing.stopped()

    def go(self, goal: Goal) -> None:
        """Go to a goal, at once or as soon as it has been read; whoever goes anywhere stops playing."""
        self._is_result = False
        self._seek(goal)

    def show_result(self) -> None:
        """Go to the end and show how the game has ended there, or the board again."""
        if self._is_result:
            self._is_result = False
            return
        self.go(Goal(Aim.END))
        self._is_result = True
        if self.tape.report is not None and self.story.state.outcome is None:
            self.note(_("The game is not over."))

    def show_moves(self) -> None:
        """Lay the moves before this place over the board."""
        first, lines = moves_before(self, self.place)
        self.show(Page(_("Moves, the newest first"), (*lines, *_turn_on(first))))
        self._moves_begin = first

    def _lengthen(self) -> bool:
        """Add older moves to the page of moves, if it lies open and there are any."""
        page, place = self.ui.page, self._moves_begin
        if page is None or not place:
            return False
        self._moves_begin, lines = moves_before(self, place)
        whole = (*page.lines[:-1], *lines, *_turn_on(self._moves_begin))
        self.ui = self.ui.changed(page=page.changed(lines=whole))
        return True

    def _seek(self, goal: Goal) -> None:
        self.playing, self._goal = self.playing.stopped(), None
        found = reach(goal, self.place, self.tape.landmarks, self.tape.rounds)
        if found is None and not is_before(goal) and self.tape.report is None:
            self._goal = goal
            self.note(_("Reading the log …"))
            return
        self.note("")
        if found is None:
            found = last_resort(goal, self.tape.rounds)
        if found is None:
            self.note(_("There is no such place in this log."))
        else:
            self.move(found)

    def move(self, place: int) -> None:
        """Show the table as it lay at this place of the log, with what had led to it."""
        if not self.place <= place <= self.place + LEAD_ROUNDS:
            self.story.start_at(self.tape.log_at(max(place - LEAD_ROUNDS, 0)))
        for number in range(self.place, place):
            self.story.follow(number, self.tape.round(number))
        del self.story.feed[:-KEPT_LINES]

    def play(self, playing: Playing) -> None:
        """Go on by itself in this way, or stop."""
        if playing.is_on and self.tape.report is not None and self.place == self.tape.rounds:
            self.move(0)
        self.playing, self._goal, self._is_result = playing, None, False
        self.began()

    def look_from(self, seat: int) -> None:
        """See the table from this seat."""
        self.seat = seat

    def show(self, page: Page) -> None:
        """Lay a page over the board."""
        self.playing = self.playing.stopped()
        self._moves_begin = 0
        super().show(page)


def _turn_on(first: int) -> tuple[str, ...]:
    """Give the line below moves that do not go back to the start."""
    return (_("… PgDn shows what came before."),) if first else ()
