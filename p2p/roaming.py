"""Watches this computer's addresses while a game goes on, and has its peer found again when they change."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from typing import Final

from p2p.interfaces import AddressWatch

LOOK_SECONDS: Final = 2.0
"""How often it is looked; a look takes less than a millisecond."""


@asynccontextmanager
async def roaming(
    look: Callable[[], tuple[str, ...]],
    listen: Callable[[str], None],
    moved: Callable[[tuple[str, ...]], None],
    seconds: float = LOOK_SECONDS,
) -> AsyncIterator[None]:
    """Watch the addresses that `look` gives for as long as the block lasts.

    `listen` is called with each address that is new, so that the peer can be reached there; `moved` after a
    change, and after a sleep, with those that others can use: `Peer.moved` opens all links anew then, since
    the old ones may be dead without a sign.
    """
    watch = AddressWatch(look)
    watch.changed()
    watching = asyncio.ensure_future(_follow(watch, listen, moved, seconds))
    try:
        yield
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def _follow(
    watch: AddressWatch,
    listen: Callable[[str], None],
    moved: Callable[[tuple[str, ...]], None],
    seconds: float,
) -> None:
    while True:
        await asyncio.sleep(seconds)
        before = watch.addresses
        if watch.changed():
            for address in watch.addresses:
                if address not in before:
                    listen(address)
            # An address of this computer alone tells others nothing: it is then without a network.
            lonely = all(ip_address(address).is_loopback for address in watch.addresses)
            moved(() if lonely else watch.addresses)
