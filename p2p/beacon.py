"""Announces a hosted table for as long as it is open, whatever becomes of this computer's addresses."""

import secrets
from dataclasses import replace
from types import TracebackType
from typing import Self

from p2p.advert import MAX_SERIAL, Advert
from p2p.discovery import Mdns
from p2p.invite import MAX_ADDRESSES
from p2p.on_air import LOOK_SECONDS, Look, OnAir, Open, Told


def new_instance() -> str:
    """Give a random id for the announcement of one table."""
    return secrets.token_hex(16)


class Beacon:
    """The announcement of one table, which lasts as long as the `async with` block of this.

    `look` gives the addresses to announce; it is done on their interfaces. `told` hears why discovery is off,
    and None when it works again: the table is there all the same, for those who have its invite.
    """

    def __init__(
        self,
        advert: Advert,
        look: Look,
        told: Told,
        open_mdns: Open = Mdns.open,
        seconds: float = LOOK_SECONDS,
    ) -> None:
        self._advert = advert
        self._announced: Advert | None = None
        self._serial = 0
        self._on_air = OnAir(look, self._tend, told, open_mdns, seconds)

    async def __aenter__(self) -> Self:
        self._on_air.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._on_air.close()

    def show_taken(self, taken: int) -> None:
        """Announce that so many seats are taken, the host's included."""
        self._advert = replace(self._advert, taken=taken)
        self._on_air.touch()

    def show_playing(self) -> None:
        """Announce that the game has begun."""
        self._advert = replace(self._advert, playing=True)
        self._on_air.touch()

    def touch(self) -> None:
        """Look at once whether addresses have changed."""
        self._on_air.touch()

    async def _tend(self, mdns: Mdns, new: bool) -> None:
        advert = replace(self._advert, addresses=self._on_air.addresses[:MAX_ADDRESSES])
        if new or advert != self._announced:
            self._serial = min(self._serial + 1, MAX_SERIAL)
            await mdns.announce(replace(advert, serial=self._serial))
            self._announced = advert
