"""Announces a table and sees others by mDNS and DNS-SD (RFC 6762, 6763); the one door to zeroconf.

The package takes long to import, so it is imported when it is used.
"""

import asyncio
import errno
import ipaddress
import socket
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Protocol

from p2p.advert import Advert, is_instance, read_advert, serial_of, write_properties
from p2p.origin import Origin

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

SERVICE: Final = "_mark-game._tcp.local."
"""The type under which tables are announced."""
ASK_SECONDS: Final = 3.0
"""How long the properties of an announced table are asked for."""
CLOSE_SECONDS: Final = 3.0
"""Most seconds that closing takes; it says goodbye three times within a quarter of a second."""
GROUP: Final = "224.0.0.251"
"""The multicast group of mDNS."""
LIFE_SECONDS: Final = 60
"""How long others believe what they were told of a table whose host has vanished without a goodbye."""

_PORT: Final = 5353
_TXT, _IN = 16, 1
"""Type and class of the records that hold properties (RFC 1035)."""
_EMPTY_QUERY: Final = bytes(12)
"""A query with no question: valid, and nobody answers it."""


class OffReason(Enum):
    """Why discovery cannot start."""

    NO_INTERFACE = "no interface"
    """There is no address to announce on, or it has just gone away."""
    NO_MULTICAST = "no multicast"
    """No interface takes part in multicast."""
    NO_ROUTE = "no route"
    """The system knows no way out for multicast."""
    REFUSED = "refused"
    """The system or its firewall refuses multicast, or the port of mDNS."""
    PORT_TAKEN = "port taken"
    """Another program keeps the port of mDNS (5353) for itself."""
    SYSTEM = "system"
    """Another error of the system, whose number goes with it."""


_REASONS: Final = {
    errno.EADDRNOTAVAIL: OffReason.NO_INTERFACE,
    errno.ENODEV: OffReason.NO_INTERFACE,
    errno.EINVAL: OffReason.NO_MULTICAST,
    errno.ENOPROTOOPT: OffReason.NO_MULTICAST,
    errno.EOPNOTSUPP: OffReason.NO_MULTICAST,
    errno.ENETUNREACH: OffReason.NO_ROUTE,
    errno.EHOSTUNREACH: OffReason.NO_ROUTE,
    errno.EACCES: OffReason.REFUSED,
    errno.EPERM: OffReason.REFUSED,
    errno.EADDRINUSE: OffReason.PORT_TAKEN,
}


class DiscoveryOff(Exception):
    """Tables can neither be announced nor found here: `reason`, and the system's error number or 0."""

    def __init__(self, reason: OffReason, number: int = 0) -> None:
        super().__init__(reason, number)
        self.reason, self.errno = reason, number


class Factory(Protocol):
    """Makes the sockets; a test makes it fail."""

    def __call__(self, addresses: list[str]) -> "AsyncZeroconf":
        """Open mDNS on the interfaces that have these addresses. Raises `OSError`, `RuntimeError`."""


class Mdns:
    """One open mDNS: announces at most one table, and watches for tables. Made by `open`."""

    def __init__(self, zeroconf: "AsyncZeroconf", service: str) -> None:
        self._zeroconf = zeroconf
        self._service = service
        self._announced = ""
        self._repeats: asyncio.Future[object] | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._origin = Origin()

    @classmethod
    async def open(
        cls, addresses: Sequence[str], service: str = SERVICE, make: Factory | None = None
    ) -> "Mdns":
        """Open mDNS on the interfaces that have these addresses of this computer. Raises `DiscoveryOff`."""
        usable = _usable(addresses)
        try:
            zeroconf = _make(usable, make or _make_zeroconf)
        except OSError as error:
            raise _off(error) from error
        except RuntimeError as error:  # how zeroconf says that no interface has such an address
            raise DiscoveryOff(OffReason.NO_INTERFACE) from error
        mdns = cls(zeroconf, service)
        async with AsyncExitStack() as undo:
            undo.push_async_callback(mdns.close)
            await _to_its_end(mdns._started())
            undo.pop_all()
        return mdns

    async def announce(self, advert: Advert) -> None:
        """Announce a table, in place of what was announced before. Raises `DiscoveryOff`.

        Its serial is another one each time: zeroconf tells no change back to a record that its cache has not
        yet let go of.
        """
        from zeroconf import Error  # noqa: PLC0415
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415

        info = AsyncServiceInfo(
            self._service,
            f"{advert.instance}.{self._service}",
            port=advert.port,
            properties=write_properties(advert),
            server=f"{advert.instance}.local.",
            parsed_addresses=list(advert.addresses),
            host_ttl=LIFE_SECONDS,
            other_ttl=LIFE_SECONDS,
        )
        if self._repeats is not None:
            self._repeats.cancel()  # they would repeat what is no longer so
        try:
            if self._announced == advert.instance:
                repeats = await self._zeroconf.async_update_service(info)
            else:
                # Random ids need no probing for another owner, which would take a second.
                repeats = await self._zeroconf.async_register_service(info, cooperating_responders=True)
        except Error as error:
            raise DiscoveryOff(OffReason.SYSTEM) from error
        self._announced = advert.instance
        self._repeats = asyncio.ensure_future(repeats)

    def browse(self, changed: Callable[[str, str], None], gone: Callable[[str], None]) -> None:
        """Watch for tables from now on.

        `changed` gets each id whose announcement is new or other, and the address that it came from; `gone`
        each id that has left.
        """
        from zeroconf import DNSQuestionType  # noqa: PLC0415
        from zeroconf import ServiceStateChange as Change  # noqa: PLC0415
        from zeroconf.asyncio import AsyncServiceBrowser  # noqa: PLC0415

        def heard(
            zeroconf: "Zeroconf",  # noqa: ARG001 - zeroconf calls by these names
            service_type: str,  # noqa: ARG001
            name: str,
            state_change: "ServiceStateChange",
        ) -> None:
            instance = name.removesuffix(f".{self._service}")
            if not is_instance(instance):
                return
            if state_change is Change.Removed:
                gone(instance)
            else:
                changed(instance, self._origin.address)

        # Answers by unicast would reach only one of several programs that share the port.
        self._browser = AsyncServiceBrowser(
            self._zeroconf.zeroconf, self._service, handlers=[heard], question_type=DNSQuestionType.QM
        )

    def known(self, instance: str) -> Advert | None:
        """Give a table that has been heard already, None if not all of it has. Raises `AdvertRefused`."""
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415

        info = AsyncServiceInfo(self._service, f"{instance}.{self._service}")
        if not info.load_from_cache(self._zeroconf.zeroconf):
            return None
        return self._read(instance, info)

    async def ask(self, instance: str) -> Advert | None:
        """Ask for a table, for `ASK_SECONDS`; None without an answer. Raises `AdvertRefused`."""
        from zeroconf import DNSQuestionType, Error  # noqa: PLC0415
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415

        info = AsyncServiceInfo(self._service, f"{instance}.{self._service}")
        zeroconf = self._zeroconf.zeroconf
        try:
            if not await info.async_request(zeroconf, ASK_SECONDS * 1000, DNSQuestionType.QM):
                return None
        except Error:  # closed meanwhile
            return None
        return self._read(instance, info)

    def _read(self, instance: str, info: "AsyncServiceInfo") -> Advert:
        """Read what was announced last of all that is known of this table. Raises `AdvertRefused`.

        An answer that was long on its way leaves more than one record of properties; zeroconf takes the one
        that came last.
        """
        from zeroconf import DNSText, current_time_millis  # type: ignore[attr-defined]  # noqa: PLC0415 - unlisted
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415

        records = self._zeroconf.zeroconf.cache.get_all_by_details(info.name, _TXT, _IN)
        now = current_time_millis()
        held = [
            AsyncServiceInfo(self._service, info.name, properties=record.text).properties
            for record in records
            if isinstance(record, DNSText) and not record.is_expired(now)
        ]
        properties = max([info.properties, *held], key=serial_of)
        return read_advert(instance, properties, info.parsed_addresses(), info.port or 0)

    async def close(self) -> None:
        """Say goodbye and give the sockets back; a second call does nothing."""
        if self._repeats is not None:
            self._repeats.cancel()
        if self._browser is not None:
            await self._browser.async_cancel()
            self._browser = None
        await _to_its_end(self._give_back())

    async def _give_back(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._zeroconf.async_close()
        await asyncio.sleep(0)  # asyncio gives sockets back at its next turn

    async def _started(self) -> None:
        from zeroconf import Error  # noqa: PLC0415

        try:
            await self._zeroconf.zeroconf.async_wait_for_start()
        except Error as error:
            raise DiscoveryOff(OffReason.SYSTEM) from error
        if not self._zeroconf.zeroconf.engine.senders:
            raise DiscoveryOff(OffReason.NO_MULTICAST)
        for reader in self._zeroconf.zeroconf.engine.readers:
            self._origin.watch(reader.transport)


async def _to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Await `work`, to its end even if cancelled: zeroconf that is stopped halfway keeps its sockets."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        with suppress(DiscoveryOff):
            task.result()
        raise


def _make_zeroconf(addresses: list[str]) -> "AsyncZeroconf":
    from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415

    return AsyncZeroconf(interfaces=addresses)


def _make(addresses: list[str], make: Factory) -> "AsyncZeroconf":
    """Open what can be opened: IPv6 that fails takes nothing from IPv4."""
    only4 = [address for address in addresses if ":" not in address]
    try:
        return make(addresses)
    except (OSError, RuntimeError):
        if not only4 or only4 == addresses:
            raise
    return make(only4)


def _usable(addresses: Sequence[str]) -> list[str]:
    """Give the addresses from which multicast can be sent; the loopback one of IPv6 never does it.

    zeroconf itself only logs what cannot be sent. Raises `DiscoveryOff` if there is none.
    """
    problem: OSError | None = None
    usable: list[str] = []
    for address in addresses:
        if ":" in address:
            if not ipaddress.ip_address(address).is_loopback:
                usable.append(address)
            continue
        try:
            _send_nothing(address)
            usable.append(address)
        except OSError as error:
            problem = problem or error
    if usable:
        return usable
    if problem is not None:
        raise _off(problem) from problem
    raise DiscoveryOff(OffReason.NO_MULTICAST if addresses else OffReason.NO_INTERFACE)


def _send_nothing(address: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        sender.bind((address, 0))
        sender.sendto(_EMPTY_QUERY, (GROUP, _PORT))


def _off(error: OSError) -> DiscoveryOff:
    number = error.errno or 0
    return DiscoveryOff(_REASONS.get(number, OffReason.SYSTEM), number)
