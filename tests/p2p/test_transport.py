import asyncio
import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
import zmq

import p2p.callers
import p2p.link
import p2p.rate_limit
import p2p.transport
from p2p.callers import MOST_CALLERS, MOST_OF_STRANGER, MOST_PASSED_OVER
from p2p.endpoint import AddressUnusable, endpoint_name
from p2p.link import MAX_MESSAGE, LinkKind, LinkNotice
from p2p.monitor import Failure
from p2p.rate_limit import MESSAGES_AT_ONCE
from p2p.transport import MOST_FLOODERS_OF_ONE, MessageTooLong, PortBusy, Transport, curve_public

LOCAL = "127.0.0.1"
PATIENCE = 20.0
"""Seconds after which a test gives up; all of them wait for events and none for time to pass."""


class Peer:
    """A transport that remembers what it was told and admits whom it is told to; by default everyone."""

    def __init__(self, secret: bytes | None = None) -> None:
        self.secret = secret or os.urandom(32)
        self.received: list[tuple[bytes, bytes]] = []
        self.notices: list[LinkNotice] = []
        self.strangers: set[bytes] = set()
        self.changed = asyncio.Event()
        self.seats: set[bytes] = set()
        self.transport = Transport(
            self.secret,
            admit=self.admits,
            deliver=self.deliver,
            noticed=self.noticed,
            has_room=self.seats.__contains__,
        )
        self.key = self.transport.public_key

    def admits(self, key: bytes) -> bool:
        return key not in self.strangers

    def deliver(self, key: bytes, data: bytes) -> None:
        self.received.append((key, data))
        self.changed.set()

    def noticed(self, notice: LinkNotice) -> None:
        self.notices.append(notice)
        self.changed.set()

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                self.changed.clear()
                await self.changed.wait()

    async def up(self, other: "Peer", times: int = 1) -> None:
        await self.until(lambda: self.count(LinkKind.UP, other) >= times)

    def count(self, kind: LinkKind, other: "Peer") -> int:
        return sum(notice.kind is kind and notice.peer == other.key for notice in self.notices)

    def failed(self, failure: Failure, *, inbound: bool, peer: bytes | None) -> bool:
        return any(
            (n.kind, n.failure, n.inbound, n.peer) == (LinkKind.HANDSHAKE_FAILED, failure, inbound, peer)
            for n in self.notices
        )

    def heard(self, other: "Peer", data: bytes) -> bool:
        return (other.key, data) in self.received


class Table:
    """Makes peers and closes what they and the test opened."""

    def __init__(self) -> None:
        self._peers: list[Peer] = []
        self._dealers: list[zmq.Socket[bytes]] = []
        self.context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()

    def peer(self, secret: bytes | None = None) -> Peer:
        peer = Peer(secret)
        self._peers.append(peer)
        return peer

    async def pair(self) -> tuple[Peer, Peer, int]:
        """Give two peers of which the second is connected to the first, and the port of the first."""
        host, guest = self.peer(), self.peer()
        port = host.transport.bind(LOCAL)
        guest.transport.connect(host.key, [(LOCAL, port)])
        await guest.up(host)
        return host, guest, port

    def dealer(self, host: Peer, port: int, secret: bytes, routing_id: bytes = b"") -> zmq.Socket[bytes]:
        """Give a bare ZeroMQ client, which need not keep to what a transport does."""
        dealer = self.context.socket(zmq.DEALER)
        self._dealers.append(dealer)
        dealer.setsockopt(zmq.LINGER, 0)
        dealer.setsockopt(zmq.CURVE_SECRETKEY, secret)
        dealer.setsockopt(zmq.CURVE_PUBLICKEY, curve_public(secret))
        dealer.setsockopt(zmq.CURVE_SERVERKEY, host.key)
        if routing_id:
            dealer.setsockopt(zmq.ROUTING_ID, routing_id)
        dealer.connect(f"tcp://{LOCAL}:{port}")
        return dealer

    def close(self) -> None:
        for peer in self._peers:
            peer.transport.close()
        self.context.destroy(linger=0)


def flood_and_hang_up(port: int, server: bytes, messages: Sequence[bytes]) -> None:
    """Send all of this from a key of its own, and hang up once the system has taken it."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    secret = os.urandom(32)
    with context.socket(zmq.DEALER) as dealer:
        dealer.setsockopt(zmq.SNDHWM, 0)
        dealer.setsockopt(zmq.CURVE_SECRETKEY, secret)
        dealer.setsockopt(zmq.CURVE_PUBLICKEY, curve_public(secret))
        dealer.setsockopt(zmq.CURVE_SERVERKEY, server)
        dealer.connect(f"tcp://{LOCAL}:{port}")
        for message in messages:
            dealer.send(message)
        dealer.close(linger=int(PATIENCE * 1000))
    context.term()


def play(test: Callable[[Table], Awaitable[None]]) -> None:
    """Run one test on a loop of its own."""

    async def run() -> None:
        table = Table()
        try:
            await test(table)
        finally:
            table.close()

    asyncio.run(run())


def test_two_peers_exchange_over_links_of_their_own() -> None:
    async def test(table: Table) -> None:
        one, two, port = await table.pair()
        one.transport.connect(two.key, [(LOCAL, two.transport.bind(LOCAL))])
        await one.up(two)
        assert one.transport.send(two.key, b"from one")
        assert two.transport.send(one.key, b"from two")
        await two.until(lambda: two.heard(one, b"from one"))
        await one.until(lambda: one.heard(two, b"from two"))
        assert two.notices[0] == LinkNotice(LinkKind.UP, one.key, inbound=False, address=f"{LOCAL}:{port}")

    play(test)


def test_a_reply_goes_to_the_copy_of_a_key_that_asked_and_not_to_the_one_that_the_link_leads_to() -> None:
    async def test(table: Table) -> None:
        host, original, copy = table.peer(), table.peer(bytes(range(32))), table.peer(bytes(range(32)))
        port = host.transport.bind(LOCAL)
        host.transport.connect(original.key, [(LOCAL, original.transport.bind(LOCAL))])
        await host.up(original)
        for caller in (original, copy):
            caller.transport.connect(host.key, [(LOCAL, port)])
            await caller.up(host)

        async def ask(question: bytes, caller: Peer, other: Peer) -> None:
            assert caller.transport.send(host.key, question)
            await host.until(lambda: host.heard(caller, question))
            assert host.transport.reply(caller.key, b"to " + question)
            await caller.until(lambda: caller.heard(host, b"to " + question))
            assert not other.heard(host, b"to " + question)

        await ask(b"1", original, copy)
        await ask(b"2", copy, original)
        await ask(b"3", original, copy)
        assert host.transport.send(original.key, b"by the link")
        await original.until(lambda: original.heard(host, b"by the link"))
        assert original.transport._answer(host.key, b"over the link")
        await host.until(lambda: host.heard(original, b"over the link"))
        assert host.transport.reply(original.key, b"to the link")
        await original.until(lambda: original.heard(host, b"to the link"))

    play(test)


def test_a_reply_without_a_way_back_goes_over_the_link() -> None:
    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()
        assert guest.transport.reply(host.key, b"unasked")
        await host.until(lambda: host.heard(guest, b"unasked"))
        with pytest.raises(MessageTooLong):
            guest.transport.reply(host.key, bytes(MAX_MESSAGE + 1))

    play(test)


def test_many_messages_back_and_forth_lose_no_wake_up() -> None:
    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()

        def bounce(key: bytes, data: bytes) -> None:
            if len(guest.received) < 500:
                host.transport.send(key, data)
                host.transport.send(key, data)

        host.deliver = bounce  # type: ignore[method-assign]
        host.transport._deliver = bounce
        plain = guest.deliver

        def back(key: bytes, data: bytes) -> None:
            plain(key, data)
            if len(guest.received) % 2:
                guest.transport.send(host.key, data)

        guest.transport._deliver = back
        guest.transport.send(host.key, b"ball")
        await guest.until(lambda: len(guest.received) >= 500)

    play(test)


def test_a_peer_that_cannot_be_called_is_answered_over_its_own_connection() -> None:
    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()
        # The other direction leads to a port where nobody listens, as behind a firewall.
        host.transport.connect(guest.key, [(LOCAL, free_port())])
        assert not host.transport.send(guest.key, b"too early")
        assert guest.transport.send(host.key, b"hello")
        await host.until(lambda: host.heard(guest, b"hello"))
        assert host.transport.send(guest.key, b"answer")
        await guest.until(lambda: guest.heard(host, b"answer"))

    play(test)


def test_a_route_that_is_gone_is_no_longer_used() -> None:
    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()
        guest.transport.send(host.key, b"hello")
        await host.until(lambda: host.heard(guest, b"hello"))
        guest.transport.close()
        async with asyncio.timeout(PATIENCE):
            while host.transport.send(guest.key, b"anyone?"):
                await asyncio.sleep(0)
        assert not host.transport._routes

    play(test)


def test_an_unknown_key_is_refused_by_name_and_heard_once_it_is_admitted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(p2p.link, "RENEW_AFTER", 0.05)

    async def test(table: Table) -> None:
        host, guest = table.peer(), table.peer()
        host.strangers.add(guest.key)
        guest.transport.connect(host.key, [(LOCAL, host.transport.bind(LOCAL))])
        await guest.until(lambda: guest.failed(Failure.REFUSED, inbound=False, peer=host.key))
        await host.until(lambda: host.failed(Failure.REFUSED, inbound=True, peer=guest.key))
        assert not guest.transport.send(host.key, b"let me in")
        assert host.transport.counts.refused >= 1
        assert host.notices[0].address == LOCAL
        host.strangers.clear()
        await guest.up(host)
        assert guest.transport.send(host.key, b"thanks")
        await host.until(lambda: host.heard(guest, b"thanks"))
        assert host.received == [(guest.key, b"thanks")]

    play(test)


def test_a_key_no_longer_admitted_is_not_heard_over_its_old_connection() -> None:
    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        other = table.peer()
        other.transport.connect(host.key, [(LOCAL, port)])
        await other.up(host)
        guest.transport.send(host.key, b"before")
        await host.until(lambda: host.heard(guest, b"before"))
        host.strangers.add(guest.key)
        guest.transport.send(host.key, b"after")
        async with asyncio.timeout(PATIENCE):
            while not host.transport.counts.unadmitted:
                other.transport.send(host.key, b"tick")
                host.changed.clear()
                await host.changed.wait()
        assert not host.heard(guest, b"after")
        assert not host.transport.send(guest.key, b"answer")

    play(test)


def test_a_wrong_server_key_is_named_on_both_sides() -> None:
    async def test(table: Table) -> None:
        host, guest, absent = table.peer(), table.peer(), table.peer()
        guest.transport.connect(absent.key, [(LOCAL, host.transport.bind(LOCAL))])
        await guest.until(lambda: guest.failed(Failure.KEY_MISMATCH, inbound=False, peer=absent.key))
        await host.until(lambda: host.failed(Failure.KEY_MISMATCH, inbound=True, peer=None))
        assert host.transport.counts.bad_handshakes >= 1
        assert not guest.transport.send(absent.key, b"lost")

    play(test)


def test_a_server_that_speaks_something_else_is_named_and_is_no_obstacle() -> None:
    async def test(table: Table) -> None:
        async def greet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n" + bytes(200))
            writer.close()

        server = await asyncio.start_server(greet, LOCAL)
        guest, host = table.peer(), table.peer()
        right = free_port()
        guest.transport.connect(
            host.key, [(LOCAL, server.sockets[0].getsockname()[1]), (LOCAL, right), (LOCAL, right)]
        )
        await guest.until(lambda: guest.failed(Failure.PROTOCOL, inbound=False, peer=host.key))
        host.transport.bind(LOCAL, right)
        await guest.up(host)
        guest.transport.close()
        server.close()

    play(test)


def test_a_server_that_says_nothing_is_told_from_one_of_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2p.link.HANDSHAKE_MS", 50)

    async def test(table: Table) -> None:
        with socket.socket() as mute:
            mute.bind((LOCAL, 0))
            mute.listen()
            guest, host = table.peer(), table.peer()
            guest.transport.connect(host.key, [(LOCAL, mute.getsockname()[1])])
            await guest.until(lambda: guest.failed(Failure.SILENT, inbound=False, peer=host.key))
            assert not guest.failed(Failure.KEY_MISMATCH, inbound=False, peer=host.key)
            guest.transport.close()

    play(test)


def test_what_waits_is_bounded_however_many_keys_send_and_leaves_room_for_one_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A key costs nothing, and each may send much at once."""
    most = 64 * 1024
    monkeypatch.setattr("p2p.transport.MOST_WAITING", most)

    async def test(table: Table) -> None:
        transport = table.peer().transport
        message = [zmq.Frame(bytes(1000))]
        for number in range(300):
            for _ in range(50):
                assert transport._received(number.to_bytes(32, "big"), b"", message)
        assert transport.counts.crowded > 10_000
        assert transport._waiting_bytes < 8 * most
        crowded = transport.counts.crowded
        assert transport._received(bytes([255]) * 32, b"", [zmq.Frame(b"few")])
        assert transport.counts.crowded == crowded
        while transport._first:
            await asyncio.sleep(0)
        assert (transport._waiting_bytes, len(transport._waits)) == (0, 0)

    play(test)


def test_strangers_at_one_address_have_one_rate_and_the_seated_are_heard_before_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Clause 11.2: a key costs nothing, and an address does."""
    monkeypatch.setattr(p2p.rate_limit, "MESSAGES_PER_SECOND", 0.0)

    async def test(table: Table) -> None:
        host, seat, elsewhere = table.peer(), bytes([255]) * 32, bytes([254]) * 32
        host.seats.add(seat)
        transport = host.transport
        transport._callers._heard.update({1: "10.0.0.66", 2: "10.0.0.66", 3: "10.0.0.7"})
        transport._pump.has_more = True
        message = [zmq.Frame(b"!")]
        for number in range(200):
            for _ in range(50):
                transport._received(number.to_bytes(32, "big"), b"way", message, 1 + number % 2)
        assert transport.counts.limited == 200 * 50 - MESSAGES_AT_ONCE
        assert transport._received(elsewhere, b"way", message, 3)
        assert transport._received(seat, b"way", message)
        transport._have_read()
        assert host.received[0] == (seat, b"!")
        await host.until(lambda: len(host.received) == MESSAGES_AT_ONCE + 2)
        assert host.received[-1] == (elsewhere, b"!")

    play(test)


def test_where_many_strangers_flood_from_one_address_none_is_let_in_and_the_seated_are() -> None:
    """Clause 11.2: who floods draws new keys, and has one address."""

    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        host.seats.add(guest.key)
        assert guest.transport.send(host.key, b"before")
        await host.until(lambda: host.heard(guest, b"before"))
        secrets = [os.urandom(32) for _ in range(MOST_FLOODERS_OF_ONE)]
        floods = [table.dealer(host, port, secret) for secret in secrets]
        keys = [curve_public(secret) for secret in secrets]
        async with asyncio.timeout(PATIENCE):
            while not all(key in host.transport._flooders for key in keys):
                for flood in floods:
                    if flood.poll(0, zmq.POLLOUT):
                        flood.send(b"!", zmq.NOBLOCK)
                await asyncio.sleep(0)
        stranger = os.urandom(32)
        table.dealer(host, port, stranger).send(b"new")
        await host.until(lambda: host.failed(Failure.REFUSED, inbound=True, peer=curve_public(stranger)))
        assert guest.transport.send(host.key, b"still here")
        await host.until(lambda: host.heard(guest, b"still here"))
        assert guest.count(LinkKind.DOWN, host) == 0
        assert not host.transport._is_barred(b"a" * 32, "10.0.0.7")
        host.transport._hung_up.clear()
        table.dealer(host, port, stranger).send(b"later")
        await host.until(lambda: (curve_public(stranger), b"later") in host.received)

    play(test)


def test_the_connection_of_the_seated_is_kept_where_many_call_from_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Clause 11.2: who floods from a player's own address does not make the player appear away."""
    monkeypatch.setattr(p2p.callers, "MOST_CALLERS", 4)

    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        host.seats.add(guest.key)
        assert guest.transport.send(host.key, b"here")
        await host.until(lambda: host.heard(guest, b"here"))
        for _ in range(12):
            secret = os.urandom(32)
            table.dealer(host, port, secret).send(b"!")
            key = curve_public(secret)
            await host.until(lambda key=key: (key, b"!") in host.received)  # type: ignore[misc]
        assert guest.count(LinkKind.DOWN, host) == 0
        assert guest.transport.send(host.key, b"still here")
        await host.until(lambda: host.heard(guest, b"still here"))
        assert guest.count(LinkKind.DOWN, host) == 0

    play(test)


def test_a_failure_is_told_once_and_not_at_each_attempt() -> None:
    async def test(table: Table) -> None:
        host, guest, absent = table.peer(), table.peer(), table.peer()
        guest.transport.connect(absent.key, [(LOCAL, host.transport.bind(LOCAL))])
        async with asyncio.timeout(PATIENCE):
            while host.transport.counts.bad_handshakes < 4:
                await asyncio.sleep(0.01)
        assert len(guest.notices) == 1
        assert len(host.notices) <= 3

    play(test)


def test_a_peer_that_restarts_with_its_key_on_its_port_is_found_again() -> None:
    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        guest.transport.send(host.key, b"before")
        await host.until(lambda: host.heard(guest, b"before"))
        host.transport.close()
        await guest.until(lambda: guest.count(LinkKind.DOWN, host) == 1)
        again = table.peer(host.secret)
        assert again.key == host.key
        assert again.transport.bind(LOCAL, port) == port
        await guest.up(again, times=2)
        assert guest.transport.send(again.key, b"after")
        await again.until(lambda: again.heard(guest, b"after"))
        assert again.transport.send(guest.key, b"welcome back")
        await guest.until(lambda: guest.heard(again, b"welcome back"))

    play(test)


def test_a_caller_that_restarts_is_answered_over_its_new_connection() -> None:
    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        guest.transport.send(host.key, b"before")
        await host.until(lambda: host.heard(guest, b"before"))
        guest.transport.close()
        again = table.peer(guest.secret)
        again.transport.connect(host.key, [(LOCAL, port)])
        await again.up(host)
        again.transport.send(host.key, b"after")
        await host.until(lambda: host.heard(again, b"after"))
        assert host.transport.send(again.key, b"answer")
        await again.until(lambda: again.heard(host, b"answer"))

    play(test)


def test_a_link_can_be_renewed_and_forgotten() -> None:
    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()
        guest.transport.reconnect(host.key)
        assert guest.notices[-1].kind is LinkKind.DOWN
        await guest.up(host, times=2)
        assert guest.transport.send(host.key, b"on")
        await host.until(lambda: host.heard(guest, b"on"))
        guest.transport.forget(host.key)
        assert not guest.transport.send(host.key, b"off")
        guest.transport.reconnect(host.key)
        guest.transport.forget(host.key)

    play(test)


@pytest.mark.parametrize("without", [zmq.DEALER, zmq.PAIR])
def test_a_link_for_which_there_is_no_socket_stays_down_and_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, without: int
) -> None:
    monkeypatch.setattr(p2p.link, "RENEW_AFTER", 0.02)
    make, tries = zmq.Context.socket, 0

    def refuse(context: zmq.Context[zmq.Socket[bytes]], kind: int) -> zmq.Socket[bytes]:
        nonlocal tries
        tries += kind == without
        if kind == without and tries <= 3:
            raise zmq.ZMQError(errno.EMFILE)
        return make(context, kind)

    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()
        link = guest.transport._links[host.key]
        monkeypatch.setattr(zmq.Context, "socket", refuse)
        guest.transport.reconnect(host.key)
        assert guest.notices[-1].kind is LinkKind.DOWN
        guest.transport.reconnect(host.key)
        assert not guest.transport.send(host.key, b"lost")
        await guest.up(host, times=2)
        assert tries == 4
        link.close(0)
        link.close(0)

    play(test)


def test_a_new_link_for_which_there_is_no_socket_is_tried_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(p2p.link, "RENEW_AFTER", 0.02)

    async def test(table: Table) -> None:
        host, guest = table.peer(), table.peer()
        port = host.transport.bind(LOCAL)

        def refuse(_self: object, _kind: int) -> None:
            raise zmq.ZMQError(errno.EMFILE)

        with monkeypatch.context() as without:
            without.setattr(zmq.Context, "socket", refuse)
            guest.transport.connect(host.key, [(LOCAL, port)])
        await guest.up(host)

    play(test)


def test_a_transport_closes_whatever_is_closed_already() -> None:
    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()
        link = guest.transport._links[host.key]
        assert link._socket is not None
        link._socket.close()
        guest.transport._router.close()
        guest.transport.close()
        guest.transport.close()

    play(test)


def test_a_link_may_be_forgotten_or_made_anew_by_whoever_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(p2p.link, "RENEW_AFTER", 0.02)

    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        links = [guest.transport._links[host.key]]

        def forget(notice: LinkNotice) -> None:
            guest.noticed(notice)
            guest.transport.forget(host.key)
            if notice.kind is LinkKind.DOWN:
                guest.transport.connect(host.key, [(LOCAL, port)])
                links.append(guest.transport._links[host.key])

        guest.transport._noticed = links[0]._noticed = forget
        host.transport.close()  # first: the new link must not find it
        guest.transport.reconnect(host.key)
        again = table.peer()  # of another key: the third notice is a failure, on which the link is forgotten
        again.transport.bind(LOCAL, port)
        await guest.until(lambda: guest.count(LinkKind.HANDSHAKE_FAILED, host) == 1)
        assert not guest.transport._links
        assert [link._timer for link in links] == [None, None]

    play(test)


def test_of_several_endpoints_the_one_that_answers_is_used_and_the_others_after_it() -> None:
    async def test(table: Table) -> None:
        host, other, guest = table.peer(), table.peer(), table.peer()
        first, second = host.transport.bind(LOCAL), host.transport.bind("127.0.0.2")
        wrong = other.transport.bind(LOCAL)
        guest.transport.connect(host.key, [(LOCAL, free_port()), (LOCAL, wrong), (LOCAL, first)])
        await guest.up(host)
        ups = [notice.address for notice in guest.notices if notice.kind is LinkKind.UP]
        assert ups == [f"{LOCAL}:{first}"]
        guest.transport.connect(host.key, [(LOCAL, first), ("127.0.0.2", second)])
        await guest.up(host, times=2)
        for n in range(20):
            assert guest.transport.send(host.key, bytes([n]))
        await host.until(lambda: len(host.received) == 20)
        assert [data[0] for _, data in host.received] == list(range(20))
        host.transport.close()
        await guest.until(lambda: guest.count(LinkKind.DOWN, host) == 1)
        again = table.peer(host.secret)
        left = second if guest.notices[-1].address.startswith(f"{LOCAL}:") else first
        again.transport.bind("127.0.0.2" if left == second else LOCAL, left)
        await guest.up(again, times=3)

    play(test)


def test_a_peer_is_called_at_more_places_besides_those_known() -> None:
    async def test(table: Table) -> None:
        host, guest = table.peer(), table.peer()
        guest.transport.connect(host.key, [(LOCAL, free_port())])
        first = host.transport.bind(LOCAL)
        guest.transport.connect_also(host.key, [(LOCAL, first)])
        await guest.up(host)
        guest.transport.connect_also(host.key, [("127.0.0.2", free_port())])
        await guest.up(host, times=2)

    play(test)


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_ipv6_and_ipv4_on_one_port() -> None:
    async def test(table: Table) -> None:
        host, guest, third = table.peer(), table.peer(), table.peer()
        try:
            port = host.transport.bind("::1")
        except AddressUnusable:
            pytest.skip("no IPv6 loopback here")
        assert host.transport.bind(LOCAL, port) == port
        guest.transport.connect(host.key, [("::1", port)])
        third.transport.connect(host.key, [(LOCAL, port)])
        await guest.up(host)
        await third.up(host)
        assert guest.notices[0].address == f"[::1]:{port}"

    play(test)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        return int(probe.getsockname()[1])


def test_a_busy_port_and_an_address_of_another_machine_are_named() -> None:
    async def test(table: Table) -> None:
        host, guest = table.peer(), table.peer()
        port = host.transport.bind(LOCAL)
        with pytest.raises(PortBusy) as busy:
            guest.transport.bind(LOCAL, port)
        assert (busy.value.address, busy.value.port) == (LOCAL, port)
        with pytest.raises(AddressUnusable) as unusable:
            guest.transport.bind("192.0.2.1")
        assert unusable.value.address == "192.0.2.1"
        assert guest.transport.bind("127.0.0.2", port) == port
        host.transport.close()
        assert guest.transport.bind(LOCAL, port) == port

    play(test)


@pytest.mark.parametrize(
    ("address", "port"),
    [
        ("localhost", 1),
        ("", 1),
        ("*", 1),
        ("127.0.0.1;127.0.0.2", 1),
        ("127.0.0.1%lo", 1),
        ("[::1]", 1),
        ("::1%a b", 1),
        ("::1%]", 1),
        ("1.2.3.4\0", 1),
        (LOCAL, -1),
        (LOCAL, 65536),
    ],
)
def test_an_address_that_is_not_plainly_numeric_changes_nothing(address: str, port: int) -> None:
    async def test(table: Table) -> None:
        host, guest, right = await table.pair()
        with pytest.raises(AddressUnusable) as refusal:
            guest.transport.connect(host.key, [(LOCAL, right), (address, port)])
        assert refusal.value.address == address
        assert guest.transport.send(host.key, b"still here")
        await host.until(lambda: host.heard(guest, b"still here"))

    play(test)


def test_endpoint_names() -> None:
    assert endpoint_name("192.168.1.2", 7) == "tcp://192.168.1.2:7"
    assert endpoint_name("fe80::1%eth0", 0) == "tcp://[fe80::1%eth0]:*"


def test_the_longest_message_arrives_and_a_longer_one_of_ours_is_our_mistake() -> None:
    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()
        longest = bytes(MAX_MESSAGE)
        assert guest.transport.send(host.key, longest)
        await host.until(lambda: host.heard(guest, longest))
        with pytest.raises(MessageTooLong) as refusal:
            guest.transport.send(host.key, longest + b"x")
        assert refusal.value.size == MAX_MESSAGE + 1

    play(test)


def test_huge_and_many_part_messages_are_dropped_and_the_game_goes_on() -> None:
    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        secret = os.urandom(32)
        rude = table.dealer(host, port, secret)
        rude.send_multipart([b"two", b"parts"])
        rude.send(bytes(MAX_MESSAGE + 1))  # over the limit by less than what encryption adds
        rude.send(b"in between")
        await host.until(lambda: (curve_public(secret), b"in between") in host.received)
        assert host.transport.counts.malformed == 2
        rude.send(bytes(10 * 1024 * 1024))
        async with asyncio.timeout(PATIENCE):  # the connection is cut, and its owner may come again
            while (curve_public(secret), b"again") not in host.received:
                rude.send(b"again", zmq.NOBLOCK)
                await asyncio.sleep(0.01)
        assert max(len(data) for _, data in host.received) < 20
        assert guest.count(LinkKind.DOWN, host) == 0
        assert guest.transport.send(host.key, b"undisturbed")
        await host.until(lambda: host.heard(guest, b"undisturbed"))

    play(test)


def test_garbage_and_port_scans_do_no_harm() -> None:
    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        greeting = b"\xff" + bytes(8) + b"\x7f\x03\x00CURVE" + bytes(15) + bytes(32)
        junk = Random(1).randbytes
        samples = (b"", b"GET / HTTP/1.1\r\n\r\n", junk(500), greeting, greeting + junk(300))
        for n in range(1_000):
            with socket.create_connection((LOCAL, port), timeout=PATIENCE) as scan:
                scan.sendall(samples[n % len(samples)])
            if not n % 50:
                await asyncio.sleep(0)
        assert guest.transport.send(host.key, b"undisturbed")
        await host.until(lambda: host.heard(guest, b"undisturbed"))
        await host.until(lambda: host.transport.counts.bad_handshakes > 0)
        assert [data for _, data in host.received] == [b"undisturbed"]
        assert guest.count(LinkKind.DOWN, host) == 0
        assert len(host.notices) < 50

    play(test)


def test_who_opens_connections_without_end_makes_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(p2p.link, "HANDSHAKE_MS", 600_000)  # no help from the time that a handshake has

    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        assert guest.transport.send(host.key, b"heard before")
        await host.until(lambda: host.heard(guest, b"heard before"))
        with ExitStack() as stack:
            strangers = [stack.enter_context(socket.create_connection((LOCAL, port))) for _ in range(300)]
            for stranger in strangers[: 300 - MOST_CALLERS]:
                stranger.setblocking(False)
                async with asyncio.timeout(PATIENCE):
                    while await asyncio.get_running_loop().sock_recv(stranger, 100):
                        pass
            late = table.peer()
            late.transport.connect(host.key, [(LOCAL, port)])
            await late.up(host)
            assert late.transport.send(host.key, b"I too")
            await host.until(lambda: host.heard(late, b"I too"))
        assert guest.count(LinkKind.DOWN, host) == 0
        assert guest.transport.send(host.key, b"undisturbed")
        await host.until(lambda: host.heard(guest, b"undisturbed"))

    play(test)


def test_many_strangers_with_keys_of_their_own_do_no_harm() -> None:
    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        host.transport._admission._admit = lambda key, _address: key == guest.key
        for _ in range(200):
            table.dealer(host, port, os.urandom(32))
        async with asyncio.timeout(PATIENCE):
            while host.transport.counts.refused < 200:
                await asyncio.sleep(0.01)
        assert guest.transport.send(host.key, b"undisturbed")
        await host.until(lambda: host.heard(guest, b"undisturbed"))

    play(test)


def test_a_flood_is_limited_and_starves_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(p2p.callers, "MOST_OF_STRANGER", 1_000_000)  # it is never hung up on

    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        secret = os.urandom(32)
        flood = table.dealer(host, port, secret)
        sent = 3 * int(MESSAGES_AT_ONCE)
        polite = 0
        for n in range(sent):
            async with asyncio.timeout(PATIENCE):
                while not flood.poll(0, zmq.POLLOUT):
                    await asyncio.sleep(0)
            flood.send(b"!", zmq.NOBLOCK)
            if not n % 500:
                polite += 1
                assert guest.transport.send(host.key, b"?")
        await host.until(lambda: host.received.count((guest.key, b"?")) == polite)
        async with asyncio.timeout(PATIENCE):
            while len(host.received) - polite + host.transport.counts.limited < sent:
                await asyncio.sleep(0)
        assert host.transport.counts.limited > MESSAGES_AT_ONCE / 2

    play(test)


def test_who_goes_on_flooding_is_hung_up_on_and_let_in_again_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(p2p.transport, "FLOOD_SECONDS", 600.0)

    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        secret = os.urandom(32)
        flood = table.dealer(host, port, secret)
        hung_up = flood.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        async with asyncio.timeout(PATIENCE):
            while not hung_up.poll(0):
                if flood.poll(0, zmq.POLLOUT):
                    flood.send(b"!", zmq.NOBLOCK)
                await asyncio.sleep(0)
        assert host.transport.counts.limited > MOST_OF_STRANGER
        await host.until(lambda: host.failed(Failure.REFUSED, inbound=True, peer=curve_public(secret)))
        assert guest.count(LinkKind.DOWN, host) == 0
        assert guest.transport.send(host.key, b"undisturbed")
        await host.until(lambda: host.heard(guest, b"undisturbed"))
        host.transport._flooders[curve_public(secret)] -= 600.0
        table.dealer(host, port, secret).send(b"sorry")
        await host.until(lambda: (curve_public(secret), b"sorry") in host.received)

    play(test)


def test_who_was_hung_up_on_loses_its_other_connections_too() -> None:
    async def test(table: Table) -> None:
        host, _guest, port = await table.pair()
        secret = os.urandom(32)
        other = table.dealer(host, port, secret)
        hung_up = other.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        other.send(b"first")
        await host.until(lambda: (curve_public(secret), b"first") in host.received)
        host.transport._flooders[curve_public(secret)] = float("inf")
        other.send(b"more")
        async with asyncio.timeout(PATIENCE):
            while not hung_up.poll(0):
                await asyncio.sleep(0.01)
        assert (curve_public(secret), b"more") not in host.received

    play(test)


def test_a_link_over_which_a_flood_comes_is_let_go_and_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(p2p.link, "RENEW_AFTER", 0.02)

    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()
        assert guest.transport.send(host.key, b"here I am")
        await host.until(lambda: host.heard(guest, b"here I am"))
        async with asyncio.timeout(PATIENCE):
            while not guest.count(LinkKind.DOWN, host):
                host.transport.send(guest.key, b"!")
                await asyncio.sleep(0)
        assert guest.transport.counts.limited > MOST_PASSED_OVER
        await guest.up(host, times=2)

    play(test)


def test_who_floods_a_busy_peer_and_hangs_up_does_not_end_its_process() -> None:
    """libzmq aborts at the heartbeat of a connection that it has stopped to read and that has an error."""
    victim = """
import asyncio, time, p2p.link
p2p.link.HEARTBEAT_MS = 50
from p2p.transport import Transport
async def main():
    def busy(key, data):
        if data == b"first":
            time.sleep(1)
        elif data == b"bye":
            bye.set()
    bye = asyncio.Event()
    transport = Transport(bytes(32), admit=lambda _: True, deliver=busy, noticed=lambda _: None)
    print(transport.bind("127.0.0.1"), transport.public_key.hex(), flush=True)
    await bye.wait()
    transport.close()
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", victim], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port, key = process.stdout.readline().split()
            flood_and_hang_up(int(port), bytes.fromhex(key), [b"first", *[bytes(200)] * 1000])
            flood_and_hang_up(int(port), bytes.fromhex(key), [b"bye"])
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


def test_who_is_admitted_cannot_pass_for_another_or_take_its_route_with_a_routing_id() -> None:
    async def test(table: Table) -> None:
        host, guest, port = await table.pair()
        guest.transport.send(host.key, b"hello")
        await host.until(lambda: host.heard(guest, b"hello"))
        thief_secret, victim_secret = os.urandom(32), os.urandom(32)
        thief_key, victim_key = curve_public(thief_secret), curve_public(victim_secret)
        # A client of another make that chose its routing id, and one that claims the same.
        victim = table.dealer(host, port, victim_secret, b"victim")
        victim.send(b"mine")
        await host.until(lambda: (victim_key, b"mine") in host.received)
        thief = table.dealer(host, port, thief_secret, b"victim")
        thief.send(b"mine too")
        other = table.dealer(host, port, thief_secret, guest.key[:5])
        other.send(b"me")
        await host.until(lambda: (thief_key, b"me") in host.received)
        assert {key for key, data in host.received if data == b"hello"} == {guest.key}
        assert host.transport.send(victim_key, b"for the victim")
        assert host.transport.send(guest.key, b"for the guest")
        await guest.until(lambda: guest.heard(host, b"for the guest"))
        async with asyncio.timeout(PATIENCE):
            while not victim.poll(0):
                await asyncio.sleep(0.01)
        assert victim.recv() == b"for the victim"
        assert not thief.poll(0)
        assert not other.poll(0)

    play(test)


def test_an_error_in_the_receiver_does_not_stop_what_comes_after() -> None:
    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()
        errors: list[object] = []
        asyncio.get_running_loop().set_exception_handler(
            lambda _loop, context: errors.append(context["exception"])
        )
        plain = host.deliver

        def deliver(key: bytes, data: bytes) -> None:
            if data == b"bad":
                raise LookupError
            plain(key, data)

        host.transport._deliver = deliver
        for data in (b"bad", b"bad", b"good"):
            guest.transport.send(host.key, data)
        await host.until(lambda: host.heard(guest, b"good"))
        assert [type(error) for error in errors] == [LookupError, LookupError]

    play(test)


def test_closing_from_within_a_delivery_is_safe_and_repeatable() -> None:
    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()

        def deliver(key: bytes, data: bytes) -> None:
            host.transport.close()
            host.deliver(key, data)

        host.transport._deliver = deliver
        for _ in range(10):
            guest.transport.send(host.key, b"last words")
        await host.until(lambda: bool(host.received))
        host.transport.close()
        assert len(host.received) == 1
        assert not host.transport.send(guest.key, b"nothing")

    play(test)


def test_the_last_message_before_closing_still_leaves() -> None:
    async def test(table: Table) -> None:
        host, guest, _ = await table.pair()
        guest.transport.send(host.key, b"goodbye")
        guest.transport.close()
        await host.until(lambda: host.heard(guest, b"goodbye"))

    play(test)


def test_closing_waits_for_no_peer_that_is_not_there_or_never_answers() -> None:
    async def test(table: Table) -> None:
        guest = table.peer()
        with socket.socket() as mute:
            mute.bind((LOCAL, 0))
            mute.listen(1)
            for port in (mute.getsockname()[1], free_port()):
                guest.transport.connect(os.urandom(32), [(LOCAL, port)])
            await asyncio.sleep(0)
            started = time.monotonic()
            guest.transport.close()
            assert time.monotonic() - started < PATIENCE

    play(test)


CHILD = """
import asyncio, sys
from p2p.transport import Transport

async def main():
    child = Transport(bytes.fromhex(sys.argv[1]), admit=lambda key: True,
                      deliver=lambda key, data: child.send(key, data), noticed=lambda notice: None)
    print(child.bind("127.0.0.1"), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot hold a process")
def test_a_peer_that_hangs_is_noticed_and_does_not_hold_up_closing() -> None:
    async def test(table: Table) -> None:
        guest = table.peer()
        secret = os.urandom(32)
        key = curve_public(secret)
        with subprocess.Popen(
            [sys.executable, "-c", CHILD, secret.hex()],
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
            text=True,
        ) as child:
            try:
                assert child.stdout is not None
                guest.transport.connect(key, [(LOCAL, int(child.stdout.readline()))])
                await guest.until(lambda: bool(guest.notices))
                guest.transport.send(key, b"echo")
                await guest.until(lambda: (key, b"echo") in guest.received)
                child.send_signal(signal.SIGSTOP)
                sent = 0
                while guest.transport.send(key, bytes(MAX_MESSAGE)):
                    sent += 1
                assert sent >= p2p.link.SEND_QUEUE // 2  # full queues are said, never waited for
                await guest.until(lambda: guest.notices[-1].kind is LinkKind.DOWN)
                started = time.monotonic()
                guest.transport.close()
                assert time.monotonic() - started < PATIENCE
            finally:
                child.kill()

    play(test)
