"""From which address a datagram came that another protocol is taking in at this moment."""

import asyncio
from typing import Any, cast


class Origin:
    """`address` is the numeric address whose datagram is being taken in now, "" while none is."""

    def __init__(self) -> None:
        self.address = ""

    def watch(self, transport: asyncio.DatagramTransport) -> None:
        """Take note of the origin of all that comes over this transport, whose protocol goes on as before."""
        # zeroconf's has the methods of one and not the type.
        protocol = cast("asyncio.DatagramProtocol", transport.get_protocol())
        transport.set_protocol(_Noting(self, protocol))


class _Noting(asyncio.DatagramProtocol):
    def __init__(self, origin: Origin, protocol: asyncio.DatagramProtocol) -> None:
        self._origin, self._protocol = origin, protocol

    def datagram_received(self, data: bytes, addr: tuple[Any, ...]) -> None:
        self._origin.address = str(addr[0])
        try:
            self._protocol.datagram_received(data, addr)
        finally:
            self._origin.address = ""

    def error_received(self, exc: Exception) -> None:
        self._protocol.error_received(exc)

    def connection_lost(self, exc: Exception | None) -> None:
        self._protocol.connection_lost(exc)
