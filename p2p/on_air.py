"""Keeps mDNS open while it is wanted: anew when addresses change, after a sleep, after an error."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

from p2p.discovery import DiscoveryOff, Mdns
from p2p.interfaces import AddressWatch

LOOK_SECONDS: Final = 3.0
"""How often it is looked whether the addresses are still the same."""

Look: TypeAlias = Callable[[], tuple[str, ...]]
Open: TypeAlias = Callable[[Sequence[str]], Awaitable[Mdns]]
Told: TypeAlias = Callable[[DiscoveryOff | None], None]
Tend: TypeAlias = Callable[[Mdns, bool], Awaitable[None]]


class OnAir:
    """An mDNS that is open from `start` to `close`, as far as the network lets it.

    `look` gives the addresses to use. `tend` is awaited at every look with the open mDNS and whether it is a
    new one; it may raise `DiscoveryOff`. `told` hears why discovery is off, once for each reason, and None
    when it works again.
    """

    def __init__(
        self, look: Look, tend: Tend, told: Told, open_mdns: Open = Mdns.open, seconds: float = LOOK_SECONDS
    ) -> None:
        self._watch = AddressWatch(look)
        self._tend, self._told = tend, told
        self._open_mdns, self._seconds = open_mdns, seconds
        self._mdns: Mdns | None = None
        self._off: DiscoveryOff | None = None
        self._task: asyncio.Task[None] | None = None
        self._touched = asyncio.Event()
        self.tried: Final = asyncio.Event()
        """Set once discovery has started, or has been found to be off."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses in use."""
        return self._watch.addresses

    def start(self) -> None:
        """Begin, on the running loop."""
        self._task = asyncio.create_task(self._run())

    def touch(self) -> None:
        """Look at once."""
        self._touched.set()

    async def close(self) -> None:
        """Stop, and give the sockets back; a second call does nothing."""
        if self._task is None:
            return
        task, self._task = self._task, None
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()

    async def _run(self) -> None:
        try:
            while True:
                self._touched.clear()
                await self._look()
                self.tried.set()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._seconds):
                        await self._touched.wait()
        finally:
            self.tried.set()  # also where something ended it that nobody expects: nobody is to wait for it
            await self._drop()

    async def _look(self) -> None:
        if self._watch.changed():
            await self._drop()
        new = self._mdns is None
        try:
            if self._mdns is None:
                self._mdns = await self._open_mdns(self._watch.addresses)
            await self._tend(self._mdns, new)
        except DiscoveryOff as off:
            await self._drop()
            if self._off is None or self._off.args != off.args:
                self._told(off)
            self._off = off
            return
        if self._off is not None:
            self._off = None
            self._told(None)

    async def _drop(self) -> None:
        mdns, self._mdns = self._mdns, None
        if mdns is not None:
            await mdns.close()
