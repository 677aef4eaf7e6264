"""Whatever `mark audit` is given: bounded memory, one sentence about what is wrong, the right exit code."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from cli.main import main
from p2p.event import EventKind
from p2p.frames import LOG_MAGIC as LOG
from p2p.frames import MAX_BODY, frame, header
from p2p.records import MAX_RECORD_BYTES
from p2p.text import is_hidden
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import GameBuilder, whole_game
from tests.vectors.corpus import CORPUS, Entry, read_index

resource = pytest.importorskip("resource", reason="limits of memory are a thing of POSIX")

LARGE = 512 << 20
MEMORY = 256 << 20
"""Bytes of a file that takes no room on the disk, and of the address space in which it must be judged."""
ENTRIES = read_index(CORPUS / "made")


def judged(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the real command in little memory."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    return subprocess.run(
        [sys.executable, "-m", "cli", "audit", "--lang", "en", *options, str(path)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,  # the child is this program, and no thread runs here
        cwd=Path(__file__).parents[2],
    )


def sparse(path: Path, start: bytes, end: bytes = b"") -> Path:
    """Make a large file that takes no room: `start`, zeros, `end`."""
    with path.open("wb") as file:
        file.write(start)
        file.truncate(LARGE)
        file.seek(0, 2)
        file.write(end)
    return path


def repeated(path: Path, start: bytes, piece: bytes, size: int) -> Path:
    with path.open("wb") as file:
        file.write(start)
        for _ in range(size // len(piece)):
            file.write(piece)
    return path


WHOLE = whole_game(2).data()
NOISE = Random(1).randbytes(1 << 16)


@pytest.mark.parametrize(
    ("start", "end", "code", "sentence"),
    [
        (NOISE, b"", Verdict.CANNOT_JUDGE, "This is no log of a game"),
        (b"", b"", Verdict.CANNOT_JUDGE, "This is no log of a game"),
        (header(LOG), b"", Verdict.CANNOT_JUDGE, "The start of the game cannot be read"),
        (header(LOG) + NOISE, b"", Verdict.BROKEN, "The file is damaged at byte 8,"),
        (WHOLE, b"", Verdict.UNFINISHED, "The file is cut off at byte"),
        (WHOLE, b"x", Verdict.BROKEN, "The file is damaged at byte"),
    ],
    ids=["noise", "zeros", "zeros-behind-a-header", "noise-behind-a-header", "zeros-behind-a-game", "a-hole"],
)
def test_a_file_larger_than_the_memory_is_judged(
    start: bytes, end: bytes, code: Verdict, sentence: str, tmp_path: Path
) -> None:
    run = judged(sparse(tmp_path / "large.mark", start, end))
    assert (run.returncode, run.stderr) == (int(code), "")
    assert run.stdout.splitlines()[1].startswith(f"  {sentence}"), run.stdout


@pytest.mark.parametrize(
    ("piece", "sentence"),
    [
        (frame(bytes(MAX_BODY)), "The record at byte"),
        (frame(b"\x92\x01\xdc\x02\x00" + bytes(512)), "The record at byte"),
        (frame(b"\x91" * MAX_RECORD_BYTES), "The record at byte"),
    ],
    ids=["largest records", "an array of many", "deep"],
)
def test_many_sound_frames_of_junk_end_at_the_first(piece: bytes, sentence: str, tmp_path: Path) -> None:
    start = GameBuilder(2).play(2).data()
    run = judged(repeated(tmp_path / "junk.mark", start, piece, 8 << 20))
    assert (run.returncode, run.stderr) == (Verdict.BROKEN, "")
    assert run.stdout.splitlines()[1].startswith(f"  {sentence}"), run.stdout


@pytest.mark.parametrize("one", ENTRIES, ids=[one.file for one in ENTRIES])
def test_every_bad_log_gets_a_sentence_and_its_code(one: Entry, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of the corpus: cut, doubled, interleaved, forged, with unknown kinds, with names of escapes..."""
    path = CORPUS / "made" / one.file
    assert main(["audit", "--lang", "en", str(path)]) == one.code
    out, err = capsys.readouterr()
    assert err == ""
    assert not [character for line in out.splitlines() for character in line if is_hidden(character)]
    first, second = out.splitlines()[:2]
    assert first == f"{path}: {one.verdict}"
    assert re.fullmatch(r"  [A-Z].*[.:].*", second)
    assert "Traceback" not in out


@pytest.mark.parametrize(
    ("file", "version"),
    [
        ("format-2.mark", "format 2"),
        ("protocol-2.mark", "version 2 of the protocol"),
        ("rules-mark-2.mark", "the rules mark-2"),
        ("rules-hash.mark", "mark-1 (00000000)"),
    ],
)
def test_a_newer_log_cannot_be_judged_and_the_version_that_it_needs_is_named(
    file: str, version: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Clause 18.2."""
    assert main(["audit", "--lang", "en", str(CORPUS / "made" / file)]) == Verdict.CANNOT_JUDGE
    out = capsys.readouterr().out
    assert version in out
    assert "update mark" in out
    assert main(["audit", "--lang", "fr", str(CORPUS / "made" / file)]) == Verdict.CANNOT_JUDGE


def test_a_log_with_ten_thousand_seals_is_refused_at_the_second(tmp_path: Path) -> None:
    game = GameBuilder(3).play_to(EventKind.SEAL)
    start = game.data()
    seals = whole_game(3).data()[len(start) :]
    run = judged(repeated(tmp_path / "seals.mark", start, seals, 4 << 20))
    assert (run.returncode, run.stderr) == (Verdict.BROKEN, "")
