"""How many files and connections the system lets this process have open, and what of that is kept for files.

libzmq accepts whoever calls for as long as there are descriptors, and only then is a connection shut: where
the system gives few, a crowd takes all of them. So the bound is set below what the system would give, and is
lifted for the moment in which a file is opened.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

MOST: Final = 4096
"""Descriptors that a program asks for which others may call."""
RESERVED: Final = 32
"""Descriptors that no connection takes."""
LEAST: Final = 128
"""With fewer no game is begun: libzmq ends the whole process where it finds none, at any moment."""
OWN: Final = 64
"""Descriptors below the bound that are for what this process opens itself: its links and their sockets."""


class TooFewDescriptors(Exception):
    """The system lets this process have only {given} files open, and {least} are needed."""

    least: Final = LEAST

    def __init__(self, given: int) -> None:
        super().__init__(given)
        self.given = given


def ask_for_descriptors() -> None:
    """Have the system give this process up to `MOST`, as far as it may and `RESERVED` are left.

    Raises `TooFewDescriptors`.
    """
    if sys.platform == "win32":  # its bound on files is no bound on sockets
        return
    import resource  # noqa: PLC0415 - not there on every system

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < LEAST:
        raise TooFewDescriptors(hard)
    most = MOST if hard == resource.RLIM_INFINITY else max(hard - RESERVED, 0)
    bounded = soft != resource.RLIM_INFINITY
    if bounded and soft < min(MOST, most):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(MOST, most), hard))
    elif hard != resource.RLIM_INFINITY and not (bounded and soft <= most):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def room_for_callers(most: int, least: int) -> int:
    """Give how many connections of others fit beside what this process needs itself: `least` to `most`."""
    if sys.platform == "win32":
        return most
    import resource  # noqa: PLC0415

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most if soft == resource.RLIM_INFINITY else min(most, max(least, soft - OWN))


@contextmanager
def reserve() -> Iterator[None]:
    """Let a file be opened meanwhile though connections have taken all that they may."""
    if sys.platform == "win32":
        yield
        return
    import resource  # noqa: PLC0415

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        yield
        return
    more = soft + RESERVED if hard == resource.RLIM_INFINITY else min(soft + RESERVED, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
