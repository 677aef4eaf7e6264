"""What holds in every position, and which of it is broken in a given one (H1-H4 and the board's shape)."""

from collections.abc import Iterator

from core.area import AREAS, count
from core.frozen import Frozen
from core.material import MATERIALS
from core.phase import OVER, Phase
from core.ruleset import ROWS
from core.table import NO_ONE, Table


class Broken(Frozen):
    """The rule that a position breaks; `where` is the material, row or seat concerned, if it is one."""

    rule: str
    where: int | None = None


def broken_invariants(table: Table) -> list[Broken]:
    """List everything that is wrong with the position; an empty list for every reachable one."""
    shape = list(_shape(table))
    if shape:  # the sums below would mean nothing
        return shape
    return [*_chips(table), *_money(table), *_market(table), *_speakers(table)]


def _shape(table: Table) -> Iterator[Broken]:
    """Check ranges and lengths (S1, C3, C4, C5)."""
    by_seat = (table.money, table.yards, table.treatments)
    if any(len(values) != table.seats for values in by_seat):
        yield Broken("S1")
        return
    for seat in range(table.seats):
        if not (0 <= table.yards[seat] < AREAS and 0 <= table.treatments[seat] < AREAS):
            yield Broken("C3", seat)
        if table.money[seat] < 0:
            yield Broken("C5", seat)
    for material in MATERIALS:
        if not (0 <= table.filled[material] <= ROWS and NO_ONE <= table.row_of[material] < ROWS):
            yield Broken("C4", material)


def _chips(table: Table) -> Iterator[Broken]:
    """Count the chips of every material (H1), and those that should have left (A4) or gone back (L1)."""
    for material in MATERIALS:
        held = [
            count(table.yards[seat], material) + count(table.treatments[seat], material)
            for seat in range(table.seats)
        ]
        bank, gone, sold = table.bank[material], table.gone[material], table.filled[material]
        if sum(held) + bank + gone + sold != table.ruleset.chips or min(bank, gone) < 0:
            yield Broken("H1", material)
        if sold == ROWS and sum(held) + bank:
            yield Broken("A4", material)
        if any(chips for seat, chips in enumerate(held) if seat not in table.active):
            yield Broken("L1", material)


def _money(table: Table) -> Iterator[Broken]:
    """Check that dollars only moved between seats and bank (H2)."""
    if sum(table.money) + table.paid != table.seats * table.ruleset.money:
        yield Broken("H2")


def _market(table: Table) -> Iterator[Broken]:
    """Check one material a row, one row a material, and what is derived from that (H3, C6)."""
    held = [row for row in table.row_of if row != NO_ONE]
    for row in range(ROWS):
        if held.count(row) > 1 or (row in held) == bool(table.free_rows >> row & 1):
            yield Broken("H3", row)
    for material in MATERIALS:
        if (table.row_of[material] == NO_ONE) != (table.filled[material] == 0):
            yield Broken("H3", material)
        if (material in table.in_play) != (table.filled[material] < ROWS):
            yield Broken("C6", material)


def _speakers(table: Table) -> Iterator[Broken]:
    """Check that a game which is not over awaits active seats with something legal to say (H4)."""
    over = table.phase is OVER
    deciding = table.phase in (Phase.RETURN, Phase.ACT, Phase.NAME, Phase.PLACE)
    if over == bool(table.awaited) or over != (table.outcome is not None):
        yield Broken("H4")
    if any(seat not in table.active for seat in table.awaited) or deciding != bool(table.options):
        yield Broken("H4")
