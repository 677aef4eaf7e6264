"""Which addresses this computer has on its networks, by the ifaddr package (the one door to it)."""

import ipaddress
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from core.frozen import Frozen
from p2p.nearby import OwnAddress

LOOPBACK: Final = "127.0.0.1"
SLEPT_SECONDS: Final = 30.0
"""A look that comes so much later than the one before says that the computer has slept."""

_FLAGS_REQUEST: Final = {"linux": 0x8913, "darwin": 0xC0206911}
"""By system the number of the ioctl that gives an interface's flags (SIOCGIFFLAGS)."""
_UP, _RUNNING = 0x1, 0x40


class InterfaceUnknown(ValueError):
    """This computer has no interface and no address {name}; it has {known}."""

    def __init__(self, name: str, known: str) -> None:
        super().__init__(name, known)
        self.name, self.known = name, known


class Interface(Frozen):
    """One network interface: the name that the system shows, its addresses, whether it is up and connected.

    Link-local IPv6 addresses are left out: they mean nothing without the name of an interface.
    """

    name: str
    addresses: tuple[str, ...]
    up: bool

    @property
    def loopback(self) -> bool:
        """Whether it leads to this computer alone."""
        return all(ipaddress.ip_address(address).is_loopback for address in self.addresses)


def list_interfaces() -> tuple[Interface, ...]:
    """Give the interfaces that have an address, in the system's order."""
    import ifaddr  # noqa: PLC0415  # loads ctypes; only a host or a guest needs it

    found = []
    for adapter in ifaddr.get_adapters():
        texts = (entry.ip if isinstance(entry.ip, str) else entry.ip[0] for entry in adapter.ips)
        addresses = tuple(filter(_is_lasting, (text.partition("%")[0] for text in texts)))
        if addresses:
            found.append(Interface(adapter.nice_name, addresses, _is_up(adapter.name)))
    return tuple(found)


def own_addresses(
    wanted: Sequence[str] = (), look: Callable[[], Sequence[Interface]] = list_interfaces
) -> tuple[str, ...]:
    """Give the numeric addresses by which others can reach this computer, IPv4 first.

    `wanted` names interfaces, or gives addresses of this computer, to be used alone; else all are that are
    up and not loopback, and the loopback address if there is none. Raises `InterfaceUnknown`.
    """
    interfaces = look()
    if wanted:
        found = [address for name in wanted for address in _addresses_of(name, interfaces)]
    else:
        found = [
            address
            for interface in interfaces
            if interface.up and not interface.loopback
            for address in interface.addresses
        ]
    return tuple(dict.fromkeys(sorted(found, key=_preference))) or (LOOPBACK,)


def own_networks() -> tuple[OwnAddress, ...]:
    """Give every address of this computer, with its network, in the system's order. Raises `OSError`."""
    import ifaddr  # noqa: PLC0415  # as above

    texts = (
        (entry.ip if isinstance(entry.ip, str) else entry.ip[0], entry.network_prefix)
        for adapter in ifaddr.get_adapters()
        for entry in adapter.ips
    )
    return tuple(ipaddress.ip_interface(f"{text.partition('%')[0]}/{prefix}") for text, prefix in texts)


class AddressWatch:
    """Tells, look by look, whether this computer may have to be found anew."""

    def __init__(
        self, look: Callable[[], tuple[str, ...]], wall_clock: Callable[[], float] = time.time
    ) -> None:
        self._look = look
        self._wall_clock = wall_clock
        self._looked_at: float | None = None
        self.addresses: tuple[str, ...] = ()
        """The addresses at the last look; none if an interface that was asked for is gone."""

    def changed(self) -> bool:
        """Look once. True at the first look, with other addresses than before, and after a sleep.

        A look at which the system does not tell, as it may while it changes them, is none.
        """
        try:
            addresses = self._look()
        except InterfaceUnknown:
            addresses = ()
        except OSError:
            return False
        # A monotonic clock stands still while some systems sleep. A clock that was set costs one renewal.
        now, before = self._wall_clock(), self._looked_at
        slept = before is None or abs(now - before) > SLEPT_SECONDS
        self._looked_at = now
        other = frozenset(addresses) != frozenset(self.addresses)
        self.addresses = addresses
        return other or slept


def _addresses_of(name: str, interfaces: Sequence[Interface]) -> Iterator[str]:
    """Give the addresses of the interface `name`, or `name` itself if it is an address of this computer."""
    named = [interface for interface in interfaces if interface.name == name]
    if named:
        yield from (address for interface in named for address in interface.addresses)
        return
    try:
        address = str(ipaddress.ip_address(name))
    except ValueError:
        address = ""
    all_addresses = [address for interface in interfaces for address in interface.addresses]
    if address not in all_addresses and not _is_loopback(address):
        known = ", ".join(dict.fromkeys([*(interface.name for interface in interfaces), *all_addresses]))
        raise InterfaceUnknown(name, known)
    yield address


def _is_loopback(address: str) -> bool:
    return bool(address) and ipaddress.ip_address(address).is_loopback


def _is_lasting(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_unspecified or (address.version == 6 and address.is_link_local))


def _preference(text: str) -> tuple[bool, bool, str]:
    """Give the order of addresses: IPv4 first, and those last that a computer has given itself."""
    address = ipaddress.ip_address(text)
    return address.version == 6, address.is_link_local, text


def _is_up(name: str) -> bool:
    """Tell whether an interface is on and has a connection; true where the system cannot be asked.

    A bridge of containers that do not run, and a socket without a cable, are on and have no connection.
    """
    request = _FLAGS_REQUEST.get(sys.platform)
    if request is None:
        return True  # Windows lists no addresses of what is not connected
    import fcntl  # noqa: PLC0415  # not there on Windows
    import socket  # noqa: PLC0415  # as ifaddr, for a host or a guest alone

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            answer = fcntl.ioctl(asked, request, struct.pack("16s16x", name.encode()[:15]))
        except OSError:
            return False  # it went away between the list and the question
    flags = struct.unpack_from("=H", answer, 16)[0]
    return bool(flags & _UP and flags & _RUNNING)
