"""The connection that this peer opens to one other: a DEALER, what becomes of it, and its renewal."""

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from typing import Final

import zmq

from core.frozen import Frozen
from p2p.callers import MOST_PASSED_OVER
from p2p.descriptors import reserve
from p2p.monitor import FAILURES, Failure, Monitor, failure_of
from p2p.pump import Pump

MAX_MESSAGE = 128 * 1024
"""Most bytes of one message, either way."""
MAX_ENDPOINTS = 16
"""Addresses of one peer that are tried; more are ignored, as they may come from anyone's announcement."""
SEND_QUEUE = 1_000
"""Messages that wait for one connection; more are lost."""
RECONNECT_MS, RECONNECT_MAX_MS = 100, 1_000
RENEW_AFTER = 2.0
"""Seconds after a failure at which a link that is still down gets a new socket: libzmq itself tries again
after a lost connection, but never after a refusal or a breach of the protocol."""
CONNECT_MS = 2_000
"""How long an address may stay silent before it is tried again; the system itself would wait minutes."""
HANDSHAKE_MS = 5_000
HEARTBEAT_MS, HEARTBEAT_TIMEOUT_MS = 1_000, 3_000
_ENVELOPE = 64
"""Bytes that CURVE may add to a message on the wire."""


class LinkKind(Enum):
    """What has become of a connection."""

    UP = "up"
    DOWN = "down"
    HANDSHAKE_FAILED = "handshake failed"


class LinkNotice(Frozen):
    """News of a connection. `inbound`: the other side opened it.

    `peer` is the CURVE key of the other side, None if it has not shown one. `address` is where it is, as
    host or host:port, and empty if that is unknown. `failure` goes with `HANDSHAKE_FAILED` alone.
    """

    kind: LinkKind
    peer: bytes | None
    inbound: bool
    address: str
    failure: Failure | None = None


def set_limits(socket: zmq.Socket[bytes]) -> None:
    """Give a ROUTER or DEALER the bounds that all our connections have."""
    for option, value in (
        (zmq.SNDHWM, SEND_QUEUE),
        # No bound: at one, libzmq stops reading the connection, and if its other end then hangs up, the next
        # heartbeat aborts the whole process (an assertion in libzmq 4.3.5). Who floods is cut off instead:
        # until its connection is shut down, what has come over it and is not read yet waits in libzmq's
        # memory, bounded by how fast the network is and how fast we read alone.
        (zmq.RCVHWM, 0),
        (zmq.MAXMSGSIZE, MAX_MESSAGE + _ENVELOPE),
        (zmq.CONNECT_TIMEOUT, CONNECT_MS),
        (zmq.HANDSHAKE_IVL, HANDSHAKE_MS),
        (zmq.HEARTBEAT_IVL, HEARTBEAT_MS),
        (zmq.HEARTBEAT_TIMEOUT, HEARTBEAT_TIMEOUT_MS),
        (zmq.LINGER, 0),
    ):
        socket.setsockopt(option, value)


class Link:
    """A DEALER to one peer, over the first of its endpoints that completes the handshake.

    With several endpoints a first socket tries all of them, and a second one then keeps to the endpoint that
    answered: over more than one, messages would take turns and overtake each other, and to let go of the
    others would lose some. `received` gets the frames of each message, and after some of them `after` is
    called; `noticed` gets each change: up, down, and a failure of the handshake once until the next change.
    """

    def __init__(
        self,
        loop: AbstractEventLoop,
        context: zmq.Context[zmq.Socket[bytes]],
        keys: tuple[bytes, bytes],
        peer: bytes,
        endpoints: Sequence[str],
        received: Callable[[bytes, Sequence[zmq.Frame]], None],
        noticed: Callable[[LinkNotice], None],
        after: Callable[[], None],
    ) -> None:
        self._loop, self._context, self._keys, self._after = loop, context, keys, after
        self._peer = peer
        self.endpoints: Final = tuple(dict.fromkeys(endpoints))[:MAX_ENDPOINTS]
        self._received, self._noticed = received, noticed
        self._up: str | None = None
        self._failure: Failure | None = None
        self._timer: TimerHandle | None = None
        self._socket: zmq.Socket[bytes] | None = None
        self._monitor: Monitor | None = None
        self._pump: Pump | None = None
        self._open(self.endpoints)

    def send(self, data: bytes) -> bool:
        """Hand a message to the connection; False if there is none or its queue is full."""
        if self._up is None or self._socket is None or self._pump is None:
            return False
        try:
            self._socket.send(data, zmq.NOBLOCK)
        except zmq.Again:
            return False
        finally:
            self._pump.sent()
        return True

    def renew(self) -> None:
        """Drop the connection, with what waits in it, and connect anew."""
        self.close(linger_ms=0)
        self._open(self.endpoints)
        self._down()

    def flooded(self) -> None:
        """Take note of a message passed over; after too many, let go, and connect anew in a while."""
        self._passed_over += 1
        if self._passed_over <= MOST_PASSED_OVER:
            return
        self.close(linger_ms=0)
        self._renew_later()
        self._down()

    def close(self, linger_ms: int) -> None:
        """End the link; what waits to be sent is given this long by the termination of the context.

        A second call does nothing.
        """
        if self._timer:
            self._timer.cancel()
            self._timer = None
        pump, monitor, socket = self._pump, self._monitor, self._socket
        self._pump = self._monitor = self._socket = None
        if pump is not None:
            pump.stop()
        if monitor is not None:
            monitor.close()
        if socket is not None:
            socket.close(linger_ms)

    def _open(self, endpoints: Sequence[str]) -> None:
        """Open the socket; if the system has none to give, the link stays down and is tried again later."""
        self._trying, self._explained, self._passed_over = endpoints, "", 0
        try:
            with reserve():
                self._open_socket(endpoints)
        except zmq.ZMQError:
            self.close(linger_ms=0)
            self._renew_later()

    def _open_socket(self, endpoints: Sequence[str]) -> None:
        socket = self._socket = self._context.socket(zmq.DEALER)
        set_limits(socket)
        secret, public = self._keys
        socket.setsockopt(zmq.CURVE_SECRETKEY, secret)
        socket.setsockopt(zmq.CURVE_PUBLICKEY, public)
        socket.setsockopt(zmq.CURVE_SERVERKEY, self._peer)
        socket.setsockopt(zmq.IMMEDIATE, 1)  # no queue where there is no connection
        socket.setsockopt(zmq.RECONNECT_IVL, RECONNECT_MS)
        socket.setsockopt(zmq.RECONNECT_IVL_MAX, RECONNECT_MAX_MS)
        events = zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED | FAILURES
        self._monitor = Monitor(self._loop, socket, events, self._happened)
        self._pump = Pump(self._loop, socket, self._message, self._after)
        for endpoint in endpoints:
            socket.setsockopt(zmq.IPV6, int("[" in endpoint))
            with suppress(zmq.ZMQError):  # the others may do
                socket.connect(endpoint)

    def _message(self, _route: bytes, frames: Sequence[zmq.Frame]) -> None:
        self._received(self._peer, frames)

    def _happened(self, event: int, value: int, endpoint: str) -> None:
        # Whoever is told may close this link at once: to tell is always the last step.
        if event & FAILURES:
            self._explained = endpoint
            self._renew_later()
            self._failed(failure_of(event, value, inbound=False), endpoint)
        elif event == zmq.EVENT_DISCONNECTED:
            self._lost(endpoint)
        elif len(self._trying) > 1:
            self.close(linger_ms=0)
            self._open((endpoint,))
            self._renew_later()
        else:
            self._up, self._failure = endpoint, None
            self._tell(LinkKind.UP, endpoint)

    def _lost(self, endpoint: str) -> None:
        self._renew_later()
        explained, self._explained = self._explained, ""
        if self._up is not None:
            self._down()
        elif endpoint != explained:  # libzmq has no event for what does not speak ZeroMQ at all
            self._failed(Failure.PROTOCOL, endpoint)

    def _down(self) -> None:
        if self._up is not None:
            endpoint, self._up = self._up, None
            self._tell(LinkKind.DOWN, endpoint)

    def _failed(self, failure: Failure, endpoint: str) -> None:
        if failure is not self._failure:
            self._failure = failure
            self._tell(LinkKind.HANDSHAKE_FAILED, endpoint, failure)

    def _tell(self, kind: LinkKind, endpoint: str, failure: Failure | None = None) -> None:
        place = endpoint.removeprefix("tcp://")
        self._noticed(LinkNotice(kind, self._peer, inbound=False, address=place, failure=failure))

    def _renew_later(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(RENEW_AFTER, self._renew_if_down)

    def _renew_if_down(self) -> None:
        self._timer = None
        if self._up is None:
            self.renew()
