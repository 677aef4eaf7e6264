"""The one table of commands: typed words, keys, the bar of keys, completion and help are all made from it.

Full screen and line mode both take their commands from here: whatever one can do the other can too.
"""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from cli.screen import acts
from cli.screen.looker import Looker
from cli.screen.scene import Scene
from cli.screen.seated import Seated
from cli.words import N_, _
from p2p.view import Wanted

Client_contra = TypeVar("Client_contra", bound=Looker, contravariant=True)


def _always(_scene: Scene) -> bool:
    return True


def _to_choose(scene: Scene) -> bool:
    return scene.view.wanted in {Wanted.DECISION, Wanted.BID}


def _may_play_again(scene: Scene) -> bool:
    return scene.wish is not None and scene.view.complete and not scene.wish.wanted


def _is_over(scene: Scene) -> bool:
    return scene.settled.outcome is not None


def _is_whole(scene: Scene) -> bool:
    return scene.view.complete


class Command(NamedTuple, Generic[Client_contra]):
    """A word to type, the key that does the same ("" for none), what it does in words, and what it does.

    `act` is given what was typed behind the word; a key gives it an empty text. The bar of keys shows it
    where it is `offered`; it can be typed at any time.
    """

    word: str
    key: str
    summary: str
    act: Callable[[Client_contra, str], None]
    offered: Callable[[Scene], bool] = _always


_END: Sequence[Command[Looker]] = (
    Command(
        N_("result"),
        "e",
        N_("how the game has ended; on the screen also the board behind that"),
        acts.show_result,
        _is_over,
    ),
    Command(
        N_("replay"),
        "r",
        N_("look at the game again, move by move, once it is over"),
        acts.look_again,
        _is_whole,
    ),
)
_CHECKS: Sequence[Command[Looker]] = (
    Command(
        N_("fair"),
        "f",
        N_("how the newest dice were made, to be checked by hand; with a number, those of that roll"),
        acts.show_proof,
    ),
    Command(
        N_("bids"),
        "b",
        N_("how the newest bids were sealed and opened, to be checked by hand"),
        acts.show_bids,
        lambda scene: bool(scene.bids),
    ),
    Command(
        N_("moves"),
        "n",
        N_("all that has happened so far; with a number, so many of the newest lines"),
        acts.show_moves,
    ),
    Command(N_("who"), "o", N_("who is awaited and who is there"), acts.show_who),
    Command(
        N_("alerts"),
        "!",
        N_("what stands in the way of the game or of its fairness, and which file proves it"),
        acts.show_alerts,
        lambda scene: bool(scene.alerts),
    ),
)
_AUDIT: Command[Looker] = Command(
    N_("audit"), "a", N_("what the audit says of the finished log"), acts.show_audit, _is_over
)
_TEXTS: Sequence[Command[Looker]] = (
    Command(N_("rules"), "u", N_("the rules of the game"), acts.show_rules),
    Command(N_("board"), "", N_("the board, drawn"), acts.show_board),
    Command(N_("table"), "", N_("the board, in sentences"), acts.show_table),
    Command(N_("log"), "", N_("the file with the log of this game"), acts.tell_log),
)
COMMANDS: Sequence[Command[Seated]] = (
    Command(N_("help"), "?", N_("what is asked now, and every command"), acts.show_help),
    Command(N_("choices"), "", N_("what you are asked, once more"), acts.ask_again),
    *_END,
    Command(
        N_("rematch"),
        "m",
        N_("play again with the same players, once the game is over"),
        acts.play_again,
        _may_play_again,
    ),
    Command(N_("begin"), "", N_("begin the rematch without those who have not come"), acts.begin_again),
    _AUDIT,
    Command(N_("hint"), "h", N_("what a cautious player would choose"), acts.give_hint, _to_choose),
    Command(
        N_("why"),
        "w",
        N_("which rule forbids a choice: why not deliver glass"),
        acts.tell_why,
        _to_choose,
    ),
    *_CHECKS,
    Command(N_("words"), "", N_("the check words, to read aloud"), acts.tell_words),
    Command(N_("say"), "k", N_("say something to all players: say hello"), acts.say),
    Command(N_("chat"), "", N_("what was said last"), acts.show_chat),
    Command(N_("mute"), "", N_("read no more of what these seats say: mute 3"), acts.mute),
    Command(N_("unmute"), "", N_("read them again; without a number, all"), acts.unmute),
    *_TEXTS,
    Command(N_("invite"), "", N_("the invite for one who would watch this game"), acts.show_invite),
    Command(
        N_("remove"),
        "",
        N_("propose to remove absent seats for good, by their numbers: remove 3; without any, take it back"),
        acts.propose_removal,
    ),
    Command(
        N_("insist"),
        "",
        N_("play on, though another copy of your seat was heard: only if it is closed for good"),
        acts.insist,
    ),
    Command(N_("resign"), "", N_("give up your seat for good"), acts.ask_to_resign),
    Command(N_("quit"), "q", N_("leave; the game can be resumed"), acts.ask_to_quit),
)
"""Every command of a player, in the order in which help lists them and the bar of keys shows them."""

WATCH_COMMANDS: Sequence[Command[Looker]] = (
    Command(N_("help"), "?", N_("this list"), acts.show_help),
    *_END,
    _AUDIT,
    *_CHECKS,
    Command(
        N_("words"),
        "w",
        N_("the words to compare with the players: the game's, and each key's"),
        acts.show_words,
    ),
    *_TEXTS,
    Command(N_("quit"), "q", N_("stop watching"), acts.ask_to_quit),
)
"""Every command of a spectator, in the same order."""


def find_command(
    typed: str, commands: Sequence[Command[Client_contra]]
) -> tuple[Command[Client_contra], str] | None:
    """Give the command that a typed line begins with, in English or in the language in use, and the rest.

    No question has an answer that begins with one of these words.
    """
    word, _space, rest = typed.strip().partition(" ")
    word = word.casefold()
    for command in commands:
        if word and word in {command.word, _(command.word).casefold()}:
            return command, rest.strip()
    return None


def command_of_key(key: str, commands: Sequence[Command[Client_contra]]) -> Command[Client_contra] | None:
    """Give the command that a key does."""
    return next((command for command in commands if command.key and command.key == key), None)
