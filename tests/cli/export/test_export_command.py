"""`mark export` as it is typed: where it writes, what it says, and its exit codes."""

import os
from pathlib import Path

import pytest

from cli.export.arguments import FORMATS
from cli.folders import games_folder
from cli.main import main
from cli.output_file import OutputExists, new_file
from p2p.frames import LOG_NAME
from tests.cli.export.readings import notation_of
from tests.cli.export.test_export_notation import KEPT, LOGS
from tests.p2p.gamebuilder import whole_game
from tests.vectors.corpus import read_index

TEXT = notation_of(KEPT.read_bytes())
Captured = pytest.CaptureFixture[bytes]


def export(capture: Captured, *arguments: str | Path) -> tuple[int, str, str]:
    code = main(["export", *map(str, arguments)])
    captured = capture.readouterr()
    return code, captured.out.decode(), captured.err.decode()


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_is_printed_or_written_alike(form: str, tmp_path: Path, capsysbinary: Captured) -> None:
    code, out, err = export(capsysbinary, KEPT, "--format", form)
    assert (code, err) == (0, "")
    target = tmp_path / "out"
    assert export(capsysbinary, KEPT, "--format", form, "-o", target) == (0, "", "")
    assert target.read_bytes().decode() == out
    assert [*tmp_path.iterdir()] == [target]


def test_a_notation_is_the_default_and_read_back(tmp_path: Path, capsysbinary: Captured) -> None:
    target = tmp_path / "game.txt"
    assert export(capsysbinary, KEPT, "-o", target)[0] == 0
    assert export(capsysbinary, target) == (0, TEXT, "")
    states = export(capsysbinary, KEPT, "--format", "states")
    assert export(capsysbinary, target, "--format", "states") == states
    code, out, err = export(capsysbinary, target, "--format", "events")
    assert (code, out) == (1, "")
    assert "holds no signed events" in err


@pytest.mark.parametrize("start", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_notation_may_be_as_the_editors_of_windows_write_it(
    start: str, end: str, tmp_path: Path, capsysbinary: Captured
) -> None:
    """docs/notation.md, how it is written: a byte order mark, and CRLF."""
    path = tmp_path / "game.txt"
    path.write_bytes((start + TEXT.replace("\n", end)).encode())
    assert export(capsysbinary, path) == (0, TEXT, "")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_notation_in_another_encoding_is_told_to_be_one(
    encoding: str, tmp_path: Path, capsysbinary: Captured
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(f"\ufeff{TEXT}".encode(encoding))
    code, out, err = export(capsysbinary, path)
    assert (code, out) == (1, "")
    assert err == "Line 1 of this notation is not UTF-8 text: save it as plain text in UTF-8.\n"


def test_a_game_of_this_computer_is_found_by_its_id(tmp_path: Path, capsysbinary: Captured) -> None:
    game = whole_game(2, "id")
    log = games_folder(tmp_path) / game.genesis.game_id.hex()[:16] / LOG_NAME
    log.parent.mkdir(parents=True)
    log.write_bytes(game.data())
    expected = (0, notation_of(game.data()), "")
    assert export(capsysbinary, "--data", tmp_path) == expected
    assert export(capsysbinary, game.genesis.game_id.hex()[:4], "--data", tmp_path) == expected


@pytest.mark.parametrize("path", LOGS, ids=[path.stem for path in LOGS])
def test_a_log_is_exported_as_far_as_it_is_sound(path: Path, capsysbinary: Captured) -> None:
    """The exit code is the audit's, and one line says why there is not a whole game (clause 13.1)."""
    entry = next(one for one in read_index(path.parent) if one.file == path.name)
    code, out, err = export(capsysbinary, path)
    is_proof = path.read_bytes().startswith(b"MARKEQV")
    assert code == (1 if is_proof else entry.code)
    assert err.count("\n") == (0 if code == 0 else 1)
    assert out == notation_of(path.read_bytes())


def test_what_is_there_is_written_over_by_force_alone(tmp_path: Path, capsysbinary: Captured) -> None:
    target = tmp_path / "game.txt"
    target.write_text("mine")
    code, out, err = export(capsysbinary, KEPT, "-o", target)
    assert (code, out) == (1, "")
    assert "--force" in err
    assert target.read_text() == "mine"
    assert export(capsysbinary, KEPT, "-o", target, "--force") == (0, "", "")
    assert target.read_text() == TEXT
    for forced in ((), ("--force",)):
        code, out, err = export(capsysbinary, KEPT, "-o", tmp_path, *forced)
        assert (code, out) == (1, "")
        assert "no plain file" in err
    assert [*tmp_path.iterdir()] == [target]


def test_a_name_that_is_taken_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    target = tmp_path / "game.txt"

    def write() -> None:
        with new_file(target, force=False, source=KEPT) as stream:
            stream.write(b"ours")
            target.write_text("theirs")

    with pytest.raises(OutputExists):
        write()
    assert [(one, one.read_text()) for one in tmp_path.iterdir()] == [(target, "theirs")]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere/game.txt", "it does not exist"),
        ("file/game.txt", "a part of the path is no folder"),
        ("x" * 250, "name too long"),
    ],
)
def test_what_cannot_be_written_is_named_as_it_was_given(
    name: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    code, _out, err = export(capsysbinary, KEPT, "-o", name)
    assert (code, err) == (
        1,
        f"The system refuses {name} ({reason}): check the name and its permissions.\n",
    )


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path, capsysbinary: Captured) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text(TEXT.replace("5. @2 [MP] My3-t3", "5. @2 [MP] My3-t1"))
    target = tmp_path / "out"
    code, out, err = export(capsysbinary, broken, "-o", target)
    assert (code, out) == (1, "")
    assert err.startswith("Line 25 of this notation ")
    assert [*tmp_path.iterdir()] == [broken]


@pytest.mark.parametrize("data", [b"", b"\0", b"MARKLOG", b"# Notation", b"\xff" * 5000, os.devnull.encode()])
def test_any_bytes_get_one_sentence(data: bytes, tmp_path: Path, capsysbinary: Captured) -> None:
    path = tmp_path / "some"
    path.write_bytes(data)
    code, out, err = export(capsysbinary, path, "-o", tmp_path / "out")
    assert (code, out, err.count("\n")) == (6, "", 1)
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_tells_every_form(language: str, capsysbinary: Captured) -> None:
    code, out, _err = export(capsysbinary, "--help", "--lang", language)
    assert code == 0
    assert all(form in out for form in (*FORMATS, "--output", "--force"))
