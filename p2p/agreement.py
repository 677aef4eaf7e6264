"""Who has shown which past: the barrier, what is settled, and when one who resigned may go (chapter 8)."""

from collections.abc import Mapping, Sequence

from p2p.event import SEAL
from p2p.ledger import Ledger
from p2p.told import Told


class Agreement:
    """What the others of a game have shown of their logs, in their statuses and by what they signed."""

    def __init__(self, ledger: Ledger, seat: int, told: Mapping[int, Told]) -> None:
        self._chain = ledger.chain
        self._heard = ledger.heard
        self._seat = seat
        self._told = told

    def active_others(self) -> list[int]:
        """Give the seats that are still in the game, this one's left out."""
        return [seat for seat in self._chain.tip.state.active if seat != self._seat]

    def agreed(self, seat: int) -> int:
        """Give the last round for which `seat` can have no other head before it than ours, or -1 (8.3).

        Whoever has resigned over our past says nothing more, except a seal, and so agrees with what comes.
        """
        notes, tip = self._heard.notes(seat), self._chain.tip
        if notes and any(tip.had(one.event.round_number, one.event.head) for one in notes):
            return tip.round_number
        return self.shown(seat)

    def shown(self, seat: int) -> int:
        """Give the last round of which `seat` has shown that its head before it is ours, or -1."""
        tip, status = self._chain.tip, self._told[seat].status
        shown = -1
        if status is not None and tip.had(status.round_number, status.head):
            shown = status.round_number
        number, last = tip.round_number, max(shown, self._chain.settled - 1)
        while number > last:
            if self._has_signed(seat, number):
                return number
            number -= 1
        return shown

    def tells_by_itself(self) -> bool:
        """Tell whether what this seat has signed shows the open head to the others: then no status must."""
        return self._has_signed(self._seat, self._chain.tip.round_number)

    def _has_signed(self, seat: int, number: int) -> bool:
        """Tell whether `seat` has shown the head before this round by an event (8.3 b, d).

        That is one over this head, or the one that has led to it: awaited alone, it knew what follows.
        """
        chain = self._chain
        before = chain.rounds[number - 1] if number else ()
        if len(before) == 1 and before[0].event.seat == seat:
            return True
        said = self._heard.at(number, seat)
        return bool(said) and any(one.event.head == chain.tip.heads[number] for one in said)

    def reached(self) -> int:
        """Give the round before which all is settled or can be: all others have shown its head (8.7)."""
        tip, settled = self._chain.tip, self._chain.settled
        reached = tip.round_number
        if reached == settled or tip.expects is None:
            return reached
        last = self._chain.rounds[-1]
        alone = last[0].event.seat if len(last) == 1 else None
        # Then who has not told the open head has shown no more than what is settled.
        by_status_alone = reached == settled + 1 and not self._heard.may_close(reached)
        for other in tip.state.active:
            if other in (self._seat, alone):  # who was awaited alone has shown it (8.3 d)
                continue
            status = self._told[other].status
            if status is not None and status.head == tip.head and status.round_number == tip.round_number:
                continue  # at the open head, as nearly always
            if by_status_alone:
                return settled
            reached = min(reached, self.agreed(other))
            if reached <= settled:
                return settled
        return reached

    def is_alone(self, now: float) -> bool:
        """Tell whether no other seat at all has been heard for so long that all count as away."""
        return all(told.is_away(now) for told in self._told.values())

    def is_needed_no_more(self, now: float) -> bool:
        """Tell whether this seat, which has resigned, may go: the others have all that it signed (8.12)."""
        here = self._here(now)
        if self._may_have_to_seal(here):
            return False
        return (bool(here) or not self.active_others()) and all(map(self._has_all_of_mine, here))

    def needed_by(self, now: float) -> tuple[int, ...]:
        """Give the seats for which this one stays, which has resigned; () also if nobody is there (8.12)."""
        here = self._here(now)
        all_of = self._may_have_to_seal(here)
        return tuple(other for other in here if all_of or not self._has_all_of_mine(other))

    def _here(self, now: float) -> list[int]:
        """Give the seats that are to have all that this one signed, those that are away left out."""
        tip = self._chain.tip
        mine = tip.round_number if self._seat in tip.state.active else tip.spoken[self._seat]
        others = [other for other in self._told if other in tip.state.active or tip.spoken[other] >= mine]
        return [other for other in others if not self._told[other].is_away(now)]

    def _may_have_to_seal(self, here: Sequence[int]) -> bool:
        """Tell whether the seal of this seat is awaited, or may be before its note stands.

        The game may end with what another seat decides now. Nobody waits so for one who is away.
        """
        tip = self._chain.tip
        if tip.expects is None or self._seat not in tip.state.active:
            return False
        kind, awaited = tip.expects
        if kind is SEAL:
            return not self._heard.at(tip.round_number, self._seat) and set(here).issuperset(
                self.active_others()
            )
        return self._seat not in awaited and any(seat in here for seat in awaited)

    def _has_all_of_mine(self, other: int) -> bool:
        """Tell whether `other` has shown that it holds this seat's note and all that it signed before."""
        status, tip = self._told[other].status, self._chain.tip
        if status is None or self.shown(other) < tip.round_number:
            return False
        mine = 1 << self._seat
        if self._seat not in tip.state.active:
            return True
        said = bool(self._heard.at(tip.round_number, self._seat))
        return bool(status.notes & mine) and (
            not said or (status.head == tip.head and bool(status.events & mine))
        )
