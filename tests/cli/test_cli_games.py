import os
from pathlib import Path

import pytest

from cli.games import find_game
from cli.identity import load_identity
from cli.main import main
from p2p.entropy import seeded_entropy
from p2p.session import NotYours
from tests.p2p.gamebuilder import SHORT, GameBuilder


def resume(data: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["resume", "--data", str(data), "--address", "127.0.0.1"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err


def test_without_an_identity_none_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no key" in resume(tmp_path, capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["empty", "nonsense", "folder", "pipe"])
def test_what_is_no_log_is_no_game_to_resume(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    load_identity(tmp_path, seeded_entropy("one"))
    (tmp_path / "games" / "0123").mkdir(parents=True)
    path = tmp_path / "games" / "0123" / "game.mark"
    match kind:
        case "folder":
            path.mkdir()
        case "pipe" if hasattr(os, "mkfifo"):
            os.mkfifo(path)
        case _:
            path.write_bytes(b"nonsense" if kind == "nonsense" else b"")
    assert "There is no game to go on with" in resume(tmp_path, capsys)


def test_a_game_of_other_keys_is_not_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = load_identity(tmp_path, seeded_entropy("one")).key.public
    game = GameBuilder(2, "a", SHORT)
    (tmp_path / "games" / "0123").mkdir(parents=True)
    (tmp_path / "games" / "0123" / "game.mark").write_bytes(game.data())
    with pytest.raises(NotYours):
        find_game(tmp_path, own, None)
    assert "has no seat in that game" in resume(tmp_path, capsys)
