"""The table of what can be typed before a game begins; help is made from it."""

from collections.abc import Sequence
from typing import NamedTuple

from cli.width import columns
from cli.words import N_, _, pgettext


class LobbyCommand(NamedTuple):
    """A word to type, in English, what it does in words, and whether it is for the host alone.

    `number` is the example of the number that is typed behind the word, empty where there is none.
    """

    word: str
    summary: str
    hosts: bool = False
    number: str = ""


COMMANDS: Sequence[LobbyCommand] = (
    LobbyCommand("ready", N_("agree to the table as it is; the game begins once all are ready")),
    LobbyCommand("not ready", N_("agree to it no more")),
    LobbyCommand(N_("table"), N_("who sits at the table, and its rules")),
    LobbyCommand(N_("invite"), N_("the invite, for those who are to play"), hosts=True),
    LobbyCommand(N_("yes"), N_("let the guest sit who asks for a seat"), hosts=True),
    LobbyCommand(N_("no"), N_("refuse the guest who asks for a seat"), hosts=True),
    LobbyCommand(
        N_("dismiss"), N_("send the guest at place 2 away, for as long as this table is open"), True, "2"
    ),
    LobbyCommand("leave", N_("give up your seat; if the host leaves, the table is gone")),
    LobbyCommand(N_("help"), N_("this list")),
)
"""Every command, in the order in which help lists them."""


def find_lobby_command(typed: str) -> tuple[str, str] | None:
    """Give the English word that a typed line is, and the number behind it ("" for none), or None."""
    line = " ".join(typed.casefold().split())
    word, _space, number = line.rpartition(" ")
    for command in COMMANDS:
        ways = _ways(command.word)
        if line in ways and not command.number:
            return command.word, ""
        if word in ways and command.word in {"yes", "no", "dismiss"}:
            return command.word, number
    return None


def tell_lobby_commands(*, hosts: bool) -> list[str]:
    """Give a line for each command with what it does; `hosts` tells whether this is the host."""
    told = [
        (f"{shown(one.word)} {one.number}".rstrip(), _(one.summary))
        for one in COMMANDS
        if hosts or not one.hosts
    ]
    width = max(columns(word) for word, _summary in told)
    return [f"{word}{' ' * (width - columns(word))}  {summary}" for word, summary in told]


def shown(word: str) -> str:
    """Give a command's word as it is shown, in the language in use."""
    return _translations(word)[0]


def _ways(word: str) -> frozenset[str]:
    """Give the ways to type a word, in English and in the language in use."""
    more = (_("quit").casefold(), "quit") if word == "leave" else ("?",) if word == "help" else ()
    return frozenset((word, *(one.casefold() for one in _translations(word)), *more))


def _translations(word: str) -> list[str]:
    match word:
        case "ready":
            text = pgettext("typed; others after commas", "ready")
        case "not ready":
            text = pgettext("typed; others after commas", "not ready")
        case "leave":
            text = pgettext("typed; others after commas", "leave")
        case _:
            text = _(word)
    return text.split(",")
