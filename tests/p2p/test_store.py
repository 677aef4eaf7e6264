import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from p2p.disk import Disk
from p2p.frames import (
    EVIDENCE_MAGIC,
    HEADER_SIZE,
    JOURNAL_MAGIC,
    JOURNAL_NAME,
    LOG_MAGIC,
    LOG_NAME,
    frame,
    header,
)
from p2p.record_file import Repair
from p2p.store import Contents, GameStore, LogLost, check_room, read_journal
from p2p.store_errors import (
    JournalMissing,
    LogDamaged,
    StoreBroken,
    StoreDamaged,
    StoreError,
    StoreExists,
    StoreForeign,
    StoreFull,
    StoreLocked,
    StoreMissing,
    StoreNewer,
    StoreUnusable,
)

BODIES = (b"one", b"two and more", b"", b"four")
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


class Crash(BaseException):
    """The process is gone: nothing that would run after it may help."""


class FaultyDisk(Disk):
    """Does as it is told: `rules` maps a call's name to what happens instead, given the call count from 1."""

    def __init__(self, **rules: Callable[[int], None]) -> None:
        self.rules = rules
        self.calls = dict.fromkeys(("write", "fsync", "truncate", "replace"), 0)
        self.most = 1 << 30

    def _strike(self, name: str) -> None:
        self.calls[name] += 1
        if rule := self.rules.get(name):
            rule(self.calls[name])

    def write(self, fd: int, data: memoryview) -> int:
        taken = super().write(fd, data[: self.most])
        try:
            self._strike("write")
        except OSError:
            os.ftruncate(fd, os.fstat(fd).st_size - taken // 2)  # half of it has got through
            raise
        return taken

    def fsync(self, fd: int) -> None:
        self._strike("fsync")
        super().fsync(fd)

    def truncate(self, fd: int, size: int) -> None:
        self._strike("truncate")
        super().truncate(fd, size)

    def replace(self, source: Path, target: Path) -> None:
        self._strike("replace")
        super().replace(source, target)


def fails(number: int) -> Callable[[int], None]:
    def rule(_call: int) -> None:
        raise OSError(number, os.strerror(number))

    return rule


def crashes(_call: int) -> None:
    raise Crash


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games" / "one"


def read(folder: Path) -> Contents:
    store, contents = GameStore.open(folder)
    store.close()
    return contents


def filled(folder: Path) -> bytes:
    """Make a game whose log holds BODIES and whose journal holds one record; give the bytes of the log."""
    store = GameStore.create(folder)
    for body in BODIES:
        store.append_log(body)
    store.append_journal(b"secret")
    store.sync_log()
    store.sync()
    store.close()
    return (folder / LOG_NAME).read_bytes()


def test_what_was_appended_is_there_after_opening(folder: Path) -> None:
    log = filled(folder)
    assert log == header(LOG_MAGIC) + b"".join(map(frame, BODIES))
    assert read(folder) == Contents(BODIES, (b"secret",), ())


def test_a_new_game_is_empty_and_complete_at_once(folder: Path) -> None:
    GameStore.create(folder).close()
    assert read(folder) == Contents((), (), ())
    assert (folder / LOG_NAME).read_bytes() == header(LOG_MAGIC)
    assert (folder / JOURNAL_NAME).read_bytes() == header(JOURNAL_MAGIC)


@posix
def test_the_journal_is_for_its_owner_alone_also_after_compaction_and_repair(folder: Path) -> None:
    filled(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    journal = folder / JOURNAL_NAME
    assert journal.stat().st_mode & 0o777 == 0o600
    store, _ = GameStore.open(folder)
    store.compact([b"new"])
    store.close()
    assert journal.stat().st_mode & 0o777 == 0o600
    journal.write_bytes(journal.read_bytes() + b"torn")
    (repair,) = read(folder).repairs
    assert repair.backup.stat().st_mode & 0o777 == 0o600


def test_create_never_writes_over_a_game(folder: Path) -> None:
    log = filled(folder)
    with pytest.raises(StoreExists) as refusal:
        GameStore.create(folder)
    assert refusal.value.path == folder / LOG_NAME
    assert (folder / LOG_NAME).read_bytes() == log


def test_create_never_writes_over_a_journal_whose_log_is_gone(folder: Path) -> None:
    filled(folder)
    (folder / LOG_NAME).unlink()
    with pytest.raises(StoreExists) as refusal:
        GameStore.create(folder)
    assert refusal.value.path == folder / JOURNAL_NAME


def test_create_goes_on_after_a_crash_between_its_two_files(folder: Path) -> None:
    def second(call: int) -> None:
        if call == 2:
            raise Crash

    with pytest.raises(Crash):
        GameStore.create(folder, FaultyDisk(replace=second))
    with pytest.raises(StoreMissing):
        GameStore.open(folder)
    GameStore.create(folder).close()
    assert read(folder) == Contents((), (), ())


@pytest.mark.parametrize("name", [LOG_NAME, JOURNAL_NAME])
def test_a_missing_file_is_named_and_nothing_is_made(folder: Path, name: str) -> None:
    filled(folder)
    (folder / name).unlink()
    with pytest.raises(StoreMissing) as refusal:
        GameStore.open(folder)
    assert refusal.value.path == folder / name
    assert not (folder / name).exists()


def test_opening_a_folder_that_is_not_there_does_not_make_it(folder: Path) -> None:
    with pytest.raises(StoreMissing):
        GameStore.open(folder)
    assert not folder.exists()


def test_every_cut_of_the_log_is_repaired_with_a_backup_and_a_notice(folder: Path) -> None:
    log = filled(folder)
    path = folder / LOG_NAME
    whole = HEADER_SIZE
    ends = {whole: 0}
    for count, body in enumerate(BODIES, 1):
        whole += len(frame(body))
        ends[whole] = count
    for size in range(HEADER_SIZE, len(log)):
        path.write_bytes(log[:size])
        good = max(end for end in ends if end <= size)
        contents = read(folder)
        assert contents.log == BODIES[: ends[good]]
        if size == good:
            assert contents.repairs == ()
            continue
        (repair,) = contents.repairs
        assert (repair.path, repair.offset, repair.size) == (path, good, size - good)
        assert repair.backup.read_bytes() == log[good:size]
        assert path.read_bytes() == log[:good]
        assert read(folder).repairs == ()


def test_a_cut_of_the_journal_is_repaired_too_and_appending_goes_on(folder: Path) -> None:
    filled(folder)
    path = folder / JOURNAL_NAME
    path.write_bytes(path.read_bytes()[:-1])
    store, contents = GameStore.open(folder)
    assert contents.journal == ()
    assert [repair.path for repair in contents.repairs] == [path]
    store.append_journal(b"again")
    store.close()
    assert read(folder).journal == (b"again",)


def test_a_backup_never_replaces_an_earlier_one(folder: Path) -> None:
    log = filled(folder)
    path = folder / LOG_NAME
    backups = []
    for tail in (b"first", b"second", b"first"):
        path.write_bytes(log + tail)
        (repair,) = read(folder).repairs
        backups.append((repair.backup.name, repair.backup.read_bytes()))
    name = f"{LOG_NAME}.torn-{len(log)}"
    assert backups == [(name, b"first"), (f"{name}-1", b"second"), (name, b"first")]


def test_a_crash_between_backup_and_cut_is_repaired_at_the_next_start(folder: Path) -> None:
    log = filled(folder)
    path = folder / LOG_NAME
    path.write_bytes(log + b"torn")
    with pytest.raises(Crash):
        GameStore.open(folder, FaultyDisk(truncate=crashes))
    assert path.read_bytes() == log + b"torn"
    backup = path.with_name(f"{LOG_NAME}.torn-{len(log)}")
    assert read(folder).repairs == (Repair(path, len(log), 4, backup),)


def test_no_room_for_the_backup_leaves_the_torn_tail_alone(folder: Path) -> None:
    log = filled(folder)
    (folder / LOG_NAME).write_bytes(log + b"torn")
    with pytest.raises(StoreFull):
        GameStore.open(folder, FaultyDisk(write=fails(errno.ENOSPC)))
    assert (folder / LOG_NAME).read_bytes() == log + b"torn"
    assert len(read(folder).repairs) == 1


def test_every_flipped_byte_is_refused_unless_it_is_in_the_last_body(folder: Path) -> None:
    log = filled(folder)
    path = folder / LOG_NAME
    last = len(log) - len(frame(BODIES[-1]))
    for place in range(len(log)):
        spoilt = bytearray(log)
        spoilt[place] ^= 0xFF
        path.write_bytes(spoilt)
        if place >= last + 8:
            assert read(folder).log == BODIES[:-1]
            continue
        with pytest.raises(StoreError) as refusal:
            GameStore.open(folder)
        assert refusal.value.path == path
        if place < 7:
            assert isinstance(refusal.value, StoreForeign)
        elif place == 7:
            assert isinstance(refusal.value, StoreNewer)
            assert refusal.value.version == 0xFE
        else:
            assert isinstance(refusal.value, StoreDamaged)
            assert refusal.value.offset <= place
        assert path.read_bytes() == spoilt


@pytest.mark.parametrize("size", range(HEADER_SIZE))
def test_a_log_cut_inside_its_header_is_damage(folder: Path, size: int) -> None:
    log = filled(folder)
    (folder / LOG_NAME).write_bytes(log[:size])
    with pytest.raises(StoreDamaged) as refusal:
        GameStore.open(folder)
    assert refusal.value.offset == size


def test_a_failed_opening_leaves_nothing_locked(folder: Path) -> None:
    log = filled(folder)
    (folder / LOG_NAME).write_bytes(b"something else")
    with pytest.raises(StoreForeign):
        GameStore.open(folder)
    (folder / LOG_NAME).write_bytes(log)
    assert read(folder).log == BODIES


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreUnusable) as refusal:
        GameStore.create(tmp_path / "file" / "game")
    assert refusal.value.errno == errno.ENOTDIR


def test_room_for_a_game_is_looked_for_without_a_trace(tmp_path: Path) -> None:
    check_room(tmp_path / "games")
    assert list((tmp_path / "games").iterdir()) == []


def test_where_no_game_has_room_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnusable) as unusable:
        check_room(tmp_path / "file" / "games")
    assert (unusable.value.path, unusable.value.errno) == (tmp_path / "file" / "games", errno.ENOTDIR)
    with pytest.raises(StoreFull) as full:
        check_room(tmp_path, FaultyDisk(write=fails(errno.ENOSPC)))
    assert (full.value.path, full.value.errno) == (tmp_path, errno.ENOSPC)


def test_short_writes_are_carried_on(folder: Path) -> None:
    disk = FaultyDisk()
    disk.most = 3
    store = GameStore.create(folder, disk)
    for body in BODIES:
        store.append_log(body)
    store.compact(BODIES)
    store.close()
    assert read(folder) == Contents(BODIES, BODIES, ())


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_write_that_fails_leaves_nothing_and_may_be_repeated(folder: Path, number: int) -> None:
    disk = FaultyDisk()
    store = GameStore.create(folder, disk)
    store.append_log(b"before")
    disk.rules["write"] = fails(number)
    for append in (store.append_log, store.append_journal):
        for _ in range(2):
            with pytest.raises(StoreFull) as refusal:
                append(b"a record that does not fit")
            assert refusal.value.errno == number
    assert (folder / LOG_NAME).read_bytes() == header(LOG_MAGIC) + frame(b"before")
    del disk.rules["write"]
    store.append_log(b"after")
    store.append_journal(b"after")
    store.close()
    assert read(folder) == Contents((b"before", b"after"), (b"after",), ())


def test_a_part_that_cannot_be_taken_back_breaks_the_store_and_is_repaired_later(folder: Path) -> None:
    disk = FaultyDisk()
    store = GameStore.create(folder, disk)
    store.append_log(b"before")
    disk.rules.update(write=fails(errno.ENOSPC), truncate=fails(errno.EIO))
    with pytest.raises(StoreBroken):
        store.append_log(b"half of this stays")
    disk.rules.clear()
    with pytest.raises(StoreBroken):
        store.append_log(b"after")
    store.close()
    contents = read(folder)
    assert contents.log == (b"before",)
    assert len(contents.repairs) == 1


def test_after_a_failed_fsync_every_write_is_refused(folder: Path) -> None:
    disk = FaultyDisk()
    store = GameStore.create(folder, disk)
    store.append_journal(b"said")
    disk.rules["fsync"] = fails(errno.EIO)
    with pytest.raises(StoreBroken) as first:
        store.sync()
    assert (first.value.path, first.value.errno) == (folder / JOURNAL_NAME, errno.EIO)
    disk.rules.clear()
    before = dict(disk.calls)
    attempts: list[Callable[[], object]] = [
        store.sync,
        store.sync_log,
        lambda: store.append_log(b"x"),
        lambda: store.append_journal(b"x"),
        lambda: store.compact([]),
        lambda: store.write_evidence("proof", b"x"),
    ]
    for attempt in attempts:
        with pytest.raises(StoreBroken) as refusal:
            attempt()
        assert (refusal.value.path, refusal.value.errno) == (first.value.path, errno.EIO)
    assert disk.calls == before
    store.close()


def test_sync_asks_the_disk_only_after_a_write_to_that_file(folder: Path) -> None:
    disk = FaultyDisk()
    store = GameStore.create(folder, disk)
    asked = disk.calls["fsync"]
    store.sync()
    store.sync_log()
    assert disk.calls["fsync"] == asked
    store.append_log(b"x")
    store.sync()
    assert disk.calls["fsync"] == asked
    store.sync_log()
    store.sync_log()
    assert disk.calls["fsync"] == asked + 1
    store.append_journal(b"x")
    store.sync()
    assert disk.calls["fsync"] == asked + 2
    store.close()


def test_what_opening_gives_is_on_the_disk(folder: Path) -> None:
    # A killed process leaves written records with the kernel only; whoever reads them relies on them.
    store = GameStore.create(folder)
    store.append_journal(b"never synced")
    store.close()
    disk = FaultyDisk()
    store, _ = GameStore.open(folder, disk)
    assert disk.calls["fsync"] == 3  # both files and the folder
    store.close()
    with pytest.raises(StoreBroken):
        GameStore.open(folder, FaultyDisk(fsync=fails(errno.EIO)))


def test_compaction_syncs_the_log_before_it_touches_the_journal(folder: Path) -> None:
    order: list[str] = []
    disk = FaultyDisk(fsync=lambda _: order.append("fsync"), replace=lambda _: order.append("replace"))
    store = GameStore.create(folder, disk)
    store.append_log(b"round")
    store.append_journal(b"round")
    order.clear()
    store.compact([b"rest"])
    assert order == ["fsync", "fsync", "replace", "fsync"]
    store.append_journal(b"more")
    store.sync()
    store.close()
    assert read(folder) == Contents((b"round",), (b"rest", b"more"), ())


def test_compaction_with_a_full_disk_keeps_the_old_journal_and_appending_goes_on(folder: Path) -> None:
    disk = FaultyDisk()
    store = GameStore.create(folder, disk)
    store.append_journal(b"old")
    disk.rules["write"] = fails(errno.ENOSPC)
    with pytest.raises(StoreFull):
        store.compact([b"new"])
    disk.rules.clear()
    store.append_journal(b"more")
    store.close()
    assert read(folder).journal == (b"old", b"more")
    assert not list(folder.glob("*.new"))


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_a_crash_before_the_exchange_keeps_the_old_journal(folder: Path, call: str) -> None:
    disk = FaultyDisk()
    store = GameStore.create(folder, disk)
    store.append_journal(b"old")
    disk.rules[call] = crashes
    with pytest.raises(Crash):
        store.compact([b"new"])
    store.close()
    assert list(folder.glob("*.new"))
    assert read(folder).journal == (b"old",)
    store, _ = GameStore.open(folder)
    store.compact([b"newer"])  # the file that the crash left is in nobody's way
    store.close()
    assert read(folder).journal == (b"newer",)
    assert not list(folder.glob("*.new"))


def test_a_folder_that_cannot_be_synced_after_the_exchange_breaks_the_store(folder: Path) -> None:
    disk = FaultyDisk()
    store = GameStore.create(folder, disk)

    def last(call: int) -> None:
        if call == after + 2:  # the log has nothing to sync; then the new file, then the folder
            raise OSError(errno.EIO, "")

    after = disk.calls["fsync"]
    disk.rules["fsync"] = last
    with pytest.raises(StoreBroken):
        store.compact([b"new"])
    with pytest.raises(StoreBroken):
        store.append_journal(b"x")
    store.close()
    assert read(folder).journal == (b"new",)


def test_evidence_is_written_once(folder: Path) -> None:
    store = GameStore.create(folder)
    data = header(EVIDENCE_MAGIC) + frame(b"two signed things")
    path = store.write_evidence("proof-1", data)
    assert store.write_evidence("proof-1", b"others") == path
    assert path.read_bytes() == data
    with pytest.raises(ValueError, match="proof"):
        store.write_evidence("../proof", data)
    store.close()


def test_evidence_on_a_full_disk_leaves_no_part_of_it(folder: Path) -> None:
    disk = FaultyDisk()
    store = GameStore.create(folder, disk)
    disk.rules["write"] = fails(errno.ENOSPC)
    with pytest.raises(StoreFull):
        store.write_evidence("proof", b"data")
    disk.rules.clear()
    assert not (folder / "proof").exists()
    assert store.write_evidence("proof", b"data").read_bytes() == b"data"
    store.close()


def test_a_second_store_in_one_process_is_refused(folder: Path) -> None:
    store = GameStore.create(folder)
    for attempt in (GameStore.open, GameStore.create):
        with pytest.raises(StoreLocked) as refusal:
            attempt(folder)
        assert refusal.value.path == folder
    store.append_log(b"x")
    store.close()
    store.close()
    assert read(folder).log == (b"x",)


OPENER = """
import sys
from pathlib import Path
from p2p.store import GameStore
from p2p.store_errors import StoreLocked
try:
    store, _ = GameStore.open(Path(sys.argv[1]))
except StoreLocked:
    print("locked", flush=True)
else:
    print("open", flush=True)
    sys.stdin.read()
"""


def opener(folder: Path) -> subprocess.Popen[str]:
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", OPENER, str(folder)],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_another_process_is_refused_until_the_first_one_is_gone_however_it_ended(folder: Path) -> None:
    filled(folder)
    with opener(folder) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        with opener(folder) as second:
            assert second.communicate()[0] == "locked\n"
        with pytest.raises(StoreLocked):
            GameStore.open(folder)
        first.kill()
    assert read(folder).log == BODIES


def begin(journal: tuple[bytes, ...]) -> bytes | None:
    """Give the first record of the log of `filled`, which the journal tells."""
    return b"first" if b"secret" in journal else None


@pytest.mark.parametrize("left", [None, HEADER_SIZE, HEADER_SIZE + 5])
def test_a_log_that_is_gone_or_empty_is_begun_anew_from_the_journal(folder: Path, left: int | None) -> None:
    log = filled(folder)
    path = folder / LOG_NAME
    path.unlink()
    if left is not None:
        path.write_bytes(log[:left])
    store, contents = GameStore.open(folder, first_of_log=begin)
    store.close()
    assert contents.log == (b"first",)
    assert contents.journal == (b"secret",)
    assert contents.lost == LogLost(path)
    assert path.read_bytes() == header(LOG_MAGIC) + frame(b"first")
    assert GameStore.open(folder, first_of_log=begin)[1].lost is None


@pytest.mark.parametrize("name", ["write", "fsync", "replace"])
def test_a_crash_while_a_log_is_begun_anew_is_made_good_at_the_next_start(name: str, folder: Path) -> None:
    filled(folder)
    crashed = 0
    for number in range(1, 12):
        (folder / LOG_NAME).unlink(missing_ok=True)

        def strike(call: int, last: int = number) -> None:
            if call == last:
                raise Crash

        try:
            GameStore.open(folder, FaultyDisk(**{name: strike}), begin)[0].close()
        except Crash:
            crashed += 1
        store, contents = GameStore.open(folder, first_of_log=begin)
        store.close()
        assert contents.log == (b"first",)
        assert (folder / LOG_NAME).read_bytes() == header(LOG_MAGIC) + frame(b"first")
    assert crashed


def test_a_log_that_holds_something_is_never_begun_anew(folder: Path) -> None:
    log = filled(folder)
    store, contents = GameStore.open(folder, first_of_log=begin)
    store.close()
    assert contents == Contents(BODIES, (b"secret",), ())
    assert (folder / LOG_NAME).read_bytes() == log


def test_a_damaged_log_is_told_apart_where_the_journal_could_begin_it_anew(folder: Path) -> None:
    log = bytearray(filled(folder))
    log[HEADER_SIZE] ^= 1
    (folder / LOG_NAME).write_bytes(log)
    with pytest.raises(LogDamaged) as refusal:
        GameStore.open(folder, first_of_log=begin)
    assert (refusal.value.path, refusal.value.offset) == (folder / LOG_NAME, HEADER_SIZE)
    with pytest.raises(StoreDamaged) as plain:
        GameStore.open(folder)
    assert type(plain.value) is StoreDamaged
    assert (folder / LOG_NAME).read_bytes() == log


def test_without_its_journal_a_game_is_not_opened(folder: Path) -> None:
    """Without any memory of what it has signed a peer must not speak."""
    filled(folder)
    (folder / JOURNAL_NAME).unlink()
    with pytest.raises(JournalMissing) as refusal:
        GameStore.open(folder, first_of_log=begin)
    assert refusal.value.path == folder / JOURNAL_NAME
    assert not (folder / JOURNAL_NAME).exists()


def test_a_look_at_a_journal_takes_no_lock_and_repairs_nothing(folder: Path) -> None:
    filled(folder)
    store, _ = GameStore.open(folder)
    path = folder / JOURNAL_NAME
    path.write_bytes(path.read_bytes() + b"torn")
    assert read_journal(folder) == (b"secret",)
    assert path.read_bytes().endswith(b"torn")
    store.close()


@posix
def test_what_copying_has_opened_to_others_is_closed_again(folder: Path) -> None:
    filled(folder)
    journal = folder / JOURNAL_NAME
    folder.chmod(0o777)
    journal.chmod(0o666)
    read(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert journal.stat().st_mode & 0o777 == 0o600
