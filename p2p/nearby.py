"""Which addresses of an announced table are called: those of the networks that an announcement reaches."""

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
OwnAddress: TypeAlias = ipaddress.IPv4Interface | ipaddress.IPv6Interface
"""An address of this computer, with the network that it is in."""

_LOCAL: Final = tuple(
    map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7"))
)
"""Private and link-local networks (RFC 1918, 3927, 4193); an IPv6 link-local address cannot be called."""
_SMALLEST: Final = 4
"""Addresses of the smallest network of IPv4 that has one for broadcasts."""


def near_addresses(
    addresses: Iterable[str], own: Sequence[OwnAddress], *, from_here: bool
) -> tuple[str, ...]:
    """Give those of a table's numeric addresses that may be those of a computer of this network (14.13).

    `own` are this computer's addresses; `from_here` tells that it has itself announced the table.
    """
    return tuple(
        text
        for text in addresses
        if _is_near(_unmapped(ipaddress.ip_address(text)), own, from_here=from_here)
    )


def is_from_here(source: str, own: Sequence[OwnAddress]) -> bool:
    """Tell whether what came from this numeric address was sent by this computer.

    A system takes nothing from a network that says to come from an address of its own.
    """
    try:
        address = ipaddress.ip_address(source.partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or any(one.ip == address for one in own)


def _is_near(address: Address, own: Sequence[OwnAddress], *, from_here: bool) -> bool:
    if address.is_loopback:
        return from_here
    if address.is_multicast or address.is_unspecified or any(_is_of_nobody(address, one) for one in own):
        return False
    networks = [*_LOCAL, *(one.network for one in own if not one.ip.is_loopback)]
    return any(address in network for network in networks)


def _is_of_nobody(address: Address, own: OwnAddress) -> bool:
    """Tell whether this is the first or the last address of an own network, which no computer has."""
    network = own.network
    ends = (network.network_address, network.broadcast_address)
    return network.version == 4 and network.num_addresses >= _SMALLEST and address in ends


def _unmapped(address: Address) -> Address:
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return address if mapped is None else mapped
