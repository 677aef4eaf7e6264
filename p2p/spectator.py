"""Follows a game from outside as a verifying peer that cannot speak, sans-IO (protocol.md, chapter 20).

It judges every event by itself, as a player's client does, and believes of the peers that it watches through
one thing only, and for display alone: which rounds are settled.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from core.state import State
from p2p.bucket import Bucket
from p2p.effects import Advanced, Effect, Notice, Notify, Settled
from p2p.event import EventRefused, EventSignatureWrong, SignedEvent
from p2p.evidence import NotEvidence
from p2p.gallery import ANSWER_BATCHES
from p2p.genesis import Genesis, GenesisRefused, VersionUnknown, read_genesis
from p2p.hashing import PROTOCOL_VERSION
from p2p.ledger import Ledger
from p2p.log import Expectation
from p2p.messages import (
    INSTANCE_BYTES,
    MAX_BALLOTS,
    Events,
    MessageRefused,
    Proof,
    Status,
    decode_message,
    game_tag,
)
from p2p.stored import StoredGame
from p2p.supply import event_mask, is_behind, note_mask, proof_mask
from p2p.told import FORGED_BURST, FORGED_PER_SECOND
from p2p.watch_messages import (
    Admitted,
    Lacking,
    Watch,
    WatchMessage,
    WatchReason,
    WatchRefused,
    decode_watch_message,
    encode_watch_message,
    is_watch_message,
)

ASK_SECONDS: Final = 1.0
KNOCK_AGAIN_SECONDS: Final = 2.0
"""After this long without an answer a peer may have been started anew, and knows this spectator no more."""
LOST_SECONDS: Final = 10.0
WITHHELD_SECONDS: Final = 10.0
"""How long a peer may say that it has more, and bring nothing new, before that is told."""

_FOR_NOW: Final = frozenset({WatchReason.NOT_BEGUN, WatchReason.FULL})


class Lie(Enum):
    """What no honest peer does to a spectator."""

    FORGED = "forged"
    """It has passed on something wrongly signed."""
    FALSE_PROOF = "false proof"
    """What it has shown as a proof proves nothing."""
    GENESIS = "genesis"
    """Its genesis is none, or has no seat with the key of the invite."""
    OTHER_GAME = "other game"
    """It plays another game than the one that is watched."""
    WITHHELD = "withheld"
    """It has said for long that it holds more, and has not sent it."""


_UNFORGIVEN: Final = frozenset({Lie.FALSE_PROOF, Lie.GENESIS, Lie.OTHER_GAME})
"""Lies after which nothing more is taken from a peer: no other can have misled it."""


@dataclass(frozen=True, slots=True)
class Watching:
    """The peer with this CURVE key lets this spectator in, again if it was lost."""

    key: bytes


@dataclass(frozen=True, slots=True)
class NotLetIn:
    """A peer refuses: for now, or for good. `protocol` is the version that it speaks."""

    key: bytes
    reason: WatchReason
    protocol: int

    @property
    def is_final(self) -> bool:
        """Whether it is not asked again."""
        return self.reason not in _FOR_NOW


@dataclass(frozen=True, slots=True)
class PeerLost:
    """A peer has not been heard for 10 seconds; it is still called."""

    key: bytes


@dataclass(frozen=True, slots=True)
class PeerLies:
    """A peer is dishonest or broken; each lie is told once."""

    key: bytes
    lie: Lie


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """All that a peer has is here, for the first time; the open round is this one."""

    round_number: int


WatchNews: TypeAlias = Watching | NotLetIn | PeerLost | PeerLies | CaughtUp | Notice


@dataclass(frozen=True, slots=True)
class WatchView:
    """One moment of a watched game; `state` is a copy of it before the open round.

    `shown` is the first round that has not been told as settled; `missing` are the awaited seats of which
    nothing valid is held.
    """

    round_number: int
    shown: int
    state: State
    expects: Expectation | None
    missing: tuple[int, ...]
    forked: int | None
    complete: bool


class _Server:
    """A peer that is watched through: what it said, and when."""

    def __init__(self, token: bytes, now: float) -> None:
        self.token = token
        self.admitted = False
        self.out = False
        self.status: Status | None = None
        self.echo = bytes(INSTANCE_BYTES)
        self.heard_at = now
        self.lost = False
        self.ahead_since: float | None = None
        self.lies: set[Lie] = set()
        self.answer: list[tuple[SignedEvent, ...]] = []
        self.forgeries = Bucket(FORGED_BURST, FORGED_PER_SECOND, now)
        self.refusals: set[WatchReason] = set()


class Spectator:
    """Follows the game of the peers with these CURVE keys, each called with the token of its invite.

    Inputs are `receive`, `tick` and, once there is a `genesis`, `begin` with what is stored of the game. What
    comes out is `effects`, `news`, and in `outbox` what is to be sent, as (CURVE key, bytes). Of the effects
    only those on the log and proofs matter: a spectator signs nothing, and what it forgets it asks for again.
    """

    def __init__(self, tokens: Mapping[bytes, bytes], now: float) -> None:
        self.genesis: Genesis | None = None
        self.refusals: Counter[str] = Counter()
        self.outbox: list[tuple[bytes, bytes]] = []
        self.news: list[WatchNews] = []
        self.unknown: VersionUnknown | None = None
        self._servers = {key: _Server(token, now) for key, token in tokens.items()}
        self._ledger: Ledger | None = None
        self._heads: list[bytes] = []
        self._caught_up = False
        self._is_fresh = False
        self._has_ended = False
        self._tick_at = now

    # Outputs --------------------------------------------------------------------------------------

    def deadline(self) -> float:
        """Give the time at which `tick` is due."""
        return self._tick_at

    def effects(self) -> list[Effect]:
        """Give what is to be written since the last call, in order."""
        if self._ledger is None:
            return []
        effects, self._ledger.effects = self._ledger.effects, []
        return effects

    @property
    def is_hopeless(self) -> bool:
        """Whether no peer is left that could be watched through."""
        return all(server.out for server in self._servers.values())

    @property
    def is_over(self) -> bool:
        """Whether nothing more can come: the log is complete, or the game has forked."""
        return self._ledger is not None and (
            self._ledger.tip.complete or self._ledger.chain.forked is not None
        )

    def silent(self, now: float, seconds: float) -> list[bytes]:
        """Give the keys of the peers that have not been heard for so long."""
        return [
            key
            for key, server in self._servers.items()
            if not server.out and now - server.heard_at >= seconds
        ]

    def view(self) -> WatchView | None:
        """Give what is to be seen at this moment; None before the game is known."""
        ledger = self._ledger
        if ledger is None:
            return None
        tip = ledger.tip
        awaited = tip.expects.seats if tip.expects is not None else ()
        return WatchView(
            round_number=tip.round_number,
            shown=len(self._heads) - 1,
            state=tip.state.copy(),
            expects=tip.expects,
            missing=tuple(
                seat for seat in awaited if len(ledger.chain.candidates(tip, ledger.heard, seat)) != 1
            ),
            forked=ledger.chain.forked,
            complete=tip.complete,
        )

    def rounds(self) -> tuple[tuple[SignedEvent, ...], ...]:
        """Give the closed rounds so far, shown or not."""
        return () if self._ledger is None else tuple(self._ledger.chain.rounds)

    def heads(self) -> tuple[bytes, ...]:
        """Give the heads of the rounds that have been shown, and of the one after them."""
        return tuple(self._heads)

    # Inputs ---------------------------------------------------------------------------------------

    def begin(self, stored: StoredGame, now: float) -> None:
        """Follow the game from what is stored of it, or from its genesis alone."""
        self._ledger = Ledger(stored)
        tip = self._ledger.tip
        self._heads = list(tip.heads[: self._ledger.settled + 1])
        self._follow()
        self._ask_all(now)

    def receive(self, sender: bytes, data: bytes, now: float) -> None:
        """Take a message; one that is from nobody who is watched through is passed over."""
        server = self._servers.get(sender)
        if server is None or server.out:
            return
        try:
            if is_watch_message(data):
                self._hear(sender, server, decode_watch_message(data), now)
            elif self._ledger is not None and server.admitted:
                self._hear_game(sender, server, self._ledger, data, now)
        except MessageRefused as refusal:
            self.refusals[type(refusal).__name__] += 1

    def refuse(self, key: bytes) -> None:
        """Take in that this key was refused in the handshake: nobody may watch through that peer.

        One that has let this spectator in before is called again: it may just be starting.
        """
        server = self._servers.get(key)
        if server is not None and not server.admitted and not server.lost and not server.out:
            self._deny(key, server, WatchRefused(PROTOCOL_VERSION, WatchReason.NOT_ALLOWED))

    def tick(self, now: float) -> None:
        """Let time pass: knock, or ask for what is lacking; to be called at the `deadline`."""
        self._tick_at = now + ASK_SECONDS
        for key, server in self._servers.items():
            if server.out:
                continue
            silence = now - server.heard_at
            if silence >= LOST_SECONDS and not server.lost:
                server.lost = True
                self.news.append(PeerLost(key))
            if server.answer and self._ledger is not None:  # its end, a status, was lost
                self._hear_answer(key, server, self._ledger, now)
                self._follow()
            if not server.admitted or silence >= KNOCK_AGAIN_SECONDS:
                self._send(key, Watch(PROTOCOL_VERSION, server.token))
        self._ask_all(now)

    # Hearing --------------------------------------------------------------------------------------

    def _hear(self, key: bytes, server: _Server, message: WatchMessage, now: float) -> None:
        match message:
            case WatchRefused():
                server.heard_at = now
                server.admitted = server.lost = False
                self._deny(key, server, message)
            case Admitted(genesis):
                server.heard_at = now
                self._enter(key, server, genesis)
            case _:
                self.refusals["out of place"] += 1

    def _deny(self, key: bytes, server: _Server, refused: WatchRefused) -> None:
        """Tell of a refusal, each reason once."""
        news = NotLetIn(key, refused.reason, refused.protocol)
        server.out = news.is_final
        if refused.reason not in server.refusals:
            server.refusals.add(refused.reason)
            self.news.append(news)

    def _enter(self, key: bytes, server: _Server, data: bytes) -> None:
        """Take the genesis of a peer that lets this spectator in; it decides what game is watched."""
        if self.genesis is not None and self.genesis.data != data:
            self._expose(key, server, Lie.OTHER_GAME)
            return
        if self.genesis is None:
            try:
                genesis = read_genesis(data)
            except GenesisRefused:
                self._expose(key, server, Lie.GENESIS)
                return
            except VersionUnknown as error:
                self.unknown = error
                server.out = True
                return
            if all(entry.curve_key != key for entry in genesis.seats):
                self._expose(key, server, Lie.GENESIS)
                return
            self.genesis = genesis
        if all(entry.curve_key != key for entry in self.genesis.seats):
            self._expose(key, server, Lie.GENESIS)
            return
        if not server.admitted or server.lost:
            server.admitted, server.lost = True, False
            self.news.append(Watching(key))
            if self._ledger is not None:
                self._ask(key, server)

    def _hear_game(self, key: bytes, server: _Server, ledger: Ledger, data: bytes, now: float) -> None:
        message = decode_message(game_tag(ledger.genesis.game_id), data)
        before, server.heard_at = server.status, now
        if server.lost:
            server.lost = False
            self.news.append(Watching(key))
        match message:
            case Events(events):
                server.answer.append(events)
                if len(server.answer) < ANSWER_BATCHES:
                    return
                self._hear_answer(key, server, ledger, now)
            case Proof(one, other):
                self._hear_proof(key, server, ledger, one, other)
            case Status():
                self._hear_answer(key, server, ledger, now)
                server.status, server.echo = message, message.instance
            case _:
                self.refusals["out of place"] += 1
        self._follow()
        if isinstance(message, Status):
            self._weigh(key, server, ledger, before, now)
        if self.is_over and not self._has_ended:
            self._has_ended = True  # so that nobody waits for this spectator
            self._ask_all(now)

    def _hear_answer(self, key: bytes, server: _Server, ledger: Ledger, now: float) -> None:
        """Take the events of an answer together, up to the first that is wrongly signed (20.8, 11.5)."""
        answer, server.answer = server.answer, []
        if not server.forgeries.holds(now):
            self.refusals["EventsUnread"] += 1
            return
        try:
            fresh = self._take(ledger, [one for events in answer for one in events])
        except EventSignatureWrong:
            server.forgeries.take(now)
            self._expose(key, server, Lie.FORGED)
            return
        if fresh:
            server.ahead_since = None
            self._is_fresh = True

    def _hear_proof(
        self, key: bytes, server: _Server, ledger: Ledger, one: SignedEvent, other: SignedEvent
    ) -> None:
        try:
            ledger.convict(one, other)
            self._take(ledger, (one, other))
        except (NotEvidence, EventRefused):
            self._expose(key, server, Lie.FALSE_PROOF)

    def _take(self, ledger: Ledger, events: Sequence[SignedEvent]) -> bool:
        """Take whole rounds at once where that can be done (8.19) and hold the rest; tell if any was new.

        Raises `EventSignatureWrong` at the first that is wrongly signed.
        """
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

    def _weigh(self, key: bytes, server: _Server, ledger: Ledger, before: Status | None, now: float) -> None:
        """Ask at once for what a peer has and this spectator lacks; tell if it never comes."""
        status = server.status
        assert status is not None
        news = before is None or _position(before) != _position(status)
        if not is_behind(ledger, status):
            server.ahead_since = None
            if not self._caught_up:
                self._caught_up = True
                self.news.append(CaughtUp(ledger.tip.round_number))
            return
        if self.is_over:
            return
        if server.ahead_since is None:
            server.ahead_since = now
        elif now - server.ahead_since >= WITHHELD_SECONDS and not ledger.heard.contested:
            self._expose(key, server, Lie.WITHHELD)
        if news or self._is_fresh:
            self._is_fresh = False
            self._ask(key, server)

    def _expose(self, key: bytes, server: _Server, lie: Lie) -> None:
        server.out = server.out or lie in _UNFORGIVEN
        if lie in server.lies:
            return
        server.lies.add(lie)
        self.news.append(PeerLies(key, lie))

    # Following ------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Go as far as what is held leads; settle what the seats have signed over; show what is settled."""
        ledger = self._ledger
        assert ledger is not None
        ledger.advance()
        ledger.settle(_signed_over(ledger))
        notices = [effect.notice for effect in ledger.effects if isinstance(effect, Notify)]
        ledger.effects = [effect for effect in ledger.effects if not isinstance(effect, Notify)]
        if self._step_back(ledger):
            self.news.append(Advanced(ledger.tip.round_number, back=True))
        self._show(ledger)
        for notice in notices:
            match notice:
                case Settled():
                    pass  # shown already, maybe on a peer's word
                case Advanced(round_number):
                    self.news.append(Advanced(round_number, back=False))
                case _:
                    self.news.append(notice)

    def _step_back(self, ledger: Ledger) -> bool:
        """Take back what was shown on a peer's word alone and has not lasted; tell whether there was any."""
        heads, shown = ledger.tip.heads, len(self._heads)
        while len(self._heads) > len(heads) or self._heads[-1] != heads[len(self._heads) - 1]:
            self._heads.pop()
        return len(self._heads) < shown

    def _show(self, ledger: Ledger) -> None:
        tip = ledger.tip
        until = ledger.settled
        for server in self._servers.values():
            status = server.status
            if (
                status is not None
                and not server.out
                and status.round_number <= tip.round_number
                and tip.heads[status.round_number] == status.head
            ):
                until = max(until, min(status.settled, tip.round_number))
        for number in range(len(self._heads) - 1, until):
            self._heads.append(tip.heads[number + 1])
            self.news.append(Settled(number, ledger.chain.rounds[number]))

    # Asking ---------------------------------------------------------------------------------------

    def _ask_all(self, now: float) -> None:  # noqa: ARG002  # an input like the others
        if self._ledger is not None:
            for key, server in self._servers.items():
                if server.admitted and not server.out:
                    self._ask(key, server)

    def _ask(self, key: bytes, server: _Server) -> None:
        ledger = self._ledger
        assert ledger is not None
        tip = ledger.tip
        self._send(
            key,
            Lacking(
                game_tag(ledger.genesis.game_id),
                tip.round_number,
                tip.head,
                ledger.settled,
                event_mask(ledger),
                note_mask(ledger),
                proof_mask(ledger),
                min(ledger.heard.count_ballots(tip.round_number), MAX_BALLOTS - 1),
                server.echo,
            ),
        )

    def _send(self, key: bytes, message: WatchMessage) -> None:
        self.outbox.append((key, encode_watch_message(message)))


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
    if any(
        one.event.round_number <= tip.round_number and one.event.head == tip.heads[one.event.round_number]
        for one in heard.notes(seat)
    ):
        return tip.round_number
    here = (*heard.at(tip.round_number, seat), *heard.ballots(tip.round_number, seat))
    if any(one.event.head == tip.head for one in here):
        return tip.round_number
    return max(tip.spoken[seat], 0)


def _position(status: Status) -> tuple[bytes, int, int, int, int]:
    """Give what of a status tells that its sender holds something new."""
    return (status.head, status.events, status.notes, status.proofs, status.ballots)
