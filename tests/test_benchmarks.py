"""That the measurements run, with whichever peers are installed; what they find is for people to judge."""

import json
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import main


def test_the_short_form_measures_every_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.json"
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--short", "--json", str(results)])
    main()
    found = json.loads(results.read_text(encoding="utf-8"))["results"]
    shown = capsys.readouterr().out
    for group, cases in found.items():
        assert group in shown
        assert all(case["per_second"] > 0 and name in shown for name, case in cases.items())
    for seats in (2, 3, 4):
        assert f"audit of whole logs, {seats} seats" in found
        assert f"a decision settled on all of {seats} peers" in found
