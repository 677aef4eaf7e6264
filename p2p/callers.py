"""Bounds how many connections others hold open to us at one time: descriptors are few, and strangers many.

libzmq accepts whoever calls, and has no way to turn a caller away before its handshake, or after it. What it
does tell is the descriptor of each connection; to shut that down is enough to make libzmq give it back.
"""

import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from p2p.descriptors import room_for_callers

MOST_CALLERS = 128  # tests make it small
"""Connections from others at one time: several times what a table with all its spectators has."""
LEAST_CALLERS: Final = 16
"""As many where the system gives few descriptors: more than the other seats and their spectators need."""

MOST_PASSED_OVER = 256  # tests make it large
"""Messages over its sender's rate that are passed over before its connection is shut down."""
MOST_OF_STRANGER = 32  # tests make it large
"""As many where the sender has no room of its own: until then what it sends may have to wait in memory."""


class Callers:
    """The connections from others, by their descriptors: at most `MOST_CALLERS`, or what there is room for.

    If one more comes, one is shut down of the address that has most: the oldest over which nobody has spoken,
    else the one not heard for longest. So who holds many makes room for others, and not they for it. The
    connection over which a key that has room of its own has spoken last is not among them.
    """

    def __init__(self) -> None:
        self._most = room_for_callers(MOST_CALLERS, LEAST_CALLERS)
        self._silent: dict[int, str] = {}
        self._heard: dict[int, str] = {}
        self._kept: dict[bytes, int] = {}
        self._passed_over: Counter[int] = Counter()

    def __len__(self) -> int:
        return len(self._silent) + len(self._heard)

    def accepted(self, descriptor: int) -> None:
        """Take note of a new connection, and make room for it."""
        self.closed(descriptor)
        while len(self) >= self._most:
            self._shut_one()
        self._silent[descriptor] = _address_of(descriptor)

    def heard(self, descriptor: int) -> None:
        """Take note that somebody who is let in has spoken over this connection."""
        address = self._silent.pop(descriptor, None) or self._heard.pop(descriptor, None)
        if address is not None:
            self._heard[descriptor] = address

    def keep(self, key: bytes, descriptor: int) -> None:
        """Take note that a key which has room of its own has spoken over this connection."""
        if self._kept.get(key) != descriptor:
            self.heard(descriptor)
            self._kept[key] = descriptor

    def address_of(self, descriptor: int) -> str:
        """Give the address at the other end of this connection, "" if it is none any more."""
        return self._heard.get(descriptor) or self._silent.get(descriptor) or ""

    def flooded(self, descriptor: int) -> bool:
        """Take note of a message over this connection that was passed over; shut it down after too many."""
        self._passed_over[descriptor] += 1
        has_room = descriptor in self._kept.values()
        if self._passed_over[descriptor] <= (MOST_PASSED_OVER if has_room else MOST_OF_STRANGER):
            return False
        self.shut(descriptor)
        return True

    def shut_all(self, address: str) -> None:
        """Shut down all connections from this address that are not kept."""
        kept = frozenset(self._kept.values())
        for descriptor, other in list((self._silent | self._heard).items()):
            if other == address and descriptor not in kept:
                self.shut(descriptor)

    def closed(self, descriptor: int) -> None:
        """Take note that this connection is no more."""
        self._silent.pop(descriptor, None)
        self._heard.pop(descriptor, None)
        self._passed_over.pop(descriptor, None)
        for key in [key for key, kept in self._kept.items() if kept == descriptor]:
            del self._kept[key]

    def _shut_one(self) -> None:
        kept = frozenset(self._kept.values())
        everybody = {one: address for one, address in (self._silent | self._heard).items() if one not in kept}
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
