from pathlib import Path

import pytest

from cli import identity
from cli.folders import identity_path
from cli.identity import load_identity
from cli.main import main
from p2p.entropy import seeded_entropy
from p2p.identity import draw_secret
from p2p.identity_file import create_identity_secret
from p2p.keywords import key_words
from p2p.store_errors import StoreDamaged, StoreUnusable


def test_the_first_use_makes_an_identity_and_later_ones_keep_it(tmp_path: Path) -> None:
    first = load_identity(tmp_path / "data", seeded_entropy("one"))
    again = load_identity(tmp_path / "data", seeded_entropy("two"))
    assert first.key.public == again.key.public
    assert first.curve_secret == again.curve_secret
    assert first.curve_secret == draw_secret(seeded_entropy("one"))[32:]


def test_a_program_that_was_faster_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_entropy: object) -> bytes:
        create_identity_secret(identity_path(tmp_path), draw_secret(seeded_entropy("fast")))
        return draw_secret(seeded_entropy("slow"))

    monkeypatch.setattr(identity, "draw_secret", slow)
    found = load_identity(tmp_path, seeded_entropy("any"))
    assert found.curve_secret == draw_secret(seeded_entropy("fast"))[32:]


def test_a_damaged_identity_is_never_replaced(tmp_path: Path) -> None:
    load_identity(tmp_path, seeded_entropy("one"))
    path = identity_path(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    with pytest.raises(StoreDamaged):
        load_identity(tmp_path, seeded_entropy("two"))
    assert path.read_bytes() == data[:-1]


def test_the_command_shows_the_key_in_two_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["id", "--data", str(tmp_path)]) == 0
    key = load_identity(tmp_path, seeded_entropy("unused")).key.public
    out = capsys.readouterr().out
    assert key.hex() in out
    assert " ".join(key_words(key)) in out
    assert str(identity_path(tmp_path)) in out


def test_a_data_folder_that_is_a_file_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["id", "--data", str(tmp_path / "file")]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "file" in err
    with pytest.raises(StoreUnusable):
        load_identity(tmp_path / "file", seeded_entropy("x"))
