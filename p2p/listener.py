"""The listener: what a session makes of each message that it hears (protocol.md, chapters 8 and 11)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from p2p.ballot import seats_in
from p2p.coming_back import ComingBack
from p2p.effects import DigestDiffers, Proposed, RivalCopy
from p2p.event import NOTE, EventRefused, EventSignatureWrong, SignedEvent
from p2p.evidence import NotEvidence
from p2p.judge import WrongRound
from p2p.ledger import Ledger
from p2p.messages import Answer, Ask, Events, Message, Proof, Status
from p2p.speaker import Speaker
from p2p.supply import newest_signed, supply
from p2p.telling import Telling
from p2p.told import Told
from p2p.voice import Voice

MOST_ASIDE: Final = 64
"""Messages of events that a seat puts off until it is ready; what more is brought is asked for again."""


class Listener:
    """Hears for one seat: what is signed goes to the ledger, what is asked is answered at once.

    `refusals` counts by its name what was refused, or not even looked at.
    """

    def __init__(
        self,
        ledger: Ledger,
        voice: Voice,
        told: Mapping[int, Told],
        telling: Telling,
        back: ComingBack,
        speaker: Speaker,
    ) -> None:
        self._ledger = ledger
        self._voice = voice
        self._told = told
        self._telling = telling
        self._back = back
        self._speaker = speaker
        self._digest_told: set[int] = set()
        self._aside: list[tuple[int, tuple[SignedEvent, ...]]] = []
        self.refusals: Final[Counter[str]] = Counter()

    def hear(self, seat: int, message: Message, now: float) -> bool:
        """Take a message from the peer of `seat`; True if it has closed a round: its peer may have more."""
        match message:
            case Status():
                self._hear_status(seat, message, now)
            case Events(events):
                return self._hear_events(seat, events, now)
            case Ask():
                self._hear_ask(seat, message, now)
            case Answer():
                self._hear_answer(seat, message, now)
            case Proof(one, other):
                self._hear_proof(seat, one, other)
        return False

    def _hear_status(self, seat: int, status: Status, now: float) -> None:
        told = self._told[seat]
        if not told.hear(now, status.instance):
            self.refusals["RivalStatus"] += 1
            return
        if told.status is not None and status.sequence <= told.status.sequence:
            return
        before, told.status = told.status, status
        if status.removal or (before is not None and before.removal):
            self._tell_proposal(seat, before, status, now)
        if status.digest:
            self._compare_digest(seat, status)
        if status.pull and told.may_supply(now):
            for message in supply(self._ledger, status):
                self._telling.send(seat, message)
            self._speaker.confirm(seat, status)

    def _tell_proposal(self, seat: int, before: Status | None, status: Status, now: float) -> None:
        """Tell the user when a peer proposes a removal in the open round, seconds one, or takes it back."""
        known = before.removal if before is not None and before.head == status.head else 0
        is_news = status.head == self._ledger.tip.head and status.removal != known
        if is_news and self._told[seat].may_propose(now):
            self._ledger.notify(Proposed(seat, seats_in(status.removal)))

    def _hear_events(self, seat: int, events: tuple[SignedEvent, ...], now: float) -> bool:
        """Take events up to the first that is wrongly signed: whoever passes events on has checked them.

        True if they have closed a round.
        """
        if not self._told[seat].may_bring(now):
            self.refusals["EventsUnread"] += 1
            return False
        chain = self._ledger.chain
        before = chain.tip.round_number
        left = self._take_rounds(events)
        for signed in self._set_aside(seat, left) if self._ledger.is_held else left:
            try:
                fresh = self._take(signed)
            except EventSignatureWrong as refusal:
                self._count(refusal)
                self._told[seat].brought_forgery(now)
                break
            if fresh:
                self._ledger.advance()
        return chain.tip.round_number > before

    def hear_what_is_aside(self, now: float) -> None:
        """Take what was brought before this seat was ready."""
        aside, self._aside = self._aside, []
        for seat, events in aside:
            self._hear_events(seat, events, now)

    def _set_aside(self, seat: int, events: Sequence[SignedEvent]) -> Sequence[SignedEvent]:
        """Put off what others have signed, for as long as it may close no round (8.16); give the rest.

        That is what this seat has signed itself, and the notes of those who may have left for good.
        """
        now: list[SignedEvent] = []
        later: list[SignedEvent] = []
        for one in events:
            (now if one.event.seat == self._voice.seat or one.event.kind is NOTE else later).append(one)
        if later and len(self._aside) < MOST_ASIDE:
            self._aside.append((seat, tuple(later)))
        return now

    def _take_rounds(self, events: tuple[SignedEvent, ...]) -> Sequence[SignedEvent]:
        """Take the rounds that can be taken at once; give the events that are left."""
        chain = self._ledger.chain
        before = chain.tip.round_number
        left = self._ledger.take_rounds(events)
        if chain.settled <= before:
            return left
        taken = chain.rounds[before : chain.settled]
        mine = [one for events in taken for one in events if one.event.seat == self._voice.seat]
        for signed in mine:
            self._take_over(signed)
        if mine and self._voice.last is not None:
            self._ledger.write(self._voice.last)
        return left

    def _take(self, signed: SignedEvent) -> bool:
        """Hold an event from whomever it came, and tell whether it was new.

        One of this seat's own was signed before a crash: nothing may be signed below it, even if it is too
        far ahead to be held. Raises `EventSignatureWrong`.
        """
        mine = signed.event.seat == self._voice.seat
        try:
            fresh = self._ledger.hold(signed)
        except EventSignatureWrong:
            raise
        except EventRefused as refusal:
            self._count(refusal)
            if mine and isinstance(refusal, WrongRound):
                if not self._ledger.is_signed(signed):
                    raise EventSignatureWrong from refusal
                before = self._voice.last
                self._take_over(signed)
                if self._voice.last is not None and self._voice.last != before:
                    self._ledger.write(self._voice.last)  # no journal holds the event itself
            return False
        if mine and not self._voice.knows(signed):
            self._ledger.put_on_disk(signed)
            self._take_over(signed)
        return fresh

    def _take_over(self, signed: SignedEvent) -> None:
        """Remember that this seat has signed this, and whether its journal did not tell of it."""
        record = self._voice.was_shown(signed)
        if record is not None:
            self._ledger.write(record)

    def _hear_ask(self, seat: int, ask: Ask, now: float) -> None:
        told = self._told[seat]
        told.hear(now, ask.instance)
        rival, newest = told.has_rival(now, ask.instance), newest_signed(self._ledger, seat)
        self._telling.send(seat, Answer(ask.nonce, rival, newest), reply=True)

    def _hear_answer(self, seat: int, answer: Answer, now: float) -> None:
        """Take what an answer shows of this seat's own, though it be late, or to another question (11.6)."""
        if not self._told[seat].may_bring(now):
            self.refusals["EventsUnread"] += 1
            return
        for signed in answer.newest:
            if signed.event.seat == self._voice.seat:
                try:
                    self._take(signed)
                except EventSignatureWrong as refusal:
                    self._count(refusal)
                    self._told[seat].brought_forgery(now)
                    break
        if self._back.awaits(answer) and self._back.hear(seat, answer, now):
            self._ledger.notify(RivalCopy(seat))

    def _hear_proof(self, seat: int, one: SignedEvent, other: SignedEvent) -> None:
        try:
            self._ledger.convict(one, other)
            pair = (one, other)
            for signed in self._set_aside(seat, pair) if self._ledger.is_held else pair:
                self._take(signed)
        except (NotEvidence, EventRefused) as refusal:
            self._count(refusal)

    def _compare_digest(self, seat: int, status: Status) -> None:
        if seat in self._digest_told:
            return
        tip = self._ledger.tip
        if status.head != tip.head:
            return
        if status.digest != self._telling.digest():
            self._digest_told.add(seat)
            self._ledger.notify(DigestDiffers(seat, tip.round_number, self._telling.digest(), status.digest))

    def _count(self, refusal: ValueError) -> None:
        self.refusals[type(refusal).__name__] += 1
