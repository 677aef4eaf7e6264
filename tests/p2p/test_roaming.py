"""This computer's addresses are followed while a game goes on."""

import asyncio
from collections.abc import Iterator

from p2p.roaming import roaming


def follow(*looks: tuple[str, ...] | OSError) -> tuple[list[str], list[tuple[str, ...]]]:
    """Let a computer have these addresses, look by look; give where it listens, and what it tells."""
    listened: list[str] = []
    moved: list[tuple[str, ...]] = []
    seen = asyncio.Event()
    left: Iterator[tuple[str, ...] | OSError] = iter(looks)

    def look() -> tuple[str, ...]:
        found = next(left, None)
        if found is None:
            seen.set()
            return looks[-1]  # type: ignore[return-value]  # a test ends with addresses
        if isinstance(found, OSError):
            raise found
        return found

    async def run() -> None:
        async with roaming(look, listened.append, moved.append, seconds=0):
            await seen.wait()

    asyncio.run(run())
    return listened, moved


def test_nothing_is_told_while_nothing_changes() -> None:
    assert follow(("192.0.2.1",), ("192.0.2.1",), ("192.0.2.1",)) == ([], [])


def test_a_change_is_told_and_listened_to() -> None:
    listened, moved = follow(("192.0.2.1", "192.0.2.2"), ("192.0.2.2", "2001:db8::1"))
    assert listened == ["2001:db8::1"]
    assert moved == [("192.0.2.2", "2001:db8::1")]


def test_an_address_that_leads_nowhere_else_is_not_told() -> None:
    """But the links are opened anew, at once and when the network is back."""
    _listened, moved = follow(("192.0.2.1",), ("127.0.0.1",), ("192.0.2.1",))
    assert moved == [(), ("192.0.2.1",)]


def test_a_system_that_does_not_tell_is_asked_again() -> None:
    _listened, moved = follow(("192.0.2.1",), OSError(), ("192.0.2.7",))
    assert moved == [("192.0.2.7",)]
