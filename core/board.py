"""What a screen or a bot reads off the table, in the words of the game."""

from typing import Final

from core.area import as_chips
from core.errors import WrongPhase
from core.frozen import Frozen
from core.market import next_amount
from core.material import MATERIALS, Material
from core.phase import BID
from core.table import NO_ONE, Table

_NO_BIDS: Final = range(0)
_BIDS: Final = tuple([range(most + 1) for most in range(128)])
"""The bids of most purses: _BIDS[dollars]. To make a range takes longer than to ask for the bids."""


class MarketRow(Frozen):
    """A market row: who holds it, how many chips lie on it, and the dollars on its spaces (C4).

    `next_amount` is what the next chip brings, None once the row is full.
    """

    material: Material | None
    chips: int
    amounts: tuple[int, ...]
    next_amount: int | None


class Board(Table):
    """The table with its reading questions; none of them changes anything."""

    __slots__ = ()

    def yard(self, seat: int) -> tuple[Material | None, ...]:
        """Give what lies on each square of the seat's delivery yard (C3)."""
        return as_chips(self.yards[seat])

    def treatment(self, seat: int) -> tuple[Material | None, ...]:
        """Give what lies on each square of the seat's treatment area (C3)."""
        return as_chips(self.treatments[seat])

    @property
    def market(self) -> tuple[MarketRow, ...]:
        """The market rows, from the first (C4)."""
        holders: list[Material | None] = [None] * len(self.ruleset.amounts)
        for material in MATERIALS:
            if self.row_of[material] != NO_ONE:
                holders[self.row_of[material]] = material
        return tuple(self._row(row, holder) for row, holder in enumerate(holders))

    def _row(self, row: int, holder: Material | None) -> MarketRow:
        chips = 0 if holder is None else self.filled[holder]
        return MarketRow(holder, chips, self.ruleset.amounts[row], next_amount(self, row, chips))

    def is_in_play(self, material: int) -> bool:
        """Tell whether the material's row is not full yet (C6)."""
        return material in self.in_play

    @property
    def auctioned_material(self) -> Material | None:
        """The material under the hammer, in BID and PLACE (T6)."""
        return None if self.auctioned == NO_ONE else MATERIALS[self.auctioned]

    @property
    def choices(self) -> tuple[Material, ...]:
        """The colours to act with (ACT) or to name (NAME), else none (T3-T5, T7)."""
        return tuple(MATERIALS[colour] for colour in self.colours)

    def fee_due(self, seat: int) -> int:
        """Give the dollars of storage that the seat would owe if its turn began now (T1)."""
        return self.fees[self.yards[seat]] + self.fees[self.treatments[seat]]

    def bid_range(self, seat: int) -> range:
        """Give the bids that an active seat can make (B1); raises WrongPhase outside BID."""
        if self.phase is not BID:
            raise WrongPhase(self.phase)
        if seat not in self.active:
            return _NO_BIDS
        try:
            return _BIDS[self.money[seat]]
        except IndexError:
            return range(self.money[seat] + 1)
