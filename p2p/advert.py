"""What a hosted table says of itself on the local network, and how a stranger's is read.

It carries no trust. Whoever finds a table this way calls it by the CURVE key that the advert names, and the
lobby decides who sits there and by which keys.
"""

import ipaddress
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from p2p.genesis import MAX_SEATS, MIN_SEATS
from p2p.invite import MAX_ADDRESSES, NO_TOKEN, Invite
from p2p.text import MAX_NAME_CHARACTERS, is_name

ADVERT_VERSION: Final = "1"
CUSTOM: Final = "custom"
"""The name of a ruleset that is no preset."""

MAX_SERIAL: Final = 2**32 - 1

_INSTANCE: Final = re.compile("[0-9a-f]{32}")
_KEY: Final = re.compile("[0-9a-f]{64}")
_MAX_PROPERTY_BYTES: Final = 4 * MAX_NAME_CHARACTERS


class AdvertRefused(ValueError):
    """A stranger's announcement is not that of a table; `what` names the part that is wrong."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@dataclass(frozen=True, slots=True)
class Advert:
    """A table that can be found.

    instance: a random id of 32 hexadecimal digits, so that two tables of one name stay two.
    host: the name that its host plays under. taken, seats: how many of its seats are taken, the host's too.
    protocol, rules_id: the versions. ruleset: the name of a preset, or CUSTOM.
    addresses, port: where to call. curve_key: who should answer there.
    open: whether the host lets anyone sit down. watch: whether anyone may watch. playing: whether the game is
    on, so that nobody can sit down any more.
    serial: grows with each announcement of this instance, so that one that comes late is known as such; of it
    alone no two adverts differ.
    """

    instance: str
    host: str
    taken: int
    seats: int
    protocol: int
    rules_id: str
    ruleset: str
    addresses: tuple[str, ...]
    port: int
    curve_key: bytes
    open: bool = False
    watch: bool = False
    playing: bool = False
    serial: int = field(default=0, compare=False)

    @property
    def invite(self) -> Invite:
        """What a guest calls the table by, without a token."""
        return Invite(self.addresses, self.port, self.curve_key, NO_TOKEN)


def is_instance(text: str) -> bool:
    """Tell whether `text` can be the id of a table's announcement."""
    return _INSTANCE.fullmatch(text) is not None


def write_properties(advert: Advert) -> dict[str, str]:
    """Give what is announced beside the id, the addresses and the port, as a TXT record's keys and values."""
    return {
        "txtvers": ADVERT_VERSION,
        "host": advert.host,
        "taken": str(advert.taken),
        "seats": str(advert.seats),
        "protocol": str(advert.protocol),
        "rules": advert.rules_id,
        "ruleset": advert.ruleset,
        "key": advert.curve_key.hex(),
        "open": str(int(advert.open)),
        "watch": str(int(advert.watch)),
        "playing": str(int(advert.playing)),
        "serial": str(advert.serial),
    }


def serial_of(properties: Mapping[bytes, bytes | None]) -> int:
    """Give the number of an announcement from its properties, -1 if it has none that can be read."""
    try:
        return _number(properties, "serial", 0, MAX_SERIAL)
    except AdvertRefused:
        return -1


def read_advert(
    instance: str, properties: Mapping[bytes, bytes | None], addresses: Iterable[str], port: int
) -> Advert:
    """Give the table that a stranger announces; unknown properties are ignored. Raises `AdvertRefused`."""
    if not is_instance(instance):
        raise AdvertRefused("instance")
    if _text(properties, "txtvers") != ADVERT_VERSION:
        raise AdvertRefused("txtvers")
    seats = _number(properties, "seats", MIN_SEATS, MAX_SEATS)
    key = _text(properties, "key")
    if not _KEY.fullmatch(key):
        raise AdvertRefused("key")
    callable_addresses = _callable(addresses)
    if not callable_addresses:
        raise AdvertRefused("addresses")
    if not 0 < port <= 0xFFFF:
        raise AdvertRefused("port")
    return Advert(
        instance,
        host=_name(properties, "host"),
        taken=_number(properties, "taken", 1, seats),
        seats=seats,
        protocol=_number(properties, "protocol", 0, 0xFFFF),
        rules_id=_name(properties, "rules"),
        ruleset=_name(properties, "ruleset"),
        addresses=callable_addresses,
        port=port,
        curve_key=bytes.fromhex(key),
        open=_number(properties, "open", 0, 1) == 1,
        watch=_number(properties, "watch", 0, 1) == 1,
        playing=_number(properties, "playing", 0, 1) == 1,
        serial=_number(properties, "serial", 0, MAX_SERIAL),
    )


def _text(properties: Mapping[bytes, bytes | None], key: str) -> str:
    value = properties.get(key.encode())
    if value is None or len(value) > _MAX_PROPERTY_BYTES:
        raise AdvertRefused(key)
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        raise AdvertRefused(key) from error


def _name(properties: Mapping[bytes, bytes | None], key: str) -> str:
    text = _text(properties, key)
    if not is_name(text):
        raise AdvertRefused(key)
    return text


def _number(properties: Mapping[bytes, bytes | None], key: str, low: int, high: int) -> int:
    text = _text(properties, key)
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(high)) and low <= int(text) <= high):
        raise AdvertRefused(key)
    return int(text)


def _callable(addresses: Iterable[str]) -> tuple[str, ...]:
    """Give the first few addresses of a stranger that one computer can be called by, IPv4 first."""
    found: dict[str, bool] = {}
    for text in addresses:
        try:
            address = ipaddress.ip_address(text)
        except ValueError:
            continue
        nobody = address.is_multicast or address.is_unspecified
        # A link-local IPv6 address means nothing without the name of an interface.
        if not nobody and not (address.version == 6 and address.is_link_local):
            found[str(address)] = address.version == 6
        if len(found) == MAX_ADDRESSES:
            break
    return tuple(sorted(found, key=lambda address: found[address]))
