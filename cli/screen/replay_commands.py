"""The one table of a replay's commands: typed words, keys, the bar of keys, completion and help."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from cli.replay_goals import GOALS, GoalWord, is_word, read_goal
from cli.screen import replay_acts as acts
from cli.screen.pages import command_lines
from cli.screen.ui import Page
from cli.words import N_, _

if TYPE_CHECKING:
    from cli.screen.replay_screen import ReplayScreen


def _always(_at: "ReplayScreen") -> bool:
    return True


def _never(_at: "ReplayScreen") -> bool:
    return False


def _is_over(at: "ReplayScreen") -> bool:
    return at.story.state.outcome is not None


class ReplayCommand(NamedTuple):
    """A word to type, the key that does the same and how that is called, what it does in words and in deed.

    `act` is given what was typed behind the word. The bar of keys shows it where it is `offered`.
    """

    word: str
    key: str
    shown: str
    summary: str
    act: "Callable[[ReplayScreen, str], None]"
    offered: "Callable[[ReplayScreen], bool]" = _always

    @property
    def key_name(self) -> str:
        """How the key is called in the language in use."""
        return _(self.shown) if self.shown else ""


def _help(at: "ReplayScreen", _typed: str) -> None:
    """Show every command."""
    lines = (
        _("The log is played round by round, as far as it is sound; the lowest line is the audit's."),
        _("A number goes to that round, / or : begins a typed line, a click on the bar goes there."),
        _("The arrows step too; PgUp goes back to the turn before, A to the auction before."),
        "",
        *command_lines([(_(one.word), one.key_name, _(one.summary)) for one in COMMANDS]),
    )
    at.show(Page(_("Help"), lines))


def _go(word: GoalWord, at: "ReplayScreen", typed: str) -> None:
    goal = read_goal(word, typed)
    if goal is not None:
        at.go(goal)
    elif typed:
        at.note(_("There is no such command: ? shows all."))
    else:
        at.begin_typing(f"{_(word.word)} ")


def _goal(number: int, shown: str, offered: "Callable[[ReplayScreen], bool]" = _always) -> ReplayCommand:
    word = GOALS[number]
    return ReplayCommand(word.word, word.key, shown, word.summary, partial(_go, word), offered)


COMMANDS: Sequence[ReplayCommand] = (
    ReplayCommand(N_("help"), "?", "?", N_("this list"), _help),
    ReplayCommand(
        N_("result"),
        "e",
        "e",
        N_("how the game has ended; on the screen also the board behind that"),
        acts.show_result,
        _is_over,
    ),
    ReplayCommand(N_("play"), " ", N_("space"), N_("go on by itself, or stop"), acts.toggle),
    _goal(0, ">"),
    _goal(1, "<"),
    _goal(2, N_("PgDn")),
    ReplayCommand(
        N_("view"), "v", "v", N_("from the next seat's view; with a number, that seat's"), acts.look
    ),
    ReplayCommand(
        N_("fair"),
        "f",
        "f",
        N_("how the newest dice were made, to be checked by hand; with a number, those of that roll"),
        acts.show_roll,
    ),
    ReplayCommand(
        N_("bids"),
        "b",
        "b",
        N_("how the newest bids were sealed and opened, to be checked by hand"),
        acts.show_bids,
        _never,
    ),
    ReplayCommand(N_("moves"), "n", "n", N_("what has happened before"), acts.show_moves),
    _goal(3, "a"),
    ReplayCommand(
        N_("chat"),
        "c",
        "c",
        N_("what the players said, where that is kept beside the log"),
        acts.show_chat,
        lambda at: at.has_chat,
    ),
    ReplayCommand(N_("faster"), "+", "+", N_("play faster"), acts.faster, _never),
    ReplayCommand(N_("slower"), "-", "-", N_("play slower"), acts.slower, _never),
    _goal(4, "", _never),
    _goal(5, "", _never),
    _goal(6, N_("Home"), _never),
    _goal(7, N_("End"), _never),
    ReplayCommand(N_("table"), "t", "t", N_("the board, in sentences"), acts.show_table, _never),
    ReplayCommand(N_("rules"), "u", "u", N_("the rules of the game"), acts.show_rules, _never),
    ReplayCommand(N_("verdict"), "!", "!", N_("what an audit says of the log"), acts.show_verdict, _never),
    ReplayCommand(N_("quit"), "q", "q", N_("leave"), acts.leave),
)
"""Every command, in the order in which help lists them and the bar of keys shows them."""

KEYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{one.key: one.word for one in COMMANDS if one.key},
        "enter": "next",
        ">": "next",
        "<": "back",
        "pageup": "turn back",
        "A": "auction back",
        "=": "faster",
    }
)
"""What each key stands for, as a typed line."""


def find_command(typed: str) -> tuple[ReplayCommand, str] | None:
    """Give the command that a typed line begins with, in English or in the language in use, and the rest."""
    word, _space, rest = typed.partition(" ")
    for command in COMMANDS:
        if is_word(word, command.word):
            return command, rest.strip()
    return None
