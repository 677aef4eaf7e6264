"""`mark watch` on a terminal: a whole game from before its start to its end, its replay, and back."""

from pathlib import Path

import pytest

from tests.e2e.processes import host, join, only_log, running
from tests.e2e.terminals import terminal
from tests.e2e.test_watch import GUEST_BOT, short_rules, watched_log

pytestmark = pytest.mark.slow


def test_a_whole_game_is_watched_and_then_looked_at_again(tmp_path: Path) -> None:
    rules = short_rules(tmp_path)
    with running(*host(tmp_path / "a", 2, "--rules", rules, "--no-announce", "--ready")) as a:
        invite = a.invite()
        with terminal("watch", invite, "--data", str(tmp_path / "w")) as at:
            at.wait_for(lambda text: "The game has not begun. You see it here as soon as it does" in text)
            with running(*join(tmp_path / "b", invite, "Ben", *GUEST_BOT)) as b:
                at.wait_for(lambda text: "watching through Host" in text and "market" in text)
                for _ in range(100):
                    a.type("1")
                at.wait_for(lambda text: "Press q to leave" in text and "Audit: complete." in text)
                assert "the log is whole" in at.text
                assert "roll 6" in at.text
                assert [mark.finish() for mark in (a, b)] == [0, 0]
            at.type("e")
            at.wait_for(lambda text: "the game is over" in text and "market" in text)
            at.type("er")
            at.wait_for(lambda text: "Replay of" in text and "Round 0 of" in text)
            at.type("3\r")
            at.wait_for(lambda text: "Round 3 of" in text)
            at.type("q")
            at.wait_for(lambda text: "Press q to leave" in text and "Replay of" not in text)
            at.type("q")
            assert at.finish() == 0
            assert at.is_restored()
            assert "Money at the end: " in at.text
            assert "Audit: complete." in at.text
    assert watched_log(tmp_path / "w") == only_log(tmp_path / "a").read_bytes()
