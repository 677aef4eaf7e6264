"""The board as a page shows it: plain values in the order of reading, every chip by its material's number."""

from typing import NamedTuple

from cli.names import money
from core.board import MarketRow
from core.material import MATERIALS
from core.state import State


class Company(NamedTuple):
    """One seat's company: `areas` are its yard and its treatment, with a material or None for each square.

    `storage` is what its turn would cost, as money; "" where nothing is due.
    """

    seat: int
    money: str
    areas: tuple[tuple[int | None, ...], ...]
    storage: str
    is_active: bool
    has_turn: bool


class Board(NamedTuple):
    """One position. `bank` holds (material, chips), with None for chips once the material is closed."""

    rolls: int
    rows: tuple[MarketRow, ...]
    bank: tuple[tuple[int, int | None], ...]
    companies: tuple[Company, ...]


def read_board(state: State) -> Board:
    """Give what lies on the table now."""
    bank = tuple(
        (material.value, state.bank[material] if state.is_in_play(material) else None)
        for material in MATERIALS
    )
    companies = tuple(_company(state, seat) for seat in range(state.seats))
    return Board(state.rolls, state.market, bank, companies)


def _company(state: State, seat: int) -> Company:
    is_active = seat in state.active
    due = state.fee_due(seat) if is_active else 0
    return Company(
        seat,
        money(state.money[seat]),
        (state.yard(seat), state.treatment(seat)),
        money(due) if due else "",
        is_active,
        state.outcome is None and seat == state.roller,
    )
