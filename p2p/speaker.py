"""What this seat may say now, and the saying of it: its event for the open round, its ballots, its note.

Its rules are those of protocol.md, 8.4, 8.5 and 8.14: what is awaited of it, what its user has to choose, and
what it says by itself; and that nothing leaves before it is kept.
"""

from collections.abc import Iterator
from typing import Final

from core.decision import Decision
from p2p.agreement import Agreement
from p2p.coming_back import ComingBack
from p2p.event import ACTION, COMMITMENT, LINK, OPENING, SEAL, VOTE, SignedEvent
from p2p.judge import ALL_SEATS, NOTE_TAKERS
from p2p.ledger import Ledger
from p2p.log import Expectation
from p2p.messages import Events, Status
from p2p.remover import Remover
from p2p.telling import Telling
from p2p.view import Bar, Barred, Wanted
from p2p.voice import Intent, Voice

_WANTED: Final = {
    LINK: Wanted.ROLL,
    ACTION: Wanted.DECISION,
    COMMITMENT: Wanted.BID,
}


class Speaker:
    """One seat's part in the open round: it asks what is held and agreed, and has the voice sign."""

    def __init__(
        self,
        ledger: Ledger,
        voice: Voice,
        agreement: Agreement,
        back: ComingBack,
        remover: Remover,
        telling: Telling,
    ) -> None:
        self._ledger = ledger
        self._chain = ledger.chain
        self._voice = voice
        self._seat = voice.seat
        self._agreement = agreement
        self._back = back
        self._remover = remover
        self._telling = telling

    def may_sign(self) -> bool:
        """Tell whether this seat may sign anything.

        It is ready (8.16), holds all that it had settled (8.18), and nothing has ended its game.
        """
        return self._back.ready and not self._has_ended() and self._ledger.is_back

    def _has_ended(self) -> bool:
        """Tell whether the game goes on no more for this seat, by a fork or a removal (8.8, 19.9)."""
        return self._chain.forked is not None or self._chain.outranked is not None

    def has_resigned(self) -> bool:
        """Tell whether this seat's note is out."""
        return bool(self._ledger.heard.notes(self._seat))

    def may_resign(self) -> bool:
        """Tell whether this seat may sign a note now: not before the start, after the end, or twice (7.8).

        Nor where it has voted: its note would tell the others that it agrees, whatever its vote makes of it.
        """
        tip = self._chain.tip
        kind = tip.expects.kind if tip.expects else SEAL
        if kind not in NOTE_TAKERS or not self.may_sign() or self._seat not in tip.state.active:
            return False
        if self._voice.sets(VOTE, tip.round_number) or self._voice.has_left(tip.round_number, tip.head):
            return False
        floor = self._voice.floor
        return not self.has_resigned() and (
            floor < tip.round_number or (floor == tip.round_number and self._is_in_round())
        )

    def wanted(self) -> Wanted | None:
        """Give what this seat's user is asked for, or None."""
        if not self._is_mine_to_choose() or self._has_chosen():
            return None
        if not self.may_sign() or not self._is_awaited():
            return None
        assert self._chain.tip.expects is not None
        return _WANTED[self._chain.tip.expects.kind]

    def missing(self) -> tuple[int, ...]:
        """Give the awaited seats of which nothing valid is held, or more than one thing."""
        return tuple(seat for seat in self._awaited() if len(self._standing(seat)) != 1)

    def barred(self) -> Barred | None:
        """Give what keeps this seat from signing what is awaited of it, or None.

        Nothing does while its user is asked, another seat is to speak first, the game has ended, or the
        others are still to answer what they hold of it: all that is told otherwise.
        """
        floor, settled = self._voice.floor, self._ledger.remembered.round_number
        if floor > self._chain.tip.round_number or not self._ledger.is_back:
            return Barred(Bar.BEHIND, max(floor, settled - 1))
        expects = self._chain.tip.expects
        if expects is None or self._seat not in expects.seats or self._has_ended():
            return None
        return self._barred_from(expects)

    def _barred_from(self, expects: Expectation) -> Barred | None:
        tip = self._chain.tip
        number, said = tip.round_number, len(self._standing(self._seat))
        if said or (self.has_resigned() and expects.kind in NOTE_TAKERS):
            return Barred(Bar.TWICE, number) if said > 1 else None
        if self._voice.has_left(number, tip.head):
            return Barred(Bar.ELSEWHERE, number)
        if self._voice.floor >= number:
            return Barred(Bar.BEHIND, number)
        if expects.kind is OPENING and not self._can_open():
            return Barred(Bar.BID, number)
        is_next = expects.kind in ALL_SEATS and self._back.ready and not self._is_another_first(expects)
        elsewhere = tuple(self._elsewhere(expects)) if is_next else ()
        return Barred(Bar.OTHERS, number, elsewhere) if elsewhere else None

    def has_spoken(self, seat: int) -> bool:
        """Tell whether something valid of this seat is held for the open round."""
        return self._ledger.heard.may_close(self._chain.tip.round_number) and bool(self._standing(seat))

    def _may_speak(self) -> bool:
        """Tell whether this seat has something to sign in the open round, and nothing forbids it."""
        tip = self._chain.tip
        expects = tip.expects
        if expects is None or self._seat not in expects.seats or self._voice.floor >= tip.round_number:
            return False
        if self._is_another_first(expects) or not self.may_sign() or not self._is_awaited():
            return False
        if expects.kind is OPENING and not self._can_open():
            return False
        return self._is_past_the_barrier(expects)

    def _is_past_the_barrier(self, expects: Expectation) -> bool:
        """Tell whether such a round may be spoken in: one of all seats once all have agreed (8.4)."""
        return expects.kind not in ALL_SEATS or next(self._elsewhere(expects), None) is None

    def _elsewhere(self, expects: Expectation) -> Iterator[int]:
        """Give the other awaited seats that have not shown that they stand in the open round."""
        number = self._chain.tip.round_number
        for other in expects.seats:
            if other != self._seat and self._agreement.agreed(other) != number:
                yield other

    def _can_open(self) -> bool:
        """Tell whether what opens this seat's commitment is here."""
        return self._chain.tip.commitments[self._seat][0] in self._voice.openings

    def _is_another_first(self, expects: Expectation) -> bool:
        """Tell whether this seat waits for its user to choose, or for the roller's link."""
        if expects.kind is LINK and (roller := self._chain.tip.state.roller) != self._seat:
            return roller in expects.seats and not self.has_spoken(roller)
        return expects.kind in _WANTED and not self._has_chosen()

    def _is_awaited(self) -> bool:
        """Tell whether the open round awaits this seat, and it has signed nothing for it yet."""
        tip = self._chain.tip
        expects = tip.expects
        return (
            expects is not None
            and self._seat in expects.seats
            and self._voice.floor < tip.round_number
            and not self._voice.has_left(tip.round_number, tip.head)
            and not self.has_spoken(self._seat)
            and not (self.has_resigned() and expects.kind in NOTE_TAKERS)
        )

    def _is_mine_to_choose(self) -> bool:
        """Tell whether the open round takes a choice of this seat's user."""
        tip = self._chain.tip
        kind = tip.expects.kind if tip.expects else SEAL
        if kind is LINK:
            return tip.state.roller == self._seat
        return kind in _WANTED

    def _has_chosen(self) -> bool:
        """Tell whether this seat's user has chosen what to say in the round over the open head."""
        intent = self._voice.intent
        return intent is not None and intent.head == self._chain.tip.head

    def _awaited(self) -> tuple[int, ...]:
        expects = self._chain.tip.expects
        return expects.seats if expects is not None else ()

    def _standing(self, seat: int) -> list[SignedEvent]:
        tip, heard = self._chain.tip, self._ledger.heard
        if tip.expects is None or seat not in tip.expects.seats or not heard.may_close(tip.round_number):
            return []
        return self._chain.candidates(tip, heard, seat)

    def _is_in_round(self) -> bool:
        """Tell whether this seat's own event of the open round is held."""
        return bool(self._ledger.heard.at(self._chain.tip.round_number, self._seat))

    def is_through(self, now: float) -> bool:
        """Tell whether this seat has nothing more to say, or has left and finds nobody to say it to."""
        ledger = self._ledger
        if ledger.tip.complete or self._has_ended():
            return True
        if not self.has_resigned() and self._seat in ledger.tip.state.active:
            return False
        alone = self._agreement.is_alone(now)
        return alone or self._agreement.is_needed_no_more(now)

    def choose(self, choice: Decision | int | None) -> None:
        """Take what the user has chosen, which is wanted; it leaves now if it may, before the rest."""
        tip = self._chain.tip
        self._voice.intent = Intent(tip.head, choice)
        if tip.expects is not None and self._is_past_the_barrier(tip.expects):
            self._speak()

    def say_all(self, now: float) -> None:
        """Say all that is due and may be said, and follow what comes of it."""
        if self._remover.is_concerned:
            self._cast_ballots(now)
        while self._may_speak():
            self._speak()
            self._ledger.advance()
            if self._remover.is_concerned:
                self._cast_ballots(now)

    def resign(self) -> None:
        """Sign and send the note that this seat resigns."""
        self._say(self._voice.resign(self._chain.tip, spoken=self._is_in_round()))

    def confirm(self, seat: int, status: Status) -> None:
        """Tell a peer that stands where somebody lies which copy this seat has settled there (19.5)."""
        if self.may_sign() and not self.has_resigned() and (said := self._remover.confirm(status)):
            self._ledger.put_on_disk(said[-1])
            self._telling.send(seat, Events(said))

    def _speak(self) -> None:
        tip, voice = self._chain.tip, self._voice
        if tip.expects is not None and tip.expects.kind is COMMITMENT:
            assert voice.intent is not None
            assert isinstance(voice.intent.choice, int)
            self._ledger.write(voice.seal_bid(tip, voice.intent.choice))
        self._say(voice.say(tip))
        voice.intent = None

    def _cast_ballots(self, now: float) -> None:
        """Sign the votes and keeps that are due, before anything else of a later round."""
        while self.may_sign() and not self.has_resigned() and (ballot := self._remover.due(now)):
            self._say(*ballot)
            self._ledger.advance()

    def _say(self, signed: SignedEvent, *beside: SignedEvent) -> None:
        """Keep what this seat has signed, and only then send it."""
        self._ledger.hold(signed, own=True)
        self._telling.broadcast(Events((*beside, signed)))
