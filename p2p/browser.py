"""The live list of the tables that are announced on the local network, bounded against floods."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from types import TracebackType
from typing import Final, Self, TypeAlias

from core.frozen import Frozen
from p2p.advert import Advert, AdvertRefused
from p2p.discovery import DiscoveryOff, Mdns
from p2p.interfaces import own_networks
from p2p.nearby import OwnAddress, is_from_here, near_addresses
from p2p.on_air import LOOK_SECONDS, Look, OnAir, Open, Told

MAX_TABLES: Final = 64
"""Announcements that are kept. One more takes the place of one that says nothing useful, else of one from the
address that has most, unless its own has as many."""
MAX_FROM_ONE: Final = 8
"""Announcements that are kept from one address; those of a computer that announces more are passed over."""
MAX_ASKED: Final = 8
"""Announcements that are asked at one time for what is missing in them."""
ASK_AGAIN_SECONDS: Final = 30.0
"""How long an announcement without an answer is let be."""
UPDATE_SECONDS: Final = 0.2
"""Changes are told at most this often for each table, however many there are."""


class TableFound(Frozen):
    """A table is announced."""

    advert: Advert


class TableChanged(Frozen):
    """A table is announced otherwise than before."""

    advert: Advert


class TableGone(Frozen):
    """A table is announced no more; this is what it last said."""

    advert: Advert


TableNews: TypeAlias = TableFound | TableChanged | TableGone


class Browser:
    """Watches for tables as long as its `async with` block lasts; `tell` hears of each change.

    `look` gives the addresses on whose interfaces it is done. `told` hears why discovery is off, and None
    when it works again. What is announced comes from strangers: see `p2p.advert`; of their addresses those
    are given that `p2p.nearby` takes, with `own` for the addresses and networks of this computer.
    """

    def __init__(
        self,
        look: Look,
        tell: Callable[[TableNews], None],
        told: Told,
        open_mdns: Open = Mdns.open,
        seconds: float = LOOK_SECONDS,
        own: Callable[[], tuple[OwnAddress, ...]] = own_networks,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._tell, self._told = tell, told
        self._on_air = OnAir(look, self._tend, self._turned, open_mdns, seconds)
        self._mdns: Mdns | None = None
        self._look_own = own
        self._own: tuple[OwnAddress, ...] = ()
        self._heard: dict[str, Advert | None] = {}
        self._sources: dict[str, str] = {}
        self._due: dict[str, None] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._passed = self._loop.time() - UPDATE_SECONDS
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._unanswered: dict[str, float] = {}

    async def __aenter__(self) -> Self:
        self._on_air.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asking = list(self._asking.values())
        self._clear()
        await self._on_air.close()
        if asking:
            await asyncio.wait(asking)

    @property
    def tables(self) -> tuple[Advert, ...]:
        """The tables that are announced now, in the order in which they were found."""
        return tuple(advert for advert in self._heard.values() if advert is not None)

    async def tried(self) -> None:
        """Wait until discovery has started, or has been found to be off."""
        await self._on_air.tried.wait()

    def touch(self) -> None:
        """Look at once whether addresses have changed, and whether the tables are still there."""
        self._on_air.touch()

    async def _tend(self, mdns: Mdns, new: bool) -> None:
        if new:
            self._lose_all()
            self._mdns = mdns
            with suppress(OSError):  # as it may be while the system changes them: those of before are kept
                self._own = self._look_own()
            mdns.browse(self._changed, self._gone)
        else:  # what was told expires without a word if a host vanishes without a goodbye
            for instance in self._heard:
                self._later(instance)

    def _turned(self, off: DiscoveryOff | None) -> None:
        if off is not None:
            self._lose_all()
        self._told(off)

    def _lose_all(self) -> None:
        """Forget every table, as after a change of network."""
        lost = self.tables
        self._clear()
        for advert in lost:
            self._tell(TableGone(advert))

    def _clear(self) -> None:
        self._mdns = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for task in self._asking.values():
            task.cancel()
        for kept in (self._asking, self._heard, self._sources, self._due, self._unanswered):
            kept.clear()

    def _changed(self, instance: str, source: str) -> None:
        if self._mdns is None:
            return
        if instance not in self._heard and not self._make_room(source):
            return
        self._heard.setdefault(instance, None)
        self._sources.setdefault(instance, source)
        self._unanswered.pop(instance, None)
        self._later(instance)

    def _make_room(self, source: str) -> bool:
        """Make room for one more announcement from an address; False if it has had its share."""
        own = [one for one in self._heard if self._sources[one] == source]
        if len(own) >= MAX_FROM_ONE:
            return self._drop_useless(own)
        if len(self._heard) < MAX_TABLES or self._drop_useless(self._heard):
            return True
        ((busiest, most),) = Counter(self._sources.values()).most_common(1)
        if most <= len(own) + 1:
            return False
        self._gone(next(one for one in reversed(self._heard) if self._sources[one] == busiest))
        return True

    def _drop_useless(self, instances: Iterable[str]) -> bool:
        read = (one for one in instances if one not in self._due)
        useless = next((one for one in read if self._heard[one] is None), None)
        if useless is not None:
            self._gone(useless)
        return useless is not None

    def _gone(self, instance: str) -> None:
        self._due.pop(instance, None)
        self._unanswered.pop(instance, None)
        if task := self._asking.pop(instance, None):
            task.cancel()
        self._sources.pop(instance, None)
        if advert := self._heard.pop(instance, None):
            self._tell(TableGone(advert))

    def _later(self, instance: str) -> None:
        self._due[instance] = None
        if self._timer is None:
            self._timer = self._loop.call_at(self._passed + UPDATE_SECONDS, self._pass)

    def _pass(self) -> None:
        self._timer = None
        self._passed = self._loop.time()
        due, self._due = self._due, {}
        for instance in due:
            self._read(instance)

    def _read(self, instance: str) -> None:
        if self._mdns is None or instance not in self._heard:
            return
        try:
            advert = self._mdns.known(instance)
        except AdvertRefused:
            self._note(instance, None)
            return
        if advert is not None:
            self._note(instance, advert)
        elif (
            instance not in self._asking
            and len(self._asking) < MAX_ASKED
            and self._passed >= self._unanswered.get(instance, self._passed)
        ):
            self._asking[instance] = self._loop.create_task(self._ask(self._mdns, instance))

    async def _ask(self, mdns: Mdns, instance: str) -> None:
        try:
            advert = await mdns.ask(instance)
        except AdvertRefused:
            advert = None
        if instance in self._asking:
            del self._asking[instance]
            self._note(instance, advert)

    def _note(self, instance: str, advert: Advert | None) -> None:
        """Keep what an announcement is found to say, None for nothing of use, and tell what is new in it.

        One that is older than what was found before has been long on its way, and says nothing.
        """
        advert = self._called_from_here(instance, advert)
        before = self._heard.get(instance)
        if advert is not None and before is not None and advert.serial < before.serial:
            return
        self._heard[instance] = advert
        if advert is None:
            self._unanswered[instance] = self._loop.time() + ASK_AGAIN_SECONDS
            if before is not None:
                self._tell(TableGone(before))
        elif before is None:
            self._tell(TableFound(advert))
        elif before != advert:
            self._tell(TableChanged(advert))

    def _called_from_here(self, instance: str, advert: Advert | None) -> Advert | None:
        """Give a table with those of its addresses that can be its host's, None without any."""
        if advert is None:
            return None
        from_here = is_from_here(self._sources[instance], self._own)
        addresses = near_addresses(advert.addresses, self._own, from_here=from_here)
        return replace(advert, addresses=addresses) if addresses else None
