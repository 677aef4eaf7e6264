"""Each thing that the doctor tries, on loopback alone: where it works, and in each way to fail."""

import asyncio
import errno
import os
import socket
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

import p2p.doctor_folder
from core.ruleset import DEFAULT
from p2p.discovery import DiscoveryOff, Mdns, OffReason
from p2p.disk import Disk
from p2p.doctor_folder import FolderProblem, try_folder
from p2p.doctor_network import try_discovery, try_multicast, try_port
from p2p.doctor_peer import Answer, Door, best_reply, knock, try_door, visit
from p2p.endpoint import AddressUnusable
from p2p.entropy import seeded_entropy
from p2p.folder_lock import FolderLock
from p2p.identity import Identity
from p2p.invite import Invite
from p2p.link import LinkNotice
from p2p.lobby import SeatTaken
from p2p.lobby_messages import OtherVersion, Reason, Refusal, encode_lobby_message
from p2p.monitor import Failure
from p2p.table import News, Table
from p2p.transport import PortBusy, Transport
from tests.p2p.air import LOCAL, PATIENCE

T = TypeVar("T")


def play(run: Coroutine[Any, Any, T]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(PATIENCE):
            return await run

    return asyncio.run(bounded())


def test_a_port_is_opened_and_given_back() -> None:
    for _ in range(2):
        assert [one.problem for one in play(try_port([LOCAL]))] == [None]


def test_a_busy_port_and_a_foreign_address_are_named() -> None:
    with socket.socket() as busy:
        busy.bind((LOCAL, 0))
        busy.listen()
        (one,) = play(try_port([LOCAL], busy.getsockname()[1]))
        assert isinstance(one.problem, PortBusy)
    (one, other) = play(try_port(["192.0.2.77", LOCAL]))
    assert isinstance(one.problem, AddressUnusable)
    assert other.problem is None


def test_multicast_comes_back_on_loopback() -> None:
    assert play(try_multicast(LOCAL)).heard


def test_multicast_from_an_address_that_is_not_here_is_an_error_of_the_system() -> None:
    found = play(try_multicast("192.0.2.77"))
    assert not found.heard
    assert found.errno


def test_one_finds_what_one_announces() -> None:
    assert play(try_discovery((LOCAL,)))


def test_discovery_that_is_off_is_raised() -> None:
    async def refuse(_addresses: object) -> Mdns:
        raise DiscoveryOff(OffReason.REFUSED, errno.EPERM)

    with pytest.raises(DiscoveryOff) as off:
        play(try_discovery((LOCAL,), open_mdns=refuse))
    assert off.value.reason is OffReason.REFUSED


def test_discovery_that_hears_nothing_ends_in_time() -> None:
    assert not play(try_discovery((LOCAL,), seconds=0))


def test_a_door_is_open_or_closed() -> None:
    with socket.socket() as host:
        host.bind((LOCAL, 0))
        port = host.getsockname()[1]
        assert play(try_door(LOCAL, port)) is Door.CLOSED
        host.listen()
        assert play(try_door(LOCAL, port)) is Door.OPEN


@pytest.mark.parametrize(
    ("error", "door"),
    [
        (TimeoutError(), Door.SILENT),
        (ConnectionRefusedError(), Door.CLOSED),
        (OSError(errno.ENETUNREACH, ""), Door.NO_ROUTE),
        (OSError(errno.EHOSTUNREACH, ""), Door.NO_ROUTE),
        (OSError(errno.ETIMEDOUT, ""), Door.SILENT),
    ],
)
def test_each_way_not_to_be_there_has_its_name(
    error: OSError, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(asyncio, "open_connection", fail)
    assert play(try_door("192.0.2.77", 1)) is door


class Host:
    """A real table on loopback that gathers."""

    def __init__(self, folder: Path) -> None:
        self.news: list[News] = []
        self.table = Table(Identity(os.urandom(64)), folder, seeded_entropy("host"), self.news.append)
        self.port = self.table.listen([LOCAL], 0)
        self.invites: list[Invite] = []
        listening = ((LOCAL,), self.port)
        self.task = asyncio.create_task(self.table.host("Ada", 2, DEFAULT, listening, self.invites.append))

    @property
    def failures(self) -> list[Failure]:
        """Give the handshakes that have failed so far."""
        notices = (news for news in self.news if isinstance(news, LinkNotice))
        return [notice.failure for notice in notices if notice.failure is not None]

    async def close(self) -> None:
        self.task.cancel()
        await asyncio.wait([self.task])
        self.table.close()


def test_a_host_answers_a_knock_and_gives_no_seat_for_it(tmp_path: Path) -> None:
    async def run() -> None:
        host = Host(tmp_path)
        try:
            await asyncio.sleep(0)
            (invite,) = host.invites
            for _ in range(3):
                reply = await knock(invite, LOCAL)
                assert reply.answer is Answer.TABLE
                assert reply.table is not None
                assert [one.name for one in reply.table.seated] == ["Ada"]
            assert not any(isinstance(news, SeatTaken) for news in host.news)
            other = invite.changed(curve_key=bytes(31) + b"\1")
            assert (await knock(other, LOCAL)).answer is Answer.KEY_MISMATCH
        finally:
            await host.close()

    play(run())


def test_a_host_that_answers_is_called_by_nothing_else(tmp_path: Path) -> None:
    """What calls and says nothing would be told to its user as no mark."""

    async def run() -> None:
        host = Host(tmp_path)
        try:
            await asyncio.sleep(0)
            (invite,) = host.invites
            assert (await visit(invite, LOCAL, quiet=PATIENCE)).reply is not None
            await visit(invite.changed(curve_key=bytes(31) + b"\1"), LOCAL, quiet=PATIENCE)
            while not (failures := host.failures):
                await asyncio.sleep(0.01)  # until the second call is told, which comes after the first
            assert failures == [Failure.KEY_MISMATCH]
        finally:
            await host.close()

    play(run())


def test_a_host_is_found_though_another_program_is_at_its_port_elsewhere(tmp_path: Path) -> None:
    """Two networks of one host can have the same addresses as those of this computer."""

    async def run() -> None:
        host = Host(tmp_path)
        server = await _serve_http("127.0.0.2", host.port)
        try:
            await asyncio.sleep(0)
            (invite,) = host.invites
            visits = [await visit(invite, address, quiet=PATIENCE) for address in ("127.0.0.2", LOCAL)]
            assert visits[0].reply is not None
            assert not visits[0].reply.is_host
            best = best_reply(visits)
            assert best is not None
            assert best.answer is Answer.TABLE
        finally:
            server.close()
            await host.close()

    play(run())


def test_where_nothing_listens_or_nothing_answers_the_door_is_told() -> None:
    async def run() -> None:
        with socket.socket() as mute:
            mute.bind((LOCAL, 0))
            port = mute.getsockname()[1]
            invite = Invite((LOCAL,), port, bytes(31) + b"\1", bytes(16))
            assert await visit(invite, LOCAL, quiet=0) == (LOCAL, Door.CLOSED, None)

    play(run())


class Stranger:
    """A transport at the other end of an invite that says what a test lets it."""

    def __init__(self, says: bytes | None, *, admits: bool = True) -> None:
        self._says = says
        self._transport = Transport(
            os.urandom(32), admit=lambda _: admits, deliver=self._answer, noticed=lambda _: None
        )
        port = self._transport.bind(LOCAL)
        self.invite = Invite((LOCAL,), port, self._transport.public_key, bytes(16))
        self.close = self._transport.close

    def _answer(self, sender: bytes, _data: bytes) -> None:
        if self._says is not None:
            self._transport.send(sender, b"\xc1 no message")
            self._transport.send(sender, self._says)


@pytest.mark.parametrize(
    ("says", "admits", "answer"),
    [
        (encode_lobby_message(OtherVersion(9, "mark-9", bytes(32))), True, Answer.OTHER_VERSION),
        (None, False, Answer.REFUSED),
        (encode_lobby_message(Refusal(Reason.FULL)), True, Answer.PLAYING),
    ],
)
def test_each_answer_has_its_name(says: bytes | None, admits: bool, answer: Answer) -> None:
    async def run() -> None:
        stranger = Stranger(says, admits=admits)
        try:
            assert (await knock(stranger.invite, LOCAL)).answer is answer
        finally:
            stranger.close()

    play(run())


def test_one_who_shakes_hands_and_says_nothing_is_silent() -> None:
    async def run() -> None:
        stranger = Stranger(None)
        try:
            assert (await knock(stranger.invite, LOCAL, seconds=0.3)).answer is Answer.SILENT
        finally:
            stranger.close()

    play(run())


async def _serve_http(address: str, port: int) -> asyncio.Server:
    """Open a port at which something talks that is no mark."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n" + b"x" * 64)
        await writer.drain()
        await reader.read(1)
        writer.close()

    return await asyncio.start_server(talk, address, port)


def test_what_is_no_mark_is_told() -> None:
    async def run() -> None:
        server = await _serve_http(LOCAL, 0)
        try:
            port = server.sockets[0].getsockname()[1]
            reply = await knock(Invite((LOCAL,), port, bytes(31) + b"\1", bytes(16)), LOCAL)
            assert reply.answer in {Answer.PROTOCOL, Answer.KEY_MISMATCH}
        finally:
            server.close()
            await server.wait_closed()

    play(run())


def test_a_folder_is_tried_and_left_as_it_was(tmp_path: Path) -> None:
    found = try_folder(tmp_path)
    assert (found.exists, found.problem) == (True, None)
    assert found.free > 0
    deeper = try_folder(tmp_path / "not" / "yet")
    assert (deeper.exists, deeper.problem) == (False, None)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("mine")
    assert try_folder(path).problem is FolderProblem.NOT_FOLDER
    assert try_folder(path / "below").problem is FolderProblem.NOT_FOLDER


class FailingDisk(Disk):
    def __init__(self, *, syncs: bool) -> None:
        self._syncs = syncs

    def write(self, fd: int, data: memoryview) -> int:
        if self._syncs:
            raise OSError(errno.EROFS, "no")
        return super().write(fd, data)

    def fsync(self, fd: int) -> None:  # noqa: ARG002
        raise OSError(errno.EIO, "no")


def test_a_disk_that_does_not_write_or_sync_is_named(tmp_path: Path) -> None:
    found = try_folder(tmp_path, FailingDisk(syncs=True))
    assert (found.problem, found.errno) == (FolderProblem.NOT_WRITABLE, errno.EROFS)
    found = try_folder(tmp_path, FailingDisk(syncs=False))
    assert (found.problem, found.errno) == (FolderProblem.NOT_DURABLE, errno.EIO)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_without_locks_or_room_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(FolderLock, "acquire", lambda _self, _wait=0: None)
        assert try_folder(tmp_path).problem is FolderProblem.NOT_LOCKABLE
    monkeypatch.setattr(p2p.doctor_folder, "LEAST_BYTES", 2**80)
    assert try_folder(tmp_path).problem is FolderProblem.NO_SPACE
