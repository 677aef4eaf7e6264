"""That the measurements run, with whichever peers are installed; what they find is for people to judge."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.__main__ import main
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


def test_the_list_names_every_case(run: Run) -> None:
    assert [line.split()[0] for line in run("--list").splitlines()] == [case.name for case in CASES]


def test_a_case_that_there_is_not_is_refused(run: Run) -> None:
    with pytest.raises(SystemExit):
        run("--only", "nonsense")
