"""What the commands of a replay do: functions of its controller and of what was typed behind the word."""

from typing import TYPE_CHECKING, Final

from cli.kept_chat import tell_kept_chat
from cli.narrator import Narrator
from cli.replay_bids import bids_before
from cli.replay_goals import read_number
from cli.replay_words import tell_verdict
from cli.screen import pages
from cli.screen.proofs import bids_page, roll_page
from cli.screen.ui import Page
from cli.words import _
from p2p.roll_inputs import inputs_of_round

if TYPE_CHECKING:
    from cli.screen.replay_screen import ReplayScreen

MOVES_ROUNDS: Final = 500
"""Rounds by which the page of moves grows: a game of people has hardly more."""


def toggle(at: "ReplayScreen", _typed: str) -> None:
    """Go on by itself, or stop."""
    at.play(at.playing.toggled())


def faster(at: "ReplayScreen", _typed: str) -> None:
    """Play faster."""
    at.play(at.playing.faster(1))


def slower(at: "ReplayScreen", _typed: str) -> None:
    """Play slower."""
    at.play(at.playing.faster(-1))


def look(at: "ReplayScreen", typed: str) -> None:
    """See the table from the next seat, or from that of a number."""
    seats = len(at.story.names)
    number = read_number(typed)
    if not typed:
        at.look_from((at.seat + 1) % seats)
    elif number is not None and 1 <= number <= seats:
        at.look_from(number - 1)
    else:
        at.note(_("There is no such seat: this game has {seats}.").format(seats=seats))


def show_roll(at: "ReplayScreen", typed: str) -> None:
    """Show how a roll was made: that of a number, or the newest one here."""
    rolls, wanted = at.tape.landmarks.rolls, read_number(typed)
    roll = at.story.state.rolls if wanted is None else wanted
    if roll >= len(rolls) or (wanted is None and rolls[roll] >= at.place):
        at.note(_("There is no roll {roll} yet.").format(roll=roll))
        return
    inputs = inputs_of_round(at.tape.log_at(rolls[roll]), at.tape.round(rolls[roll]))
    at.show(roll_page(inputs, at.story.names))


def show_bids(at: "ReplayScreen", _typed: str) -> None:
    """Show how the newest bids that are open here were sealed."""
    if bids := bids_before(at.tape, at.place):
        at.show(bids_page(bids, at.story.names))
    else:
        at.note(_("There has been no auction yet."))


def show_result(at: "ReplayScreen", _typed: str) -> None:
    """Show how the game has ended, or the board behind that."""
    at.show_result()


def show_moves(at: "ReplayScreen", _typed: str) -> None:
    """Show what has happened before, with the numbers of the rounds, the newest first."""
    at.show_moves()


def moves_before(at: "ReplayScreen", place: int) -> tuple[int, tuple[str, ...]]:
    """Give the lines of the MOVES_ROUNDS rounds before a place, the newest first, and where these begin."""
    first = max(place - MOVES_ROUNDS, 0)
    narrator = Narrator(at.story.log.genesis)
    narrator.start_at(at.tape.log_at(first))
    lines = [
        f"{number:>5}  {text}"
        for number in range(first, place)
        for text in narrator.tell(number, at.tape.round(number))
    ]
    return first, tuple(reversed(lines))


def show_chat(at: "ReplayScreen", _typed: str) -> None:
    """Show what the players said to each other."""
    at.show(Page(_("Chat"), tuple(tell_kept_chat(at.path, at.story.log.genesis, at.story.names))))


def show_table(at: "ReplayScreen", _typed: str) -> None:
    """Show the board in sentences."""
    at.show(pages.table_page(at.scene()))


def show_rules(at: "ReplayScreen", _typed: str) -> None:
    """Show the rules."""
    at.show(pages.rules_page())


def show_verdict(at: "ReplayScreen", _typed: str) -> None:
    """Show what the audit says, whole."""
    at.show(Page(_("Verdict"), (tell_verdict(at.tape),)))


def leave(at: "ReplayScreen", _typed: str) -> None:
    """Leave the replay."""
    at.is_left = True
