"""What a peer tells its user, in sentences: settled rounds as the narrator has them, and all else."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cli.chat_desk import tell_said
from cli.errors import sentence
from cli.lobby_words import tell_repair
from cli.names import listing, shown_path
from cli.narrator import Narrator
from cli.words import _
from p2p.aside import ChatHeard, ChatOff
from p2p.effects import (
    Advanced,
    Completed,
    Convicted,
    DigestDiffers,
    Forked,
    InvalidEvent,
    Outranked,
    Proposed,
    Ready,
    RivalCopy,
    Settled,
)
from p2p.keeping import Gone, KeepingNotice, Recovered, Trouble
from p2p.keywords import check_words
from p2p.peer import PeerNotice, RematchSaid
from p2p.record_file import Repair

DRAW_ROUND: Final = 1
"""The round that draws the starting seat; the check words come from the head behind it."""

EARLY_ROUNDS: Final = 8
"""Up to here a game has just begun: its players may not have read their words aloud yet."""


def tell_check_words(narrator: Narrator) -> str:
    """Give the four words of the game, to read aloud (protocol.md, 13.11), if they are known yet."""
    if narrator.log.round_number <= DRAW_ROUND:
        return _("The check words are known once the starting seat is drawn.")
    text = _("Check words: {words}. Read them aloud: all players must have the same, or it is not one game.")
    return text.format(words=" ".join(check_words(narrator.log.heads[DRAW_ROUND + 1])))


def tell_early_check_words(narrator: Narrator) -> list[str]:
    """Give the check words to one who comes, or comes back, to a game that has just begun."""
    is_early = DRAW_ROUND < narrator.log.round_number <= EARLY_ROUNDS
    return [tell_check_words(narrator)] if is_early else []


def tell_notice(  # noqa: PLR0911 - one for each kind
    notice: PeerNotice, narrator: Narrator, folder: Path, *, looks_on: bool = False
) -> Sequence[str]:
    """Give one line for each thing that the notice says; `folder` is where the game's files are.

    To one who `looks_on` a disk that takes nothing is told otherwise: no game waits for that.
    """
    match notice:
        case Settled(round_number=number, events=events):
            told = narrator.tell(number, events)
            return [*told, tell_check_words(narrator)] if told and number == DRAW_ROUND else told
        case Advanced(round_number=number, back=back):
            text = _("Another copy of the last rounds has prevailed: the game goes on from round {number}.")
            return [text.format(number=number)] if back else ()
        case Completed():
            return [_("The log is complete: every seat has signed the result.")]
        case Trouble() | Recovered() | Gone():
            return [_tell_keeping(notice, looks_on=looks_on)]
        case Ready():
            return ()
        case Proposed():
            return [_tell_proposal(notice, narrator.names)]
        case ChatHeard() | RematchSaid():
            return [_tell_word(notice, narrator.names)]
        case ChatOff(error=error):
            text = _("Chat is off, and the game goes on without it. {problem}")
            return [text.format(problem=sentence(error) or type(error).__name__)]
        case Repair():
            return [tell_repair(notice)]
        case Convicted() | InvalidEvent() | DigestDiffers() | RivalCopy() | Forked() | Outranked():
            return [_tell_foul(notice, narrator.names, folder)]


def _tell_keeping(notice: KeepingNotice, *, looks_on: bool) -> str:
    """Give the line for a disk that takes nothing or takes writes again, or for files that are gone."""
    match notice, looks_on:
        case Gone(folder=folder), _:
            text = _(
                "{folder} is gone, and with it the log of this game: put it back where it was; else ask "
                "another player for the log at the end, and mark resume cannot go on with this game here."
            )
            return text.format(folder=shown_path(folder))
        case Trouble(error=error), _:
            waits = _("Your copy of the game waits, and the game itself does not. {problem}")
            text = waits if looks_on else _("The game pauses. {problem}")
            return text.format(problem=sentence(error) or type(error).__name__)
        case _, True:
            return _("The disk takes writes again, and your copy of the game goes on.")
        case _:
            return _("The disk takes writes again, and the game goes on.")


def _tell_foul(
    notice: Convicted | InvalidEvent | DigestDiffers | RivalCopy | Forked | Outranked,
    names: Sequence[str],
    folder: Path,
) -> str:
    """Give the line for something that no honest peer does, or that two running copies do."""
    match notice:
        case Convicted(seat=seat):
            text = _("{seat} has signed two things that contradict each other; the proof is kept in {folder}")
            return text.format(seat=names[seat], folder=folder)
        case InvalidEvent(seat=seat, round_number=number, reason=reason):
            text = _(
                "{seat} has signed something invalid for round {number} ({reason}): it counts as silence."
            )
            return text.format(seat=names[seat], number=number, reason=reason)
        case DigestDiffers(seat=seat, round_number=number):
            text = _(
                "{seat} reports another position at round {number}: compare the versions of mark, and send "
                "the report in {folder} with the log."
            )
            return text.format(seat=names[seat], number=number, folder=folder)
        case RivalCopy(seat=seat):
            text = _(
                "{seat} hears a second running copy of your seat: this one stays silent until one is closed; "
                "type insist if there is none."
            )
            return text.format(seat=names[seat])
        case Forked(round_number=number):
            text = _(
                "Two copies of round {number} have both been played on: the game ends here, see {folder}"
            )
            return text.format(number=number, folder=folder)
        case Outranked(round_number=number, voters=voters):
            text = _(
                "You were removed in round {number} by {voters}, who play on; your copy stays in {folder}"
            )
            return text.format(voters=listing([names[seat] for seat in voters]), number=number, folder=folder)


def _tell_word(notice: ChatHeard | RematchSaid, names: Sequence[str]) -> str:
    """Give the line for what a seat says beside the log."""
    match notice:
        case ChatHeard():
            return tell_said(notice.seat, notice.text, names)
        case RematchSaid(wants=True):
            text = _("{seat} wants to play again.")
        case RematchSaid(wants=False):
            text = _("{seat} does not play again.")
        case RematchSaid():
            text = _("The table of {seat} to play again stands open no more.")
    return text.format(seat=names[notice.seat])


def _tell_proposal(notice: Proposed, names: Sequence[str]) -> str:
    if not notice.seats:
        return _("{seat} proposes no removal any more.").format(seat=names[notice.seat])
    absent = listing([names[seat] for seat in notice.seats])
    numbers = " ".join(str(seat + 1) for seat in notice.seats)
    text = _("{seat} proposes to remove {absent} for good; to agree, type: remove {numbers}")
    return text.format(seat=names[notice.seat], absent=absent, numbers=numbers)
