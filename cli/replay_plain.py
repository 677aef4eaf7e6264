"""A game looked at again line by line: every event is one line, and typed words lead to any place in it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from cli.audit_by_hand import bids_lines, roll_lines
from cli.board import draw_board
from cli.chart import tell_course
from cli.console import Console
from cli.kept_chat import tell_kept_chat
from cli.narrator import Narrator
from cli.playhead import Aim, Goal
from cli.replay_bids import bids_before
from cli.replay_goals import GOALS, find_place, is_word, read_goal, read_number
from cli.replay_words import tell_game, tell_verdict
from cli.results import tell_outcome, tell_result
from cli.table_words import tell_table
from cli.waiting import tell_waiting
from cli.words import N_, _
from core.frozen import Frozen
from core.state import State
from p2p.log import Expectation
from p2p.roll_inputs import inputs_of_round
from p2p.tape import Tape

_NUMBER_COLUMNS: Final = 5
"""Columns of a round's number, so that the lines of most games stand below each other."""


class _Moment(Frozen):
    """The open round, as `cli.waiting` wants to see it: in a log all that it awaits is still to come."""

    state: State
    expects: Expectation | None
    missing: tuple[int, ...]


class PlainReplay:
    """A person, or a program, before the log at `path`; `place` is where the replay stands.

    `show` takes each line.
    """

    def __init__(self, tape: Tape, path: Path, show: Callable[[str], None]) -> None:
        genesis = tape.genesis
        assert genesis is not None
        self.tape: Final = tape
        self.path: Final = path
        self.narrator: Final = Narrator(genesis)
        self.place = 0
        self.is_left = False
        self._show = show
        self.say(tell_game(genesis))

    def say(self, *lines: str) -> None:
        """Show lines to the person."""
        for line in lines:
            self._show(line)

    async def talk(self, console: Console) -> None:
        """Do what is typed; a pipe that holds not one line is answered with the whole game."""
        is_first = True
        self.say(self.where())
        while not self.is_left and (line := await console.read()) is not None:
            is_first = False
            self._do(line.strip())
        if is_first and console.patient:
            self.tell_to(None)

    def move(self, place: int) -> None:
        """Go to a place of the log without a word."""
        if place != self.place:
            self.narrator.start_at(self.tape.log_at(place))
            self.place = place

    def tell_to(self, last: int | None) -> None:
        """Tell all rounds from here up to this one, or to the end, and then the audit's verdict."""
        while (last is None or self.place <= last) and self.tape.has_round(self.place):
            self.say(*self._told_round())
        while self.tape.read_on():
            pass
        self.say(tell_verdict(self.tape))

    def where(self) -> str:
        """Give one line of where the replay stands and who is to speak there."""
        self.tape.has_round(self.place)  # whether a turn begins here is known with the next round
        log = self.narrator.log
        moment = _Moment(log.state, log.expects, () if log.expects is None else log.expects.seats)
        text = _("Round {number}, turn {turn}. {next}")
        return text.format(
            number=self.place,
            turn=self.tape.landmarks.turn_at(self.place),
            next=tell_waiting(moment, self.narrator.names, 0),
        )

    def go(self, goal: Goal) -> None:
        """Go to a goal and say where that is; a single step on is told instead."""
        place = find_place(self.tape, goal, self.place)
        if goal.aim is Aim.NEXT:
            self.say(*([tell_verdict(self.tape)] if place is None else self._told_round()))
        elif place is None:
            self.say(_("There is no such place in this log."))
        else:
            self.move(place)
            self.say(self.where())

    def show_roll(self, typed: str) -> None:
        """Show how a roll was made: that of a number, or the newest one here."""
        wanted = read_number(typed)
        roll = self.narrator.log.state.rolls if wanted is None else wanted
        place = find_place(self.tape, Goal(Aim.ROLL, roll), self.place)
        if place is None or (wanted is None and place > self.place):
            self.say(_("There is no roll {roll} yet.").format(roll=roll))
            return
        inputs = inputs_of_round(self.tape.log_at(place - 1), self.tape.round(place - 1))
        self.say(*roll_lines(inputs, self.narrator.names))

    def show_bids(self) -> None:
        """Show how the newest bids that are open here were sealed."""
        bids = bids_before(self.tape, self.place)
        self.say(*(bids_lines(bids, self.narrator.names) if bids else [_("There has been no auction yet.")]))

    def show_result(self) -> None:
        """Tell how the whole game has ended, and how it came to that."""
        while self.tape.read_on():
            pass
        whole = Narrator(self.narrator.log.genesis)
        whole.catch_up(map(self.tape.round, range(self.tape.rounds)))
        outcome = whole.log.state.outcome
        if outcome is None:
            self.say(_("The game is not over."))
        else:
            self.say(tell_outcome(outcome, whole.names), *tell_result(outcome, whole.tally, whole.names))
            self.say(*tell_course(whole.tally.course, whole.names))

    def _do(self, line: str) -> None:
        number, _space, rest = line.partition(" ")
        if number.isascii() and number.isdigit() and 0 < int(number[:4]) <= len(_WORDS):
            line = f"{_WORDS[int(number[:4]) - 1][0]} {rest}"
        word, _space, rest = (line or "next").partition(" ")
        for command in COMMANDS:
            if is_word(word, command.word):
                command.act(self, rest.strip())
                return
        for one in GOALS:
            if is_word(word, one.word) and (goal := read_goal(one, rest.strip())) is not None:
                self.go(goal)
                return
        self.say(_("Type help for what can be typed."))

    def _told_round(self) -> Sequence[str]:
        number = self.place
        told = self.narrator.tell(number, self.tape.round(number))
        self.place += 1
        return [f"{number:>{_NUMBER_COLUMNS}}  {text}" for text in told]


class PlainCommand(NamedTuple):
    """A word to type, what it does in words, and what it does with what is typed behind it."""

    word: str
    summary: str
    act: Callable[[PlainReplay, str], None]


def _help(at: PlainReplay, _typed: str) -> None:
    width = max(len(_(word)) for word, _summary in _WORDS)
    for number, (word, summary) in enumerate(_WORDS, 1):
        at.say(f"{number:>2}  {_(word):<{width}}  {_(summary)}")


def _leave(at: PlainReplay, _typed: str) -> None:
    at.is_left = True


COMMANDS: Sequence[PlainCommand] = (
    PlainCommand(N_("play"), N_("all that is to come, to the end"), lambda at, _typed: at.tell_to(None)),
    PlainCommand(
        N_("board"),
        N_("the board, drawn"),
        lambda at, _typed: at.say(*draw_board(at.narrator.log.state, at.narrator.names)),
    ),
    PlainCommand(
        N_("table"),
        N_("the board, in sentences"),
        lambda at, _typed: at.say(*tell_table(at.narrator.log.state, at.narrator.names)),
    ),
    PlainCommand(
        N_("fair"),
        N_("how the newest dice were made, to be checked by hand; with a number, those of that roll"),
        PlainReplay.show_roll,
    ),
    PlainCommand(
        N_("bids"),
        N_("how the newest bids were sealed and opened, to be checked by hand"),
        lambda at, _typed: at.show_bids(),
    ),
    PlainCommand(
        N_("result"),
        N_("how the game has ended; on the screen also the board behind that"),
        lambda at, _typed: at.show_result(),
    ),
    PlainCommand(
        N_("verdict"), N_("what an audit says of the log"), lambda at, _typed: at.say(tell_verdict(at.tape))
    ),
    PlainCommand(
        N_("chat"),
        N_("what the players said, where that is kept beside the log"),
        lambda at, _typed: at.say(*tell_kept_chat(at.path, at.narrator.log.genesis, at.narrator.names)),
    ),
    PlainCommand(N_("quit"), N_("leave"), _leave),
    PlainCommand(N_("help"), N_("this list"), _help),
)
_WORDS: Final = (
    *((one.word, one.summary) for one in GOALS),
    *((one.word, one.summary) for one in COMMANDS),
)
"""All that can be typed, in the order of its numbers."""
