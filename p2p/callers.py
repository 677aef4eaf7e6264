"""Bounds how many connections others hold open to us at one time: descriptors are few, and strangers many.

libzmq accepts whoever calls, and has no way to turn a caller away before its handshake, or after it. What it
does tell is the descriptor of each connection; to shut that down is enough to make libzmq give it back.
"""

import socket
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

MOST_CALLERS: Final = 128
"""Connections from others at one time: several times what a table with all its spectators has, and half of
the descriptors that the strictest of the usual systems gives a program at first."""

MOST_PASSED_OVER: Final = 256
"""Messages over its sender's rate that are passed over before its connection is shut down."""
DESCRIPTORS: Final = 4096
"""Descriptors that a program asks for which others may call: libzmq accepts many before one is shut."""


def ask_for_descriptors() -> None:
    """Have the system give this process up to `DESCRIPTORS`, as far as it may; some begin with 256."""
    if sys.platform == "win32":  # its bound on files is no bound on sockets
        return
    import resource  # noqa: PLC0415 - not there on every system

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Callers:
    """The connections from others, by their descriptors: at most `MOST_CALLERS`.

    If one more comes, one is shut down of the address that has most: the oldest over which nobody has spoken,
    else the one not heard for longest. So who holds many makes room for others, and not they for it.
    """

    def __init__(self) -> None:
        self._silent: dict[int, str] = {}
        self._heard: dict[int, str] = {}
        self._passed_over: Counter[int] = Counter()

    def __len__(self) -> int:
        return len(self._silent) + len(self._heard)

    def accepted(self, descriptor: int) -> None:
        """Take note of a new connection, and make room for it."""
        self.closed(descriptor)
        while len(self) >= MOST_CALLERS:
            self._shut_one()
        self._silent[descriptor] = _address_of(descriptor)

    def heard(self, descriptor: int) -> None:
        """Take note that somebody who is let in has spoken over this connection."""
        address = self._silent.pop(descriptor, None) or self._heard.pop(descriptor, None)
        if address is not None:
            self._heard[descriptor] = address

    def flooded(self, descriptor: int) -> bool:
        """Take note of a message over this connection that was passed over; shut it down after too many."""
        self._passed_over[descriptor] += 1
        if self._passed_over[descriptor] <= MOST_PASSED_OVER:
            return False
        self.shut(descriptor)
        return True

    def closed(self, descriptor: int) -> None:
        """Take note that this connection is no more."""
        self._silent.pop(descriptor, None)
        self._heard.pop(descriptor, None)
        self._passed_over.pop(descriptor, None)

    def _shut_one(self) -> None:
        everybody = self._silent | self._heard
        ((busiest, _),) = Counter(everybody.values()).most_common(1)
        chosen = next(descriptor for descriptor, address in everybody.items() if address == busiest)
        self.shut(chosen)

    def shut(self, descriptor: int) -> None:
        """Shut this connection down, if it still is one."""
        address = self._silent.get(descriptor) or self._heard.get(descriptor)
        self.closed(descriptor)
        # Another thread owns the descriptor, and may have closed it and been given its number for another.
        if address and _address_of(descriptor) == address:
            with suppress(OSError), _borrowed(descriptor) as connection:
                connection.shutdown(socket.SHUT_RDWR)


def _address_of(descriptor: int) -> str:
    """Give the address at the other end; empty if there is none any more."""
    with suppress(OSError), _borrowed(descriptor) as connection:
        return str(connection.getpeername()[0])
    return ""


@contextmanager
def _borrowed(descriptor: int) -> Iterator[socket.socket]:
    """Lend a socket of this descriptor, which stays open and its owner's. Raises `OSError` if it is none."""
    connection = socket.socket(fileno=descriptor)
    try:
        yield connection
    finally:
        connection.detach()
