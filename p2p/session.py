"""The session: one seat's part in one game, sans-IO (protocol.md, chapters 8 and 11).

Messages, the user's choices and the passing of time go in; effects come out, in the order in which they
must happen. The session reads no clock, draws no chance of its own, and touches no file or socket.
"""

from collections.abc import Sequence
from math import inf
from typing import Final

from core.decision import Decision
from p2p.agreement import Agreement
from p2p.ballot import mask_of
from p2p.coming_back import ComingBack
from p2p.dice import Chain
from p2p.effects import Effect, Ready
from p2p.entropy import Entropy
from p2p.event import SignedEvent
from p2p.journal_records import LeftRecord, SeedRecord
from p2p.keys import SigningKey
from p2p.ledger import Ledger
from p2p.listener import Listener
from p2p.messages import MessageRefused, decode_message, game_tag
from p2p.remover import Remover
from p2p.speaker import Speaker
from p2p.stored import StoredGame
from p2p.supply import is_behind
from p2p.telling import Telling
from p2p.told import Told
from p2p.view import PeerView, View, Wanted
from p2p.voice import Voice

STATUS_SECONDS: Final = 1.0
"""How often a peer tells the others where it stands, whatever happens."""
HEADS_TOLD: Final = 16
PULL_SECONDS: Final = 0.1
"""How long a peer waits for what is probably under way before it asks for it."""


class NotYours(ValueError):
    """The key or the seed is not the one that the genesis names for this seat."""


class NotNow(ValueError):
    """The choice does not fit what is wanted of this seat now."""


class Session:
    """One seat's part in one game.

    Inputs are `receive`, `tick`, `roll`, `decide`, `bid`, `resign` and `leave`; after each, `effects`
    gives what is to be done and `deadline` when `tick` is due. `now` is in seconds from any origin and
    never goes back. `chain` are the links of the stored seed, where they are computed already. Raises
    `NotYours` for a game in which this key has no seat.
    """

    def __init__(
        self, stored: StoredGame, key: SigningKey, entropy: Entropy, now: float, chain: Chain | None = None
    ) -> None:
        genesis = stored.genesis
        seat = genesis.seat_of(key.public)
        seeds = [record.seed for record in stored.journal if isinstance(record, SeedRecord)]
        if seat is None or not seeds:
            raise NotYours
        self.genesis = genesis
        self.seat = seat
        self._tag = game_tag(genesis.game_id)
        self._voice = Voice(genesis, seat, key, seeds[0], entropy, chain)
        if not self._voice.owns_the_seat:
            raise NotYours
        self._voice.recall(stored.journal)
        self._ledger = Ledger(stored, seat)
        self._told = {other: Told(now) for other in range(len(genesis.seats)) if other != seat}
        self._remover = Remover(self._ledger, self._voice, self._told)
        self._agreement = Agreement(self._ledger, seat, self._told)
        chance = (entropy(f"instance {now}"), entropy(f"ask {now}"))
        self._ledger.is_asking = True
        self._back = ComingBack(self._ledger, self._told, self._agreement, chance, now)
        self._telling = Telling(self._ledger, self._remover, self._told, self._back.instance)
        self._speaker = Speaker(
            self._ledger, self._voice, self._agreement, self._back, self._remover, self._telling
        )
        self._listener = Listener(
            self._ledger, self._voice, self._told, self._telling, self._back, self._speaker
        )
        self.refusals: Final = self._listener.refusals
        self._position = (b"", False, 0)
        self._status_at = now
        self._pull_at = inf
        self._follow_at = inf

    def effects(self) -> list[Effect]:
        """Give what is to be done since the last call, in order: journal first, then what rests on it."""
        effects, self._ledger.effects = self._ledger.effects, []
        return effects

    def deadline(self) -> float:
        """Give the time at which `tick` is due: at once after a choice, what follows from it comes second."""
        return min(self._status_at, self._pull_at, self._follow_at)

    def may_leave(self, now: float) -> bool:
        """Tell whether this seat, having resigned, is needed no more: the others have all that it signed."""
        if not self._ledger.heard.has_notes:
            return False
        return self._speaker.has_resigned() and self._agreement.is_needed_no_more(now)

    def view(self, now: float) -> View:
        """Give what this seat's user may see at this moment."""
        tip = self._ledger.tip
        return View(
            seat=self.seat,
            round_number=tip.round_number,
            settled=self._ledger.settled,
            state=tip.state.copy(),
            expects=tip.expects,
            missing=self._speaker.missing(),
            wanted=self._speaker.wanted(),
            ready=self._back.ready,
            peers=self.peers(now),
            last_roll=tip.last_roll,
            convicted=tuple(sorted(self._ledger.proofs)),
            forked=self._ledger.chain.forked,
            complete=tip.complete,
            leaving=self._speaker.has_resigned(),
            proposals=self._remover.proposals(),
            owing=self._remover.owing(),
            unanswered=self._back.holds_up(now),
            outranked=self._ledger.chain.outranked is not None,
            barred=self._speaker.barred(),
            needed_by=self._agreement.needed_by(now) if self._speaker.has_resigned() else (),
        )

    def peers(self, now: float) -> tuple[PeerView, ...]:
        """Give the other seats as they are known at this moment: what a view tells of them, for less."""
        number = self._ledger.tip.round_number
        return tuple(
            PeerView(other, told.presence(now), told.silence(now), self._agreement.shown(other) == number)
            for other, told in self._told.items()
        )

    @property
    def ledger(self) -> Ledger:
        """What this seat holds: to be read, and never to be changed."""
        return self._ledger

    def rounds(self) -> tuple[tuple[SignedEvent, ...], ...]:
        """Give the closed rounds so far, settled or not."""
        return tuple(self._ledger.chain.rounds)

    def heads(self) -> tuple[bytes, ...]:
        """Give the heads before the last few rounds and the open one: they tell a past without its events."""
        return tuple(self._ledger.tip.heads[-HEADS_TOLD:])

    def receive(self, seat: int, data: bytes, now: float) -> None:
        """Take a message from the peer with the CURVE key of `seat`; whatever it holds, no error leaves."""
        try:
            message = decode_message(self._tag, data)
        except MessageRefused as refusal:
            self.refusals[type(refusal).__name__] += 1
            return
        has_led_on = self._listener.hear(seat, message, now)
        self._go_on(now)
        if has_led_on:
            self._pull(seat)

    def tick(self, now: float) -> None:
        """Let time pass: to be called at the `deadline`."""
        if now >= self._status_at:
            self._status_at = now + STATUS_SECONDS
            self._pull_at = inf
            for other in self._back.unanswered():
                self._telling.send(other, self._back.ask())
            self._telling.broadcast(self._telling.status(pull=True))
        elif now >= self._pull_at:
            self._pull_at = inf
            for other in self._told:
                self._pull(other)
        self._go_on(now)

    @property
    def follows(self) -> bool:
        """Whether more follows from the last input, once its effects have been carried out."""
        return self._follow_at < inf

    def follow(self, now: float) -> None:
        """Do what follows from the last input: `tick` does so too, at the `deadline`."""
        self._go_on(now)

    def linked(self, seat: int, now: float) -> None:
        """Tell a peer where this seat stands, now that it can be reached: what was said before is lost."""
        if seat in self._back.unanswered():
            self._telling.send(seat, self._back.ask())
        self._telling.send(seat, self._telling.status(pull=True))
        self._go_on(now)

    def roll(self, now: float) -> None:
        """Take the user's click on "roll": this seat's link, first of all. Raises `NotNow`."""
        self._choose(Wanted.ROLL, None, now)

    def decide(self, decision: Decision, now: float) -> None:
        """Take the user's decision. Raises `NotNow`, also for one that is not legal now."""
        if not self._ledger.tip.state.is_legal(decision):
            raise NotNow
        self._choose(Wanted.DECISION, decision, now)

    def bid(self, dollars: int, now: float) -> None:
        """Take the user's bid, to be sealed. Raises `NotNow`, also for one above the seat's money."""
        state = self._ledger.tip.state
        if self._speaker.wanted() is not Wanted.BID or dollars not in state.bid_range(self.seat):
            raise NotNow
        self._choose(Wanted.BID, dollars, now)

    def resign(self, now: float) -> None:
        """Resign: sign a note that stands in the next round that awaits this seat (rule L1).

        Raises `NotNow` before the start, after the end, twice, or while this seat may sign nothing.
        """
        if not self._speaker.may_resign():
            raise NotNow
        self._speaker.resign()
        self._go_on(now)

    def propose_removal(self, seats: Sequence[int], now: float) -> None:
        """Propose to remove these seats, or second it; with no seats, take it back.

        The votes follow by themselves once all others second the same set. Raises `NotNow` for a set that
        cannot be removed now: with fewer than three active seats, or if none of it is awaited and silent.
        """
        if not set(seats) <= set(self._told):
            raise NotNow
        speaker, mask = self._speaker, mask_of(seats)
        if not speaker.may_sign() or speaker.has_resigned() or (mask and not self._remover.may_propose(mask)):
            raise NotNow
        self._remover.propose(mask)
        self._go_on(now)

    def insist(self, now: float) -> None:
        """Take the user's word that no other copy of this key runs, whatever the others have heard."""
        self._back.insist()
        self._go_on(now)

    def leave(self, now: float) -> None:
        """Prepare to stop: what an audit would miss goes to the log file.

        The journal is told if nothing is left to say for this seat, so that nobody needs to come back.
        """
        self._settle(self._agreement.reached())
        self._ledger.store_seals()
        if self._speaker.is_through(now):
            self._ledger.write(LeftRecord())

    def _go_on(self, now: float) -> None:
        """After any input: follow, settle, speak, and tell the others where this peer stands."""
        self._follow_at = inf
        ledger, chain = self._ledger, self._ledger.chain
        if ledger.has_news:
            ledger.advance()
        if not self._back.ready and self._back.becomes_ready(now):
            ledger.is_asking = False
            ledger.notify(Ready())
            self._listener.hear_what_is_aside(now)
            ledger.advance()
        self._speaker.say_all(now)
        reached, before = self._agreement.reached(), self._position
        self._position = (chain.tip.head, self._back.ready, self._remover.mask)
        has_told = self._position != before and self._tell_position(before)
        if has_told and reached > chain.settled:
            self._follow_at = now  # the others wait for what is told: it leaves before this is written
            return
        if reached > chain.settled or chain.tip.expects is None:
            self._settle(reached)
        if ledger.effects and ledger.has_grown:
            ledger.compact(self._voice.records(chain.tip, chain.settled))
        if (
            self._pull_at == inf
            and is_behind(ledger, [told.status for told in self._told.values()])
            and not ledger.is_held
        ):
            self._pull_at = now + PULL_SECONDS

    def _settle(self, round_number: int) -> None:
        """Settle the rounds before this one, unless what this seat has signed may say otherwise (8.18)."""
        tip = self._ledger.tip
        if tip.complete or (not self._ledger.is_held and self._voice.has_its_past_in(tip)):
            self._ledger.settle(round_number)

    def _pull(self, seat: int) -> None:
        """Ask this seat for what it has told that it holds and this one lacks, if that is anything."""
        if is_behind(self._ledger, [self._told[seat].status]):
            self._telling.send(seat, self._telling.status(pull=True))

    def _tell_position(self, before: tuple[bytes, bool, int]) -> bool:
        """Tell the others where this peer stands now, unless its own event has shown it."""
        if self._position[1:] == before[1:] and self._agreement.tells_by_itself():
            return False
        self._telling.broadcast(self._telling.status(pull=False))
        return True

    def _choose(self, wanted: Wanted, choice: Decision | int | None, now: float) -> None:
        if self._speaker.wanted() is not wanted:
            raise NotNow
        self._speaker.choose(choice)
        self._follow_at = now
