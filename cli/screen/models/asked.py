"""What a person is asked now, as one clear question after another: the choices are the core's, only grouped.

A decision with parts is asked for step by step: the colour that a star stands for, then the chip, then
the square or the row. A step with one possibility is skipped.
"""

from collections.abc import Callable, Hashable, Iterable
from enum import Enum
from typing import TypeAlias

from cli.choices import describe
from cli.guidance import guidance
from cli.names import material_letter, material_name, money
from cli.questions import lead
from cli.screen.models.spots import Spot, material_of, source, target
from cli.screen.ui import Leaving, Ui
from cli.waiting import is_out
from cli.words import _
from core.decision import Decision, Deliver, Sell, Treat
from core.frozen import Frozen
from core.material import SPECIAL
from core.phase import Phase
from core.state import State
from p2p.view import View, Wanted


class Step(Enum):
    """What choosing an option does when it is no decision."""

    ROLL = "roll"
    YES = "yes"
    NO = "no"
    AGAIN = "again"
    NOT_AGAIN = "not again"
    BEGIN = "begin"


Meaning: TypeAlias = Step | tuple[Decision, ...]


class Option(Frozen):
    """One answer: the key and perhaps the letter that choose it, its words, what it means, its places.

    A tuple of decisions means that one of them is chosen, which one being asked next if there are several.
    """

    key: str
    text: str
    meaning: Meaning
    letter: str = ""
    spots: tuple[Spot, ...] = ()


class Asked(Frozen):
    """A question with its options, and what it is about, for who is new to the game.

    `bid_most` is the highest bid, in dollars, where digits are asked for.
    """

    title: str = ""
    options: tuple[Option, ...] = ()
    bid_most: int | None = None
    about: str = ""


def asked(view: View, ui: Ui) -> Asked:
    """Give what is asked of the view's user at this step; an Asked without a title if nothing is."""
    if ui.confirming is not None:
        return _confirm(view, ui.confirming)
    return _question(view, ui).changed(about=" ".join(guidance(view)))


def _question(view: View, ui: Ui) -> Asked:
    match view.wanted:
        case None:
            return Asked()
        case Wanted.ROLL:
            return Asked(_("Your roll"), (Option("1", _("roll"), Step.ROLL, _("roll")[0]),))
        case Wanted.BID:
            return _bid(view)
        case Wanted.DECISION:
            return _choice(view.state, ui.trail[-1] if ui.trail else tuple(view.state.legal()))


def _confirm(view: View, about: Decision | Leaving) -> Asked:
    match about:
        case Leaving.QUIT if is_out(view):
            title = _("Leave the game? It is over for your seat.")
        case Leaving.QUIT:
            title = _("Leave the game? It can be resumed.")
        case Leaving.RESIGN:
            title = _("Resign? This is for good.")
        case _:
            title = _("{choice}? This cannot be undone.").format(choice=_capital(describe(view.state, about)))
    yes, no = _("yes"), _("no")
    return Asked(title, (Option("1", yes, Step.YES, yes[0]), Option("2", no, Step.NO, no[0])))


def _bid(view: View) -> Asked:
    most = view.state.bid_range(view.seat)[-1]
    text = _("Bid in secret for a chip of {material}: dollars from 0 to {most}, then Enter.")
    if not most:
        text = _("Bid in secret for a chip of {material}: you have no money, so type 0, then Enter.")
    return Asked(text.format(material=material_name(view.state.auctioned), most=money(most)), bid_most=most)


def _choice(state: State, left: tuple[Decision, ...]) -> Asked:
    """Ask by the first grouping that tells the decisions that are left apart."""
    if state.phase is Phase.PLACE:
        return Asked(lead(state), tuple(_targets(state, left)))
    if _has_wild_colour(state):
        colours = _groups(left, lambda decision: material_of(state, decision))
        if len(colours) > 1:
            return Asked(_("The star is yours: which colour do you use?"), _colours(state, colours))
    chips = _groups(left, lambda decision: (type(decision), source(decision)))
    if len(chips) > 1 or not _has_target(left[0]):
        return Asked(_lead(state, left), tuple(_chips(state, chips)))
    title = _where(state, left[0]) if len(left) > 1 else _lead(state, left)
    return Asked(title, tuple(_targets(state, left)))


def _has_wild_colour(state: State) -> bool:
    return state.phase is Phase.ACT and state.dice is not None and state.dice[1] == SPECIAL


def _lead(state: State, left: tuple[Decision, ...]) -> str:
    """Give the question for a chip, with the colour that the star was given."""
    colours = dict.fromkeys(material_of(state, decision) for decision in left)
    all_colours = dict.fromkeys(material_of(state, decision) for decision in state.legal())
    (colour, *others) = colours
    if _has_wild_colour(state) and not others and len(all_colours) > 1 and colour is not None:
        return _("With {material}, choose an action:").format(material=material_name(colour))
    return lead(state)


def _has_target(decision: Decision) -> bool:
    return isinstance(decision, Deliver | Treat | Sell)


def _groups(
    left: Iterable[Decision], key: Callable[[Decision], Hashable]
) -> tuple[tuple[Decision, ...], ...]:
    """Give the decisions of equal keys together, in the order in which they come."""
    found: dict[Hashable, list[Decision]] = {}
    for decision in left:
        found.setdefault(key(decision), []).append(decision)
    return tuple(map(tuple, found.values()))


def _colours(state: State, groups: tuple[tuple[Decision, ...], ...]) -> tuple[Option, ...]:
    options = []
    for number, group in enumerate(groups, 1):
        material = material_of(state, group[0])
        assert material is not None
        spots = tuple(dict.fromkeys(map(source, group)))
        options.append(
            Option(_key(number), material_name(material), group, material_letter(material).casefold(), spots)
        )
    return tuple(options)


def _chips(state: State, groups: tuple[tuple[Decision, ...], ...]) -> Iterable[Option]:
    for number, group in enumerate(groups, 1):
        first = group[0]
        text = describe(state, first) if len(group) == 1 else _describe_chip(state, first)
        letter = text[0].casefold()
        if state.phase is Phase.NAME and (material := material_of(state, first)) is not None:
            letter = material_letter(material).casefold()
        yield Option(_key(number), text, group, letter, (source(first),))


def _targets(state: State, left: tuple[Decision, ...]) -> Iterable[Option]:
    """Give one option for each square or row, with its own number as its key."""
    for decision in left:
        spot = target(decision)
        yield Option(str(spot.number + 1), describe(state, decision), (decision,), "", (spot,))


def _key(number: int) -> str:
    """Give the digit of an option; there are never more than ten."""
    return str(number % 10)


def _describe_chip(state: State, decision: Decision) -> str:
    """Give the words for a decision whose square or row is still to be chosen."""
    name = material_name(material_of(state, decision) or 0)
    match decision:
        case Treat(source=square):
            text = _("treat {material} from yard {square}")
        case Sell(square=square):
            text = _("sell {material} from treatment {square}")
        case _:
            return _("deliver {material}").format(material=name)
    return text.format(material=name, square=square + 1)


def _where(state: State, decision: Decision) -> str:
    chip = _capital(_describe_chip(state, decision))
    if isinstance(decision, Sell):
        return _("{choice}: in which row?").format(choice=chip)
    return _("{choice}: to which square?").format(choice=chip)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
