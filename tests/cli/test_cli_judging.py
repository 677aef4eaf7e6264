"""The exit code of a player, from the audit of the own log."""

from pathlib import Path

import pytest

from cli.ending import Ending
from cli.judging import judge
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import GameBuilder, whole_game


def cut(path: Path) -> Path:
    path.write_bytes(GameBuilder(2).play(6).data())
    return path


def test_who_leaves_or_has_resigned_may_have_a_log_without_its_end(tmp_path: Path) -> None:
    """Clause 8.12: who has resigned goes as soon as the others have its note."""
    path = cut(tmp_path / "game.mark")
    assert judge(path, Ending.LEFT) == 0
    assert judge(path, Ending.DONE, resigned=True) == 0


def test_a_log_that_should_be_whole_and_is_not_has_the_code_of_an_audit(tmp_path: Path) -> None:
    assert judge(cut(tmp_path / "game.mark"), Ending.DONE) == Verdict.UNFINISHED


@pytest.mark.parametrize("resigned", [False, True])
def test_a_whole_log_is_told_as_such(
    resigned: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.mark"
    path.write_bytes(whole_game().data())
    assert judge(path, Ending.DONE, resigned=resigned) == 0
    assert capsys.readouterr().out.startswith("Audit: complete.")
