import errno
import os
from pathlib import Path

import pytest

from p2p.disk import Disk
from p2p.frames import IDENTITY_MAGIC, LOG_MAGIC, frame, header
from p2p.identity_file import SECRET_SIZE, create_identity_secret, load_identity_secret
from p2p.store_errors import (
    StoreDamaged,
    StoreError,
    StoreExists,
    StoreForeign,
    StoreFull,
    StoreMissing,
    StoreNewer,
    StoreUnusable,
)

SECRET = bytes(range(SECRET_SIZE))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mark" / "identity"


def test_the_secret_comes_back(path: Path) -> None:
    create_identity_secret(path, SECRET)
    assert load_identity_secret(path) == SECRET


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_file_is_for_its_owner_alone(path: Path) -> None:
    create_identity_secret(path, SECRET)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_an_identity_is_never_written_over(path: Path) -> None:
    create_identity_secret(path, SECRET)
    with pytest.raises(StoreExists) as refusal:
        create_identity_secret(path, bytes(SECRET_SIZE))
    assert refusal.value.path == path
    assert load_identity_secret(path) == SECRET


def test_a_missing_identity_is_named(path: Path) -> None:
    with pytest.raises(StoreMissing):
        load_identity_secret(path)


def test_every_cut_is_refused(path: Path) -> None:
    create_identity_secret(path, SECRET)
    data = path.read_bytes()
    for size in range(len(data)):
        path.write_bytes(data[:size])
        with pytest.raises(StoreDamaged):
            load_identity_secret(path)
        assert path.read_bytes() == data[:size]


def test_every_flipped_bit_is_refused(path: Path) -> None:
    create_identity_secret(path, SECRET)
    data = path.read_bytes()
    for place in range(len(data)):
        for bit in range(8):
            spoilt = bytearray(data)
            spoilt[place] ^= 1 << bit
            path.write_bytes(spoilt)
            with pytest.raises(StoreError):
                load_identity_secret(path)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"-----BEGIN OPENSSH PRIVATE KEY-----", StoreForeign),
        (header(LOG_MAGIC) + frame(SECRET), StoreForeign),
        (IDENTITY_MAGIC + b"\x02" + frame(SECRET), StoreNewer),
        (header(IDENTITY_MAGIC), StoreDamaged),
        (header(IDENTITY_MAGIC) + frame(SECRET[:-1]), StoreDamaged),
        (header(IDENTITY_MAGIC) + frame(SECRET) + frame(SECRET), StoreDamaged),
    ],
)
def test_what_is_not_one_identity_is_refused(path: Path, data: bytes, error: type[StoreError]) -> None:
    path.parent.mkdir()
    path.write_bytes(data)
    with pytest.raises(error):
        load_identity_secret(path)


def test_a_secret_of_another_length_is_our_own_mistake(path: Path) -> None:
    with pytest.raises(ValueError, match="63"):
        create_identity_secret(path, SECRET[:-1])


def test_an_unreadable_path_is_named(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(StoreUnusable):
        load_identity_secret(path)


def test_a_full_disk_leaves_nothing_behind(path: Path) -> None:
    class Full(Disk):
        def write(self, fd: int, data: memoryview) -> int:
            raise OSError(errno.ENOSPC, f"{fd} has no room for {len(data)}")

    with pytest.raises(StoreFull) as refusal:
        create_identity_secret(path, SECRET, Full())
    assert refusal.value.errno == errno.ENOSPC
    assert not list(path.parent.glob("identity*"))
    create_identity_secret(path, SECRET)
    assert load_identity_secret(path) == SECRET
