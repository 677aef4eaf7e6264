"""A careful player: sells when it can, avoids fees, and never bids more than a chip may bring.

It rates each legal decision in tenths of a dollar and takes the best, the first of equals by lot.
"""

from collections.abc import Callable

from core.area import CHIP_AT, CHIPS, SQUARES_OF, VACANT, count
from core.decision import Decision, Deliver, Name, Place, Return, Sell, Treat
from core.state import State
from core.table import NO_ONE

# What a chip is worth on its way, in tenths of what the market will pay for it.
_IN_YARD = 4
_IN_TREATMENT = 7
_SOLD = 10
_BID_SHARE = 3


class Cautious:
    """Plays for steady sales, and lets others overpay."""

    def decide(self, state: State, seat: int, draw: Callable[[int], int]) -> Decision:
        """Give the best rated legal decision."""
        options = state.legal()
        rates = [_rate(state, seat, decision) for decision in options]
        best = max(rates)
        tied = [decision for decision, rate in zip(options, rates, strict=True) if rate == best]
        return tied[draw(len(tied))]

    def bid(self, state: State, seat: int, draw: Callable[[int], int]) -> int:
        """Give a part of what the chip may bring, less where it would lie in the way."""
        if not VACANT[state.yards[seat]]:
            return 0
        worth = _price(state, seat, state.auctioned) * _BID_SHARE - _crowding(state, state.yards[seat])
        reserve = 2 * state.ruleset.fee
        most = min(worth // 10 + draw(3), state.money[seat] - reserve)
        return max(most, 0)


def _rate(state: State, seat: int, decision: Decision) -> int:
    match decision:
        case Sell():
            return _rate_sale(state, seat, decision)
        case Treat():
            material = CHIP_AT[state.yards[seat]][decision.source]
            gain = _price(state, seat, material) * (_IN_TREATMENT - _IN_YARD)
            relief = _relief(state, state.yards[seat]) - _crowding(state, state.treatments[seat])
            return gain + relief
        case Deliver():
            gain = _price(state, seat, decision.material) * _IN_YARD
            return gain - _crowding(state, state.yards[seat]) + _outlets(state, seat, decision.square)
        case Place():
            return _outlets(state, seat, decision.square)
        case Return():
            area = state.treatments[seat] if decision.area else state.yards[seat]
            return -_price(state, seat, CHIP_AT[area][decision.square])
        case Name():
            return _price(state, seat, decision.material)


def _rate_sale(state: State, seat: int, sale: Sell) -> int:
    """Rate a sale by what it brings now and, for a new row, by whom its later spaces will feed."""
    material = CHIP_AT[state.treatments[seat]][sale.square]
    amounts = state.ruleset.amounts[sale.row]
    rate = amounts[state.filled[material]] * _SOLD + _relief(state, state.treatments[seat])
    if state.row_of[material] == NO_ONE:
        rate += (amounts[-1] - amounts[0]) * _lead(state, seat, material)
    return rate


def _price(state: State, seat: int, material: int) -> int:
    """Give the dollars that the seat's next chip of the material is likely to bring."""
    row = state.row_of[material]
    if row != NO_ONE:
        return state.ruleset.amounts[row][state.filled[material]]
    free = [state.ruleset.amounts[row] for row in range(len(state.row_of)) if state.free_rows >> row & 1]
    return max(amounts[1 if _lead(state, seat, material) > 0 else 0] for amounts in free)


def _held(state: State, seat: int, material: int) -> int:
    return count(state.yards[seat], material) + count(state.treatments[seat], material)


def _lead(state: State, seat: int, material: int) -> int:
    """Give how many more chips of the material the seat has than all rivals."""
    rivals = sum(_held(state, other, material) for other in state.active if other != seat)
    return _held(state, seat, material) - rivals


def _crowding(state: State, area: int) -> int:
    """Give the tenths of a dollar that one more chip in the area is likely to cost in fees."""
    return state.ruleset.fee * 10 if CHIPS[area] >= state.ruleset.limit else 0


def _relief(state: State, area: int) -> int:
    """Give the tenths of a dollar that one chip less in the area is likely to save in fees."""
    return state.ruleset.fee * 10 if CHIPS[area] == state.ruleset.limit + 1 else 0


def _outlets(state: State, seat: int, square: int) -> int:
    """Count the vacant treatment squares that a chip on this yard square could go to."""
    return sum(abs(other - square) <= 1 for other in SQUARES_OF[VACANT[state.treatments[seat]]])
