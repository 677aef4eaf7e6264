"""Where a seat at work calls the others, and when it calls them anew."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from p2p.carrier import Carrier
from p2p.endpoint import is_usable
from p2p.invite import Endpoints
from p2p.view import PeerView, Presence

RECONNECT_SECONDS: Final = 5.0
"""A link to a silent peer is torn down and opened anew this often."""


class Calling:
    """The calls to the other seats, whose CURVE keys are `curve_keys` by seat. Times are in seconds.

    What others claim to be their addresses is passed over as far as it cannot be called.
    """

    def __init__(self, transport: Carrier, curve_keys: Sequence[bytes]) -> None:
        self._transport = transport
        self._curve_keys = curve_keys
        self._renewed: dict[int, float] = {}

    def call_all(self, book: Mapping[int, Endpoints], own: int) -> None:
        """Call every seat but one's own where the book says that it listens."""
        for seat, (addresses, port) in book.items():
            usable = [(address, port) for address in addresses if is_usable(address, port)]
            if seat != own and usable:
                self._transport.connect(self._curve_keys[seat], usable)

    def call_also(self, curve_key: bytes, endpoints: Sequence[tuple[str, int]]) -> None:
        """Call the peer with this CURVE key at these (address, port) too."""
        if usable := [(address, port) for address, port in endpoints if is_usable(address, port)]:
            self._transport.connect_also(curve_key, usable)

    def renew_all(self, peers: Iterable[PeerView], now: float) -> None:
        """Call all these anew."""
        for peer in peers:
            self._renew(peer.seat, now)

    def renew_silent(self, peers: Iterable[PeerView], now: float) -> None:
        """Call anew those of these that are silent: a socket can be dead without knowing it."""
        for peer in peers:
            since = now - self._renewed.get(peer.seat, now - peer.silence)
            if peer.presence is not Presence.HERE and min(peer.silence, since) >= RECONNECT_SECONDS:
                self._renew(peer.seat, now)

    def _renew(self, seat: int, now: float) -> None:
        self._renewed[seat] = now
        self._transport.reconnect(self._curve_keys[seat])
