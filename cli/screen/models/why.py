"""Which rule forbids a choice, in words: the core names the rule, this has the sentence for it."""

from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Final

from cli.choices import describe, fits
from cli.names import material_name, titled
from cli.screen.models.spots import Spot, material_of, source, target
from cli.words import N_, _
from core.decision import DECISIONS, Decision, Deliver, Name, Place, Return, Sell, Treat
from core.material import MATERIALS
from core.phase import Phase
from core.state import State

_KINDS: Final = {
    Phase.ACT: (Deliver, Treat, Sell),
    Phase.RETURN: (Return,),
    Phase.NAME: (Name,),
    Phase.PLACE: (Place,),
}
"""What a person can have in mind in each phase; in all others it is an action."""

_ACTIONS: Final = (
    (Deliver, "A1", N_("deliver {material}")),
    (Treat, "A2", N_("treat {material}")),
    (Sell, "A3", N_("sell {material}")),
)
"""Each action, the rule that says of which chips it can be, and its words."""

SENTENCES: Final = MappingProxyType(
    {
        "A1": N_("delivering takes a chip in the bank and a vacant square of your yard"),
        "A2": N_(
            "treating takes a chip on that yard square and a vacant treatment square in front or beside"
        ),
        "A3": N_("selling takes a chip on that treatment square, and its material's own row or a free one"),
        "B1": N_("an auction is on, and all bids come first"),
        "B4": N_("the chip that was won must be put on a vacant yard square of the winner first"),
        "C6": N_("the material is closed, since its row is full"),
        "E1": N_("the game is over, since enough rows are full"),
        "E3": N_("the game is over, since the last roll has been played"),
        "L3": N_("the game is over, since no two seats are left"),
        "S1": N_("the first player has not been drawn yet"),
        "T1": N_("storage comes first: chips must go back from what is too full"),
        "T2": N_("the dice must be rolled first"),
        "T3": N_("the dice do not show that colour"),
        "T4": N_("the dice show another colour twice"),
        "T7": N_("a material must be named for the auction, of which the bank has a chip"),
        "T9": N_("an action is due, of those that are possible"),
    }
)
"""For each rule that can forbid a decision, what it says (see `mark rules`)."""


def why_not(state: State, decision: Decision) -> str:
    """Give the rule that forbids a decision, its id first; that it is possible, if it is."""
    refusal = state.why_not(decision)
    if refusal is None:
        return _("That is possible.")
    return _tell_rule(refusal.rule)


def _tell_rule(rule: str) -> str:
    return f"{titled(rule)} {_(SENTENCES[rule])}."


def why_not_spot(state: State, spot: Spot) -> str | None:
    """Give why nothing can be done with a place; None if no decision ever has to do with it."""
    thought = [one for one in _thinkable(state) if spot in {source(one), target(one)}]
    reasons = dict.fromkeys(why_not(state, one) for one in thought if state.why_not(one) is not None)
    return next(iter(reasons), None)


def why_not_typed(state: State, typed: str) -> list[str]:
    """Give the rules that forbid whatever the typed words can mean, one line for each rule."""
    words = [word for word in typed.casefold().split() if word not in {"not", _("not")}]
    meant = [one for one in _thinkable(state) if words and fits(words, describe(state, one))]
    reasons = [why_not(state, one) for one in meant] or (_why_not_named(state, words) if words else [])
    unheard = _("No choice has these words. Try: why deliver glass, or why sell 2")
    return list(dict.fromkeys(reasons)) or [unheard]


def _why_not_named(state: State, words: Sequence[str]) -> list[str]:
    """Give the rules against an action that is not due, or with a material of which no chip lies there."""
    reasons = []
    for kind, rule, text in _ACTIONS:
        named = (_(text).format(material=material_name(material)) for material in MATERIALS)
        if any(fits(words[:2], name) for name in named):
            some = next(one for one in DECISIONS.values() if isinstance(one, kind))
            reasons.append(_tell_rule(rule) if state.phase is Phase.ACT else why_not(state, some))
    return reasons


def why_not_at_all(state: State) -> list[str]:
    """Give one line for each kind of choice of which nothing is possible now, and why."""
    lines = []
    for kind, group in _by_kind(state).items():
        refusals = [state.why_not(one) for one in group]
        rules = dict.fromkeys(refusal.rule for refusal in refusals if refusal is not None)
        if rules and None not in refusals:
            reasons = " ".join(map(_tell_rule, rules))
            lines.append(f"{kind[:1].upper()}{kind[1:]}. {reasons}")
    return lines or [_("Of every kind of choice at least one is possible now.")]


def _by_kind(state: State) -> dict[str, Sequence[Decision]]:
    found: dict[str, list[Decision]] = {}
    for decision in _thinkable(state):
        found.setdefault(_kind(state, decision), []).append(decision)
    return {kind: tuple(group) for kind, group in found.items()}


def _kind(state: State, decision: Decision) -> str:
    material = material_of(state, decision)
    name = material_name(material) if material is not None else ""
    match decision:
        case Deliver():
            text = _("deliver {material}")
        case Treat():
            text = _("treat {material}") if name else _("treat from a vacant square")
        case Sell():
            text = _("sell {material}") if name else _("sell from a vacant square")
        case Return():
            text = _("return {material}") if name else _("return from a vacant square")
        case Name():
            text = _("auction {material}")
        case Place():
            text = _("put the chip on another square")
    return text.format(material=name)


def _thinkable(state: State) -> Iterable[Decision]:
    """Give the decisions that a person can have in mind in this phase, legal or not."""
    kinds = _KINDS.get(state.phase, _KINDS[Phase.ACT])
    return (decision for decision in DECISIONS.values() if isinstance(decision, kinds))
