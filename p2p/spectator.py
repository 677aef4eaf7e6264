"""Follows a game from outside as a verifying peer that cannot speak, sans-IO (protocol.md, chapter 20).

It judges every event by itself, as a player's client does, and believes of the peers that it watches through
one thing only, and for display alone: which rounds are settled.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from p2p.bucket import Bucket
from p2p.chain import Round
from p2p.effects import Effect
from p2p.event import EventRefused, EventSignatureWrong, SignedEvent
from p2p.evidence import NotEvidence
from p2p.gallery import ANSWER_BATCHES
from p2p.genesis import Genesis, GenesisRefused, VersionUnknown, read_genesis
from p2p.hashing import PROTOCOL_VERSION
from p2p.ledger import Ledger
from p2p.messages import (
    INSTANCE_BYTES,
    Events,
    MessageRefused,
    Proof,
    Status,
    decode_message,
    game_tag,
)
from p2p.stored import StoredGame
from p2p.supply import is_behind
from p2p.told import FORGED_BURST, FORGED_PER_SECOND, presence_after
from p2p.view import PeerView
from p2p.watch_messages import (
    Admitted,
    Watch,
    WatchMessage,
    WatchReason,
    WatchRefused,
    decode_watch_message,
    encode_watch_message,
    is_watch_message,
)
from p2p.watch_view import (
    CaughtUp,
    Lie,
    NotLetIn,
    PeerLies,
    PeerLost,
    Watching,
    WatchNews,
    WatchView,
)
from p2p.watched_game import WatchedGame

ASK_SECONDS: Final = 1.0
KNOCK_AGAIN_SECONDS: Final = 2.0
"""After this long without an answer a peer may have been started anew, and knows this spectator no more."""
LOST_SECONDS: Final = 10.0
WITHHELD_SECONDS: Final = 10.0
"""How long a peer may say that it has more, and bring nothing new, before that is told."""


_UNFORGIVEN: Final = frozenset({Lie.FALSE_PROOF, Lie.GENESIS, Lie.OTHER_GAME})
"""Lies after which nothing more is taken from a peer: no other can have misled it."""


class _Server:
    """A peer that is watched through: what it said, and when."""

    def __init__(self, token: bytes, now: float) -> None:
        self.token = token
        self.admitted = False
        self.out = False
        self.closed = False
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
        self._game: WatchedGame | None = None
        self._caught_up = False
        self._is_fresh = False
        self._has_ended = False
        self._tick_at = now

    def deadline(self) -> float:
        """Give the time at which `tick` is due."""
        return self._tick_at

    def effects(self) -> list[Effect]:
        """Give what is to be written since the last call, in order."""
        return [] if self._game is None else self._game.effects()

    @property
    def ledger(self) -> Ledger | None:
        """What is held of the game, once it is known: to be read, and never to be changed."""
        return None if self._game is None else self._game.ledger

    @property
    def is_hopeless(self) -> bool:
        """Whether no peer is left that could be watched through: each is given up, or was closed."""
        return all(server.out or server.closed for server in self._servers.values())

    def is_deserted(self, now: float, seconds: float) -> bool:
        """Tell whether no peer that is still called has been heard for so long."""
        return all(
            server.out or server.closed or now - server.heard_at >= seconds
            for server in self._servers.values()
        )

    @property
    def is_over(self) -> bool:
        """Whether nothing more can come: the log is complete, or the game has forked."""
        return self._game is not None and self._game.is_over

    def silent(self, now: float, seconds: float) -> list[bytes]:
        """Give the keys of the peers that have not been heard for so long."""
        return [
            key
            for key, server in self._servers.items()
            if not server.out and now - server.heard_at >= seconds
        ]

    def view(self) -> WatchView | None:
        """Give what is to be seen at this moment; None before the game is known."""
        return None if self._game is None else self._game.view()

    def peers(self, now: float) -> tuple[PeerView, ...]:
        """Give the peers that are watched through, or were, with how recently each was heard: for display."""
        if self._game is None:
            return ()
        tip = self._game.ledger.tip
        seats = {entry.curve_key: seat for seat, entry in enumerate(self._game.ledger.genesis.seats)}
        return tuple(
            PeerView(
                seats[key],
                presence_after(now - server.heard_at),
                now - server.heard_at,
                agrees=server.status is not None and server.status.head == tip.head,
            )
            for key, server in self._servers.items()
            if key in seats and (server.admitted or server.lost) and not server.out
        )

    def rounds(self) -> tuple[Round, ...]:
        """Give the closed rounds so far, shown or not."""
        return () if self._game is None else self._game.rounds()

    def begin(self, stored: StoredGame) -> None:
        """Follow the game from what is stored of it, or from its genesis alone."""
        self._game = WatchedGame(stored)
        self._follow(self._game)
        self._ask_all()

    def receive(self, sender: bytes, data: bytes, now: float) -> None:
        """Take a message; one that is from nobody who is watched through is passed over."""
        server = self._servers.get(sender)
        if server is None or server.out:
            return
        try:
            if is_watch_message(data):
                self._hear(sender, server, decode_watch_message(data), now)
            elif self._game is not None and server.admitted:
                self._hear_game(sender, server, self._game, data, now)
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
            if server.answer and self._game is not None:  # its end, a status, was lost
                self._hear_answer(key, server, self._game, now)
                self._follow(self._game)
            if not server.admitted or silence >= KNOCK_AGAIN_SECONDS:
                self._send(key, Watch(PROTOCOL_VERSION, server.token))
        self._ask_all()

    def _hear(self, key: bytes, server: _Server, message: WatchMessage, now: float) -> None:
        match message:
            case WatchRefused() if self.is_over:
                pass  # nobody is needed any more
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
        was_closed, server.closed = server.closed, refused.reason is WatchReason.CLOSED
        if refused.reason not in server.refusals:
            server.refusals.add(refused.reason)
            self.news.append(news)
        if server.closed and not was_closed:
            self._send(key, Watch(PROTOCOL_VERSION, server.token))  # the peer waits until that is known

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
            server.admitted, server.lost, server.closed = True, False, False
            server.refusals.discard(WatchReason.CLOSED)
            self.news.append(Watching(key))
            if self._game is not None:
                self._ask(key, server, self._game)

    def _hear_game(self, key: bytes, server: _Server, game: WatchedGame, data: bytes, now: float) -> None:
        message = decode_message(game_tag(game.ledger.genesis.game_id), data)
        before, server.heard_at = server.status, now
        if server.lost:
            server.lost = False
            self.news.append(Watching(key))
        match message:
            case Events(events):
                server.answer.append(events)
                if len(server.answer) < ANSWER_BATCHES:
                    return
                self._hear_answer(key, server, game, now)
            case Proof(one, other):
                self._hear_proof(key, server, game, one, other)
            case Status():
                self._hear_answer(key, server, game, now)
                server.status, server.echo = message, message.instance
            case _:
                self.refusals["out of place"] += 1
        self._follow(game)
        if isinstance(message, Status):
            self._weigh(key, server, game, before, now)
        if self.is_over and not self._has_ended:
            self._has_ended = True  # so that nobody waits for this spectator
            self._ask_all()

    def _hear_answer(self, key: bytes, server: _Server, game: WatchedGame, now: float) -> None:
        """Take the events of an answer together, up to the first that is wrongly signed (20.8, 11.5)."""
        answer, server.answer = server.answer, []
        if not server.forgeries.holds(now):
            self.refusals["EventsUnread"] += 1
            return
        try:
            fresh = game.take([one for events in answer for one in events])
        except EventSignatureWrong:
            server.forgeries.take(now)
            self._expose(key, server, Lie.FORGED)
            return
        if fresh:
            server.ahead_since = None
            self._is_fresh = True

    def _hear_proof(
        self, key: bytes, server: _Server, game: WatchedGame, one: SignedEvent, other: SignedEvent
    ) -> None:
        try:
            game.ledger.convict(one, other)
            game.take((one, other))
        except (NotEvidence, EventRefused):
            self._expose(key, server, Lie.FALSE_PROOF)

    def _weigh(
        self, key: bytes, server: _Server, game: WatchedGame, before: Status | None, now: float
    ) -> None:
        """Ask at once for what a peer has and this spectator lacks; tell if it never comes."""
        status, ledger = server.status, game.ledger
        assert status is not None
        news = before is None or _position(before) != _position(status)
        if not is_behind(ledger, [status]):
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
            self._ask(key, server, game)

    def _expose(self, key: bytes, server: _Server, lie: Lie) -> None:
        server.out = server.out or lie in _UNFORGIVEN
        if lie in server.lies:
            return
        server.lies.add(lie)
        self.news.append(PeerLies(key, lie))

    def _follow(self, game: WatchedGame) -> None:
        """Go as far as what is held leads, and tell what is news."""
        servers = self._servers.values()
        self.news += game.follow([one.status for one in servers if one.status is not None and not one.out])

    def _ask_all(self) -> None:
        if self._game is not None:
            for key, server in self._servers.items():
                if server.admitted and not server.out:
                    self._ask(key, server, self._game)

    def _ask(self, key: bytes, server: _Server, game: WatchedGame) -> None:
        self._send(key, game.lacking(server.echo))

    def _send(self, key: bytes, message: WatchMessage) -> None:
        self.outbox.append((key, encode_watch_message(message)))


def _position(status: Status) -> tuple[bytes, int, int, int, int]:
    """Give what of a status tells that its sender holds something new."""
    return (status.head, status.events, status.notes, status.proofs, status.ballots)
