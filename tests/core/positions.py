"""Positions written down as text, for tests of single rules.

Areas are four letters, one a square: G P M C L for glass, paper, metal, cork, plastic and a dot for a
vacant square.
"""

from collections.abc import Mapping

from core.area import WEIGHT
from core.happening import Happening
from core.invariants import broken_invariants
from core.ruleset import DEFAULT, ROWS, Ruleset
from core.state import State

GLASS, PAPER, METAL, CORK, PLASTIC, SPECIAL = range(6)
_LETTERS = "GPMCL"


def to_roll(
    yards: Mapping[int, str] | None = None,
    treatments: Mapping[int, str] | None = None,
    *,
    seats: int = 3,
    roller: int = 0,
    ruleset: Ruleset = DEFAULT,
    money: Mapping[int, int] | None = None,
    market: Mapping[int, tuple[int, int]] | None = None,
    rolls: int = 0,
) -> State:
    """A position in which `roller` is to roll; `market` gives (row, chips) by material."""
    state = State(ruleset, seats)
    state.draw(roller)
    for areas, texts in ((state.yards, yards), (state.treatments, treatments)):
        for seat, text in (texts or {}).items():
            areas[seat] = _area(state, text)
    for seat, dollars in (money or {}).items():
        state.paid += state.money[seat] - dollars
        state.money[seat] = dollars
    for material, (row, chips) in (market or {}).items():
        _lay(state, material, row, chips)
    state.rolls = rolls
    assert broken_invariants(state) == []
    state.happenings = []
    return state


def _area(state: State, text: str) -> int:
    area = 0
    for square, letter in enumerate(text):
        if letter != ".":
            material = _LETTERS.index(letter)
            state.bank[material] -= 1
            area += WEIGHT[material][square]
    return area


def _lay(state: State, material: int, row: int, chips: int) -> None:
    state.row_of[material], state.filled[material] = row, chips
    state.free_rows ^= 1 << row
    state.bank[material] -= chips
    if chips == ROWS:
        state.gone[material], state.bank[material] = state.bank[material], 0
        state.keep_in_play(tuple(other for other in state.in_play if other != material))


def areas(state: State, seat: int) -> str:
    """The two areas of a seat as text, the yard first."""
    squares = (*state.yard(seat), *state.treatment(seat))
    text = "".join("." if chip is None else _LETTERS[chip] for chip in squares)
    return f"{text[:4]} {text[4:]}"


def happened(state: State) -> list[Happening]:
    """Take what has happened since the last time."""
    assert state.happenings is not None
    taken = state.happenings
    state.happenings = []
    return taken


def empty_bank(state: State, material: int) -> None:
    """Lay the bank's chips of a material aside, as if they had left the game."""
    state.gone[material] += state.bank[material]
    state.bank[material] = 0
