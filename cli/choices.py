"""The decisions that are legal now, worded and numbered, and found again from what a person types."""

from collections.abc import Sequence

from cli.names import material_letter, material_name, money
from cli.words import _
from core.decision import YARD, Decision, Deliver, Name, Place, Return, Sell, Treat
from core.material import MATERIALS
from core.state import State


def describe(state: State, decision: Decision) -> str:
    """Give the words for a legal decision; squares and rows are counted from 1 in it."""
    match decision:
        case Deliver(material=material, square=square):
            text = _("deliver {material} to yard {square}")
            return text.format(material=material_name(material), square=square + 1)
        case Name(material=material):
            return _("auction {material}").format(material=material_name(material))
        case Place(square=square):
            text = _("put the chip of {material} on yard {square}")
            return text.format(material=material_name(state.auctioned), square=square + 1)
        case Treat() | Sell() | Return():
            return _describe_moved(state, decision)


def _describe_moved(state: State, decision: Treat | Sell | Return) -> str:
    """Give the words for a decision about a chip that lies in the seat's own company."""
    yard, treatment = state.yard(state.roller), state.treatment(state.roller)
    match decision:
        case Treat(source=source, target=target):
            text = _("treat {material} from yard {source} to treatment {target}")
            return text.format(material=_name(yard[source]), source=source + 1, target=target + 1)
        case Sell(square=square, row=row):
            text = _("sell {material} from treatment {square} for {money} in row {row}")
            amount = state.market[row].next_amount or 0
            name = _name(treatment[square])
            return text.format(material=name, square=square + 1, row=row + 1, money=money(amount))
        case Return(area=area, square=square):
            in_yard = area == YARD
            text = (
                _("return {material} from yard {square} to the bank")
                if in_yard
                else _("return {material} from treatment {square} to the bank")
            )
            name = _name((yard if in_yard else treatment)[square])
            return text.format(material=name, square=square + 1)


def _name(material: int | None) -> str:
    return "" if material is None else material_name(material)


def list_choices(state: State) -> list[str]:
    """Give one line for each legal decision, numbered from 1."""
    options = state.legal()
    width = len(str(len(options)))
    return [f"{number:>{width}}  {describe(state, option)}" for number, option in enumerate(options, 1)]


def find_choices(state: State, typed: str) -> list[Decision]:
    """Give the legal decisions that `typed` can mean: one by its number, or those whose words fit.

    Words fit in their order, each by its beginning, and the first one stands for the verb. A single
    letter after it stands for its material.
    """
    options = state.legal()
    words = typed.casefold().split()
    if len(words) == 1 and words[0].isdecimal():
        number = int(words[0]) if len(words[0]) <= 4 else 0
        return [options[number - 1]] if 1 <= number <= len(options) else []
    return [option for option in options if words and fits(words, describe(state, option))]


def fits(words: Sequence[str], description: str) -> bool:
    """Tell whether all words stand for words of the description, in its order."""
    verb, *rest = description.casefold().split()
    if not verb.startswith(words[0]):
        return False
    letters = {material_name(material).casefold(): material_letter(material) for material in MATERIALS}
    left = iter(rest)
    return all(any(_stands_for(word, full, letters.get(full)) for full in left) for word in words[1:])


def _stands_for(word: str, full: str, letter: str | None) -> bool:
    if word == full or full.isdecimal():
        return word == full
    if len(word) == 1:
        return letter is not None and word == letter.casefold()
    return full.startswith(word)
