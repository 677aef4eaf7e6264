"""Decides which CURVE keys may connect: the answering side of ZAP (ZeroMQ RFC 27), for one context."""

from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence

import zmq

from p2p.pump import Pump

KEY_SIZE = 32
_ENDPOINT = "inproc://zeromq.zap.01"
_VERSION = b"1.0"
_FIELDS = 7
"""Version, request id, domain, address, routing id, mechanism, and for CURVE one credential."""


class Admission:
    """Asks `admit` about every key that proves itself in a handshake, and its address, as `refused` hears.

    An admitted key comes back as the User-Id of each message that arrives over its connection, in
    hexadecimal, which is what `sender` reads. Must exist before the first bind.
    """

    def __init__(
        self,
        loop: AbstractEventLoop,
        context: zmq.Context[zmq.Socket[bytes]],
        admit: Callable[[bytes, str], bool],
        refused: Callable[[bytes, str], None],
    ) -> None:
        self._admit, self._refused = admit, refused
        # A ROUTER rather than a REP: a request that fails inside `admit` must not block those after it.
        self._socket = context.socket(zmq.ROUTER)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.bind(_ENDPOINT)
        self._pump = Pump(loop, self._socket, self._answer)

    def close(self) -> None:
        """Answer no more: handshakes under way stay without an answer."""
        self._pump.stop()
        self._socket.close()

    def _answer(self, route: bytes, frames: Sequence[zmq.Frame]) -> None:
        parts = [route, *[frame.bytes for frame in frames]]
        start = parts.index(b"") + 1  # before it lies the way back
        envelope, request = parts[:start], parts[start:]
        key = request[6] if len(request) == _FIELDS and request[5] == b"CURVE" else b""
        address = request[3].decode("ascii", "replace")
        admitted = len(key) == KEY_SIZE and self._admit(key, address)
        # Refused is 400: after a 300 libzmq would leave the caller without a word.
        status, user = (b"200", key.hex().encode()) if admitted else (b"400", b"")
        self._socket.send_multipart([*envelope, _VERSION, request[1], status, b"", user, b""], zmq.NOBLOCK)
        self._pump.sent()
        if not admitted:
            self._refused(key, address)


def sender(frame: zmq.Frame) -> bytes:
    """Give the key over whose connection this frame came, as its CURVE handshake proved it."""
    return bytes.fromhex(str(frame.get("User-Id")))
