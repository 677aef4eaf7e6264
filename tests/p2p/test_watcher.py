"""Spectators over real sockets, and what a seated peer lets strangers reach (protocol.md, chapter 20)."""

import asyncio
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from p2p.audit import audit_log
from p2p.effects import Completed
from p2p.entropy import seeded_entropy
from p2p.event import EventKind
from p2p.gallery import Gallery, WatchPolicy
from p2p.genesis import make_genesis
from p2p.invite import Invite
from p2p.keeping import Recovered, Trouble
from p2p.link import LinkNotice
from p2p.messages import Events, encode_message
from p2p.monitor import Failure
from p2p.peer import Peer
from p2p.store import GameStore
from p2p.store_errors import StoreBroken, StoreFull, StoreLocked
from p2p.transport import Transport, curve_public
from p2p.verdict import Verdict
from p2p.watch_messages import Admitted, Watch, WatchReason, encode_watch_message
from p2p.watch_view import Lie, NotLetIn, PeerLies, Watching
from p2p.watcher import NobodyHeard, NobodyToWatch, Watcher, WatcherNotice
from tests.p2p.gamebuilder import GameBuilder, whole_game
from tests.p2p.onesession import OneSession
from tests.p2p.reading import next_of
from tests.p2p.test_store import FaultyDisk
from tests.p2p.watching import TOKEN, Server
from tests.p2p.wire import Wire

LOCAL = "127.0.0.1"
PATIENCE = 20.0
STRANGER = b"s" * 32


class Seat:
    """A seated peer over a wire that leads nowhere."""

    def __init__(self, folder: Path, policy: WatchPolicy, disk: FaultyDisk | None = None) -> None:
        self.one = OneSession(GameBuilder(2))
        self.keys = [entry.curve_key for entry in self.one.session.genesis.seats]
        self.wire = Wire(self.keys[0])
        self.gallery = Gallery(policy, b"secret", 0.0)
        self.gallery.accept(TOKEN)
        store = GameStore.create(folder, disk)
        self.peer = Peer(self.one.session, store, self.wire, {}, gallery=self.gallery)

    def to_strangers(self) -> list[bytes]:
        """Give what has gone to the key without a seat."""
        return [data for key, data in self.wire.sent if key == STRANGER]

    def position(self) -> tuple[object, ...]:
        ledger = self.one.session.ledger
        held = [one.event_id for one in ledger.heard.all(2)]
        return ledger.tip.head, ledger.settled, held, sorted(self.one.session.refusals.items())


def test_nothing_of_a_key_without_a_seat_reaches_the_session(tmp_path: Path) -> None:
    """Clause 20.1: not even events that are rightly signed, nor after it was let in."""

    async def run() -> None:
        seat = Seat(tmp_path / "game", WatchPolicy.INVITED)
        before = seat.position()
        builder = seat.one.builder
        honest = [
            encode_message(seat.one.tag, Events((builder.speak(1),))),
            encode_message(seat.one.tag, seat.one.status(1, pull=True)),
        ]
        for data in (*honest, encode_watch_message(Watch(1, TOKEN)), *honest):
            seat.peer.deliver(STRANGER, data)
        assert seat.position() == before
        assert seat.to_strangers() == [encode_watch_message(Admitted(builder.genesis.data))]
        seat.peer.deliver(seat.keys[1], honest[0])
        assert seat.position() != before
        seat.peer.close()

    asyncio.run(run())


def test_a_stranger_that_is_turned_away_leaves_no_way_back(tmp_path: Path) -> None:
    """Clause 20.9: so that strangers push no seated peer out of the ways back that are kept."""

    async def run() -> None:
        seat = Seat(tmp_path / "game", WatchPolicy.INVITED)
        seat.peer.deliver(STRANGER, encode_watch_message(Watch(1, b"x" * 16)))
        assert seat.wire.forgotten == [STRANGER]
        seat.peer.deliver(STRANGER, encode_watch_message(Watch(1, TOKEN)))
        assert seat.wire.forgotten == [STRANGER]
        seat.peer.close()

    asyncio.run(run())


def test_a_peer_that_lets_nobody_watch_admits_no_unknown_key(tmp_path: Path) -> None:
    """Clause 20.3."""

    async def run() -> None:
        for policy in WatchPolicy:
            seat = Seat(tmp_path / policy.value, policy)
            assert seat.peer.admits(seat.keys[1])
            assert seat.peer.admits(STRANGER) is (policy is not WatchPolicy.NOBODY)
            seat.peer.close()

    asyncio.run(run())


def test_while_the_disk_takes_nothing_spectators_are_shown_nothing(tmp_path: Path) -> None:
    """Clause 8.13: what they are shown is on the disk."""

    async def run() -> None:
        disk = FaultyDisk()
        seat = Seat(tmp_path / "game", WatchPolicy.INVITED, disk)

        def full(_call: int) -> None:
            raise OSError(28, "full")

        disk.rules["write"] = full
        seat.peer.deliver(seat.keys[1], encode_message(seat.one.tag, Events((seat.one.builder.speak(1),))))
        seat.peer.deliver(STRANGER, encode_watch_message(Watch(1, TOKEN)))
        assert seat.to_strangers() == []
        del disk.rules["write"]
        seat.peer.deliver(STRANGER, encode_watch_message(Watch(1, TOKEN)))
        assert len(seat.to_strangers()) == 1
        seat.peer.close()

    asyncio.run(run())


def test_a_peer_whose_game_is_over_stays_until_spectators_have_it(tmp_path: Path) -> None:
    """Clause 20.7."""

    async def run() -> None:
        seat = Seat(tmp_path / "game", WatchPolicy.INVITED)
        seat.peer.deliver(seat.keys[1], encode_message(seat.one.tag, seat.one.status(1)))
        seat.peer.deliver(STRANGER, encode_watch_message(Watch(1, TOKEN)))
        assert all(peer.agrees for peer in seat.peer.view().peers)
        lingering = asyncio.ensure_future(seat.peer.linger(PATIENCE))
        await asyncio.sleep(0)
        assert not lingering.done()
        seat.gallery._spectators[STRANGER].has_all = True
        await asyncio.wait_for(lingering, PATIENCE)
        seat.peer.close()

    asyncio.run(run())


class Booth:
    """A server of a game on a real port, whose key is that of the first seat."""

    def __init__(self, builder: GameBuilder, *, admit: bool = True) -> None:
        self.server = Server(builder, 0)
        self.secret = b"c" * 32
        self.transport = Transport(
            self.secret, admit=lambda _key: admit, deliver=self._deliver, noticed=lambda _notice: None
        )
        self.port = self.transport.bind(LOCAL)

    @property
    def invite(self) -> Invite:
        return Invite((LOCAL,), self.port, self.transport.public_key, TOKEN)

    def _deliver(self, key: bytes, data: bytes) -> None:
        gallery = self.server.gallery
        gallery.receive(key, data, asyncio.get_running_loop().time())
        gallery.show(asyncio.get_running_loop().time())
        for receiver, answer in gallery.outbox:
            self.transport.send(receiver, answer)
        gallery.outbox.clear()


def builder_with_key(secret: bytes = b"c" * 32) -> GameBuilder:
    """Give a game, the CURVE key of whose first seat is that of this secret."""
    builder = GameBuilder(2)
    seats = list(builder.genesis.seats)
    first = seats[0]
    seats[0] = type(first)(first.name, first.key, curve_public(secret), first.anchor)
    genesis = make_genesis(builder.genesis.ruleset, builder.genesis.nonce, seats)
    builder.genesis = genesis
    builder.log = type(builder.log)(genesis)
    return builder


def watching(data: Path, *invites: Invite) -> Watcher:
    return Watcher(invites, data, seeded_entropy("watch"))


async def drain(watcher: Watcher) -> list[WatcherNotice]:
    await asyncio.wait_for(watcher.done.wait(), PATIENCE)
    found = []
    while not watcher.notices.empty():
        found.append(watcher.notices.get_nowait())
    return found


def test_a_finished_game_is_stored_and_audited_like_any_other(tmp_path: Path) -> None:
    """Clause 20.10."""

    async def run() -> None:
        builder = builder_with_key().play()
        booth = Booth(builder)
        watcher = watching(tmp_path, booth.invite)
        notices = await drain(watcher)
        assert Watching(booth.invite.curve_key) in notices
        assert Completed() in notices
        assert watcher.log_path is not None
        watcher.close()
        assert watcher.log_path == tmp_path / "watched" / builder.genesis.game_id.hex()[:16] / "game.mark"
        data = watcher.log_path.read_bytes()
        assert data == builder.data()
        assert audit_log(io.BytesIO(data)).verdict is Verdict.COMPLETE
        again = watching(tmp_path, booth.invite)
        assert Completed() in await drain(again)
        again.close()
        assert watcher.log_path.read_bytes() == data
        booth.transport.close()

    asyncio.run(run())


def test_it_goes_on_from_its_own_log_and_one_program_alone_writes_it(tmp_path: Path) -> None:
    async def run() -> None:
        builder = builder_with_key()
        builder.play_to(EventKind.ACTION)
        booth = Booth(builder)
        first = watching(tmp_path, booth.invite)
        while first.view() is None or first.view().round_number < len(builder.rounds):  # type: ignore[union-attr]
            await asyncio.wait_for(next_of(first.notices), PATIENCE)
        second = watching(tmp_path, booth.invite)
        await drain(second)
        assert isinstance(second.failure, StoreLocked)
        second.close()
        first.close()
        for events in builder.play().rounds:
            booth.server.hear(events)
        third = watching(tmp_path, booth.invite)
        assert Completed() in await drain(third)
        third.close()
        assert third.log_path is not None
        assert third.log_path.read_bytes() == builder.data()
        booth.transport.close()

    asyncio.run(run())


def test_a_refused_handshake_and_a_wrong_key_are_told(tmp_path: Path) -> None:
    async def run() -> None:
        closed = Booth(whole_game(2), admit=False)
        refused = watching(tmp_path, closed.invite)
        notices = await drain(refused)
        key = closed.invite.curve_key
        assert notices == [NotLetIn(key, WatchReason.NOT_ALLOWED, 1)]
        assert isinstance(refused.failure, NobodyToWatch)
        assert refused.failure.news == notices
        refused.close()
        other = Invite((LOCAL,), closed.port, curve_public(b"x" * 32), TOKEN)
        wrong = watching(tmp_path, other)
        notice = await asyncio.wait_for(next_of(wrong.notices), PATIENCE)
        assert isinstance(notice, LinkNotice)
        assert notice.failure is Failure.KEY_MISMATCH
        wrong.close()
        wrong.close()
        closed.transport.close()
        assert not (tmp_path / "watched").exists()

    asyncio.run(run())


def test_where_nobody_is_heard_a_spectator_gives_up_if_it_was_told_how_long_to_wait(tmp_path: Path) -> None:
    async def run() -> None:
        booth = Booth(whole_game(2))
        booth.transport.close()
        watcher = Watcher((booth.invite,), tmp_path, seeded_entropy("watch"), patience=0)
        await drain(watcher)
        assert isinstance(watcher.failure, NobodyHeard)
        watcher.close()

    asyncio.run(run())


def test_a_server_without_a_seat_in_its_game_ends_the_watching(tmp_path: Path) -> None:
    """Clause 20.5."""

    async def run() -> None:
        booth = Booth(whole_game(2))
        watcher = watching(tmp_path, booth.invite)
        assert await drain(watcher) == [PeerLies(booth.invite.curve_key, Lie.GENESIS)]
        assert isinstance(watcher.failure, NobodyToWatch)
        watcher.close()
        booth.transport.close()

    asyncio.run(run())


def test_a_full_disk_pauses_the_watching_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        builder = builder_with_key().play()
        disk = FaultyDisk()

        def full(_call: int) -> None:
            raise OSError(28, "full")

        made = GameStore.create
        monkeypatch.setattr("p2p.watcher.RETRY_SECONDS", 0.01)
        monkeypatch.setattr(GameStore, "create", lambda folder: made(folder, disk))
        booth = Booth(builder)
        watcher = watching(tmp_path, booth.invite)
        await until(watcher, lambda notice: isinstance(notice, Watching))
        disk.rules["write"] = full
        await until(watcher, lambda notice: isinstance(notice, Trouble))
        del disk.rules["write"]
        await until(watcher, lambda notice: isinstance(notice, Recovered))
        await drain(watcher)
        watcher.close()
        assert watcher.log_path is not None
        assert watcher.log_path.read_bytes() == builder.data()
        booth.transport.close()

    asyncio.run(run())


async def until(watcher: Watcher, wanted: Callable[[WatcherNotice], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted(await next_of(watcher.notices)):
            pass


def test_a_spectator_is_told_that_a_full_disk_has_failed_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one passes by itself; after the other the user has to start anew."""

    async def run() -> None:
        disk = FaultyDisk()

        def refuse(_call: int) -> None:
            raise OSError(28, "full")

        made = GameStore.create
        monkeypatch.setattr("p2p.watcher.RETRY_SECONDS", 0.01)
        monkeypatch.setattr(GameStore, "create", lambda folder: made(folder, disk))
        booth = Booth(builder_with_key().play())
        watcher = watching(tmp_path, booth.invite)
        await until(watcher, lambda notice: isinstance(notice, Watching))
        disk.rules["write"] = refuse
        await until(watcher, lambda notice: isinstance(notice, Trouble) and type(notice.error) is StoreFull)
        disk.rules["truncate"] = refuse  # what the failed write may have left cannot be taken back either
        await until(watcher, lambda notice: isinstance(notice, Trouble) and type(notice.error) is StoreBroken)
        watcher.close()
        booth.transport.close()

    asyncio.run(run())
