"""What is told where a game does not begin, because the client of a seat does not sign its start."""

from collections.abc import Sequence
from typing import Final

from cli.names import listing
from cli.waiting import duration
from cli.words import _
from p2p.event import EventKind
from p2p.view import View

LATE_SECONDS: Final = 12
"""So long after the start of waiting it is told; a client signs by itself, within a second or two."""


def tell_slow_start(view: View, names: Sequence[str], waited: float) -> str:
    """Give one line for the seats whose clients do not sign the start, "" as long as nothing is amiss."""
    others = view.barred.seats if view.barred is not None else view.missing
    late = [names[seat] for seat in others if seat != view.seat]
    starts = view.expects is not None and view.expects.kind is EventKind.START
    if not starts or not late or waited < LATE_SECONDS:
        return ""
    text = _(
        "The game has not begun: nothing has come from {seats} for {time}. Should it stay so, leave it "
        "(quit), and host a table anew."
    )
    return text.format(seats=listing(late), time=duration(LATE_SECONDS))
