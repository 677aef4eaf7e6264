"""The positions of a game as JSON Lines, the first one and that after each move (docs/export.md)."""

from cli.export.course import Exporter, Heading, Move
from cli.export.values import (
    Document,
    decision_value,
    dice_value,
    game_line,
    json_line,
    material_value,
    outcome_value,
)
from core.board import MarketRow
from core.happening import TurnPassed
from core.material import MATERIALS
from core.state import State
from core.step import Bids, Draw, Retire, Roll
from core.table import NO_ONE


class StatesWriter(Exporter):
    """Writes one line for each position of a game."""

    def __init__(self) -> None:
        self._step = 0
        self._turn = 0

    def begin(self, heading: Heading, state: State) -> str:
        """Give the line of the game and that of its start."""
        return game_line(heading) + self._line(None, state)

    def move(self, move: Move, state: State) -> str:
        """Give the line of the position after a move."""
        self._step += 1
        self._turn += sum(isinstance(one, TurnPassed) for one in move.followed)
        return self._line(_move_value(move), state)

    def _line(self, move: Document | None, state: State) -> str:
        return json_line(
            {"type": "state", "step": self._step, "turn": self._turn, "move": move, **_position(state)}
        )


def _move_value(move: Move) -> Document:
    match move.step:
        case Draw(seat=seat, retired=retired):
            return {"do": "draw", "seat": seat, "leaving": list(retired)}
        case Roll(first=first, second=second, retired=retired):
            return {"do": "roll", "dice": dice_value((first, second)), "leaving": list(retired)}
        case Bids(bids=bids, retired=retired):
            return {"do": "bids", "bids": list(bids), "leaving": list(retired)}
        case Retire(seats=seats):
            return {"do": "leave", "leaving": list(seats), "voters": list(move.voters)}
        case decision:
            return decision_value(decision)


def _position(state: State) -> Document:
    """Give everything that lies on the table, and what is asked of whom."""
    return {
        "phase": state.phase.name.lower(),
        "awaits": list(state.awaited),
        "active": list(state.active),
        "roller": _known(state.roller),
        "rolls": state.rolls,
        "dice": dice_value(state.dice),
        "choices": [material_value(colour) for colour in state.colours],
        "actions_left": state.actions_left,
        "auctioned": material_value(state.auctioned),
        "winner": _known(state.winner),
        "seats": [
            {
                "money": state.money[seat],
                "fee_due": state.fee_due(seat),
                "yard": [_chip(chip) for chip in state.yard(seat)],
                "treatment": [_chip(chip) for chip in state.treatment(seat)],
            }
            for seat in range(state.seats)
        ],
        "market": [_row(row) for row in state.market],
        "bank": _by_material(state.bank),
        "gone": _by_material(state.gone),
        "outcome": outcome_value(state.outcome),
    }


def _known(number: int) -> int | None:
    return None if number == NO_ONE else number


def _chip(chip: int | None) -> str | None:
    return None if chip is None else material_value(chip)


def _row(row: MarketRow) -> Document:
    return {
        "material": _chip(row.material),
        "chips": row.chips,
        "amounts": list(row.amounts),
        "next": row.next_amount,
    }


def _by_material(counts: list[int]) -> Document:
    return {material.name.lower(): counts[material] for material in MATERIALS}
