"""How long it takes from a player's decision until it is settled on every peer, against what nobody can save.

Each peer is a process of its own with a store on disk, over CURVE and loopback. A floor is the same way with
bare pyzmq: the speaker signs, appends, fsyncs and sends; each answerer verifies, appends, fsyncs and answers.

There are two floors. That of two processes is what one answer takes, and what more peers, with a core each,
could come near. That of as many processes as there are peers shows what these cost on this machine: they
share its cores and its disk. It still has only one answer per answerer; of the peers, each must hear of each.

What the way is made of, and what was tried: docs/performance.md.
"""

import os
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import zmq
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from benchmarks.case import MILLISECONDS, Comparison, Contender, floor, ours, time_each
from benchmarks.measure import Effort, Timed
from benchmarks.process import ROOT, Process

FLOOR = "bare pyzmq, {} processes"
"""A round trip by CURVE, two fsyncs, a signature, and its check by each that answers."""
PAYLOAD_BYTES = 90
"""About what a decision has."""
PAUSE = 0.002
"""Seconds between two looks at a game that is on its way."""


def settling(effort: Effort) -> Iterable[Comparison]:
    for seats in (2, 3, 4):
        yield settle(seats, effort, {"": ROOT})


def settle(seats: int, effort: Effort, builds: Mapping[str, Path]) -> Comparison:
    """Compare games of so many peers, by each of these builds, with the floors."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as running:
        folder = Path(name)
        contenders = [
            *(
                ours(name, partial(_settling, folder, seats, build, running))
                for name, build in builds.items()
            ),
            *floors(folder, seats, running),
        ]
        title = f"a decision, settled on all of {seats} peers"
        return time_each(title, MILLISECONDS, contenders, replace(effort, seconds=4 * effort.seconds))


def floors(folder: Path, seats: int, running: ExitStack) -> list[Contender]:
    """Give that of two processes and that of as many as there are seats."""
    return [
        floor(FLOOR.format(processes), partial(_floor, folder, processes, running))
        for processes in sorted({2, seats})
    ]


def _settling(folder: Path, seats: int, build: Path, running: ExitStack) -> Timed:
    return running.enter_context(Settling(folder, seats, build))


def _floor(folder: Path, processes: int, running: ExitStack) -> Timed:
    return running.enter_context(Floor(folder, processes - 1))


class Settling:
    """Games of so many peers, one after the other; each call plays on to the next decision and times it."""

    def __init__(self, folder: Path, seats: int, build: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(dir=folder))
        self._seats = seats
        self._build = build
        self._games = 0
        self._peers: list[Process] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        for peer in self._peers:
            peer.close()
        self._peers = []

    def __call__(self) -> float:
        while True:
            looks = [peer.ask("look") for peer in self._peers]
            wanted = {look["wanted"] for look in looks}
            if all(look["done"] for look in looks):
                self._begin()
            elif not is_still(looks) or wanted == {None}:
                time.sleep(PAUSE)
            elif wanted == {None, "decision"}:
                return self._act(looks)
            else:
                self._act(looks)

    def _begin(self) -> None:
        self.__exit__()
        folder = self._folder / f"{self._seats} seats, game {self._games}"
        self._games += 1
        host = Process("settling_peer", str(folder / "0"), str(self._seats), build=self._build)
        self._peers = [host]
        invite = host.answer()["invite"]
        for seat in range(1, self._seats):
            peer = Process("settling_peer", str(folder / str(seat)), invite, build=self._build)
            self._peers.append(peer)

    def _act(self, looks: list[dict[str, Any]]) -> float:
        for peer in self._peers:
            peer.ask("watch")
        for peer, look in zip(self._peers, looks, strict=True):
            if look["wanted"]:
                peer.say("act")
        found = [peer.answer() for peer in self._peers]
        begun = min(one["acted"] for one in found if one["acted"] is not None)
        return float(max(one["settled"] for one in found) - begun)


def is_still(looks: list[dict[str, Any]]) -> bool:
    """Tell whether all peers stand in one round with everything before it settled."""
    return len({number for look in looks for number in (look["round"], look["settled"])}) == 1


class Floor:
    """Each call signs, appends, fsyncs, sends to every answerer, and waits until all have answered."""

    def __init__(self, folder: Path, answerers: int = 1) -> None:
        self._key = Ed25519PrivateKey.generate()
        self._folder = folder
        self._answerers = answerers
        self._running = ExitStack()

    def _call(self, context: "zmq.Context[zmq.Socket[bytes]]", port: str, key: str) -> zmq.Socket[bytes]:
        curve_public, curve_secret = zmq.curve_keypair()
        dealer = context.socket(zmq.DEALER)
        dealer.setsockopt(zmq.LINGER, 0)  # who measures may be stopped at any moment
        dealer.setsockopt(zmq.CURVE_SERVERKEY, key.encode())
        dealer.setsockopt(zmq.CURVE_PUBLICKEY, curve_public)
        dealer.setsockopt(zmq.CURVE_SECRETKEY, curve_secret)
        dealer.connect(f"tcp://127.0.0.1:{port}")
        return dealer

    def __enter__(self) -> Self:
        with ExitStack() as starting:
            path = self._folder / f"speaker to {self._answerers}"
            self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
            starting.callback(os.close, self._file)
            context = starting.enter_context(zmq.Context[zmq.Socket[bytes]]())
            answerers = [starting.enter_context(self._start(number)) for number in range(self._answerers)]
            self._dealers = [
                starting.enter_context(self._call(context, *answerer.hear().split()))
                for answerer in answerers
            ]
            self._running = starting.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def _start(self, number: int) -> Process:
        public = self._key.public_key().public_bytes_raw().hex()
        path = self._folder / f"answerer {number} of {self._answerers}"
        return Process("answerer", str(path), public)

    def __call__(self) -> float:
        payload = os.urandom(PAYLOAD_BYTES)
        begun = time.monotonic()
        message = self._key.sign(payload) + payload
        os.write(self._file, message)
        os.fsync(self._file)
        for dealer in self._dealers:
            dealer.send(message)
        for dealer in self._dealers:
            dealer.recv()
        return time.monotonic() - begun
