"""Reads a ZeroMQ socket from an asyncio loop, without `zmq.asyncio`, which is slower to import and to use."""

from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence

import zmq
from zmq import zmq_poll

MESSAGES_PER_TURN = 64
"""Messages read before the loop gets to do something else, so that a flood starves nobody."""

_NOBLOCK = int(zmq.NOBLOCK)
"""As a plain number: to look a name up in a module and an enum takes longer than what it is asked for."""


class Pump:
    """Hands each message of a socket to `handle`, and calls `after` when it has read enough.

    A message is given as the route that a ROUTER puts before it, b"" on any other socket, and its frames.

    The descriptor of a ZeroMQ socket says only that its state has changed; it does not stay readable while
    messages wait. So every wake-up reads until nothing is left, and whoever sends calls `sent` afterwards,
    because sending may take notice of arrivals and thereby swallow the wake-up for them.

    `has_more` tells `handle` whether a further message waits to be read.
    """

    def __init__(
        self,
        loop: AbstractEventLoop,
        socket: zmq.Socket[bytes],
        handle: Callable[[bytes, Sequence[zmq.Frame]], None],
        after: Callable[[], None] = lambda: None,
    ) -> None:
        self._loop, self._socket, self._handle, self._after = loop, socket, handle, after
        self._descriptor = int(socket.getsockopt(zmq.FD))
        self._asked = [(socket, int(zmq.POLLIN))]
        self._has_routes = socket.type == zmq.ROUTER
        self._stopped = False
        self._reading = False
        self._scheduled = False
        self.has_more = False
        loop.add_reader(self._descriptor, self._drain)
        self._soon()

    def sent(self) -> None:
        """Look for arrivals that a send may have hidden."""
        if not self.has_more and not self._stopped and self._look() and not self._reading:
            self._soon()

    def stop(self) -> None:
        """Read no more, also when called by `handle`. The socket stays open."""
        if not self._stopped:
            self._stopped, self.has_more = True, False
            self._loop.remove_reader(self._descriptor)

    def _soon(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        self._scheduled = False
        self._drain()

    def _drain(self) -> None:
        self._reading = True
        try:
            for _ in range(MESSAGES_PER_TURN):
                if self._stopped or (message := self._read()) is None:
                    self.has_more = False
                    return
                self._look()
                self._handle(*message)
                if not self.has_more:
                    return
        finally:
            self._reading = False
            # Also when `handle` raises: the descriptor would not wake us for what still waits.
            if self.has_more:
                self._soon()
            self._after()

    def _read(self) -> tuple[bytes, Sequence[zmq.Frame]] | None:
        """Give a message, or None if none waits; a frame tells by itself whether one follows."""
        receive, route = self._socket.recv, b""
        try:
            if self._has_routes:
                route = receive(_NOBLOCK)  # behind it the message is there as a whole
            frames = [receive(_NOBLOCK, copy=False)]
        except zmq.Again:
            return None
        while frames[-1].more:
            frames.append(receive(_NOBLOCK, copy=False))
        return route, frames

    def _look(self) -> bool:
        """See whether a further message can be read; to ask is cheaper than to try and catch the error.

        And cheaper so than by the socket's option, which pyzmq makes members of enums for.
        """
        self.has_more = bool(zmq_poll(self._asked, 0))
        return self.has_more
