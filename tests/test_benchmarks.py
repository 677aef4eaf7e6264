"""That the measurements run, with whichever peers are installed; what they find is for people to judge."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import benchmarks.command
from benchmarks import key_press_cases, place, table
from benchmarks.case import MILLISECONDS, Case, Comparison, Measured, Role, Skipped
from benchmarks.command import main
from benchmarks.measure import Effort
from benchmarks.suite import CASES

Run = Callable[..., str]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*options: str) -> str:
        monkeypatch.setattr(sys, "argv", ["benchmarks", *options])
        main()
        return capsys.readouterr().out

    return run


@pytest.mark.slow
def test_the_short_form_measures_every_case(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "results.json"
    shown = run("--short", "--json", str(path))
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found["machine"].keys() == {"processor", "cores", "system"}
    assert found["versions"]["Python"] in shown
    assert [*dict.fromkeys(one["case"] for one in found["results"])] == [case.name for case in CASES]
    for one in found["results"]:
        _check(one, shown)


def _check(one: dict[str, Any], shown: str) -> None:
    assert one["title"] in shown
    assert one["measured"] or one["skipped"]
    assert all(value > 0 for each in one["measured"] for value in each["rounds"])
    for ratio in one["ratios"]:
        assert ratio["against"] in shown
        median = {each["name"]: each["median"] for each in one["measured"]}
        assert ratio["ratio"] == pytest.approx(median[ratio["ours"]] / median[ratio["against"]])
    for skipped in one["skipped"]:
        assert f"{skipped['name']}: {skipped['why']}" in shown


def test_a_peer_that_is_not_installed_is_said_to_be_skipped(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    shown = run("--short", "--only", "replay")
    assert "| skipped |" in shown
    assert "python-chess, push_uci: chess is not installed" in shown


def test_keys_are_not_pressed_where_nothing_reads_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "benchmarks.screen", raising=False)
    monkeypatch.setitem(sys.modules, "pyte", None)
    with pytest.raises(ImportError, match="pyte"):
        key_press_cases.on_a_terminal(float)


def test_without_pseudo_terminals_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    why = "this system has no pseudo-terminals"
    monkeypatch.setattr(key_press_cases, "HAS_TERMINALS", False)
    with pytest.raises(Skipped, match=why):
        key_press_cases.on_a_terminal(float)
    monkeypatch.setattr(place, "HAS_TERMINALS", False)
    with pytest.raises(Skipped, match=why):
        place.Place(tmp_path).shown(shows="")


ROW = ("1.64", "less", "a decision, settled on all of 2 peers", "1.48", "0.90", "ms", "floor: bare pyzmq")


def test_a_line_is_folded_where_there_is_no_room_for_it() -> None:
    assert list(table.fit(ROW, 50)) == [
        "   1.64 less   a decision, settled on all of 2",
        "               peers",
        "               1.48 to 0.90 ms, floor: bare pyzmq",
    ]
    (line,) = table.fit(ROW, table.LINE_WIDTH)
    assert len(line) == table.LINE_WIDTH
    assert [cell.strip() for cell in line.strip("|").split("|")] == list(ROW)


def test_ours_is_told_also_where_all_others_are_skipped() -> None:
    ours = Measured(Role.OURS, "", (0.002,))
    comparison = Comparison("a way", MILLISECONDS, (ours,), (("another", "it is not installed"),))
    assert list(table.rows(comparison)) == [
        ("", "less", "a way", "2.00", "", "ms", ""),
        ("skipped", "", "a way", "", "", "", "another: it is not installed"),
    ]


def test_what_stands_above_the_table_is_folded_too() -> None:
    lines = [*table.head({"processor": "one of that name"}, {"Python": "3.14", "chess": "1.11"}, 7, 40)]
    assert max(map(len, lines)) <= 40
    assert lines[0] == "processor one of that name"


def test_a_file_that_cannot_be_written_is_told_before_anything_is_measured(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        run("--short", "--json", str(tmp_path / "nowhere" / "results.json"))
    told = capsys.readouterr()
    assert leaving.value.code == 2
    assert "results.json cannot be written: No such file or directory" in told.err
    assert not told.out


def test_a_run_that_is_stopped_keeps_what_it_has_found(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stopped(_effort: Effort) -> Iterator[Comparison]:
        yield Comparison("what was found", MILLISECONDS, (Measured(Role.OURS, "", (1.0,)),))
        raise KeyboardInterrupt

    monkeypatch.setattr(benchmarks.command, "CASES", (Case("stopped", "", stopped),))
    path = tmp_path / "results.json"
    with pytest.raises(KeyboardInterrupt, match=r"results\.json has what was found before"):
        run("--short", "--json", str(path))
    (found,) = json.loads(path.read_text(encoding="utf-8"))["results"]
    assert found["title"] == "what was found"


def test_the_list_names_every_case(run: Run) -> None:
    assert [line.split()[0] for line in run("--list").splitlines()] == [case.name for case in CASES]


def test_a_case_that_there_is_not_is_refused(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("--only", "nonsense")
    assert "there is no case nonsense; --list lists them" in capsys.readouterr().err
