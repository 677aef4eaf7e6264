"""Where spectators of a game are served by one seated peer, sans-IO (protocol.md, chapter 20).

It reads the ledger and changes nothing: no word of a spectator reaches the session. Whatever spectators
send, a bounded number of them costs a bounded number of bytes, held or sent.
"""

from collections import Counter
from enum import Enum
from hmac import compare_digest
from typing import Final, TypeAlias

from p2p.bucket import Bucket
from p2p.hashing import PROTOCOL_VERSION, TAG_WATCH, tagged_hash
from p2p.invite import NO_TOKEN, TOKEN_BYTES
from p2p.ledger import Ledger
from p2p.lobby_messages import Reason, Refusal, encode_lobby_message
from p2p.messages import (
    INSTANCE_BYTES,
    MessageRefused,
    Status,
    encode_message,
    game_tag,
    is_lobby_message,
)
from p2p.supply import event_mask, held, proof_mask, supply
from p2p.watch_messages import (
    Admitted,
    Lacking,
    Watch,
    WatchReason,
    WatchRefused,
    decode_watch_message,
    encode_watch_message,
)

MOST_SPECTATORS: Final = 8
SILENT_SECONDS: Final = 10.0
"""After this long without a word a spectator's place is free again."""
MOST_KNOCK_BYTES: Final = 128
"""Longest message of a spectator; it has nothing long to say."""
REFUSAL_BURST: Final = 32
REFUSALS_PER_SECOND: Final = 8.0
"""Refusals that strangers get, all together; more of them get no answer."""
ASK_BURST: Final = 32
ASKS_PER_SECOND: Final = 16.0
"""Messages of one spectator that are read."""
ANSWER_BATCHES: Final = 16
"""Messages of events, of 64 KiB each at most, that answer one word of what is lacking."""
BYTES_BURST: Final = 8 * 1024 * 1024
BYTES_PER_SECOND: Final = 512.0 * 1024
"""What one spectator is sent."""
MOST_UNREAD: Final = 64 * 1024 * 1024
"""Bytes, sent to spectators that have gone without having read them, after which nobody new is let in: they
may still wait in this computer's memory."""


class WatchPolicy(Enum):
    """Who may watch a game through this peer."""

    NOBODY = "nobody"
    INVITED = "invited"
    """Who has this seat's watch invite, or the host's invite to the table."""
    ANYBODY = "anybody"


def watch_token(curve_secret: bytes, game_id: bytes) -> bytes:
    """Give the token with which a game may be watched through the peer with this CURVE secret (20.3)."""
    return tagged_hash(TAG_WATCH, curve_secret, game_id)[:TOKEN_BYTES]


Position: TypeAlias = tuple[bytes, int, int, int, int, int]


class _Spectator:
    """One admitted key: when it was heard, what it was told, and what it is known to have read."""

    def __init__(self, now: float) -> None:
        self.heard_at = now
        self.asks = Bucket(ASK_BURST, ASKS_PER_SECOND, now)
        self.bytes = Bucket(BYTES_BURST, BYTES_PER_SECOND, now)
        self.instance = bytes(INSTANCE_BYTES)
        self.unread = 0
        self.position: Position | None = None
        self.has_asked = False
        self.has_all = False


class Gallery:
    """The spectators of one peer, before its game and during it.

    Inputs are `begin`, `receive`, `show` and `close`; `outbox` holds what is to be sent, as (CURVE key,
    bytes), and `gone` the keys that may be forgotten after that. `secret` makes what is to be echoed
    unforeseeable.
    `tokens` let in: those of invites that were given out before the game.
    """

    def __init__(self, policy: WatchPolicy, secret: bytes, now: float) -> None:
        self.policy: Final = policy
        self.refusals: Counter[str] = Counter()
        self.outbox: list[tuple[bytes, bytes]] = []
        self.gone: list[bytes] = []
        self._secret = secret
        self._tokens: list[bytes] = []
        self._ledger: Ledger | None = None
        self._spectators: dict[bytes, _Spectator] = {}
        self._waiting: dict[bytes, tuple[float, Watch]] = {}
        self._is_closed = False
        self._untold: set[bytes] = set()
        self._knocks = Bucket(REFUSAL_BURST, REFUSALS_PER_SECOND, now)
        self._lost = 0
        self._served = 0
        self._sequence = 0

    def __len__(self) -> int:
        return len(self._spectators)

    def accept(self, token: bytes) -> None:
        """Let in who has this token."""
        self._tokens.append(token)

    def begin(self, ledger: Ledger) -> None:
        """Serve from this ledger from now on, who waits at the next `show`; before, all are told to wait."""
        self._ledger = ledger

    def admits(self) -> bool:
        """Tell whether an unknown key may make a connection."""
        return self.policy is not WatchPolicy.NOBODY

    def receive(self, sender: bytes, data: bytes, now: float) -> None:
        """Take a message from a key that has no seat; whatever it holds, no error leaves."""
        spectator = self._spectators.get(sender)
        if is_lobby_message(data):
            self._count("for a seat", sender)
            if self._knocks.take(now):  # its game has begun, and a guest that comes too late should know
                self._send(sender, encode_lobby_message(Refusal(Reason.FULL)))
            return
        try:
            message = decode_watch_message(data[: MOST_KNOCK_BYTES + 1])
        except MessageRefused:
            self._count("out of form", sender)
            return
        match message:
            case Watch():
                self._knock(sender, message, now)
            case Lacking() if spectator is not None:
                self._ask(sender, spectator, message, now)
            case _:
                self._count("out of place", sender)

    def show(self, now: float) -> bool:
        """Let time pass, let in who has waited, and tell the spectators if this peer stands elsewhere.

        True tells that anything is to be sent, or anybody to be forgotten.
        """
        if self._spectators or self._waiting:
            self._look(now)
        return bool(self.outbox or self.gone)

    def _look(self, now: float) -> None:
        if self._ledger is not None:
            self._let_in(now)
        for sender, spectator in list(self._spectators.items()):
            if now - spectator.heard_at >= SILENT_SECONDS:
                del self._spectators[sender]
                self._lost += spectator.unread
                self.gone.append(sender)
        if self._ledger is None:
            return
        position = _position(self._ledger)
        for sender, spectator in self._spectators.items():
            if spectator.has_asked and spectator.position != position:
                spectator.has_asked = spectator.has_all = False
                self._tell(sender, spectator)

    def have_all(self) -> bool:
        """Tell whether every spectator has shown that it has all that this peer holds."""
        return all(spectator.has_all for spectator in self._spectators.values())

    def close(self) -> None:
        """Tell all that watch through this peer or wait that it is being closed, and let in nobody more."""
        if self._is_closed:
            return
        self._is_closed, self._untold = True, {*self._waiting, *self._spectators}
        for sender in sorted(self._untold):
            self._send(sender, encode_watch_message(WatchRefused(PROTOCOL_VERSION, WatchReason.CLOSED)))
        self._waiting.clear()

    def has_told(self) -> bool:
        """Whether all who were told that this peer is being closed have shown that they know it."""
        return not self._untold

    def _knock(self, sender: bytes, watch: Watch, now: float) -> None:
        self._untold.discard(sender)
        reason = self._objection(sender, watch)
        if reason is None:
            assert self._ledger is not None
            spectator = self._spectators.setdefault(sender, _Spectator(now))
            if spectator.asks.take(now):
                spectator.heard_at = now
                self._send(sender, encode_watch_message(Admitted(self._ledger.genesis.data)))
            return
        if reason is WatchReason.NOT_BEGUN:
            self._keep_waiting(sender, watch, now)
        self._count(reason.name, sender)
        if self._knocks.take(now):
            self._send(sender, encode_watch_message(WatchRefused(PROTOCOL_VERSION, reason)))

    def _keep_waiting(self, sender: bytes, watch: Watch, now: float) -> None:
        """Remember who asks before there is a game, as many as can watch it."""
        for key, (heard_at, _) in list(self._waiting.items()):
            if now - heard_at >= SILENT_SECONDS:
                del self._waiting[key]
        if sender in self._waiting or len(self._waiting) < MOST_SPECTATORS:
            self._waiting[sender] = (now, watch)

    def _let_in(self, now: float) -> None:
        """Answer all that still wait as if they had just asked: a short game may be over before they do."""
        waiting, self._waiting = self._waiting, {}
        for sender, (heard_at, watch) in waiting.items():
            if now - heard_at < SILENT_SECONDS:
                self._knock(sender, watch, now)

    def _objection(self, sender: bytes, watch: Watch) -> WatchReason | None:
        """Give why this spectator is not let in (clause 20.4)."""
        if watch.protocol != PROTOCOL_VERSION:
            return WatchReason.VERSION
        if not self.admits():
            return WatchReason.NOT_ALLOWED
        if not self._is_welcome(watch.token):
            return WatchReason.TOKEN
        if self._is_closed or self._ledger is None:
            return WatchReason.CLOSED if self._is_closed else WatchReason.NOT_BEGUN
        is_new = sender not in self._spectators
        if is_new and (len(self._spectators) >= MOST_SPECTATORS or self._lost > MOST_UNREAD):
            return WatchReason.FULL
        return None

    def _is_welcome(self, token: bytes) -> bool:
        """Tell whether this token lets in; one that nobody can know yet, before the game, is let wait."""
        if self.policy is WatchPolicy.ANYBODY and token == NO_TOKEN:
            return True
        if not self._tokens:
            return self._ledger is None
        return any(compare_digest(token, known) for known in self._tokens)

    def _count(self, why: str, sender: bytes) -> None:
        self.refusals[why] += 1
        if sender not in self._spectators:
            self.gone.append(sender)

    def _ask(self, sender: bytes, spectator: _Spectator, lacking: Lacking, now: float) -> None:
        """Answer by what is lacking, if what was sent before has been read, and by where this peer stands."""
        ledger = self._ledger
        assert ledger is not None
        if lacking.tag != game_tag(ledger.genesis.game_id):
            self._count("another game", sender)
            return
        if not spectator.asks.take(now):
            self._count("too often", sender)
            return
        spectator.heard_at = now
        spectator.has_asked = True
        spectator.has_all = _has_all(ledger, lacking)
        if lacking.echo == spectator.instance:
            spectator.unread = 0
            self._supply(sender, spectator, lacking, now)
        self._tell(sender, spectator)

    def _supply(self, sender: bytes, spectator: _Spectator, lacking: Lacking, now: float) -> None:
        ledger = self._ledger
        assert ledger is not None
        tag = game_tag(ledger.genesis.game_id)
        for message in supply(ledger, lacking, ANSWER_BATCHES):
            data = encode_message(tag, message)
            if not spectator.bytes.take(now, len(data)):
                break
            spectator.unread += len(data)
            self._send(sender, data)
        if spectator.unread:
            self._served += 1
            counted = self._served.to_bytes(8, "big")
            spectator.instance = tagged_hash(TAG_WATCH, self._secret, counted)[:INSTANCE_BYTES]

    def _tell(self, sender: bytes, spectator: _Spectator) -> None:
        """Tell where this peer stands; nothing that the session says, and no proposals."""
        ledger = self._ledger
        assert ledger is not None
        self._sequence += 1
        spectator.position = _position(ledger)
        tip = ledger.tip
        events, notes, proofs, ballots = held(ledger)
        status = Status(
            instance=spectator.instance,
            sequence=self._sequence,
            round_number=tip.round_number,
            head=tip.head,
            settled=ledger.settled,
            events=events,
            notes=notes,
            proofs=proofs,
            ballots=ballots,
            removal=0,
            pull=False,
            digest=b"",
        )
        self._send(sender, encode_message(game_tag(ledger.genesis.game_id), status))

    def _send(self, receiver: bytes, data: bytes) -> None:
        self.outbox.append((receiver, data))


def _position(ledger: Ledger) -> Position:
    """Give what a change of is told to spectators."""
    return (ledger.tip.head, ledger.settled, *held(ledger))


def _has_all(ledger: Ledger, lacking: Lacking) -> bool:
    return lacking.head == ledger.tip.head and not (
        event_mask(ledger) & ~lacking.events or proof_mask(ledger) & ~lacking.proofs
    )
