"""The market: what the next space pays, taking it, and closing a material (A3, A4, E1)."""

from typing import Final

from core.area import count, without
from core.ending import finish
from core.happening import MaterialClosed
from core.material import MATERIALS
from core.outcome import Reason
from core.ruleset import ROWS
from core.table import NO_ONE, Table

SPACES: Final = ROWS
"""Spaces of a market row (C4)."""


def next_amount(table: Table, row: int, chips: int) -> int | None:
    """Give the dollars on the space that follows `chips` taken ones; None if the row is full."""
    return table.ruleset.amounts[row][chips] if chips < SPACES else None


def take_space(table: Table, material: int, row: int) -> int:
    """Lay a chip on the material's next space of `row` and give the space's dollars (A3)."""
    if table.row_of[material] == NO_ONE:
        table.row_of[material] = row
        table.free_rows ^= 1 << row
    amount = table.ruleset.amounts[row][table.filled[material]]
    table.filled[material] += 1
    return amount


def close_if_full(table: Table, material: int) -> None:
    """Close the material if its row is full; then end the game if that was the last row due (E1)."""
    if table.filled[material] < SPACES:
        return
    _take_out(table, material)
    if table.happenings is not None:
        table.happenings.append(MaterialClosed(MATERIALS[material], table.row_of[material]))
    if len(MATERIALS) - len(table.in_play) >= table.ruleset.rows_to_end:
        finish(table, Reason.ROWS)


def _take_out(table: Table, material: int) -> None:
    """Take every chip of the material that is not on the market out of the game (A4)."""
    for areas in (table.yards, table.treatments):
        for seat, area in enumerate(areas):
            if chips := count(area, material):
                table.gone[material] += chips
                areas[seat] = without(area, material)
    table.gone[material] += table.bank[material]
    table.bank[material] = 0
    table.keep_in_play(tuple([other for other in table.in_play if other != material]))
