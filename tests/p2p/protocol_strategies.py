"""Hypothesis strategies for protocol values, and small builders that the tests of p2p share."""

from typing import Any

from hypothesis import strategies as st

from core.decision import DECISIONS
from p2p.encoding import Value
from p2p.event import Event, EventKind
from p2p.hashing import HASH_BYTES
from p2p.keys import SigningKey

KEY = SigningKey(bytes(range(32)))
OTHER_KEY = SigningKey(bytes(range(1, 33)))

hashes = st.binary(min_size=HASH_BYTES, max_size=HASH_BYTES)
numbers = st.one_of(
    st.integers(0, 2**64 - 1), st.sampled_from([0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32])
)
leaves = st.one_of(numbers, st.binary(max_size=300), st.text(max_size=300))


def arrays(depth: int) -> st.SearchStrategy[Value]:
    """Values of arrays nested at most `depth` deep."""
    if depth == 0:
        return leaves
    return st.one_of(leaves, st.lists(arrays(depth - 1), max_size=4).map(tuple))


values = arrays(6)

bodies: st.SearchStrategy[tuple[EventKind, tuple[Value, ...]]] = st.one_of(
    st.just((EventKind.START, ())),
    hashes.map(lambda link: (EventKind.LINK, (link,))),
    st.sampled_from(sorted(DECISIONS)).map(lambda code: (EventKind.ACTION, code)),
    hashes.map(lambda sealed: (EventKind.COMMITMENT, (sealed,))),
    st.tuples(numbers, hashes).map(lambda opening: (EventKind.OPENING, opening)),
    st.tuples(st.integers(0, 2**32 - 1), hashes).map(lambda note: (EventKind.NOTE, note)),
    st.tuples(st.integers(0, 3), st.just((0, 1)), st.just((30, 31, 2**40))).map(
        lambda result: (EventKind.SEAL, result)
    ),
)


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Events in form, of any kind."""
    kind, body = draw(bodies)
    number = draw(st.integers(0, 2**32 - 1))
    return Event(kind, draw(hashes), number, draw(hashes), draw(st.integers(0, 3)), body)


def mutations(data: bytes) -> st.SearchStrategy[bytes]:
    """Bytes that differ from `data`: cut, longer, or with some bytes changed."""

    def change(draws: tuple[int, int, bytes]) -> bytes:
        position, size, new = draws
        return data[:position] + new + data[position + size :]

    return (
        st.tuples(st.integers(0, len(data)), st.integers(0, 4), st.binary(max_size=4))
        .map(change)
        .filter(lambda changed: changed != data)
    )


def replaced(array: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """Give the array with one element replaced."""
    return (*array[:place], value, *array[place + 1 :])
