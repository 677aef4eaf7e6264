"""What is told where a seat says nothing though the game awaits it, or where the game goes on no more."""

from collections.abc import Sequence
from typing import Final

from cli.names import listing
from cli.slow_start import tell_slow_start
from cli.waiting import tell_mute, tell_waiting
from cli.words import _
from p2p.removal import MIN_ACTIVE
from p2p.view import Bar, Barred, View

SOON_SECONDS: Final = 3
"""What is over within so many seconds, as it is among peers that hear each other, is not told."""


def tell_standstill(view: View, names: Sequence[str], seconds: float, own: int | None = None) -> str:
    """Give one line: whom or what the game waits for, so many seconds already, or why it waits no more."""
    told = _tell_end(view) or tell_silence(view, names, seconds)
    return told or tell_waiting(view, names, seconds, own)


def tell_hindrance(view: View, names: Sequence[str], seconds: float) -> str:
    """Give one line for what is to stay in sight as long as it keeps the game from going on; "" for none."""
    return tell_slow_start(view, names, seconds) or tell_silence(view, names, seconds)


def tell_silence(view: View, names: Sequence[str], seconds: float) -> str:
    """Give one line for what keeps this seat silent, which waits so many seconds already; "" for nothing."""
    if view.forked is not None or view.outranked or view.complete:
        return ""
    if view.owing:
        return tell_owing(view, names)
    if seconds < SOON_SECONDS:
        return ""
    if view.barred is not None:
        return _tell_bar(view, view.barred, names)
    return tell_mute(view, names) if not view.ready and view.seat in view.missing else ""


def tell_owing(view: View, names: Sequence[str]) -> str:
    """Give one line for whose vote this seat waits for, having voted itself (19.16)."""
    text = _("You have voted for a removal, and it waits for {seats}.")
    return text.format(seats=listing([names[seat] for seat in view.owing]))


def tell_staying(view: View, names: Sequence[str]) -> str:
    """Give one line for whom a seat stays that has resigned (8.12)."""
    text = _("You have resigned; mark stays until this has reached: {seats}.")
    return text.format(seats=listing([names[seat] for seat in view.needed_by]))


def _tell_end(view: View) -> str:
    if view.forked is not None:
        text = _("The game has ended: two copies of round {number} have both been played on.")
        return text.format(number=view.forked)
    return _("The game goes on without you: the others have removed your seat.") if view.outranked else ""


def _tell_bar(view: View, barred: Barred, names: Sequence[str]) -> str:
    match barred.why:
        case Bar.OTHERS:
            text = _("The game waits to hear from {seats} which round is open there; your seat then goes on.")
        case Bar.ELSEWHERE if len(view.state.active) < MIN_ACTIVE:
            text = _(
                "Your seat has signed for round {number} in a copy of the game that counts no more, and must "
                "not sign there twice: the game goes on only if that copy comes to count again."
            )
        case Bar.ELSEWHERE:
            text = _(
                "Your seat has signed for round {number} in a copy of the game that counts no more, and must "
                "not sign there twice: it waits until the others end this round by a removal, so tell them."
            )
        case Bar.TWICE:
            text = _(
                "Your seat has signed two things for round {number}, as two copies of one data folder do: it "
                "waits until another player has built on one of them."
            )
        case Bar.BEHIND:
            text = _(
                "This computer lacks rounds that your seat has played, up to round {number}: your seat waits "
                "until another player who has them is here."
            )
        case Bar.BID:
            text = _(
                "What opens your bid is not in private.mark, which was put back or damaged: the game waits "
                "until you give your seat up (resign), or the others remove it."
            )
    return text.format(number=barred.round_number, seats=listing([names[seat] for seat in barred.seats]))
