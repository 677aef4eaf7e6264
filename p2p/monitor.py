"""What libzmq reports of a socket's connections, and the names for what goes wrong in their handshakes."""

import errno
import struct
from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from itertools import count

import zmq

from p2p.pump import Pump

FAILURES = (
    zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
    | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
    | zmq.EVENT_HANDSHAKE_FAILED_AUTH
)


class Failure(Enum):
    """Why two sides did not come to an encrypted connection."""

    KEY_MISMATCH = "key mismatch"
    """The side that was called does not have the key that it was called by. From the caller this cannot
    be told from something else at that address that hangs up without a word."""
    REFUSED = "refused"
    """The called side knows the caller's key and does not admit it."""
    PROTOCOL = "protocol"
    """The other side does not speak our protocol, or as a caller says nothing."""
    SILENT = "silent"
    """The side that was called says nothing: it may be stopped or asleep, or something else that waits."""


_HUNG_UP = (errno.EPIPE, errno.ECONNRESET, errno.ECONNABORTED)
"""What the socket's last error is once the other side has hung up."""


def failure_of(event: int, value: int, *, inbound: bool) -> Failure:
    """Name one of the `FAILURES` events.

    A called side that cannot open the caller's first box reports a cryptographic error and hangs up; the
    caller sees only that, before any answer, and libzmq calls it "no detail" with the error of the socket.
    It calls it the same when the time for a handshake is over, with whatever error came last.
    """
    if event == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
        return Failure.REFUSED
    if event == zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL:
        wrong_key = value == zmq.PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC
        return Failure.KEY_MISMATCH if wrong_key else Failure.PROTOCOL
    if inbound:
        return Failure.PROTOCOL
    return Failure.KEY_MISMATCH if value in _HUNG_UP else Failure.SILENT


class Monitor:
    """Tells `happened` (event, value, endpoint) what libzmq reports of a socket's connections."""

    _names = count()

    def __init__(
        self,
        loop: AbstractEventLoop,
        watched: zmq.Socket[bytes],
        events: int,
        happened: Callable[[int, int, str], None],
    ) -> None:
        self._watched, self._happened = watched, happened
        name = f"inproc://monitor-{next(self._names)}"
        # This side first: if there is no second socket to be had, nothing has begun that would have to end.
        self._socket = watched.context.socket(zmq.PAIR)
        try:
            # No bound on waiting events: at a bound libzmq's own thread would stop, and closing with it.
            self._socket.setsockopt(zmq.RCVHWM, 0)
            self._socket.setsockopt(zmq.LINGER, 0)
            watched.monitor(name, events)
            self._socket.connect(name)
        except zmq.ZMQError:
            self._socket.close()
            raise
        self._pump = Pump(loop, self._socket, self._read)

    def close(self) -> None:
        """Watch no more; to be called before the watched socket is closed, or else without effect on it."""
        self._pump.stop()
        with suppress(zmq.ZMQError):
            self._watched.monitor(None, 0)
        self._socket.close()

    def _read(self, _route: bytes, frames: Sequence[zmq.Frame]) -> None:
        event, value = struct.unpack("=HI", frames[0].bytes)
        self._happened(event, value, frames[1].bytes.decode("ascii", "replace"))
