"""A game that is served to spectators in memory: ledgers of seated peers, their galleries, one spectator."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from p2p.effects import AppendLog, Effect, WriteProof
from p2p.event import EventKind, SignedEvent
from p2p.gallery import Gallery, WatchPolicy
from p2p.ledger import Ledger
from p2p.messages import (
    Events,
    Message,
    decode_message,
    encode_message,
    game_tag,
    is_lobby_message,
)
from p2p.spectator import Spectator
from p2p.stored import StoredGame
from p2p.watch_messages import is_watch_message
from p2p.watch_view import WatchNews
from tests.p2p.gamebuilder import GameBuilder

TOKEN = bytes(range(16))
WATCHER = b"w" * 32
"""The CURVE key of the spectator."""


def stored(builder: GameBuilder, rounds: int | None = None) -> StoredGame:
    """Give the game of this builder as files would, with so many settled rounds."""
    kept = builder.rounds[:rounds]
    return StoredGame(builder.genesis, tuple(kept), (), ())


class Server:
    """A seated peer, as far as spectators see it: `say` may change each message of the game on its way."""

    def __init__(self, builder: GameBuilder, seat: int, rounds: int | None = None) -> None:
        self.builder = builder
        self.key = builder.genesis.seats[seat].curve_key
        self.ledger = Ledger(stored(builder, rounds))
        self.gallery = Gallery(WatchPolicy.INVITED, b"secret", 0.0)
        self.gallery.accept(TOKEN)
        self.gallery.begin(self.ledger)
        self.say: Callable[[Message], Iterable[Message]] = lambda message: (message,)
        self.here = True

    def hear(self, events: Iterable[SignedEvent]) -> None:
        for signed in events:
            self.ledger.hold(signed)
            self.ledger.advance()

    def settle(self) -> None:
        self.ledger.settle(self.ledger.tip.round_number)

    def post(self, now: float) -> list[bytes]:
        """Give what goes to the spectator."""
        self.gallery.show(now)
        sent = [data for key, data in self.gallery.outbox if key == WATCHER]
        self.gallery.outbox.clear()
        tag = game_tag(self.builder.genesis.game_id)
        out: list[bytes] = []
        for data in sent:
            if is_watch_message(data) or is_lobby_message(data):
                out.append(data)
            else:
                out += [encode_message(tag, one) for one in self.say(decode_message(tag, data))]
        return out


class Hall:
    """One spectator, and the servers that it calls."""

    def __init__(self, *servers: Server) -> None:
        self.servers = {server.key: server for server in servers}
        self.builder = servers[0].builder
        self.now = 0.0
        self.news: list[WatchNews] = []
        self.effects: list[Effect] = []
        self.sent: list[tuple[bytes, bytes]] = []
        self.spectator = Spectator({server.key: TOKEN for server in servers}, 0.0)

    def step(self) -> bool:
        """Carry what is on its way, one hop; tell whether there was anything."""
        spectator = self.spectator
        if spectator.genesis is not None and spectator.view() is None:
            spectator.begin(StoredGame(spectator.genesis, (), (), ()))
        out, spectator.outbox = spectator.outbox, []
        self.sent += out
        for key, data in out:
            if self.servers[key].here:
                self.servers[key].gallery.receive(WATCHER, data, self.now)
        back = [
            (key, data)
            for key, server in self.servers.items()
            if server.here
            for data in server.post(self.now)
        ]
        for key, data in back:
            spectator.receive(key, data, self.now)
        self.news += spectator.news
        spectator.news.clear()
        self.effects += spectator.effects()
        return bool(out or back)

    def run(self, seconds: float = 0.0) -> None:
        """Let so much time pass, everything arriving at once."""
        until = self.now + seconds
        while True:
            hops = 0
            while self.step():
                hops += 1
                assert hops < 200, "they never come to rest"
            if self.spectator.deadline() > until:
                break
            self.now = max(self.now, self.spectator.deadline())
            self.spectator.tick(self.now)
        self.now = until

    def told(self, kind: type) -> list[WatchNews]:
        return [one for one in self.news if isinstance(one, kind)]

    def log(self) -> list[bytes]:
        """Give the records that the spectator has written behind the genesis."""
        return [effect.body for effect in self.effects if isinstance(effect, AppendLog)]

    def proofs(self) -> list[int]:
        return [effect.seat for effect in self.effects if isinstance(effect, WriteProof)]


def events_of(messages: Iterable[Message]) -> list[SignedEvent]:
    """Give all events that these messages carry."""
    return [one for message in messages if isinstance(message, Events) for one in message.events]


class Parted(NamedTuple):
    """A `game` that goes on by one of two words of a liar in round `number`; `left` ends with the other.

    The liar's own server is its `accomplice` and serves `left`; the `honest` one is away as yet.
    """

    game: GameBuilder
    left: GameBuilder
    number: int
    accomplice: Server
    honest: Server


def parted() -> Parted:
    """Give a game in which a seat has signed two decisions, one of which was played on."""
    game = GameBuilder(3)
    one, other = equivocate(game)
    seat, number = one.event.seat, one.event.round_number
    left = game.copy()
    left.play_round({seat: other})
    game.play_round({seat: one})
    game.play_to(EventKind.LINK).play_round()
    honest = Server(game, (seat + 1) % 3)
    honest.here = False
    return Parted(game, left, number, Server(left, seat), honest)


def equivocate(builder: GameBuilder) -> tuple[SignedEvent, SignedEvent]:
    """Give two different decisions of the seat whose action is awaited."""
    builder.play_to(EventKind.ACTION)
    while len(builder.log.state.legal()) < 2:
        builder.play_round()
        builder.play_to(EventKind.ACTION)
    assert builder.log.expects is not None
    (seat,) = builder.log.expects.seats
    one, other, *_ = builder.log.state.legal()
    return (
        builder.sign(seat, EventKind.ACTION, one.code),
        builder.sign(seat, EventKind.ACTION, other.code),
    )
