"""The table of what can be typed in the plain line mode besides answers; help is made from it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cli.board import draw_board
from cli.table_words import tell_table
from cli.waiting import tell_presence, tell_waiting
from cli.words import N_, _

if TYPE_CHECKING:
    from cli.plain import PlainTable


class Command(NamedTuple):
    """A word to type, what it does in words, and what it does."""

    word: str
    summary: str
    act: "Callable[[PlainTable], None]"


def find_command(line: str) -> Command | None:
    """Give the command that `line` is, in English or in the language in use; None for anything else."""
    typed = line.casefold()
    return next((one for one in COMMANDS if typed in {one.word, _(one.word).casefold()}), None)


def _help(table: "PlainTable") -> None:
    table.say(_("Answer a question with the number of a choice, or with the beginnings of its words: d p 2."))
    width = max(len(_(command.word)) for command in COMMANDS)
    table.say(*(f"{_(command.word):<{width}}  {_(command.summary)}" for command in COMMANDS))


def _board(table: "PlainTable") -> None:
    table.say(*draw_board(table.peer.view().state, table.narrator.names))


def _table(table: "PlainTable") -> None:
    table.say(*tell_table(table.peer.view().state, table.narrator.names))


def _rules(table: "PlainTable") -> None:
    from cli.rules import rules_text  # noqa: PLC0415 - long, and seldom read in mid-game

    table.say(*rules_text().splitlines())


def _who(table: "PlainTable") -> None:
    view, names = table.peer.view(), table.narrator.names
    table.say(tell_waiting(view, names, table.waited))
    if not view.ready:
        table.say(_("Your seat says nothing until another one has told what it holds of yours."))
    table.say(*(tell_presence(peer, names) for peer in view.peers))


def _log(table: "PlainTable") -> None:
    table.say(str(table.peer.log_path))


def _invite(table: "PlainTable") -> None:
    table.say(table.invite or _("There is no invite here: the host of the table has it."))


COMMANDS: Sequence[Command] = (
    Command(N_("choices"), N_("what you are asked, once more"), lambda table: table.ask_again()),
    Command(N_("board"), N_("the board, drawn"), _board),
    Command(N_("table"), N_("the board, in sentences"), _table),
    Command(N_("who"), N_("who is awaited and who is there"), _who),
    Command(N_("rules"), N_("the rules of the game"), _rules),
    Command(N_("log"), N_("the file with the log of this game"), _log),
    Command(N_("invite"), N_("the invite to this table"), _invite),
    Command(N_("resign"), N_("give up your seat for good"), lambda table: table.ask_to_resign()),
    Command(N_("quit"), N_("leave; the game can be resumed"), lambda table: table.leave()),
    Command(N_("help"), N_("this list"), _help),
)
"""Every command, in the order in which help lists them."""
