"""The invite: one line of text that lets a player find a table and be let in (protocol.md, chapter 14)."""

import base64
import ipaddress
import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from core.frozen import Frozen
from p2p.encoding import Value, decode, encode, is_array, is_bytes, is_number
from p2p.hashing import TAG_INVITE, tagged_hash

PREFIX: Final = "mark1-"
TOKEN_BYTES: Final = 16
NO_TOKEN: Final = bytes(TOKEN_BYTES)
"""The token of one who has no invite: the host is asked whether that guest may sit."""
MAX_ADDRESSES: Final = 8
Endpoints: TypeAlias = tuple[tuple[str, ...], int]
"""Where one peer listens: its numeric addresses, and one port."""

_LATER_PREFIX: Final = re.compile("mark([2-9]|[1-9][0-9]{1,3})-")
_CHECK_BYTES: Final = 4
_MAX_BYTES: Final = 512


class InviteRefused(ValueError):
    """This text is not an invite, or not a whole one."""


class InviteNewer(InviteRefused):
    """This text is an invite as a newer version of this program writes them."""


class AddressOfOneLink(ValueError):
    """{address} is an address of its own link alone, so others cannot be told it."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class Invite(Frozen):
    """Where the host listens (numeric addresses, one port), its whole CURVE key, and the secret token."""

    addresses: tuple[str, ...]
    port: int
    curve_key: bytes
    token: bytes

    @property
    def endpoints(self) -> tuple[tuple[str, int], ...]:
        """The (address, port) pairs to try."""
        return tuple((address, self.port) for address in self.addresses)


def format_invite(invite: Invite) -> str:
    """Give `invite` as text without spaces; a check value in it finds typing errors."""
    body = encode((invite.addresses, invite.port, invite.curve_key, invite.token))
    check = tagged_hash(TAG_INVITE, body)[:_CHECK_BYTES]
    return PREFIX + base64.urlsafe_b64encode(check + body).decode().rstrip("=")


def parse_invite(text: str) -> Invite:
    """Give the invite that `text` is, white space and line breaks ignored.

    Raises `InviteRefused`, `InviteNewer`.
    """
    joined = "".join(text.split())
    if _LATER_PREFIX.match(joined):
        raise InviteNewer
    if not joined.startswith(PREFIX) or len(joined) > 2 * _MAX_BYTES:
        raise InviteRefused
    coded = joined.removeprefix(PREFIX)
    try:
        data = base64.b64decode(coded + "=" * (-len(coded) % 4), altchars=b"-_", validate=True)
        body = data[_CHECK_BYTES:]
        if tagged_hash(TAG_INVITE, body)[:_CHECK_BYTES] != data[:_CHECK_BYTES]:
            raise InviteRefused
        return _read(decode(body, _MAX_BYTES))
    except ValueError as error:
        raise InviteRefused from error


def _read(value: Value) -> Invite:
    if not is_array(value, 4):
        raise InviteRefused
    addresses, port, curve_key, token = value
    if not is_number(port, 2**16) or not is_bytes(curve_key, 32) or not is_bytes(token, TOKEN_BYTES):
        raise InviteRefused
    return Invite(read_addresses(addresses), port, curve_key, token)


def given_out(addresses: Sequence[str]) -> tuple[str, ...]:
    """Give those of this computer's `addresses` that others are told: as many as a message takes.

    Raises `AddressOfOneLink` for one of IPv6 that is link-local.
    """
    for address in addresses:
        if _is_of_one_link(address):
            raise AddressOfOneLink(address)
    return tuple(addresses[:MAX_ADDRESSES])


def read_addresses(value: Value) -> tuple[str, ...]:
    """Give the numeric addresses that a decoded array holds, 1 to 8 of them. Raises `ValueError`.

    They are the very texts, over which there may be a signature: one address can be written in many ways. One
    with a scope is refused: it means something on its own computer alone, and may hold anything.
    """
    if type(value) is not tuple or not 1 <= len(value) <= MAX_ADDRESSES:
        raise InviteRefused
    addresses = []
    for text in value:
        if type(text) is not str or len(text) > 45 or "%" in text:
            raise InviteRefused
        ipaddress.ip_address(text)
        addresses.append(text)
    return tuple(addresses)


def _is_of_one_link(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False  # no address at all, which is told when it is to be opened
    return address.version == 6 and address.is_link_local
