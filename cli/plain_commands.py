"""The table of what can be typed in the plain line mode besides answers; help is made from it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cli.board import draw_board
from cli.names import listing
from cli.table_words import tell_table
from cli.waiting import tell_mute, tell_presence, tell_waiting
from cli.words import N_, _

if TYPE_CHECKING:
    from cli.plain import PlainClient


class Command(NamedTuple):
    """A word to type, what it does in words, and what it does."""

    word: str
    summary: str
    act: "Callable[[PlainClient], None]"


class NumberedCommand(NamedTuple):
    """A word to type with seat numbers behind it, what it does in words, and what it does with the seats."""

    word: str
    summary: str
    act: "Callable[[PlainClient, tuple[int, ...]], None]"


class SpokenCommand(NamedTuple):
    """A word to type with any text behind it, what it does in words, and what it does with the text."""

    word: str
    summary: str
    act: "Callable[[PlainClient, str], None]"


def find_command(line: str) -> "Callable[[PlainClient], None] | None":
    """Give what the command `line` does, in English or in the language in use; None for anything else."""
    typed, *numbers = line.casefold().split() or [""]
    for spoken in SPOKEN:
        if typed in {spoken.word, _(spoken.word).casefold()}:
            _word, *rest = line.split(maxsplit=1)
            return lambda client: spoken.act(client, "".join(rest))
    if not numbers:
        for one in COMMANDS:
            if typed in {one.word, _(one.word).casefold()}:
                return one.act
    for numbered in NUMBERED:
        if typed in {numbered.word, _(numbered.word).casefold()} and all(map(str.isdecimal, numbers)):
            seats = tuple(sorted({int(number) - 1 for number in numbers}))
            return lambda client: numbered.act(client, seats)
    return None


def _help(client: "PlainClient") -> None:
    client.say(
        _("Answer a question with the number of a choice, or with the beginnings of its words: d p 2.")
    )
    listed = [(_(one.word), _(one.summary)) for one in COMMANDS]
    listed += [(_(one.word), _(one.summary)) for one in NUMBERED]
    listed += [(_(one.word), _(one.summary)) for one in SPOKEN]
    width = max(len(word) for word, _summary in listed)
    client.say(*(f"{word:<{width}}  {summary}" for word, summary in listed))


def _board(client: "PlainClient") -> None:
    client.say(*draw_board(client.peer.view().state, client.narrator.names))


def _table(client: "PlainClient") -> None:
    client.say(*tell_table(client.peer.view().state, client.narrator.names))


def _rules(client: "PlainClient") -> None:
    from cli.rules import rules_text  # noqa: PLC0415 - long, and seldom read in mid-game

    client.say(*rules_text().splitlines())


def _who(client: "PlainClient") -> None:
    view, names = client.peer.view(), client.narrator.names
    client.say(tell_waiting(view, names, client.waited))
    if view.owing:
        text = _("You have voted for a removal, and it waits for {seats}.")
        client.say(text.format(seats=listing([names[seat] for seat in view.owing])))
    if not view.ready:
        client.say(tell_mute(view, names))
    client.say(*(tell_presence(peer, names) for peer in view.peers))


def _log(client: "PlainClient") -> None:
    client.say(str(client.peer.log_path))


def _invite(client: "PlainClient") -> None:
    if not client.invite:
        client.say(_("Nobody may watch this game through you."))
        return
    client.say(_("Who has this can watch the game through you, with mark watch INVITE:"), client.invite)


def _insist(client: "PlainClient") -> None:
    client.peer.insist()


def _chat(client: "PlainClient") -> None:
    client.say(*client.chat.last())


def _say(client: "PlainClient", text: str) -> None:
    client.say(*client.chat.say(text))


def _mute(client: "PlainClient", seats: tuple[int, ...]) -> None:
    client.say(*client.chat.mute(seats))


def _unmute(client: "PlainClient", seats: tuple[int, ...]) -> None:
    client.say(*client.chat.unmute(seats))


def _remove(client: "PlainClient", seats: tuple[int, ...]) -> None:
    client.propose_removal(seats)


NUMBERED: Sequence[NumberedCommand] = (
    NumberedCommand(
        N_("remove"),
        N_("propose to remove absent seats for good, by their numbers: remove 3; without any, take it back"),
        _remove,
    ),
    NumberedCommand(N_("mute"), N_("read no more of what these seats say: mute 3"), _mute),
    NumberedCommand(N_("unmute"), N_("read them again; without a number, all"), _unmute),
)
"""Every command that takes seat numbers, counted from 1."""

SPOKEN: Sequence[SpokenCommand] = (
    SpokenCommand(N_("say"), N_("say something to all players: say hello"), _say),
)
"""Every command that takes text."""

COMMANDS: Sequence[Command] = (
    Command(N_("choices"), N_("what you are asked, once more"), lambda client: client.ask_again()),
    Command(N_("board"), N_("the board, drawn"), _board),
    Command(N_("table"), N_("the board, in sentences"), _table),
    Command(N_("who"), N_("who is awaited and who is there"), _who),
    Command(N_("words"), N_("the check words, to read aloud"), lambda client: client.tell_check_words()),
    Command(N_("rules"), N_("the rules of the game"), _rules),
    Command(N_("chat"), N_("what was said last"), _chat),
    Command(N_("log"), N_("the file with the log of this game"), _log),
    Command(N_("invite"), N_("the invite for one who would watch this game"), _invite),
    Command(
        N_("insist"),
        N_("play on, though another copy of your seat was heard: only if it is closed for good"),
        _insist,
    ),
    Command(N_("resign"), N_("give up your seat for good"), lambda client: client.ask_to_resign()),
    Command(N_("quit"), N_("leave; the game can be resumed"), lambda client: client.leave()),
    Command(N_("help"), N_("this list"), _help),
)
"""Every command, in the order in which help lists them."""
