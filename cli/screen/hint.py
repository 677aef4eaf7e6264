"""A hint: what the careful bot of the core would do in this seat, in words."""

from typing import Final

from cli.choices import describe
from cli.names import money
from cli.words import _
from core.bots import BOTS
from p2p.view import View, Wanted

ADVISER: Final = "cautious"


def hint(view: View) -> str:
    """Give the advice for what is asked of the view's user now; of equal choices it is the first one."""
    bot = BOTS[ADVISER]
    match view.wanted:
        case None:
            return _("Nothing is wanted of you now.")
        case Wanted.ROLL:
            return _("There is nothing to choose: roll.")
        case Wanted.DECISION:
            choice = describe(view.state, bot.decide(view.state, view.seat, lambda _bound: 0))
            return _("A cautious player would {choice}.").format(choice=choice)
        case Wanted.BID:
            bid = bot.bid(view.state, view.seat, lambda bound: bound // 2)
            return _("A cautious player would bid {money}.").format(money=money(bid))
