"""The shell around a session: whatever the network or a folder holds, it does not end the game."""

import asyncio
import errno
import shutil
from pathlib import Path

from p2p.address_book import BOOK_NAME
from p2p.disk import Disk
from p2p.entropy import seeded_entropy
from p2p.identity import Identity
from p2p.invite import Endpoints
from p2p.journal_records import LeftRecord
from p2p.keeping import LOOK_SECONDS, Gone, Keeping, KeepingNotice, Trouble
from p2p.messages import Answer, Ask, decode_message, encode_message
from p2p.peer import Peer
from p2p.store import GameStore
from p2p.store_errors import StoreBroken, StoreFull
from p2p.stored import first_records
from p2p.table import News, Table
from tests.cli.screen.virtual import VirtualLoop, run_virtually
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.onesession import OneSession
from tests.p2p.wire import Wire


def test_the_address_that_one_peer_claims_keeps_nobody_from_calling_the_others(tmp_path: Path) -> None:
    async def run() -> None:
        one = OneSession(GameBuilder(3))
        keys = [entry.curve_key for entry in one.session.genesis.seats]
        wire = Wire(keys[0])
        store = GameStore.create(tmp_path / "game")
        book: dict[int, Endpoints] = {
            0: (("192.0.2.1",), 1),
            1: (("fe80::1%a-b", "nonsense"), 5000),
            2: (("fe80::1%\x1b[2J", "192.0.2.3"), 5000),
        }
        peer = Peer(one.session, store, wire, book)
        assert wire.called == [(keys[2], [("192.0.2.3", 5000)])]
        assert peer.admits(keys[1])
        peer.close()

    asyncio.run(run())


def test_a_book_that_cannot_be_written_or_read_ends_no_resume(tmp_path: Path) -> None:
    async def run() -> None:
        builder = GameBuilder(2)
        player = builder.players[0]
        log, journal = first_records(builder.genesis, player.chain.link(player.chain.length - 1))
        folder = tmp_path / "game"
        store = GameStore.create(folder)
        store.append_journal(journal)
        store.append_log(log)
        store.sync_log()
        store.sync()
        store.close()
        (folder / BOOK_NAME).mkdir()
        (folder / (BOOK_NAME + ".new")).mkdir()
        secrets = [seeded_entropy("a")(f"key {number}") + bytes(range(32)) for number in range(2)]
        identity = next(one for one in map(Identity, secrets) if one.key.public == player.key.public)
        news: list[News] = []
        table = Table(identity, tmp_path, seeded_entropy("start"), news.append)
        table.resume(folder, (("127.0.0.1",), 4242))
        table.close()

    asyncio.run(run())


def test_only_an_answer_goes_back_over_the_connection_of_its_question(tmp_path: Path) -> None:
    """Clause 11.1: there may be two copies of the asker's key."""

    async def run() -> None:
        one = OneSession(GameBuilder(2))
        keys = [entry.curve_key for entry in one.session.genesis.seats]
        wire = Wire(keys[0])
        peer = Peer(one.session, GameStore.create(tmp_path / "game"), wire, {})
        peer.deliver(keys[1], encode_message(one.tag, Ask(bytes(8), bytes(8))))
        peer.deliver(keys[1], encode_message(one.tag, one.status(1, pull=True)))
        replies = [decode_message(one.tag, data) for _, data in wire.replied]
        assert [type(message) for message in replies] == [Answer]
        assert not any(isinstance(decode_message(one.tag, data), Answer) for _, data in wire.sent)
        peer.close()

    asyncio.run(run())


class FullDisk(GameStore):
    """A store on a disk that has no room while `full`."""

    full = False

    def sync(self) -> None:
        if self.full:
            raise StoreFull(self.folder, errno.ENOSPC)
        super().sync()


def test_a_peer_is_paused_while_the_disk_takes_nothing_and_sends_nothing_then(tmp_path: Path) -> None:
    async def run() -> None:
        one = OneSession(GameBuilder(2))
        keys = [entry.curve_key for entry in one.session.genesis.seats]
        wire = Wire(keys[0])
        store = FullDisk.create(tmp_path / "game")
        assert isinstance(store, FullDisk)
        peer = Peer(one.session, store, wire, {})
        paused: list[bool] = []
        store.full = True
        peer.deliver(keys[1], encode_message(one.tag, Ask(bytes(8), bytes(8))))
        paused.append(peer.paused)
        assert wire.replied == []
        assert isinstance(peer.notices.get_nowait(), Trouble)
        store.full = False
        peer._tick()
        assert [*paused, peer.paused] == [True, False]
        assert len(wire.replied) == 1
        peer.close()

    asyncio.run(run())


def test_files_that_are_taken_away_are_told_once_and_looked_for_now_and_then(tmp_path: Path) -> None:
    told: list[KeepingNotice] = []
    store = GameStore.create(tmp_path / "game")
    keeping = Keeping(store, told.append)
    keeping.look(0.0)
    assert told == []
    (tmp_path / "game").rename(tmp_path / "elsewhere")
    keeping.look(LOOK_SECONDS / 2)
    assert told == []
    for seconds in (LOOK_SECONDS, 2 * LOOK_SECONDS):
        keeping.look(seconds)
        assert told == [Gone(tmp_path / "game")]
    (tmp_path / "elsewhere").rename(tmp_path / "game")
    keeping.look(3 * LOOK_SECONDS)
    (tmp_path / "game" / "game.mark").unlink()
    keeping.look(4 * LOOK_SECONDS)
    assert told == [Gone(tmp_path / "game")] * 2
    store.close()


def test_a_peer_looks_for_its_files(tmp_path: Path) -> None:
    async def run() -> None:
        one = OneSession(GameBuilder(2))
        wire = Wire(one.session.genesis.seats[0].curve_key)
        peer = Peer(one.session, GameStore.create(tmp_path / "game"), wire, {})
        shutil.rmtree(tmp_path / "game")
        peer._tick()
        assert Gone(tmp_path / "game") in [peer.notices.get_nowait() for _ in range(peer.notices.qsize())]
        peer.close()

    asyncio.run(run())


def test_a_peer_that_is_never_without_messages_looks_for_its_files_too(tmp_path: Path) -> None:
    """Messages come before timers in each turn of the loop: they must not take the place of what is due."""

    async def run(loop: VirtualLoop) -> None:
        one = OneSession(GameBuilder(2))
        keys = [entry.curve_key for entry in one.session.genesis.seats]
        peer = Peer(one.session, GameStore.create(tmp_path / "game"), Wire(keys[0]), {})
        await asyncio.sleep(0)
        shutil.rmtree(tmp_path / "game")
        for _ in range(20):
            loop.now += LOOK_SECONDS / 2
            peer.deliver(keys[1], encode_message(one.tag, one.status(1)))
            await asyncio.sleep(0)
        assert Gone(tmp_path / "game") in [peer.notices.get_nowait() for _ in range(peer.notices.qsize())]
        peer.close()

    run_virtually(run)


def test_a_disk_that_is_full_first_and_then_fails_is_told_twice(tmp_path: Path) -> None:
    """The one passes by itself; after the other the user has to start anew."""

    class Failing(Disk):
        error: OSError | None = None
        syncs = True

        def write(self, fd: int, data: memoryview) -> int:
            if self.error is not None:
                raise self.error
            return super().write(fd, data)

        def fsync(self, fd: int) -> None:
            if not self.syncs:
                raise OSError(errno.EIO, "")
            super().fsync(fd)

    async def run() -> None:
        one = OneSession(GameBuilder(2))
        disk = Failing()
        wire = Wire(one.session.genesis.seats[0].curve_key)
        peer = Peer(one.session, GameStore.create(tmp_path / "game", disk), wire, {})
        disk.error = OSError(errno.ENOSPC, "")
        one.session._ledger.write(LeftRecord())
        peer._carry_out(one.now)
        peer._carry_out(one.now)
        disk.error, disk.syncs = None, False
        one.session._telling.broadcast(Ask(bytes(8), bytes(8)))
        peer._carry_out(one.now)
        peer._carry_out(one.now)
        told = [peer.notices.get_nowait() for _ in range(peer.notices.qsize())]
        assert [type(one.error) for one in told if isinstance(one, Trouble)] == [StoreFull, StoreBroken]
        disk.syncs = True
        peer.close()

    asyncio.run(run())
