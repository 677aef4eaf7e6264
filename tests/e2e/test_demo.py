"""`mark demo` as a user runs it: real processes, real sockets on loopback."""

from pathlib import Path

import pytest

from cli import demo
from cli.main import main
from tests.e2e.processes import running
from tests.p2p.gamebuilder import log_bytes, whole_game

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_ends_with_equal_complete_logs(players: int, tmp_path: Path) -> None:
    with running("demo", "--players", str(players), "--out", str(tmp_path / "out")) as mark:
        assert mark.finish() == 0, mark.said
    logs = [path.read_bytes() for path in (tmp_path / "out").glob("*/games/*/game.mark")]
    assert len(logs) == players
    assert len(set(logs)) == 1
    assert "Audit: complete" in mark.said


def test_with_a_seed_the_log_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    logs = []
    for run in ("first", "second"):
        options = ("--seed", "7", "--rules", str(_short_rules(tmp_path)), "--out", str(tmp_path / run))
        with running("demo", *options) as mark:
            assert mark.finish() == 0, mark.said
        logs += [path.read_bytes() for path in (tmp_path / run).glob("*/games/*/game.mark")]
    assert len(logs) == 4
    assert len(set(logs)) == 1


def test_a_bad_rules_file_is_one_sentence(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text("chips = 3\n")
    with running("demo", "--rules", str(rules)) as mark:
        assert mark.finish() == 1
    assert len(mark.lines) == 1
    assert "chips" in mark.said


def test_a_used_folder_is_not_written_into(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    with running("demo", "--out", str(tmp_path)) as mark:
        assert mark.finish() == 1
    assert len(mark.lines) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]


def test_a_peer_that_stops_before_the_game_is_named_with_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(demo, "NAMES", ("North", " "))  # which is no name, so that this one leaves at once
    monkeypatch.setattr(demo, "LEAVE_SECONDS", 0.0)
    assert main(["demo", "--lang", "en", "--out", str(tmp_path / "out")]) == 1
    told = capsys.readouterr().err
    assert told.startswith("The peer")
    assert "stopped before the game had begun; the last that it said: mark join: " in told
    assert "a name has 1 to" in told


def test_a_game_that_a_peer_leaves_is_told_to_be_unfinished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs = [tmp_path / f"{seat}.mark" for seat in range(2)]
    for seat, log in enumerate(logs):
        log.write_bytes(log_bytes(whole_game(2).bodies()[: 9 - seat]))
    assert demo._judge(logs, [0, -9], kept=False) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "The logs differ, or some are missing.",
        "Audit: unfinished, unfinished.",
    ]


def _short_rules(folder: Path) -> Path:
    path = folder / "short.toml"
    path.write_text("rows_to_end = 1\nmost_rolls = 12\n")
    return path
