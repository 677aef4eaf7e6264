"""Ballots: drop votes, and the keeps that free voters again (protocol.md, chapter 19).

The set of seats that a ballot is about is told by a mask, bit s for seat s.
"""

from collections.abc import Iterable
from typing import Final

from p2p.encoding import is_array, is_bytes, is_number
from p2p.event import KEEP, MAX_SEATS, VOTE, Event, EventMalformed
from p2p.hashing import HASH_BYTES

BALLOTS: Final = frozenset({VOTE, KEEP})
_MASKS: Final = 1 << MAX_SEATS


def seats_in(mask: int) -> tuple[int, ...]:
    """Give the seats of a set, ascending."""
    return tuple(seat for seat in range(MAX_SEATS) if mask >> seat & 1)


def mask_of(seats: Iterable[int]) -> int:
    """Give the mask of these seats."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def read_ballot(event: Event) -> tuple[int, tuple[bytes, ...]]:
    """Give the set that a vote or keep is about, and the ids of the events that a keep keeps.

    Raises `EventMalformed`.
    """
    body = event.body
    mask = body[0] if body else 0
    if not is_number(mask, _MASKS) or not mask:
        raise EventMalformed("set")
    if event.kind is VOTE and is_array(body, 1):
        return mask, ()
    if event.kind is KEEP and is_array(body, 2) and type(body[1]) is tuple:
        kept = tuple(one for one in body[1] if is_bytes(one, HASH_BYTES))
        if len(kept) == len(body[1]) and 1 <= len(kept) <= MAX_SEATS:
            return mask, kept
    raise EventMalformed("ballot")


def ballots_contradict(one: Event, other: Event) -> bool:
    """Tell whether no honest seat signs both of these different ballots for one round and head.

    These are two votes of which neither set holds the other, a vote and a keep for the same set, and two
    keeps of different events for the same set.
    """
    first, second = read_ballot(one)[0], read_ballot(other)[0]
    if one.kind is VOTE and other.kind is VOTE:
        return first & second not in {first, second}
    return first == second
