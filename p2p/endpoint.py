"""Where a peer can be called: a numeric address and a port, as ZeroMQ names them."""

import errno
import socket


class AddressUnusable(ValueError):
    """{address} is not a numeric address that this computer can use; error number {errno}."""

    def __init__(self, address: str, number: int) -> None:
        super().__init__(address, number)
        self.address, self.errno = address, number


def endpoint_name(address: str, port: int) -> str:
    """Give ZeroMQ's name of a numeric IPv4 or IPv6 address, with scope if any, and port; port 0 asks for any.

    Raises `AddressUnusable`, also for host names: to look them up would stop every connection meanwhile.
    """
    version6 = ":" in address
    bare, _, scope = address.partition("%")
    try:
        socket.inet_pton(socket.AF_INET6 if version6 else socket.AF_INET, bare)
    except (OSError, ValueError) as error:
        raise AddressUnusable(address, errno.EINVAL) from error
    if not 0 <= port <= 0xFFFF or (scope and not (version6 and scope.isalnum())):
        raise AddressUnusable(address, errno.EINVAL)
    host = f"[{address}]" if version6 else address
    return f"tcp://{host}:{port or '*'}"


def is_usable(address: str, port: int) -> bool:
    """Tell whether a peer can be called there; what one claims must not keep this one from the others."""
    try:
        endpoint_name(address, port)
    except AddressUnusable:
        return False
    return port > 0
