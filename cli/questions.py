"""What a person is asked, and what the answer means: a roll, a decision or a bid."""

from cli.choices import describe, find_choices, list_choices
from cli.names import material_name, money, roll_name
from cli.seat_handle import SeatHandle
from cli.words import _
from core.decision import Decision
from core.phase import Phase
from core.state import State
from p2p.view import View, Wanted


class Misunderstood(ValueError):
    """An answer that does not say one thing that can be done now; `lines` tell why."""

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.lines = lines


def question(view: View) -> list[str]:
    """Give the lines of what the view's user is asked; none if nothing is wanted."""
    match view.wanted:
        case None:
            return []
        case Wanted.ROLL:
            return [_("Your roll: type roll.")]
        case Wanted.DECISION:
            return [lead(view.state), *list_choices(view.state)]
        case Wanted.BID:
            text = _("Bid in secret for a chip of {material}: type dollars from 0 to {most}.")
            if not _most(view):
                text = _("Bid in secret for a chip of {material}: you have no money, so type 0.")
            name = material_name(view.state.auctioned)
            return [text.format(material=name, most=money(_most(view)))]


def answer(peer: SeatHandle, view: View, typed: str) -> None:
    """Say to the peer what `typed` means, as an answer to the view's question.

    Raises `Misunderstood` for what is not one answer, and `p2p.session.NotNow`.
    """
    match view.wanted:
        case Wanted.ROLL if typed.casefold() in {"1", "roll", _("roll")}:
            peer.roll()
        case Wanted.DECISION:
            peer.decide(find_decision(view, typed))
        case Wanted.BID:
            peer.bid(_amount(view, typed))
        case _:
            raise Misunderstood(_("Type roll to roll, or help."))


def find_decision(view: View, typed: str) -> Decision:
    """Give the one decision that `typed` means now. Raises `Misunderstood`."""
    found = find_choices(view.state, typed)
    if not found:
        raise Misunderstood(_("That is not among the choices. Type choices to see them again, or help."))
    if len(found) > 1:
        lines = list_choices(view.state)
        options = view.state.legal()
        raise Misunderstood(_("That can mean:"), *(lines[options.index(decision)] for decision in found))
    return found[0]


def ask_to_confirm(state: State, decision: Decision) -> list[str]:
    """Give the lines of the question whether a person means a decision."""
    choice = describe(state, decision)
    title = _("{choice}? This cannot be undone.").format(choice=choice[:1].upper() + choice[1:])
    return [title, f"1  {_('yes')}", f"2  {_('no')}"]


def is_yes(typed: str) -> bool:
    """Tell whether the answer to such a question is a yes."""
    return typed.casefold() in {"1", "yes", _("yes"), _("yes")[0]}


def is_no(typed: str) -> bool:
    """Tell whether the answer to such a question is a no; what is neither is another answer altogether."""
    return typed.casefold() in {"", "2", "no", _("no"), _("no")[0]}


def lead(state: State) -> str:
    """Give the question before the choices, with the dice: the roll is told only once it is settled."""
    match state.phase:
        case Phase.RETURN:
            return _("You cannot pay storage. Which chip do you return?")
        case Phase.NAME:
            return _("Which material is auctioned?")
        case Phase.PLACE:
            return _("Where do you put the chip that you have won?")
        case _:
            roll = roll_name(*state.dice) if state.dice is not None else ""
            if state.actions_left == 2:
                return _("The dice show {roll}. Choose the first of two actions:").format(roll=roll)
            return _("The dice show {roll}. Choose an action:").format(roll=roll)


def _amount(view: View, typed: str) -> int:
    """Give the dollars that `typed` says, with or without the currency and the word bid."""
    words = typed.casefold().replace("$", " ").split()
    if words and words[0] in {"bid", _("bid")}:
        words = words[1:]
    if len(words) != 1 or not words[0].isdecimal() or len(words[0]) > 12 or int(words[0]) > _most(view):
        if not _most(view):
            raise Misunderstood(_("You have no money: type 0."))
        raise Misunderstood(_("Type a whole number from 0 to {most}.").format(most=money(_most(view))))
    return int(words[0])


def _most(view: View) -> int:
    return view.state.bid_range(view.seat)[-1]
