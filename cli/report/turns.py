"""A game turn by turn: the board at its beginning, what happened, and the proofs of its rolls and bids.

The turns are those of `mark replay`: a new one begins with every roll that a player is asked for.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cli.narrator import Narrator
from cli.report.boards import Board, read_board
from cli.report.proofs import BidProof, RollProof, prove_bid, prove_roll
from core.frozen import Frozen
from core.happening import TurnPassed
from core.material import Material
from p2p.bid_inputs import bids_of_round
from p2p.roll_inputs import inputs_of_round, makes_roll
from p2p.tape import Tape

Step = tuple[int, tuple[str, ...]]
"""A round, counted from 0, and the sentences of what it brought."""


class Auction(Frozen):
    """The bids for one chip, with their proofs, and the round in which they were opened.

    `number` counts the auctions of a game from 1.
    """

    number: int
    material: Material | None
    round_number: int
    bids: tuple[BidProof, ...]


@dataclass(slots=True)
class Turn:
    """What came between two beginnings of turns; `number` is 0 and `seat` None for all before the first.

    `board` is how the table lies as it begins.
    """

    number: int
    seat: int | None
    first_round: int
    board: Board
    steps: list[Step] = field(default_factory=list)
    rolls: list[RollProof] = field(default_factory=list)
    auctions: list[Auction] = field(default_factory=list)


class Turns:
    """The turns of a tape that has been read to its end, made one at a time; `board` is that of the end."""

    def __init__(self, tape: Tape) -> None:
        genesis = tape.genesis
        assert genesis is not None
        self._tape = tape
        self._narrator = Narrator(genesis)
        self._auctions = 0

    def __iter__(self) -> Iterator[Turn]:
        """Give every turn once, in order. Raises `TapeChanged`."""
        beginnings = frozenset(self._tape.landmarks.turns)
        turn = self._begin(0, None)
        for number in range(self._tape.rounds):
            lines = self._take(turn, number)
            if number + 1 not in beginnings:
                _add(turn, number, lines)
                continue
            parting = self._new_turn_lines()
            _add(turn, number, lines[: len(lines) - parting])
            yield turn
            turn = self._begin(number + 1, self._narrator.log.state.roller)
            _add(turn, number, lines[len(lines) - parting + 1 :] if parting else ())
        yield turn

    @property
    def board(self) -> Board:
        """The board as far as the turns have been given."""
        return read_board(self._narrator.log.state)

    def _begin(self, place: int, seat: int | None) -> Turn:
        number = bisect_right(self._tape.landmarks.turns, place) if place else 0
        return Turn(number, seat, place, self.board)

    def _take(self, turn: Turn, number: int) -> Sequence[str]:
        """Give the sentences of a round, and its proofs to the turn."""
        events, log, names = self._tape.round(number), self._narrator.log, self._narrator.names
        if makes_roll(log, events):
            turn.rolls.append(prove_roll(inputs_of_round(log, events), names))
        if bids := bids_of_round(log, events):
            self._auctions += 1
            material = log.state.auctioned_material
            turn.auctions.append(Auction(self._auctions, material, number, tuple(map(prove_bid, bids))))
        return self._narrator.tell(number, events)

    def _new_turn_lines(self) -> int:
        """Tell how many of the last sentences belong to the new turn, whose seat the first one names."""
        happened = self._narrator.happened
        kinds = [type(one) for one in happened]
        return len(kinds) - kinds.index(TurnPassed) if TurnPassed in kinds else 0


def _add(turn: Turn, number: int, lines: Sequence[str]) -> None:
    if lines:
        turn.steps.append((number, tuple(lines)))
