"""Tries out, one thing at a time, what this computer's network lets a table do.

Nothing here looks like a table to others.
"""

import asyncio
import errno
import os
import socket
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from core.frozen import Frozen
from p2p.advert import Advert
from p2p.beacon import Beacon, new_instance
from p2p.browser import Browser, TableFound, TableNews
from p2p.discovery import GROUP, DiscoveryOff, Mdns
from p2p.endpoint import AddressUnusable
from p2p.lobby import VERSIONS
from p2p.on_air import Open
from p2p.transport import PortBusy, Transport

CHECK_SERVICE: Final = "_mark-check._tcp.local."
"""The type under which discovery of oneself is tried: nobody takes it for a table."""
ECHO_SECONDS: Final = 2.0
FIND_SECONDS: Final = 5.0


class PortTry(Frozen):
    """Whether a port could be opened on an address: `problem` is None if so."""

    address: str
    problem: PortBusy | AddressUnusable | None


async def try_port(addresses: Sequence[str], port: int = 0) -> tuple[PortTry, ...]:
    """Open a port on each address, encrypted as at a table, and close it again."""
    transport = Transport(
        os.urandom(32), admit=lambda _: False, deliver=lambda *_: None, noticed=lambda _: None
    )
    tries = []
    try:
        for address in addresses:
            problem: PortBusy | AddressUnusable | None = None
            try:
                transport.bind(address, port)
            except (PortBusy, AddressUnusable) as error:
                problem = error
            tries.append(PortTry(address, problem))
    finally:
        transport.close()
    return tuple(tries)


class MulticastTry(Frozen):
    """Whether a message to a multicast group came back to its sender; `errno` is the system's no, or 0."""

    address: str
    heard: bool
    errno: int = 0


async def try_multicast(address: str, seconds: float = ECHO_SECONDS) -> MulticastTry:
    """Send a message to the group of mDNS, but to a port of this program's own, and wait for it."""
    loop = asyncio.get_running_loop()
    interface, word = socket.inet_aton(address), os.urandom(16)
    try:
        with (
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear,
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth,
        ):
            for one in (ear, mouth):
                one.setblocking(False)
            ear.bind(("", 0))
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + interface)
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, interface)
            mouth.bind((address, 0))
            mouth.sendto(word, (GROUP, ear.getsockname()[1]))
            async with asyncio.timeout(seconds):
                while await loop.sock_recv(ear, len(word)) != word:
                    pass
    except TimeoutError:
        return MulticastTry(address, heard=False)
    except OSError as error:
        return MulticastTry(address, heard=False, errno=error.errno or errno.EIO)
    return MulticastTry(address, heard=True)


async def try_discovery(
    addresses: tuple[str, ...], seconds: float = FIND_SECONDS, open_mdns: Open | None = None
) -> bool:
    """Announce something and look for it; False if it was not found in time. Raises `DiscoveryOff`."""
    opener = open_mdns or partial(Mdns.open, service=CHECK_SERVICE)
    found: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    protocol, rules_id, _ = VERSIONS
    advert = Advert(new_instance(), "check", 1, 2, protocol, rules_id, "check", (), 9, bytes(32))

    def heard(news: TableNews) -> None:
        if isinstance(news, TableFound) and news.advert.instance == advert.instance and not found.done():
            found.set_result(True)

    def told(off: DiscoveryOff | None) -> None:
        if off is not None and not found.done():
            found.set_exception(off)

    async with (
        Browser(lambda: addresses, heard, told, opener),
        Beacon(advert, lambda: addresses, told, opener),
    ):
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await found
    return False
