"""What a seat at work asks of whoever carries its messages: the transport, or in tests a stand-in."""

from collections.abc import Sequence
from typing import Protocol


class Carrier(Protocol):
    """Carries opaque messages to peers known by their CURVE keys; any of them may get lost.

    What each call does is told at `p2p.transport.Transport`.
    """

    @property
    def public_key(self) -> bytes:
        """The CURVE key by which others know this peer."""

    def connect(self, peer: bytes, endpoints: Sequence[tuple[str, int]]) -> None:
        """Call a peer at any of these (numeric address, port), and nowhere else."""

    def connect_also(self, peer: bytes, endpoints: Sequence[tuple[str, int]]) -> None:
        """Call a peer at these places, and where it is called already."""

    def reconnect(self, peer: bytes) -> None:
        """Call a peer anew where it is called."""

    def forget(self, peer: bytes) -> None:
        """Call a peer no more, nor answer it until it speaks again."""

    def send(self, peer: bytes, data: bytes) -> bool:
        """Hand a message over; False says that it went nowhere."""

    def reply(self, peer: bytes, data: bytes) -> bool:
        """Hand a message to the connection over which a peer last spoke, else as `send` does."""

    def close(self) -> None:
        """Close everything."""
