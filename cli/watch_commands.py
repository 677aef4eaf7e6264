"""The table of what can be typed while watching a game; help is made from it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cli.board import draw_board
from cli.table_words import tell_table
from cli.waiting import tell_waiting
from cli.words import N_, _
from p2p.keywords import check_words, key_words

if TYPE_CHECKING:
    from cli.watch_client import WatchClient

_WORDS_ROUND = 2
"""The first round whose head tells the check words: that after the draw of the first player (13.11)."""


class WatchCommand(NamedTuple):
    """A word to type, what it does in words, and what it does."""

    word: str
    summary: str
    act: "Callable[[WatchClient], None]"


def find_watch_command(line: str) -> "Callable[[WatchClient], None] | None":
    """Give what the command `line` does, in English or in the language in use; None for anything else."""
    typed = line.strip().casefold()
    return next((one.act for one in COMMANDS if typed in {one.word, _(one.word).casefold()}), None)


def _board(client: "WatchClient") -> None:
    if view := client.view():
        client.say(*draw_board(view.state, client.names))


def _table(client: "WatchClient") -> None:
    if view := client.view():
        client.say(*tell_table(view.state, client.names))


def _who(client: "WatchClient") -> None:
    if view := client.view():
        client.say(tell_waiting(view, client.names, client.waited))


def _words(client: "WatchClient") -> None:
    """Show what players and spectators compare by ear."""
    genesis = client.watcher.genesis
    if client.view() is None or genesis is None:
        return
    heads = client.watcher.heads()
    if len(heads) > _WORDS_ROUND:
        text = _("The game: {words}")
        client.say(text.format(words=" ".join(check_words(heads[_WORDS_ROUND]))))
    for name, entry in zip(client.names, genesis.seats, strict=True):
        client.say(_("{seat}: {words}").format(seat=name, words=" ".join(key_words(entry.key))))


def _log(client: "WatchClient") -> None:
    if client.view() is not None:
        client.say(str(client.watcher.log_path))


def _help(client: "WatchClient") -> None:
    width = max(len(_(one.word)) for one in COMMANDS)
    client.say(*(f"{_(one.word):<{width}}  {_(one.summary)}" for one in COMMANDS))


COMMANDS: Sequence[WatchCommand] = (
    WatchCommand(N_("board"), N_("the board, drawn"), _board),
    WatchCommand(N_("table"), N_("the board, in sentences"), _table),
    WatchCommand(N_("who"), N_("who is awaited"), _who),
    WatchCommand(
        N_("words"), N_("the words to compare with the players: the game's, and each key's"), _words
    ),
    WatchCommand(N_("log"), N_("the file with the log of this game"), _log),
    WatchCommand(N_("quit"), N_("stop watching"), lambda client: client.leave()),
    WatchCommand(N_("help"), N_("this list"), _help),
)
"""Every command, in the order in which help lists them."""
