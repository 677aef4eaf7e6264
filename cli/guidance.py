"""What a question is about, for who never played: a sentence or two for each, and the whole game in short."""

from cli.names import money
from cli.words import _, ngettext
from core.phase import Phase
from core.state import State
from p2p.view import View, Wanted


def in_short(state: State) -> list[str]:
    """Give what the game is about (E2), what a turn is (T2 to T6), what an action does, and storage (T1)."""
    rules = state.ruleset
    return [
        _goal(state),
        _("A turn: roll the dice, and do one thing with one of the two colours, or two after a double."),
        _actions(),
        _("A star is any colour. A hammer auctions a chip of the other colour; then the roller rolls again."),
        _(
            "At the start of a turn it costs {fee} of storage to have more than {limit} chips in the yard,"
            " and the same in the treatment area."
        ).format(fee=money(rules.fee), limit=rules.limit),
    ]


def guidance(view: View) -> list[str]:
    """Give what the question is about that the view's user is asked now; nothing if nothing is wanted."""
    state = view.state
    match view.wanted:
        case None:
            return []
        case Wanted.ROLL:
            return [_goal(state), _("The dice say with which colours you can do something.")]
        case Wanted.BID:
            return [_("The bids are shown together; the highest is paid for the chip. 0 is no bid.")]
        case Wanted.DECISION:
            return [_of_decision(state)]


def _goal(state: State) -> str:
    due = state.ruleset.rows_to_end
    text = ngettext(
        "Whoever has the most money wins, once {due} row of the market is full.",
        "Whoever has the most money wins, once {due} rows of the market are full.",
        due,
    )
    return text.format(due=due)


def _actions() -> str:
    return _(
        "Deliver: from the bank into your yard. Treat: from there into the treatment area."
        " Sell: from there to the market, for money."
    )


def _of_decision(state: State) -> str:
    match state.phase:
        case Phase.RETURN:
            return _("Who cannot pay the whole fee pays nothing, and returns what is too much to the bank.")
        case Phase.NAME:
            return _("All bid for one chip of the material that you name; then you roll again.")
        case Phase.PLACE:
            return _("Later it can be treated to the square in front of it, or to one beside that.")
        case _:
            return _actions()
