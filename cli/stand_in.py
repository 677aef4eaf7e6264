"""What a client says in the place of a person whose time is over: something modest (clause 6.10)."""

from typing import Final

from cli.choices import describe
from cli.names import money
from cli.seat_handle import SeatHandle
from cli.words import _
from core.bots import BOTS
from p2p.view import Wanted

_BOT: Final = BOTS["cautious"]


def stand_in(peer: SeatHandle) -> str | None:
    """Say what is wanted of the seat now; give the sentence that tells the person, None if nothing is wanted.

    Raises `p2p.session.NotNow`.
    """
    view = peer.view()
    match view.wanted:
        case None:
            return None
        case Wanted.ROLL:
            peer.roll()
            return _("Your time is over: mark rolls for you.")
        case Wanted.DECISION:
            decision = _BOT.decide(view.state, view.seat, _first)
            peer.decide(decision)
            text = _("Your time is over: mark chooses for you: {choice}.")
            return text.format(choice=describe(view.state, decision))
        case Wanted.BID:
            peer.bid(0)
            return _("Your time is over: mark bids {money} for you.").format(money=money(0))


def _first(_bound: int) -> int:
    """Choose among equals as chance would, but always the first."""
    return 0
