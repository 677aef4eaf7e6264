"""Peers of one game that talk beside its log, and a bad network between them (protocol.md, chapter 21)."""

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Generic, Protocol, TypeVar

from p2p.messages import game_tag
from tests.p2p.gamebuilder import GameBuilder


class Talking(Protocol):
    """What is said beside the log, sans-IO."""

    outbox: list[tuple[int, bytes]]

    def tick(self, now: float) -> None: ...
    def receive(self, seat: int, data: bytes, now: float) -> None: ...


Peer = TypeVar("Peer", bound=Talking)


class Mesh(Generic[Peer]):
    """Some peers of one game, and between them messages that may be lost, doubled and delayed."""

    def __init__(self, seats: int = 3, seed: int | None = None) -> None:
        self.game = GameBuilder(seats)
        self.tag = game_tag(self.game.genesis.game_id)
        self.now = 0.0
        self.rng = None if seed is None else Random(seed)
        self.cut: set[frozenset[int]] = set()
        self.under_way: list[tuple[int, int, bytes]] = []
        self.peers = [self.start(seat) for seat in range(seats)]

    @abstractmethod
    def start(self, seat: int) -> Peer:
        """Give the peer of this seat as it is after a start."""

    def heed(self, seat: int, peer: Peer) -> None:
        """Take what a peer has come to, beside what it sends."""

    def run(self, seconds: float = 3.0) -> None:
        until = self.now + seconds
        while self.now < until:
            for peer in self.peers:
                peer.tick(self.now)
            self.deliver()
            self.now += 0.5

    def deliver(self) -> None:
        while self.collect():
            sent, self.under_way = self.under_way, []
            for sender, receiver, data in self.weather(sent):
                if frozenset((sender, receiver)) not in self.cut:
                    self.peers[receiver].receive(sender, data, self.now)

    def collect(self) -> bool:
        for seat, peer in enumerate(self.peers):
            self.heed(seat, peer)
            self.under_way += [(seat, receiver, data) for receiver, data in peer.outbox]
            peer.outbox.clear()
        return bool(self.under_way)

    def weather(self, sent: Sequence[tuple[int, int, bytes]]) -> Sequence[tuple[int, int, bytes]]:
        if self.rng is None:
            return sent
        bad = [one for one in sent for _ in range(self.rng.choice((0, 1, 1, 2)))]
        self.rng.shuffle(bad)
        return bad
