"""A game as one holds it who has no seat: what is taken, what is settled, what of it is shown (20.8)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from p2p.chain import Round
from p2p.effects import Advanced, Effect, Notice, Notify, Settled
from p2p.event import EventRefused, EventSignatureWrong, SignedEvent
from p2p.ledger import Ledger
from p2p.messages import Status, game_tag
from p2p.stored import StoredGame
from p2p.supply import held
from p2p.watch_messages import Lacking
from p2p.watch_view import WatchView


class WatchedGame:
    """A ledger, and how far it has been shown: `heads` are those of the rounds shown and of the next one."""

    def __init__(self, stored: StoredGame) -> None:
        self.ledger = Ledger(stored)
        self.heads = list(self.ledger.tip.heads[: self.ledger.settled + 1])
        self.refusals: Counter[str] = Counter()

    @property
    def is_over(self) -> bool:
        """Whether nothing more can come: the log is complete, or the game has forked."""
        return self.ledger.tip.complete or self.ledger.chain.forked is not None

    def rounds(self) -> tuple[Round, ...]:
        """Give the closed rounds so far, shown or not."""
        return tuple(self.ledger.chain.rounds)

    def view(self) -> WatchView:
        """Give what is to be seen at this moment."""
        ledger = self.ledger
        tip = ledger.tip
        awaited = tip.expects.seats if tip.expects is not None else ()
        return WatchView(
            round_number=tip.round_number,
            shown=len(self.heads) - 1,
            state=tip.state.copy(),
            expects=tip.expects,
            missing=tuple(
                seat for seat in awaited if len(ledger.chain.candidates(tip, ledger.heard, seat)) != 1
            ),
            last_roll=tip.last_roll,
            forked=ledger.chain.forked,
            complete=tip.complete,
        )

    def lacking(self, echo: bytes) -> Lacking:
        """Give the message by which a peer knows what is lacking here."""
        ledger = self.ledger
        tip = ledger.tip
        events, notes, proofs, ballots = held(ledger)
        return Lacking(
            game_tag(ledger.genesis.game_id),
            tip.round_number,
            tip.head,
            ledger.settled,
            events,
            notes,
            proofs,
            ballots,
            echo,
        )

    def effects(self) -> list[Effect]:
        """Give what is to be written since the last call, in order."""
        effects, self.ledger.effects = self.ledger.effects, []
        return effects

    def take(self, events: Sequence[SignedEvent]) -> bool:
        """Take whole rounds at once where that can be done (8.19) and hold the rest; tell if any was new.

        Raises `EventSignatureWrong` at the first that is wrongly signed.
        """
        ledger = self.ledger
        before = ledger.tip.round_number
        left = ledger.take_rounds(events)
        fresh = ledger.tip.round_number > before
        for signed in left:
            if signed.event.round_number > ledger.tip.round_number:
                ledger.advance()
            try:
                fresh |= ledger.hold(signed)
            except EventSignatureWrong:
                raise
            except EventRefused as refusal:
                self.refusals[type(refusal).__name__] += 1
        return fresh

    def follow(self, statuses: Iterable[Status]) -> list[Notice]:
        """Go as far as what is held leads, and settle what the seats have signed over; give what is news.

        For the display, and for nothing else, what peers that are in the same log call settled counts too:
        `statuses` are their newest ones.
        """
        ledger = self.ledger
        ledger.advance()
        ledger.settle(_signed_over(ledger))
        notices = [effect.notice for effect in ledger.effects if isinstance(effect, Notify)]
        ledger.effects = [effect for effect in ledger.effects if not isinstance(effect, Notify)]
        told: list[Notice] = []
        if self._step_back():
            told.append(Advanced(ledger.tip.round_number, back=True))
        told += self._show(statuses)
        for notice in notices:
            match notice:
                case Settled():
                    pass  # shown already, maybe on a peer's word
                case Advanced(round_number):
                    told.append(Advanced(round_number, back=False))
                case _:
                    told.append(notice)
        return told

    def _step_back(self) -> bool:
        """Take back what was shown on a peer's word alone and has not lasted; tell whether there was any."""
        heads, shown = self.ledger.tip.heads, len(self.heads)
        while len(self.heads) > len(heads) or self.heads[-1] != heads[len(self.heads) - 1]:
            self.heads.pop()
        return len(self.heads) < shown

    def _show(self, statuses: Iterable[Status]) -> list[Notice]:
        ledger = self.ledger
        tip = ledger.tip
        claims = [
            min(status.settled, tip.round_number)
            for status in statuses
            if tip.had(status.round_number, status.head)
        ]
        first, until = len(self.heads) - 1, max((ledger.settled, *claims))
        self.heads += tip.heads[first + 1 : until + 1]
        return [Settled(number, ledger.chain.rounds[number]) for number in range(first, until)]


def _signed_over(ledger: Ledger) -> int:
    """Give the first round over which not every active seat has signed something in this copy (20.8)."""
    tip = ledger.tip
    if tip.complete:
        return tip.round_number
    return min((_spoken_over(ledger, seat) for seat in tip.state.active), default=tip.round_number)


def _spoken_over(ledger: Ledger, seat: int) -> int:
    """Give the last round for which this seat has signed the head before it, or 0.

    Whoever has resigned over this past says nothing more, but for a seal, and so agrees with what comes.
    """
    tip, heard = ledger.tip, ledger.heard
    if any(tip.had(one.event.round_number, one.event.head) for one in heard.notes(seat)):
        return tip.round_number
    here = (*heard.at(tip.round_number, seat), *heard.ballots(tip.round_number, seat))
    if any(one.event.head == tip.head for one in here):
        return tip.round_number
    return max(tip.spoken[seat], 0)
