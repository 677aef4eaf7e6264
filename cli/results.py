"""How a game ended, in sentences."""

from collections.abc import Sequence

from cli.names import listing, money
from cli.seat_handle import SeatHandle
from cli.waiting import tell_over, tells_nobody
from cli.words import _, ngettext
from core.outcome import Outcome, Reason


def tell_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """Give the end of a game in one line: why it ended, and who won with how much (E1-E3, L3)."""
    match outcome.reason:
        case Reason.ROWS:
            reason = _("enough market rows are full")
        case Reason.ROLLS:
            reason = _("the last roll has been played")
        case Reason.LAST_SEAT:
            reason = _("one seat is left")
        case Reason.NOBODY:
            return _("The game is over without a winner: nobody is left.")
    winners = [names[seat] for seat in outcome.winners]
    text = ngettext(
        "The game is over, since {reason}: {winners} wins with {money}.",
        "The game is over, since {reason}: {winners} share the win with {money} each.",
        len(winners),
    )
    return text.format(
        reason=reason, winners=listing(winners), money=money(outcome.money[outcome.winners[0]])
    )


def tell_farewell(peer: SeatHandle, names: Sequence[str]) -> list[str]:
    """Give the last lines for who gets up from a table: what each has, where the log is, what may come."""
    view = peer.view()
    lines = [] if view.state.outcome is None else [tell_money(view.state.outcome, names)]
    lines.append(_("The log of the game: {path}").format(path=peer.log_path))
    if tells_nobody(view):
        lines.append(tell_over(peer.folder.name))
    elif not peer.done.is_set():
        lines.append(_("The game goes on when you come back with: mark resume"))
    return lines


def tell_money(outcome: Outcome, names: Sequence[str]) -> str:
    """Give what every seat has at the end, the richest first; equal ones in seat order."""
    order = sorted(range(len(names)), key=lambda seat: (-outcome.money[seat], seat))
    each = [_("{seat} {money}").format(seat=names[seat], money=money(outcome.money[seat])) for seat in order]
    return _("Money at the end: {money}.").format(money=", ".join(each))
