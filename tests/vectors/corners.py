"""The corners of the rules: for each, what a step of a game must be like to show it."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from core.happening import (
    ActionLost,
    AuctionOpened,
    AuctionWon,
    BidsShown,
    ChipPlaced,
    ChipReturned,
    Delivered,
    Drawn,
    FeePaid,
    GameOver,
    Happening,
    MaterialClosed,
    NoAuction,
    NoSale,
    Rolled,
    Sold,
    Treated,
    TurnLost,
    TurnPassed,
)
from core.outcome import Reason
from core.phase import Phase
from core.state import State
from p2p.event import EventKind
from tests.p2p.gamebuilder import Round


class Step(NamedTuple):
    """One round of a game: the position before and after it, what happened, who left, and how."""

    kind: EventKind
    before: State
    happenings: list[Happening]
    after: State
    events: Round

    @property
    def noted(self) -> list[int]:
        """The seats whose notes stand in the round."""
        return [one.event.seat for one in self.events if one.event.kind is EventKind.NOTE]

    @property
    def removed(self) -> list[int]:
        """The seats that a certificate has removed in the round."""
        if self.events[0].event.kind is not EventKind.VOTE:
            return []
        return [seat for seat in self.before.active if seat not in self.after.active]

    @property
    def reason(self) -> Reason | None:
        """Why the game ended in this round."""
        outcome = self.after.outcome
        return outcome.reason if outcome and self.before.outcome is None else None

    def all(self, kind: type[Any]) -> list[Any]:
        """What happened of this kind."""
        return [one for one in self.happenings if type(one) is kind]

    def first(self, kind: type[Any]) -> Any:
        """The first that happened of this kind, or None."""
        return next(iter(self.all(kind)), None)


class Corner(NamedTuple):
    """A corner: the name of its file, the rules that it shows, what it is, and how to know it."""

    name: str
    rules: str
    what: str
    holds: Callable[[Step], object]


def _dice(s: Step) -> tuple[int, int]:
    rolled = s.first(Rolled)
    return (rolled.first, rolled.second) if rolled else (-1, -1)


def _colours(s: Step) -> bool:
    return min(_dice(s)) >= 0 and max(_dice(s)) < 5


def _two_colours(s: Step) -> bool:
    return _colours(s) and _dice(s)[0] != _dice(s)[1]


def _used(s: Step) -> int:
    """Give the material that an action was taken with, or -1."""
    if s.before.phase is not Phase.ACT:
        return -1
    return next(
        (int(one.material) for one in s.happenings if isinstance(one, Delivered | Treated | Sold)), -1
    )


def _shown(s: Step) -> tuple[int, int]:
    """Give what the dice show before the step."""
    return s.before.dice or (-1, -1)


def _is_removal(kind: EventKind) -> Callable[[Step], bool]:
    return lambda s: s.kind is kind and bool(s.removed) and not s.reason


def _tied(s: Step) -> list[int]:
    """Give the seats of the highest bid, if it is more than nothing and several have made it."""
    shown = s.first(BidsShown)
    bids = [bid or 0 for bid in shown.bids] if shown else [0]
    tied = [seat for seat, bid in enumerate(bids) if bid == max(bids) > 0]
    return tied if len(tied) > 1 else []


def _won_tie_as(s: Step, place: Callable[[int, int], bool]) -> bool:
    won = s.first(AuctionWon)
    return bool(won and _tied(s) and place(won.seat, s.before.roller))


def _rolls_again(s: Step) -> bool:
    return s.after.phase is Phase.ROLL and s.after.roller == s.before.roller and not s.all(TurnPassed)


def _is_over_limit(state: State) -> bool:
    held = [sum(area // 6**square % 6 > 0 for square in range(4)) for area in
            (state.yards[state.roller], state.treatments[state.roller])]  # fmt: skip
    return max(held) > state.ruleset.limit and state.ruleset.fee > 0


def _has_ended_after_hammer(s: Step) -> bool:
    return s.reason is Reason.ROLLS and any(
        type(one) in (NoSale, AuctionWon, ChipPlaced, NoAuction) for one in s.happenings
    )


CORNERS: Final = (
    Corner("s1-another-seat-starts", "S1", "the dice draw another seat than the first",
           lambda s: s.all(Drawn) and s.after.roller == s.after.seats - 1),
    Corner("s2-options-at-their-bounds", "S2 C5", "the most money that there can be, and a game of one roll",
           lambda s: s.reason and s.after.ruleset.money == 1_000_000 and s.after.ruleset.most_rolls == 1),
    Corner("s3-the-drawn-seat-has-left", "S3 L4", "the seat that was drawn resigns in that very round",
           lambda s: s.all(Drawn) and s.first(Drawn).seat in s.noted and s.after.phase is Phase.ROLL),
    Corner("c6-colour-out-of-play", "C6 T3", "one of two colours is out of play and allows no action",
           lambda s: _two_colours(s) and s.after.phase is Phase.ACT and len(s.after.colours) == 1),
    Corner("t1-one-fee", "T1", "storage for one area",
           lambda s: s.all(FeePaid) and s.first(FeePaid).amount == s.after.ruleset.fee),
    Corner("t1-two-fees", "T1", "storage for both areas",
           lambda s: s.all(FeePaid) and s.first(FeePaid).amount == 2 * s.after.ruleset.fee),
    Corner("t1-last-dollar", "T1", "the fee is all the money that the roller has",
           lambda s: s.all(FeePaid) and s.after.money[s.after.roller] == 0),
    Corner("t1-chips-for-the-fee", "T1", "the fee cannot be paid, and chips go back until no area is over",
           lambda s: s.all(ChipReturned) and s.after.phase is Phase.ROLL),
    Corner("t1-several-chips-for-the-fee", "T1", "more than one chip has to go back",
           lambda s: s.all(ChipReturned) and s.after.phase is Phase.RETURN),
    Corner("t1-not-before-the-roll-after-a-hammer", "T1 T6", "no storage before the further roll of a turn",
           lambda s: s.kind is EventKind.OPENING and _rolls_again(s) and _is_over_limit(s.after)),
    Corner("t3-two-colours", "T2 T3 C2", "two colours: one action with one of them",
           lambda s: _two_colours(s) and len(s.after.colours) == 2 and s.after.actions_left == 1),
    Corner("t4-double", "T4", "two actions with one colour",
           lambda s: s.before.actions_left == 2 and s.after.actions_left == 1),
    Corner("t4-second-action-impossible", "T4", "the second action of a double is lost",
           lambda s: s.all(ActionLost) and not s.all(MaterialClosed)),
    Corner("t4-first-action-closes", "T4 A4", "the first action of a double closes its material",
           lambda s: s.all(ActionLost) and s.all(MaterialClosed)),
    Corner("t5-star-as-another-colour", "T5", "the star stands for a colour that the other die does not show",
           lambda s: _used(s) >= 0 and _shown(s)[1] == 5 and _used(s) != _shown(s)[0]),
    Corner("t5-star-makes-no-double", "T5", "the star as the colour shown: one action",
           lambda s: _used(s) >= 0 and _shown(s)[1] == 5 and _used(s) == _shown(s)[0]
           and s.before.actions_left == 1),
    Corner("t6-hammer", "T6 B1 B2", "an auction at once, and the same roller rolls again",
           lambda s: s.all(AuctionWon) and _rolls_again(s)),
    Corner("t7-name", "T7", "hammer and star: the roller names the colour",
           lambda s: s.before.phase is Phase.NAME and s.all(AuctionOpened)),
    Corner("t7-one-name", "T7", "only one colour can be named, and it must be",
           lambda s: _dice(s) == (5, 5) and len(s.after.colours) == 1),
    Corner("t7-no-name", "T7", "no colour can be named, and there is no auction",
           lambda s: _dice(s) == (5, 5) and s.all(NoAuction)),
    Corner("t8-bank-has-none", "T8 C6", "the bank has no chip of the colour under the hammer",
           lambda s: s.all(NoAuction) and s.first(NoAuction).material in s.after.in_play),
    Corner("t8-out-of-play", "T8 C6", "the colour under the hammer is out of play",
           lambda s: _dice(s)[1] < 5 and s.all(NoAuction) and s.first(NoAuction).material is not None
           and s.first(NoAuction).material not in s.after.in_play),
    Corner("t9-turn-lost", "T9 T10", "no action is possible: the turn is lost", lambda s: s.all(TurnLost)),
    Corner("t9-one-colour-possible", "T9", "one colour allows no action, so the other must be taken",
           lambda s: _two_colours(s) and len(s.after.colours) == 2
           and len({one.code[1] for one in s.after.options if one.code[0] == 0}) == 1
           and all(one.code[0] == 0 for one in s.after.options)),
    Corner("t10-from-the-last-to-the-first", "T10", "the turn passes from the highest seat to the lowest",
           lambda s: s.all(TurnPassed) and s.before.roller == s.after.seats - 1 and s.after.roller == 0),
    Corner("t10-past-a-retired-seat", "T10 L1", "the turn passes over a seat that has left",
           lambda s: s.all(TurnPassed) and s.before.phase is Phase.ACT and not s.noted and not s.removed
           and s.after.roller not in (s.before.roller, (s.before.roller + 1) % s.after.seats)),
    Corner("a1-deliver", "A1 C1 C3", "a chip from the bank to the yard", lambda s: s.all(Delivered)),
    Corner("a2-treat-aslant", "A2 C3", "to a square that does not face the chip",
           lambda s: s.all(Treated) and s.first(Treated).source != s.first(Treated).target),
    Corner("a3-first-sale", "A3 C4", "the first chip of a material opens a row",
           lambda s: s.all(Sold) and s.before.row_of[s.first(Sold).material] < 0 and s.first(Sold).row > 0),
    Corner("a3-next-sale", "A3 C4", "a later chip takes the next space of its row",
           lambda s: s.all(Sold) and s.before.filled[s.first(Sold).material] > 0),
    Corner("a4-row-full", "A4 C6", "a full row takes the other chips of its material out of the game",
           lambda s: s.all(MaterialClosed) and s.after.gone[s.first(MaterialClosed).material] > 0
           and s.after.outcome is None),
    Corner("b1-all-the-money", "B1 B2", "the highest bid is all that a seat has",
           lambda s: s.all(AuctionWon) and s.after.money[s.first(AuctionWon).seat] == 0),
    Corner("b1-nobody-has-money", "B1 B3", "an auction though nobody can bid",
           lambda s: s.all(NoSale) and max(s.before.money) == 0),
    Corner("b3-tie-with-the-roller", "B3", "a tie goes to the roller",
           lambda s: _won_tie_as(s, lambda winner, roller: winner == roller)),
    Corner("b3-tie-to-the-left", "B3", "a tie goes to the first to the left of the roller",
           lambda s: _won_tie_as(s, lambda winner, roller: winner > roller)),
    Corner("b3-tie-around-the-table", "B3", "the first to the left is a lower seat",
           lambda s: _won_tie_as(s, lambda winner, roller: winner < roller)),
    Corner("b3-no-sale", "B3", "every fist is empty",
           lambda s: s.all(NoSale) and max(s.before.money) > 0),
    Corner("b4-place", "B4", "another seat than the roller places the chip that it has won",
           lambda s: s.all(ChipPlaced) and s.first(ChipPlaced).seat != s.before.roller),
    Corner("b5-no-room", "B5", "the winner has no vacant square: it pays and gets nothing",
           lambda s: s.all(AuctionWon) and not s.first(AuctionWon).gets_chip),
    Corner("e1-rows-full", "E1 E2 A4", "the agreed number of rows is full",
           lambda s: s.reason is Reason.ROWS and s.after.ruleset.rows_to_end == 1),
    Corner("e1-two-rows-full", "E1", "the second of two rows is full",
           lambda s: s.reason is Reason.ROWS and s.after.ruleset.rows_to_end == 2),
    Corner("e1-second-action-not-taken", "E1 T4", "the first action of a double ends the game",
           lambda s: s.reason is Reason.ROWS and s.before.actions_left == 2),
    Corner("e2-shared-win", "E2", "seats with equal money win together",
           lambda s: s.all(GameOver) and len(s.after.outcome.winners) > 1 if s.after.outcome else False),
    Corner("e3-most-rolls", "E3", "the last roll has been played, and the turn would pass",
           lambda s: s.reason is Reason.ROLLS and s.before.phase is Phase.ACT),
    Corner("e3-most-rolls-at-a-hammer", "E3 T6", "the last roll was a hammer, and another roll would be due",
           _has_ended_after_hammer),
    Corner("l1-note-at-a-roll", "L1 L4", "a seat that is not the roller resigns at a roll",
           lambda s: s.all(Rolled) and s.noted and s.before.roller not in s.noted and not s.reason),
    Corner("l1-note-at-a-commitment", "L1 L4", "a seat resigns as bids are sealed",
           lambda s: s.kind is EventKind.COMMITMENT and s.noted and not s.reason),
    Corner("l1-note-at-an-opening", "L1 L4", "a seat resigns as bids are opened: its own does not count",
           lambda s: s.kind is EventKind.OPENING and s.noted and not s.reason),
    Corner("l2-removed-at-a-link", "L2", "a seat is removed at a roll", _is_removal(EventKind.LINK)),
    Corner("l2-removed-at-an-action", "L2", "a seat is removed at a decision", _is_removal(EventKind.ACTION)),
    Corner("l2-removed-at-a-commitment", "L2", "a seat is removed as bids are sealed",
           _is_removal(EventKind.COMMITMENT)),
    Corner("l2-removed-at-an-opening", "L2", "a seat is removed as bids are opened",
           _is_removal(EventKind.OPENING)),
    Corner("l3-one-seat-left", "L3", "all others have left", lambda s: s.reason is Reason.LAST_SEAT),
    Corner("l3-nobody-left", "L3", "all leave in one round", lambda s: s.reason is Reason.NOBODY),
    Corner("l4-draw-again", "L4 L2", "a seat is removed in the draw, which is made anew",
           lambda s: s.before.phase is Phase.DRAW and s.removed and s.after.phase is Phase.DRAW),
    Corner("l4-roller-leaves-at-its-roll", "L4 E3", "the roll counts and has no other effect",
           lambda s: s.all(Rolled) and s.before.roller in s.noted and not s.reason),
    Corner("l4-roller-removed-before-its-roll", "L4 L2", "the turn passes without a roll",
           lambda s: s.before.phase is Phase.ROLL and s.before.roller in s.removed and not s.reason),
    Corner("l4-other-removed-before-a-roll", "L4 L2", "the roll is due again, with new links",
           lambda s: s.before.phase is Phase.ROLL and s.removed and s.before.roller not in s.removed
           and s.after.phase is Phase.ROLL),
    Corner("l4-roller-leaves-while-it-returns", "L4 T1", "the turn passes to the left",
           lambda s: s.before.phase is Phase.RETURN and (s.noted or s.removed) and not s.reason),
    Corner("l4-roller-leaves-instead-of-acting", "L4 T9", "the turn passes to the left",
           lambda s: s.before.phase is Phase.ACT and s.noted and not s.reason),
    Corner("l4-roller-leaves-instead-of-naming", "L4 T7", "there is no auction, and the turn passes",
           lambda s: s.before.phase is Phase.NAME and (s.noted or s.removed) and not s.reason),
    Corner("l4-roller-leaves-its-auction", "L4 B3", "the others finish it, and the turn passes",
           lambda s: s.kind is EventKind.OPENING and s.before.roller in (*s.noted, *s.removed)
           and not s.reason and s.all(TurnPassed)),
    Corner("l4-winner-leaves-before-it-places", "L4 B4", "it gets no chip and has paid",
           lambda s: s.before.phase is Phase.PLACE and (s.noted or s.removed) and not s.reason),
)  # fmt: skip
