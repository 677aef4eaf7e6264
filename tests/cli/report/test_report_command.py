"""`mark report` as it is called: exit codes, the file that it writes or does not write, what it needs."""

import sys
from pathlib import Path

import pytest

from cli.main import main
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import whole_game


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.mark"
    path.write_bytes(whole_game(2, "a").data())
    return path


def report(*args: object) -> int:
    return main(["report", "--lang", "en", *map(str, args)])


def test_the_command_tells_the_verdict_and_where_the_page_is(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = log.parent / "page.html"
    assert report(log, "-o", page) == Verdict.COMPLETE
    size = -(-page.stat().st_size // 1024)
    assert capsys.readouterr().out.splitlines() == [
        "Audit: complete. The game was played by the rules, and every key answers for it.",
        f"The page: {page} ({size} KiB)",
    ]


def test_a_file_that_is_there_is_replaced_on_request_alone(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = log.parent / "page.html"
    page.write_text("mine")
    assert report(log, "-o", page) == 1
    assert page.read_text() == "mine"
    assert "--force" in capsys.readouterr().err
    assert report(log, "-o", page, "--force") == 0
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_log_itself_is_never_written_over(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = log.read_bytes()
    (log.parent / "link").symlink_to(log)
    for output in (log, log.parent / "link"):
        assert report(log, "-o", output, "--force") == 1
        assert capsys.readouterr().err == (
            f"{output} is what this is made from, and is not written over: give another name.\n"
        )
    assert log.read_bytes() == data


def test_a_place_that_cannot_be_written_is_named(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = log.parent / "none" / "page.html"
    assert report(log, "-o", page) == 1
    assert str(page) in capsys.readouterr().err


def test_a_failure_leaves_nothing_behind(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cli.report import page  # noqa: PLC0415

    def fail(*_values: object) -> None:
        raise OSError(28, "disk full")

    monkeypatch.setattr(page, "render", fail)
    assert report(log, "-o", log.parent / "page.html") == 1
    assert [one.name for one in log.parent.iterdir()] == [log.name]


@pytest.mark.parametrize("missing", ["jinja2", "pygal"])
def test_without_its_libraries_the_command_says_what_to_install(
    missing: str, log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [
        name for name in sys.modules if name.split(".")[0] == missing or name.startswith("cli.report")
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    assert report(log, "-o", log.parent / "page.html") == 1
    error = capsys.readouterr().err
    assert error == "mark report needs two more libraries: python3 -m pip install 'mark-p2p[report]'\n"
    assert not (log.parent / "page.html").exists()


def test_what_is_no_log_is_seen_at_its_first_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """However long it is, it is neither copied nor read, and there is no page of nothing."""

    def refuse(path: Path) -> None:
        raise AssertionError(path)

    monkeypatch.setattr("cli.report.command.take_snapshot", refuse)
    path = tmp_path / "noise.mark"
    path.write_bytes(b"noise" * 1000)
    assert report(path, "-o", tmp_path / "page.html") == Verdict.CANNOT_JUDGE
    assert capsys.readouterr().out == "Audit: cannot judge. This is no log of a game and no proof.\n"
    assert [*tmp_path.iterdir()] == [path]


def test_a_log_that_is_not_there_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(tmp_path / "none.mark", "-o", tmp_path / "page.html") == 1
    assert "There is no log" in capsys.readouterr().err
