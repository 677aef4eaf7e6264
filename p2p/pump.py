"""Reads a ZeroMQ socket from an asyncio loop, without `zmq.asyncio`, which is slower to import and to use."""

from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence

import zmq

MESSAGES_PER_TURN = 64
"""Messages read before the loop gets to do something else, so that a flood starves nobody."""

_NOBLOCK, _EVENTS, _READABLE = int(zmq.NOBLOCK), int(zmq.EVENTS), int(zmq.POLLIN)
"""As plain numbers: to look a name up in a module and an enum takes longer than what it is asked for."""


class Pump:
    """Hands each message of a socket, as its frames, to `handle`, and calls `after` when it has read enough.

    The descriptor of a ZeroMQ socket says only that its state has changed; it does not stay readable while
    messages wait. So every wake-up reads until nothing is left, and whoever sends calls `sent` afterwards,
    because sending may take notice of arrivals and thereby swallow the wake-up for them.

    `has_more` tells `handle` whether a further message waits to be read.
    """

    def __init__(
        self,
        loop: AbstractEventLoop,
        socket: zmq.Socket[bytes],
        handle: Callable[[Sequence[zmq.Frame]], None],
        after: Callable[[], None] = lambda: None,
    ) -> None:
        self._loop, self._socket, self._handle, self._after = loop, socket, handle, after
        self._descriptor = int(socket.getsockopt(zmq.FD))
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
                if self._stopped or not (frames := self._read()):
                    self.has_more = False
                    return
                self._look()
                self._handle(frames)
                if not self.has_more:
                    return
        finally:
            self._reading = False
            # Also when `handle` raises: the descriptor would not wake us for what still waits.
            if self.has_more:
                self._soon()
            self._after()

    def _read(self) -> Sequence[zmq.Frame]:
        """Give the frames of a message, or () if none waits; a frame tells by itself whether one follows."""
        receive = self._socket.recv
        try:
            frames = [receive(_NOBLOCK, copy=False)]
        except zmq.Again:
            return ()
        while frames[-1].more:
            frames.append(receive(_NOBLOCK, copy=False))
        return frames

    def _look(self) -> bool:
        """See whether a further message can be read; to ask is cheaper than to try and catch the error."""
        self.has_more = bool(int(self._socket.getsockopt(_EVENTS)) & _READABLE)
        return self.has_more
