"""What the commands do, each a function of a person's client and of what was typed behind the word."""

from collections.abc import Sequence

from cli.errors import sentence
from cli.screen import pages
from cli.screen.hint import hint
from cli.screen.looker import Looker
from cli.screen.models.why import why_not_typed
from cli.screen.seated import Seated, while_asked
from cli.screen.ui import Leaving, Page
from cli.words import _
from p2p.session import NotNow

_MOST_DIGITS = 8


def show_help(at: Looker, _typed: str) -> None:
    """Show what is asked and what can be done."""
    at.show_help()


def ask_again(at: Seated, _typed: str) -> None:
    """Show what is asked once more."""
    at.ask_again()


def show_board(at: Looker, _typed: str) -> None:
    """Show the board as it is drawn."""
    at.show_board()


def give_hint(at: Seated, _typed: str) -> None:
    """Say what the careful bot would do."""
    at.note(hint(at.peer.view()), while_asked(at.peer))


def tell_why(at: Seated, typed: str) -> None:
    """Say which rule forbids what the words mean, or without words, all that is forbidden."""
    view = at.peer.view()
    if view.wanted is None:
        at.note(_("Nothing is wanted of you now."), while_asked(at.peer))
    elif typed:
        at.note(" ".join(why_not_typed(view.state, typed)), while_asked(at.peer))
    else:
        at.show(pages.why_page(at.scene()))


def show_proof(at: Looker, typed: str) -> None:
    """Show how a roll was made: that of a number, or the newest one."""
    from cli.screen.proofs import roll_page  # noqa: PLC0415 - loaded when somebody asks for a proof
    from p2p.roll_inputs import roll_in_rounds  # noqa: PLC0415

    number = _number(typed)
    wanted = at.story.state.rolls if number is None else number
    rounds = at.peer.rounds()[: at.peer.view().settled]
    index = at.story.links.get(wanted)
    found = None if index is None else roll_in_rounds(at.peer.genesis, rounds, index)
    if found is None:
        at.note(_("There is no roll {roll} yet.").format(roll=wanted))
    else:
        at.show(roll_page(found, at.story.names))


def show_bids(at: Looker, _typed: str) -> None:
    """Show how the newest bids were sealed."""
    from cli.screen.proofs import bids_page  # noqa: PLC0415
    from p2p.bid_inputs import newest_bids  # noqa: PLC0415

    bids = newest_bids(at.peer.genesis, at.peer.rounds()[: at.peer.view().settled])
    if bids:
        at.show(bids_page(bids, at.story.names))
    else:
        at.note(_("There has been no auction yet."))


def show_moves(at: Looker, typed: str) -> None:
    """Show all that has happened, or so many of the newest lines."""
    at.show(pages.moves_page(at.scene(), _number(typed)))


def show_who(at: Looker, _typed: str) -> None:
    """Show who is awaited and who is there."""
    at.show(pages.who_page(at.scene()))


def show_alerts(at: Looker, _typed: str) -> None:
    """Show what stands in the way of the game or of its fairness."""
    at.show(pages.alerts_page(at.scene()))


def show_rules(at: Looker, _typed: str) -> None:
    """Show the rules."""
    at.show(pages.rules_page())


def show_table(at: Looker, _typed: str) -> None:
    """Show the board in sentences."""
    at.show(pages.table_page(at.scene()))


def tell_log(at: Looker, _typed: str) -> None:
    """Say where the log is."""
    at.note(str(at.peer.log_path))


def show_invite(at: Seated, _typed: str) -> None:
    """Show the invite, whole and in a line by itself, to be copied."""
    if at.invite:
        told = _("Who has this can watch the game through you, with mark watch INVITE:")
        at.show(Page(_("Invite"), (told, at.invite)))
    else:
        at.note(_("Nobody may watch this game through you."))


def show_audit(at: Looker, _typed: str) -> None:
    """Show what `mark audit` says of the finished log."""
    if not (at.peer.done.is_set() and at.peer.view().complete):
        at.note(_("The log is audited once it is whole."))
        return
    from cli.screen.proofs import audit_page  # noqa: PLC0415

    try:
        page = audit_page(at.peer.log_path)
    except OSError as error:
        at.note(sentence(error) or type(error).__name__)
    else:
        at.show(page)


def play_again(at: Seated, _typed: str) -> None:
    """Play again with the same players: at once, or when the game is over."""
    if at.again is None:
        at.note(_("There is no rematch of this game here."))
        return
    at.again.want()
    if not at.peer.view().complete:
        at.note(_("Once this game is over, you play again with all who want to."))


def begin_again(at: Seated, _typed: str) -> None:
    """Begin the rematch with those who are there."""
    if at.again is None or not at.again.begin(at_once=not at.is_patient):
        at.note(_("Only whoever has the table for the rematch can begin, with one other player at least."))


def show_result(at: Looker, _typed: str) -> None:
    """Show how the game has ended; on the screen, the board behind that, and back."""
    at.show_result()


def look_again(at: Looker, _typed: str) -> None:
    """Look at a game that is over once more, move by move."""
    if at.peer.done.is_set() and at.peer.view().complete:
        at.look_again()
    else:
        at.note(_("The replay comes once the game is over and its log whole."))


def show_words(at: Looker, _typed: str) -> None:
    """Show what players and spectators compare: the words of the game, and those of each key."""
    at.show(pages.words_page(at.scene(), at.peer.genesis))


def propose_removal(at: Seated, typed: str) -> None:
    """Propose or second the removal of the seats of these numbers, or take it back."""
    seats = _seats(typed)
    if seats is None:
        at.note(_("Type remove and the numbers of the seats that are gone."))
        return
    try:
        at.peer.propose_removal(seats)
    except NotNow:
        at.note(
            _(
                "Those seats cannot be removed now: it takes three seats in the game, one of them "
                "awaited and silent, and enough others."
            )
        )
        return
    if seats:
        at.note(_("Proposed; it happens once all others agree."), lambda: _proposes(at))
    else:
        at.note(_("You propose no removal."))


def _proposes(at: Seated) -> bool:
    """Tell whether a removal that this seat has proposed is still to come."""
    view = at.peer.view()
    return any(view.seat in those_for for _seats, those_for in view.proposals)


def say(at: Seated, typed: str) -> None:
    """Say something to all players; a key alone lets it be typed first."""
    if typed:
        _answer(at, at.chat.say(typed))
    else:
        at.begin_typing(f"{_('say')} ")


def tell_words(at: Seated, _typed: str) -> None:
    """Say the check words."""
    at.note(at.story.tell_words())


def show_chat(at: Seated, _typed: str) -> None:
    """Show what was said last."""
    at.show(Page(_("Chat"), tuple(at.chat.last())))


def mute(at: Seated, typed: str) -> None:
    """Read no more of these seats."""
    _answer(at, at.chat.mute(_seats(typed) or ()))


def unmute(at: Seated, typed: str) -> None:
    """Read these seats again, or all."""
    _answer(at, at.chat.unmute(_seats(typed) or ()))


def insist(at: Seated, _typed: str) -> None:
    """Take the person's word that no other copy of this seat runs."""
    at.peer.insist()


def ask_to_resign(at: Seated, _typed: str) -> None:
    """Ask whether the person means it: what is signed stays signed."""
    at.confirm(Leaving.RESIGN)


def ask_to_quit(at: Looker, _typed: str) -> None:
    """Ask whether to leave for now."""
    at.confirm(Leaving.QUIT)


def _number(typed: str) -> int | None:
    return int(typed) if typed.isdecimal() and len(typed) < _MOST_DIGITS else None


def _seats(typed: str) -> tuple[int, ...] | None:
    """Give the seats of these numbers, counted from 1; None if it is not numbers."""
    numbers = typed.split()
    if not all(number.isdecimal() and len(number) < _MOST_DIGITS for number in numbers):
        return None
    return tuple(sorted({int(number) - 1 for number in numbers}))


def _answer(at: Seated, lines: Sequence[str]) -> None:
    for line in lines:
        at.note(line)
