"""Carries opaque messages between peers known by their CURVE keys: lossy, encrypted, bounded, never blocking.

Every peer has one bound ROUTER, where others call in, and one link (a DEALER) to each other peer. Either
side of a pair can answer over the connection of the other, so one open direction is enough to play.
"""

import errno
from asyncio import get_running_loop
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

import zmq
from zmq.utils import z85

from p2p.callers import Callers
from p2p.endpoint import AddressUnusable, endpoint_name
from p2p.link import MAX_MESSAGE, Link, LinkKind, LinkNotice, set_limits
from p2p.monitor import FAILURES, Failure, Monitor, failure_of
from p2p.pump import Pump
from p2p.rate_limit import RateLimit
from p2p.zap import KEY_SIZE, Admission, sender

LINGER_MS = 200
"""How long `close` waits for messages on their way out, in all."""
DELIVERED_PER_TURN = 4
"""Messages delivered before more are read: far fewer, so that who floods is soon known."""
MAX_ROUTES = 256
"""Callers that can be answered over their own connection; the one that came first makes room."""
MOST_WAITING = 32 * 1024 * 1024
"""Bytes that wait to be delivered, of all senders, above which each has but its share: twice what one sender
may send at once."""
ROOM = 256
"""Bytes that a waiting message takes beside its own."""
FLOOD_SECONDS = 10.0
"""How long a key that was hung up on for flooding is not let in again; what it has sent waits in memory."""
MAX_FLOODERS = 256
"""Such keys that are remembered; the one hung up on first makes room."""
MOST_FLOODERS_OF_ONE = 4
"""Strangers from one address, hung up on within `FLOOD_SECONDS`, after which none from there is let in."""
NOTICE_SECONDS = 1.0
"""Failures of strangers to connect are told at most this often per reason, however many there are."""

_DESCRIPTOR = int(zmq.SRCFD)

Waiting: TypeAlias = tuple[bytes, bytes, bytes, bytes]
"""A message that is to be delivered: its sender's key, on whose account it waits, the way it came, itself."""


class PortBusy(Exception):
    """Port {port} of {address} is in use by another program."""

    def __init__(self, address: str, port: int) -> None:
        super().__init__(address, port)
        self.address, self.port = address, port


class MessageTooLong(ValueError):
    """A message of our own of {size} bytes is longer than a message may be."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


class Counts:
    """What was turned away since the start, in messages or handshakes."""

    refused: int = 0
    """Handshakes with a key that is not admitted."""
    bad_handshakes: int = 0
    """Other handshakes of callers that came to nothing."""
    malformed: int = 0
    """Messages of more than one part, or too long."""
    limited: int = 0
    """Messages over their sender's rate."""
    crowded: int = 0
    """Messages over their sender's share of what may wait."""
    unadmitted: int = 0
    """Messages over a connection whose key was admitted once and is no longer."""


def curve_public(secret: bytes) -> bytes:
    """Give the public CURVE key, 32 bytes, of a secret of 32 bytes."""
    return z85.decode(zmq.curve_public(z85.encode(secret)))


class Transport:
    """The sockets of one peer, on the asyncio loop that runs when it is made (one with `add_reader`).

    `admit` says whether a key may call in; it is asked at each handshake and again for each message.
    `deliver` gets (sender's key, message) and `noticed` the news of connections; all three are called from
    the loop and may call back into the transport.

    A key that `has_room`, or is linked, has a rate of its own, its connection is kept, and its messages are
    delivered before those of all others; these have but one rate for each address.
    """

    def __init__(
        self,
        curve_secret: bytes,
        *,
        admit: Callable[[bytes], bool],
        deliver: Callable[[bytes, bytes], None],
        noticed: Callable[[LinkNotice], None],
        has_room: Callable[[bytes], bool] = lambda _key: False,
    ) -> None:
        self._loop = get_running_loop()
        self._keys = (curve_secret, curve_public(curve_secret))
        self._may_call, self._deliver, self._noticed = admit, deliver, noticed
        self._may_have_room = has_room
        self.counts = Counts()
        self._rate = RateLimit()
        self._links: dict[bytes, Link] = {}
        self._routes: OrderedDict[bytes, bytes] = OrderedDict()
        self._over_link: set[bytes] = set()
        self._waiting: deque[Waiting] = deque()
        self._first: deque[Waiting] = deque()
        self._waits: dict[bytes, int] = {}
        self._waiting_bytes = 0
        self._delivers_soon = False
        self._flooders: OrderedDict[bytes, float] = OrderedDict()
        self._hung_up: deque[tuple[float, str]] = deque(maxlen=MAX_FLOODERS)
        self._told: dict[Failure, float] = {}
        self._closed = False
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._admission = Admission(self._loop, self._context, self._admit, self._refused)
        self._router = self._context.socket(zmq.ROUTER)
        set_limits(self._router)
        self._router.setsockopt(zmq.CURVE_SERVER, 1)
        self._router.setsockopt(zmq.CURVE_SECRETKEY, curve_secret)
        self._router.setsockopt(zmq.ROUTER_MANDATORY, 1)  # a route that is gone is an error, not a silence
        self._callers = Callers()
        events = zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED | FAILURES
        self._monitor = Monitor(self._loop, self._router, events, self._caller_changed)
        self._pump = Pump(self._loop, self._router, self._called, self._have_read)

    @property
    def public_key(self) -> bytes:
        """The CURVE key by which others know this peer."""
        return self._keys[1]

    def bind(self, address: str, port: int = 0) -> int:
        """Listen on a numeric address of this computer; 0 takes any free port. Gives the port.

        May be called for several addresses. `::` listens for IPv4 as well, so it excludes `0.0.0.0`.
        Raises `PortBusy`, `AddressUnusable`.
        """
        name = endpoint_name(address, port)
        self._router.setsockopt(zmq.IPV6, int(":" in address))
        try:
            self._router.bind(name)
        except zmq.ZMQError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortBusy(address, port) from error
            raise AddressUnusable(address, error.errno or 0) from error
        bound = self._router.getsockopt_string(zmq.LAST_ENDPOINT)
        return int(bound.rpartition(":")[2].rstrip("\0"))

    def connect(self, peer: bytes, endpoints: Sequence[tuple[str, int]]) -> None:
        """Open a link to a peer at any of these (numeric address, port), in place of the link that there is.

        Raises `AddressUnusable`, and has then changed nothing.
        """
        self._open(peer, [endpoint_name(address, port) for address, port in endpoints])

    def connect_also(self, peer: bytes, endpoints: Sequence[tuple[str, int]]) -> None:
        """Open a link to a peer at these places, tried first, and at those of the link that there is.

        Raises `AddressUnusable`, and has then changed nothing.
        """
        names = [endpoint_name(address, port) for address, port in endpoints]
        link = self._links.get(peer)
        self._open(peer, [*names, *(link.endpoints if link else ())])

    def reconnect(self, peer: bytes) -> None:
        """Tear the link to a peer down and open it anew; nothing happens if there is none."""
        if link := self._links.get(peer):
            link.renew()

    def forget(self, peer: bytes) -> None:
        """Close the link to a peer, and answer it over its own connection no more until it speaks again."""
        self._routes.pop(peer, None)
        self._over_link.discard(peer)
        if link := self._links.pop(peer, None):
            link.close(linger_ms=0)

    def reply(self, peer: bytes, data: bytes) -> bool:
        """Hand a message to the very connection over which a peer last spoke, else as `send` does.

        Two programs may hold one key; the link leads to one of them, which need not be the one that asked.
        """
        if len(data) > MAX_MESSAGE:
            raise MessageTooLong(len(data))
        return (peer not in self._over_link and self._answer(peer, data)) or self.send(peer, data)

    def send(self, peer: bytes, data: bytes) -> bool:
        """Hand a message to the link to a peer, else to the connection over which it last spoke.

        False says that it went nowhere; True does not say that it will arrive. Raises `MessageTooLong`.
        """
        if len(data) > MAX_MESSAGE:
            raise MessageTooLong(len(data))
        link = self._links.get(peer)
        return (link is not None and link.send(data)) or self._answer(peer, data)

    def close(self) -> None:
        """Close everything within `LINGER_MS`, whatever the peers do; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        self._admission.close()
        self._pump.stop()
        self._monitor.close()
        with suppress(zmq.ZMQError):
            self._router.close(LINGER_MS)
        for link in self._links.values():
            link.close(LINGER_MS)
        self._links.clear()
        self._routes.clear()
        self._waiting.clear()
        self._first.clear()
        self._context.term()

    def _open(self, peer: bytes, names: Sequence[str]) -> None:
        if len(peer) != KEY_SIZE:
            raise ValueError(len(peer))
        self.forget(peer)
        self._links[peer] = Link(
            self._loop, self._context, self._keys, peer, names, self._linked, self._noticed, self._have_read
        )

    def _answer(self, peer: bytes, data: bytes) -> bool:
        route = self._routes.get(peer)
        if route is None:
            return False
        try:
            self._router.send_multipart([route, data], zmq.NOBLOCK)
        except zmq.Again:
            return False
        except zmq.ZMQError as error:
            if error.errno != errno.EHOSTUNREACH:
                raise
            del self._routes[peer]
            return False
        finally:
            self._pump.sent()
        return True

    def _admit(self, key: bytes, address: str) -> bool:
        """Say whether a key may call in now: not for a while after it, or strangers from there, flooded."""
        return not self._is_barred(key, address) and self._may_call(key)

    def _is_barred(self, key: bytes, address: str) -> bool:
        now = self._loop.time()
        if key in self._flooders and self._flooders[key] > now:
            return True
        if not self._hung_up or self._has_room(key):
            return False
        recent = sum(place == address and since > now - FLOOD_SECONDS for since, place in self._hung_up)
        return recent >= MOST_FLOODERS_OF_ONE

    def _has_room(self, key: bytes) -> bool:
        return key in self._links or self._may_have_room(key)

    def _called(self, route: bytes, frames: Sequence[zmq.Frame]) -> None:
        """Take a message from a caller: the one whose key proved itself on that very connection."""
        last = frames[-1]
        key, descriptor, callers = sender(last), int(last.get(_DESCRIPTOR)), self._callers
        is_barred = bool(self._flooders) and self._is_barred(key, callers.address_of(descriptor))
        if is_barred or not self._may_call(key):
            self.counts.unadmitted += 1
            self._routes.pop(key, None)
            if is_barred:  # it may have more connections than the one that was shut
                callers.shut(descriptor)
            return
        stranger = None
        if self._has_room(key):
            callers.keep(key, descriptor)
        else:
            callers.heard(descriptor)
            stranger = descriptor
        if not self._received(key, route, frames, stranger):
            address = callers.address_of(descriptor)
            if callers.flooded(descriptor):
                self._bar(key, address)

    def _bar(self, key: bytes, address: str) -> None:
        """Let a key that was hung up on call in no more for a while, nor strangers from where many flood."""
        self._flooders[key] = self._loop.time() + FLOOD_SECONDS
        if len(self._flooders) > MAX_FLOODERS:
            self._flooders.popitem(last=False)
        if not self._has_room(key):
            self._hung_up.append((self._loop.time(), address))
            if self._is_barred(b"", address):
                self._callers.shut_all(address)

    def _linked(self, key: bytes, message: Sequence[zmq.Frame]) -> None:
        if not self._received(key, b"", message) and (link := self._links.get(key)):
            link.flooded()

    def _received(
        self, key: bytes, route: bytes, message: Sequence[zmq.Frame], stranger: int | None = None
    ) -> bool:
        """Deliver a message, or keep it to be delivered; False if it is over its sender's rate.

        To deliver takes longer than to read: who floods is known, and cut off, before all of it has come. A
        key costs nothing, and an address does: all at one share one account, if the key has no room of its
        own. Of a `stranger` like that the descriptor is given.
        """
        account = key if stranger is None else self._callers.address_of(stranger).encode()
        if len(message) != 1 or (length := len(message[0])) > MAX_MESSAGE:
            self.counts.malformed += 1
        elif not self._rate.allows(account, length, self._loop.time()):
            self.counts.limited += 1
            return False
        elif route and not (self._pump.has_more or self._first or self._waiting):
            # As nearly always: nothing is to be read before.
            if self._routes.get(key) != route or key in self._over_link:
                self._take_way(key, route)
            self._deliver(key, message[0].bytes)
        elif self._waiting_bytes + length + ROOM > MOST_WAITING and self._is_over_its_share(
            account, length + ROOM
        ):
            self.counts.crowded += 1
        else:
            queue = self._first if stranger is None else self._waiting
            queue.append((key, account, route, message[0].bytes))
            self._waits[account] = self._waits.get(account, 0) + length + ROOM
            self._waiting_bytes += length + ROOM
        return True

    def _is_over_its_share(self, account: bytes, size: int) -> bool:
        """Tell whether so many bytes more are over this account's share of what may wait to be delivered."""
        return self._waits.get(account, 0) + size > MOST_WAITING // (len(self._waits) + 1)

    def _have_read(self) -> None:
        """Deliver at once what has been read, unless its turn comes anyway: a turn of the loop takes time."""
        if (self._first or self._waiting) and not self._delivers_soon:
            self._deliver_some()

    def _deliver_some(self) -> None:
        """Deliver what came first, of keys that may still call; answers go the way that each came (11.1).

        Those go first that have room of their own: their rates are bounded, and they are few.
        """
        self._delivers_soon = False
        try:
            for _ in range(DELIVERED_PER_TURN):
                if not (queue := self._first or self._waiting):
                    return
                key, account, route, data = queue.popleft()
                self._waiting_bytes -= len(data) + ROOM
                self._waits[account] -= len(data) + ROOM
                if not self._waits[account]:
                    del self._waits[account]
                if route and not self._may_call(key):
                    self.counts.unadmitted += 1
                    self._routes.pop(key, None)
                    continue
                self._take_way(key, route)
                self._deliver(key, data)
        finally:  # also when `deliver` raises
            if self._first or self._waiting:
                self._delivers_soon = True
                self._loop.call_soon(self._deliver_some)

    def _take_way(self, key: bytes, route: bytes) -> None:
        """Answer a key from now on the way that its message came: its own connection, or b"" for our link."""
        if not route:
            self._over_link.add(key)
            return
        self._over_link.discard(key)
        if self._routes.get(key) != route:
            self._routes[key] = route
            if len(self._routes) > MAX_ROUTES:
                self._routes.popitem(last=False)

    def _refused(self, key: bytes, address: str) -> None:
        self.counts.refused += 1
        self._tell(Failure.REFUSED, key or None, address)

    def _caller_changed(self, event: int, value: int, _endpoint: str) -> None:
        if event == zmq.EVENT_ACCEPTED:
            self._callers.accepted(value)
        elif event == zmq.EVENT_DISCONNECTED:
            self._callers.closed(value)
        else:
            self._caller_failed(event, value)

    def _caller_failed(self, event: int, value: int) -> None:
        failure = failure_of(event, value, inbound=True)
        if failure is not Failure.REFUSED:  # those come with their key from the admission
            self.counts.bad_handshakes += 1
            self._tell(failure, None, "")

    def _tell(self, failure: Failure, peer: bytes | None, address: str) -> None:
        now = self._loop.time()
        if now - self._told.get(failure, now - NOTICE_SECONDS) >= NOTICE_SECONDS:
            self._told[failure] = now
            self._noticed(LinkNotice(LinkKind.HANDSHAKE_FAILED, peer, True, address, failure))
