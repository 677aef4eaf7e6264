"""How a game ended, in sentences."""

from collections.abc import Sequence

from cli.names import listing, money
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


def tell_money(outcome: Outcome, names: Sequence[str]) -> str:
    """Give what every seat has at the end, the richest first; equal ones in seat order."""
    order = sorted(range(len(names)), key=lambda seat: (-outcome.money[seat], seat))
    each = [_("{seat} {money}").format(seat=names[seat], money=money(outcome.money[seat])) for seat in order]
    return _("Money at the end: {money}.").format(money=", ".join(each))
