"""The state of a game and its inputs: the only way in which a game goes on."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from core.action import actions, deliver, sell, treat
from core.auction import check_bids, hammer, name, place, settle
from core.board import Board
from core.decision import DECISIONS, Decision, Deliver, Name, Place, Return, Sell, Treat
from core.errors import BadRoll, BadSeats, IllegalDecision, WrongPhase
from core.happening import Drawn, Rolled, TurnLost
from core.phase import ACT, BID, DRAW, NAME, OVER, PLACE, RETURN, ROLL
from core.refusal import Refusal, forbidding_rule
from core.retirement import go_on, leave, remaining
from core.storage import give_back
from core.turn import pass_turn

_DECIDING = (RETURN, ACT, NAME, PLACE)

_Effect = Callable[[Board, Any], None]
_KINDS: Final[Mapping[type[Decision], _Effect]] = {
    Deliver: deliver,
    Treat: treat,
    Sell: sell,
    Return: give_back,
    Name: name,
    Place: place,
}
_EFFECTS: Final[dict[Decision, tuple[_Effect, tuple[int, ...]]]] = {
    decision: (_KINDS[type(decision)], code[1:]) for code, decision in DECISIONS.items()
}
"""What each decision does where it is legal, and its fields as plain integers, which that is told."""


class State(Board):
    """A game of MARK between `seats` seats, changed in place by its inputs.

    Every input is judged before anything changes: one that is refused with a CoreError leaves the state
    as it was. `retired` names the seats that leave in the very round of the input; they are gone
    before the rest of it counts (L4).
    """

    __slots__ = ()

    def draw(self, seat: int, retired: Sequence[int] = ()) -> None:
        """Take the seat that the shared dice drew to start; its left starts if it has left (S1, S3).

        Raises WrongPhase, and BadSeats for a seat that is not at the table.
        """
        if self.phase is not DRAW:
            raise WrongPhase(self.phase)
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadSeats((seat,))
        if self._over_without(retired):
            return
        if self.happenings is not None:
            self.happenings.append(Drawn(seat))
        pass_turn(self, seat if seat in self.active else self.left[seat])

    def roll(self, first: int, second: int, retired: Sequence[int] = ()) -> None:
        """Take the faces of both dice (T2); SPECIAL is the hammer on the first, the star on the second.

        A roller with no possible action loses the turn (T9). Raises WrongPhase, BadRoll, BadSeats.
        """
        if self.phase is not ROLL:
            raise WrongPhase(self.phase)
        try:
            roll = self.meanings[first][second]
        except KeyError:
            raise BadRoll(first, second) from None
        if retired and self._over_without(retired):
            return
        self.rolls += 1
        self.dice, self.colours, self.actions_left = roll
        if self.happenings is not None:
            self.happenings.append(Rolled(self.roller, first, second))
        if retired and self.roller in retired:
            pass_turn(self, self.left[self.roller])
        elif not self.actions_left:
            hammer(self, self.dice[1])
        elif options := actions(self):
            self.options = options
            self.phase = ACT
        else:
            if self.happenings is not None:
                self.happenings.append(TurnLost(self.roller))
            pass_turn(self, self.left[self.roller])

    def decide(self, decision: Decision) -> None:
        """Take the decision of the single awaited seat, in RETURN, ACT, NAME or PLACE.

        Raises IllegalDecision, which names the rule, and WrongPhase in any other phase.
        """
        if decision not in self.options:
            self._refuse(decision)
        effect, fields = _EFFECTS[decision]
        effect(self, fields)

    def bid(self, bids: Sequence[int | None], retired: Sequence[int] = ()) -> None:
        """Take all bids in dollars, by seat; None for a seat that is not active or leaves now (B1-B3).

        Raises WrongPhase, BadSeats, BadBid.
        """
        if self.phase is not BID:
            raise WrongPhase(self.phase)
        check_bids(self, bids, remaining(self, retired) if retired else self.active)
        if not (retired and self._over_without(retired)):
            settle(self, bids)

    def retire(self, seats: Sequence[int]) -> None:
        """Take a round that holds nothing but the leaving of some active seats (L1-L4).

        Raises WrongPhase once the game is over, and BadSeats for none or for any that is not active.
        """
        if self.phase is OVER:
            raise WrongPhase(self.phase)
        if not seats:
            raise BadSeats(())
        if not self._over_without(seats):
            go_on(self)

    def legal(self) -> Sequence[Decision]:
        """List all decisions that are legal now, each once; none outside RETURN, ACT, NAME and PLACE.

        Actions come colour by colour, then deliveries, treatments, sales; within these by square, then
        by target square or row. Everything else is in the order of its code.
        """
        return self.options

    def is_legal(self, decision: Decision) -> bool:
        """Tell whether `decide` would take the decision."""
        return decision in self.options

    def why_not(self, decision: Decision) -> Refusal | None:
        """Give the rule that forbids the decision, None if it is legal."""
        if decision in self.options:
            return None
        return Refusal(forbidding_rule(self, decision), decision)

    def _refuse(self, decision: Decision) -> None:
        if self.phase not in _DECIDING:
            raise WrongPhase(self.phase)
        raise IllegalDecision(forbidding_rule(self, decision), decision)

    def _over_without(self, retired: Sequence[int]) -> bool:
        """Retire the seats, and tell whether that ended the game."""
        if retired:
            remaining(self, retired)
            leave(self, retired)
        return self.phase is OVER
