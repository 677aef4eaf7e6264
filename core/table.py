"""Everything that lies on the table, in flat integers, with its copy and its snapshot."""

from typing import Final, Self

from core import area
from core.decision import Decision
from core.dice import rolls
from core.errors import BadSeats
from core.happening import Happening
from core.material import MATERIALS
from core.outcome import Outcome
from core.phase import BID, DRAW, OVER, PLACE, ROLL, Phase
from core.ruleset import ROWS, Ruleset

MOST_SEATS: Final = 4
NO_ONE: Final = -1
"""No seat, no row or no material, where a number is kept."""


class Table:
    """The position of one game; the rules' modules write it, everyone else reads it.

    Materials are kept as their numbers, areas as the numbers of core.area.

    seats, active: how many seats there are, and which are not retired, ascending (S1, C6).
    left: the next active seat in turn order after each seat (C6), empty when none is active.
    roller: the seat whose turn it is, also if it retired during its auction; -1 before the draw.
    rolls, dice: rolls made so far (E3) and the faces of the last one, None before it.
    money: dollars of each seat (C5). paid: dollars that the bank took in, less what it paid out (H2).
    yards, treatments: the two areas of each seat.
    fees: dollars of storage for each area, by its number (T1).
    bank, gone: chips of each material in the bank and out of the game (A4).
    row_of, filled: market row of each material, -1 for none, and its chips there (A3).
    free_rows: mask of the market rows that no material holds. in_play: materials in play (C6).
    meanings: what every roll means with these, by its faces (T3-T7).
    colours, actions_left: what the roll lets the roller act with, or name, and how many actions are due.
    auctioned, winner: material under the hammer, and the seat that won it and must place it; else -1.
    options: every legal decision, in the order told at State.legal.
    outcome: the result, None before the end.
    happenings: None, or a list to which the inputs append what follows from them.
    """

    __slots__ = (
        "actions_left",
        "active",
        "auctioned",
        "bank",
        "colours",
        "dice",
        "fees",
        "filled",
        "free_rows",
        "gone",
        "happenings",
        "in_play",
        "left",
        "meanings",
        "money",
        "options",
        "outcome",
        "paid",
        "phase",
        "roller",
        "rolls",
        "row_of",
        "ruleset",
        "seats",
        "treatments",
        "winner",
        "yards",
    )

    def __new__(cls, *_: object) -> Self:
        """Give a position with nothing on it, for `__init__` or `copy` to fill."""
        return object.__new__(cls)

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        if seats not in (2, 3, MOST_SEATS):
            raise BadSeats((seats,))
        kinds = len(MATERIALS)
        self.ruleset = ruleset
        self.seats = seats
        self.active = tuple(range(seats))
        self.left = left_of(seats, self.active)
        self.phase: Phase = DRAW
        self.roller = NO_ONE
        self.rolls = 0
        self.fees = area.fees(ruleset.limit, ruleset.fee)
        self.dice: tuple[int, int] | None = None
        self.money = [ruleset.money] * seats
        self.paid = 0
        self.yards = [area.EMPTY] * seats
        self.treatments = [area.EMPTY] * seats
        self.bank = [ruleset.chips] * kinds
        self.gone = [0] * kinds
        self.row_of = [NO_ONE] * kinds
        self.filled = [0] * kinds
        self.free_rows = (1 << ROWS) - 1
        self.keep_in_play(tuple(range(kinds)))
        self.colours: tuple[int, ...] = ()
        self.actions_left = 0
        self.auctioned = NO_ONE
        self.winner = NO_ONE
        self.options: tuple[Decision, ...] = ()
        self.outcome: Outcome | None = None
        self.happenings: list[Happening] | None = None

    def copy(self) -> Self:
        """Give an independent equal position, with `happenings` None."""
        other = type(self).__new__(type(self))
        other.ruleset = self.ruleset
        other.seats = self.seats
        other.fees = self.fees
        other.active = self.active
        other.left = self.left
        other.phase = self.phase
        other.roller = self.roller
        other.rolls = self.rolls
        other.dice = self.dice
        other.money = self.money[:]
        other.paid = self.paid
        other.yards = self.yards[:]
        other.treatments = self.treatments[:]
        other.bank = self.bank[:]
        other.gone = self.gone[:]
        other.row_of = self.row_of[:]
        other.filled = self.filled[:]
        other.free_rows = self.free_rows
        other.in_play = self.in_play
        other.meanings = self.meanings
        other.colours = self.colours
        other.actions_left = self.actions_left
        other.auctioned = self.auctioned
        other.winner = self.winner
        other.options = self.options
        other.outcome = self.outcome
        other.happenings = None
        return other

    def keep_in_play(self, materials: tuple[int, ...]) -> None:
        """Have these materials in play, ascending, and what the rolls mean with them (C6)."""
        self.in_play = materials
        self.meanings = rolls(materials)

    def snapshot(self) -> tuple[object, ...]:
        """Give the whole position as nested tuples of plain integers, one value for one position.

        0 the ruleset's options (Ruleset.options)   1 phase   2 active seats   3 roller, () or (seat,)
        4 rolls   5 dice, () or (first, second)   6 money by seat   7 yards by seat   8 treatments by seat
        9 bank by material   10 chips out of the game by material
        11 market by row, () or (material, chips)   12 colours to choose from   13 actions left
        14 auctioned, () or (material,)   15 winner, () or (seat,)
        16 outcome, () or (reason, winners, money)
        Fields 7 and 8 are area numbers (core.area). What is left out follows from these.
        """
        outcome = self.outcome
        return (
            self.ruleset.options(),
            int(self.phase),
            self.active,
            _optional(self.roller),
            self.rolls,
            self.dice or (),
            tuple(self.money),
            tuple(self.yards),
            tuple(self.treatments),
            tuple(self.bank),
            tuple(self.gone),
            self._market(),
            self.colours,
            self.actions_left,
            _optional(self.auctioned),
            _optional(self.winner),
            (int(outcome.reason), outcome.winners, outcome.money) if outcome else (),
        )

    def _market(self) -> tuple[tuple[int, ...], ...]:
        rows: list[tuple[int, ...]] = [()] * ROWS
        for material, row in enumerate(self.row_of):
            if row != NO_ONE:
                rows[row] = (material, self.filled[material])
        return tuple(rows)

    def __eq__(self, other: object) -> bool:
        return self.snapshot() == other.snapshot() if isinstance(other, Table) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes in place

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that must speak, ascending; empty once the game is over (H4)."""
        phase = self.phase
        if phase is ROLL or phase is BID or phase is DRAW:
            return self.active
        if phase is PLACE:
            return (self.winner,)
        return () if phase is OVER else (self.roller,)


def left_of(seats: int, active: tuple[int, ...]) -> tuple[int, ...]:
    """Give, for each of so many seats, the next of the ascending `active` ones in turn order (C6)."""
    later = [[other for other in active if other > seat] for seat in range(seats)]
    return tuple([(ahead or active)[0] for ahead in later]) if active else ()


def _optional(number: int) -> tuple[int, ...]:
    return () if number == NO_ONE else (number,)
