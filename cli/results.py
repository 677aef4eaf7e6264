"""How a game ended, in sentences."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cli.names import listing, money
from cli.words import _, ngettext
from core.outcome import Outcome, Reason

if TYPE_CHECKING:  # an audit tells no tally
    from cli.tally import Tally


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


def rules_of(outcome: Outcome) -> tuple[str, ...]:
    """Give the ids of the rules by which a game ended and was won, as `tell_rules` words them."""
    match outcome.reason:
        case Reason.ROWS:
            return ("E1", "E2")
        case Reason.ROLLS:
            return ("E3", "E2")
        case Reason.LAST_SEAT | Reason.NOBODY:
            return ("L3",)


def tell_rules(outcome: Outcome) -> str:
    """Give the rules by which the game ended and by which it was won (E1-E3, L3)."""
    match outcome.reason:
        case Reason.ROWS:
            why = _("E1: the game ends at once when the agreed number of market rows is full.")
        case Reason.ROLLS:
            why = _("E3: the game ends when the last of the agreed most rolls has been played out.")
        case Reason.LAST_SEAT:
            return _("L3: when one seat is left, the game ends, and that seat wins.")
        case Reason.NOBODY:
            return _("L3: when no seat is left, the game ends without a winner.")
    won = _("E2: the most money wins.")
    if len(outcome.winners) > 1:
        won = _("E2: equal money shares the win.")
    return f"{why} {won}"


def tell_standings(outcome: Outcome, tally: "Tally", names: Sequence[str]) -> list[str]:
    """Give a line for each seat, in its place: its name and number, money, won auctions, fees paid."""
    lines = []
    for seat in _ranked(outcome, tally.out):
        won = ngettext("{count} auction won", "{count} auctions won", tally.auctions[seat])
        text = _("{seat} [{number}]: {money}, {won}, {fees} of storage paid")
        if seat in tally.out:
            text = _("{seat} [{number}]: out of the game, with {money}, {won}, {fees} of storage paid")
        lines.append(
            text.format(
                number=seat + 1,
                seat=names[seat],
                money=money(outcome.money[seat]),
                won=won.format(count=tally.auctions[seat]),
                fees=money(tally.fees[seat]),
            )
        )
    return lines


def tell_result(outcome: Outcome, tally: "Tally", names: Sequence[str]) -> list[str]:
    """Give the lines for the end of a game: by which rules, and what each seat came to."""
    return [tell_rules(outcome), *tell_standings(outcome, tally, names)]


def tell_money(outcome: Outcome, names: Sequence[str], out: Collection[int]) -> str:
    """Give what every seat has at the end, in its place; `out` are those that have left the game (L1)."""
    each = []
    for seat in _ranked(outcome, out):
        text = _("{seat} {money} (out of the game)") if seat in out else _("{seat} {money}")
        each.append(text.format(seat=names[seat], money=money(outcome.money[seat])))
    return _("Money at the end: {money}.").format(money=", ".join(each))


def _ranked(outcome: Outcome, out: Collection[int]) -> list[int]:
    """Give the seats in the game, the richest first, then those that are out; equal ones in seat order."""
    return sorted(range(len(outcome.money)), key=lambda seat: (seat in out, -outcome.money[seat], seat))
