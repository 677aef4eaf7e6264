"""What stands in the place of a file of ours and is none: it is not waited for, and not read without end."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from p2p.address_book import BOOK_NAME, load_book, load_statements
from p2p.chat_file import ChatFile
from p2p.disk import open_plain
from p2p.folder_lock import LOCK_NAME, FolderLock
from p2p.frames import CHAT_NAME, JOURNAL_NAME, LOG_NAME
from p2p.identity_file import load_identity_secret
from p2p.store import GameStore, read_journal
from p2p.store_errors import StoreUnusable

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a thing of POSIX")


def link_to_device(path: Path) -> None:
    path.symlink_to(os.devnull)


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.fixture(params=[link_to_device, make_pipe])
def put(request: pytest.FixtureRequest) -> Callable[[Path], None]:
    """Puts something else in the place of a file."""

    def put_in_place(path: Path) -> None:
        path.unlink(missing_ok=True)
        request.param(path)

    return put_in_place


def test_a_plain_file_is_opened_through_a_link_too(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"what it holds")
    (tmp_path / "link").symlink_to("file")
    with open_plain(tmp_path / "link") as stream:
        assert stream.read() == b"what it holds"


def test_a_folder_is_refused_in_the_words_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        open_plain(tmp_path)


@pytest.mark.parametrize("name", [LOG_NAME, JOURNAL_NAME])
def test_a_game_is_not_opened(name: str, put: Callable[[Path], None], tmp_path: Path) -> None:
    GameStore.create(tmp_path).close()
    put(tmp_path / name)
    with pytest.raises(StoreUnusable) as refusal:
        GameStore.open(tmp_path)
    assert (refusal.value.path, refusal.value.errno) == (tmp_path / name, errno.ENXIO)


def test_a_journal_is_not_looked_at(put: Callable[[Path], None], tmp_path: Path) -> None:
    put(tmp_path / JOURNAL_NAME)
    with pytest.raises(OSError, match=os.strerror(errno.ENXIO)):
        read_journal(tmp_path)


def test_there_is_no_identity(put: Callable[[Path], None], tmp_path: Path) -> None:
    put(tmp_path / "identity")
    with pytest.raises(StoreUnusable) as refusal:
        load_identity_secret(tmp_path / "identity")
    assert refusal.value.errno == errno.ENXIO


def test_there_is_no_chat(put: Callable[[Path], None], tmp_path: Path) -> None:
    put(tmp_path / CHAT_NAME)
    with pytest.raises(StoreUnusable) as refusal:
        ChatFile(tmp_path).open()
    assert refusal.value.errno == errno.ENXIO


def test_nobody_is_called(put: Callable[[Path], None], tmp_path: Path) -> None:
    put(tmp_path / BOOK_NAME)
    assert load_book(tmp_path) == {}
    assert load_statements(tmp_path) == ()


def test_of_a_lock_that_cannot_be_taken_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / LOCK_NAME).mkdir()
    with pytest.raises(StoreUnusable) as refusal:
        FolderLock(tmp_path).acquire()
    assert refusal.value.path == tmp_path / LOCK_NAME
