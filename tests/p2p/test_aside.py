"""What peers do beside the log, over real sockets on loopback and with real files (protocol.md, 21)."""

import asyncio
from pathlib import Path

import pytest

from p2p.address_book import BOOK_NAME, load_book, load_statements
from p2p.aside import Aside, ChatHeard, ChatOff
from p2p.chat import NotSaid, Unsaid
from p2p.chat_file import ChatFile
from p2p.chat_line import (
    ChatMessage,
    Have,
    Line,
    Lines,
    decode_chat,
    encode_chat,
    encode_line,
    sign_line,
)
from p2p.disk import Disk
from p2p.frames import CHAT_MAGIC, CHAT_NAME, LOG_MAGIC, frame, header
from p2p.invite import Endpoints
from p2p.messages import claimed_type, game_tag
from p2p.record_file import Repair
from p2p.view import Presence
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.tables import Player, seated, until
from tests.p2p.wire import Wire


def endpoint(player: Player) -> str:
    return f"tcp://{player.place}:{player.port}"


def all_here(players: list[Player]) -> bool:
    return all(
        peer.presence is Presence.HERE and peer.agrees
        for player in players
        for peer in player.peer.view().peers
    )


def all_linked(players: list[Player]) -> bool:
    return all(
        one.link_to(other) == endpoint(other) for one in players for other in players if one is not other
    )


def test_a_peer_that_goes_on_at_another_address_is_followed(tmp_path: Path) -> None:
    async def run() -> None:
        async with seated(3, tmp_path) as players:
            await until(lambda: all_here(players) and all_linked(players))
            mover = players[1]
            old, mover.place = endpoint(mover), "127.0.0.9"
            mover.table.listen([mover.place], mover.port)
            mover.table._transport._router.unbind(old)
            mover.peer.moved((mover.place,))
            await until(lambda: all_linked(players))
            for player in players:
                assert load_book(player.peer.folder)[mover.peer.seat] == mover.endpoints

    asyncio.run(run())


def test_two_that_come_back_elsewhere_find_each_other_by_a_third(tmp_path: Path) -> None:
    """Clause 21.6: neither knows where the other is."""

    async def run() -> None:
        async with seated(3, tmp_path) as players:
            await until(lambda: all_here(players))
            folders = {player.name: player.stop() for player in players[1:]}
            for number, player in enumerate(players[1:]):
                player.resume(folders[player.name], f"127.0.0.{20 + number}")
            await until(lambda: all_here(players) and all_linked(players))

    asyncio.run(run())


@pytest.mark.parametrize("lost", [False, True])
def test_what_a_peer_has_learnt_it_passes_on_after_a_restart(lost: bool, tmp_path: Path) -> None:
    """Clause 21.8; one that has lost its book, and is still called, is told everything by the others."""

    async def run() -> None:
        async with seated(3, tmp_path) as players:
            seats = len(players)
            await until(lambda: all(len(load_statements(player.peer.folder)) == seats for player in players))
            mover = players[2]
            numbers = {one.seat: one.number for one in load_statements(mover.peer.folder)}
            place, port, folder = mover.place, mover.port, mover.stop()
            if lost:
                (folder / BOOK_NAME).unlink()
            mover.resume(folder, place, port if lost else 0)
            await until(lambda: all_here(players) and all_linked(players))
            held = {one.seat: one.number for one in load_statements(folder)}
            assert held == numbers | {mover.peer.seat: numbers[mover.peer.seat] + (not lost)}

    asyncio.run(run())


class Alone:
    """The aside of seat 0, whose transport goes nowhere; seat 1 is in the test's hand."""

    def __init__(self, folder: Path) -> None:
        self.game = GameBuilder(2)
        self.tag = game_tag(self.game.genesis.game_id)
        self.keys = [entry.curve_key for entry in self.game.genesis.seats]
        self.folder = folder
        self.now = 0.0
        self.start()

    def start(self) -> None:
        self.wire = Wire(self.keys[0])
        key = self.game.players[0].key
        book: dict[int, Endpoints] = {0: (("192.0.2.1",), 4242)}
        self.aside = Aside(self.game.genesis, 0, key, self.folder, self.wire, book, self.now)

    def restart(self) -> None:
        self.aside.close()
        self.start()

    def hear(self, message: ChatMessage) -> None:
        self.aside.receive(1, encode_chat(self.tag, message), self.now)

    def sign(self, seat: int, number: int, text: str) -> Line:
        return sign_line(self.game.genesis.game_id, seat, number, text, self.game.players[seat].key)

    def texts(self) -> list[str]:
        return [line.text for line in self.aside.lines()]

    def sent(self) -> list[ChatMessage]:
        return [decode_chat(self.tag, data) for _, data in self.wire.sent if claimed_type(data) != 8]


class Disk28(Disk):
    """A disk that is full, or that cannot say what it holds."""

    fails_at = ""

    def write(self, fd: int, data: memoryview) -> int:
        if self.fails_at == "write":
            raise OSError(28, "full")
        return super().write(fd, data)

    def fsync(self, fd: int) -> None:
        if self.fails_at == "fsync":
            raise OSError(5, "broken")
        super().fsync(fd)


def test_what_is_said_outlives_a_restart(tmp_path: Path) -> None:
    """Clause 21.14."""
    one = Alone(tmp_path)
    one.hear(Have((0, 0)))
    one.aside.say("mine", one.now)
    one.hear(Lines((one.sign(1, 0, "yours"),)))
    assert one.aside.notices() == [ChatHeard(0, "mine"), ChatHeard(1, "yours")]
    one.restart()
    assert one.texts() == ["mine", "yours"]
    assert one.aside.notices() == []
    assert (tmp_path / CHAT_NAME).stat().st_mode & 0o777 == 0o600
    one.hear(Have((0, 0)))
    assert Lines((one.sign(0, 0, "mine"), one.sign(1, 0, "yours"))) in one.sent()
    one.aside.close()


def test_nothing_said_makes_no_file(tmp_path: Path) -> None:
    """Clause 21.14; a game without a word writes nothing for it."""
    one = Alone(tmp_path)
    one.hear(Have((0, 0)))
    one.aside.tick(one.now)
    assert not (tmp_path / CHAT_NAME).exists()
    one.hear(Lines((one.sign(1, 0, "yours"),)))
    assert (tmp_path / CHAT_NAME).exists()
    one.restart()
    assert one.texts() == ["yours"]
    one.aside.close()


@pytest.mark.parametrize("at", ["write", "fsync"])
@pytest.mark.parametrize("mine", [True, False])
def test_what_the_disk_does_not_take_is_not_sent_and_chat_is_off(at: str, mine: bool, tmp_path: Path) -> None:
    """Clauses 21.11 and 21.14."""
    one, disk = Alone(tmp_path), Disk28()
    one.aside.close()
    one.aside._file = ChatFile(tmp_path, disk)
    one.aside._file.open()
    one.hear(Have((0, 0)))
    disk.fails_at = at
    one.wire.sent.clear()
    if mine:
        one.aside.say("hello", one.now)
    else:
        one.hear(Lines((one.sign(1, 0, "hello"),)))
    (off,) = one.aside.notices()
    assert isinstance(off, ChatOff)
    one.now += 10
    one.hear(Lines((one.sign(1, 0, "hello"),)))
    one.aside.tick(one.now)
    assert one.aside.notices() == []
    assert one.sent() == []
    assert any(claimed_type(data) == 8 for _, data in one.wire.sent)
    with pytest.raises(NotSaid) as refusal:
        one.aside.say("again", one.now)
    assert refusal.value.reason is Unsaid.OFF


def test_a_torn_end_is_repaired_and_told(tmp_path: Path) -> None:
    """Clause 12.3."""
    one = Alone(tmp_path)
    one.hear(Lines((one.sign(1, 0, "whole"), one.sign(1, 1, "torn"))))
    path = tmp_path / CHAT_NAME
    path.write_bytes(path.read_bytes()[:-5])
    one.restart()
    assert one.texts() == ["whole"]
    (repair,) = one.aside.notices()
    assert isinstance(repair, Repair)
    one.hear(Lines((one.sign(1, 1, "torn"),)))
    assert one.texts() == ["whole", "torn"]
    one.aside.close()


@pytest.mark.parametrize("harm", ["damage", "folder", "foreign", "empty"])
def test_a_file_that_cannot_be_used_ends_the_chat_alone(harm: str, tmp_path: Path) -> None:
    """Clause 21.14; the file stays as it is."""
    path = tmp_path / CHAT_NAME
    if harm == "folder":
        path.mkdir()
    elif harm == "damage":
        path.write_bytes(header(CHAT_MAGIC) + b"\xff" * 40)
    else:
        path.write_bytes(header(LOG_MAGIC) if harm == "foreign" else b"")
    before = None if path.is_dir() else path.read_bytes()
    one = Alone(tmp_path)
    (off,) = one.aside.notices()
    assert isinstance(off, ChatOff)
    one.aside.tick(one.now)
    one.hear(Lines((one.sign(1, 0, "hello"),)))
    assert one.aside.lines() == ()
    assert before is None or path.read_bytes() == before


def test_records_that_are_no_lines_of_this_game_are_passed_over(tmp_path: Path) -> None:
    other = GameBuilder(2, "b")
    alien = sign_line(other.genesis.game_id, 1, 0, "x", other.players[1].key)
    game = GameBuilder(2)
    good = sign_line(game.genesis.game_id, 1, 0, "good", game.players[1].key)
    bodies = (b"nonsense", encode_line(alien), encode_line(good), encode_line(good))
    (tmp_path / CHAT_NAME).write_bytes(header(CHAT_MAGIC) + b"".join(map(frame, bodies)))
    one = Alone(tmp_path)
    assert one.texts() == ["good"]
    one.aside.close()


def test_what_is_said_is_heard_and_what_was_missed_comes_later(tmp_path: Path) -> None:
    """Clauses 21.11 and 21.12: also by one that has lost its file, and says something again."""

    async def run() -> None:
        async with seated(3, tmp_path) as players:
            one, two, three = players
            await until(lambda: all_here(players))
            one.peer.say("hello")
            await until(lambda: all(len(player.peer.chat()) == 1 for player in players))
            place, port, folder = three.place, three.port, three.stop()
            two.peer.say("where is the third?")
            await until(lambda: len(one.peer.chat()) == 2)
            three.resume(folder, place, port)
            await until(lambda: len(three.peer.chat()) == 2)
            three.peer.say("here")
            await until(lambda: all(len(player.peer.chat()) == 3 for player in players))
            three.stop()
            (folder / CHAT_NAME).unlink()
            three.resume(folder, place, port)
            three.peer.say("here again")
            await until(lambda: all(len(player.peer.chat()) == 4 for player in players))
            said = {(line.seat, line.number, line.text) for line in one.peer.chat()}
            mine = three.peer.seat
            assert {(mine, 0, "here"), (mine, 1, "here again")} < said

    asyncio.run(run())


def test_a_closed_peer_says_nothing_more(tmp_path: Path) -> None:
    async def run() -> None:
        async with seated(2, tmp_path) as players:
            players[0].stop()
            players[0].peer.moved(("127.0.0.9",))
            with pytest.raises(NotSaid):
                players[0].peer.say("hello")

    asyncio.run(run())
