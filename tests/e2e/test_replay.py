"""`mark replay` as people meet it: the real program in a pseudo-terminal and through pipes."""

from pathlib import Path

import pytest

from core.ruleset import Ruleset
from tests.e2e.processes import running
from tests.e2e.terminals import terminal
from tests.p2p.gamebuilder import log_bytes, whole_game

RULES = Ruleset(rows_to_end=1, most_rolls=60)
RIGHT, LEFT, PAGE_DOWN, HOME, END = "\x1b[C", "\x1b[D", "\x1b[6~", "\x1b[H", "\x1b[F"
SIZES = ((1, 1), (300, 100), (2, 30), (80, 24), (120, 3), (44, 16), (1, 100), (300, 1), (140, 40), (80, 24))


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "game.mark"
    path.write_bytes(whole_game(3, "look", RULES).data())
    return path


def test_a_game_is_looked_at_by_keys_alone(log: Path, tmp_path: Path) -> None:
    with terminal("replay", str(log), "--data", str(tmp_path)) as at:
        at.wait_for(lambda text: "Round 0 of 184" in text and "Audit: complete." in text)
        at.type(RIGHT * 3 + LEFT)
        at.wait_for(lambda text: "Round 2 of 184" in text)
        at.type(END)
        at.wait_for(lambda text: "Round 184 of 184" in text and "the game is over" in text)
        at.type(HOME + PAGE_DOWN)
        at.wait_for(lambda text: "Round 2 of 184" in text)
        at.type("35\r")
        at.wait_for(lambda text: "Round 35 of 184" in text and "are sealed." in text)
        at.type("vv")
        at.wait_for(lambda text: "seen from Ada" in text)
        at.type("f")
        at.wait_for(lambda text: "How roll 12 was made" in text)
        at.type("q")  # closes the page
        at.wait_for(lambda text: "How roll 12 was made" not in text)
        at.type("q")
        assert at.finish() == 0
        assert at.is_restored()


def test_it_plays_by_itself_through_any_size_of_the_terminal(log: Path, tmp_path: Path) -> None:
    with terminal("replay", str(log), "--data", str(tmp_path)) as at:
        at.wait_for(lambda text: "Round 0 of 184" in text)
        at.type(" +++")
        for columns, lines in SIZES * 3:
            at.resize(columns, lines)
        at.wait_for(lambda text: "Round 184 of 184" in text and "stopped" in text)
        at.type("q")
        assert at.finish() == 0
        assert at.is_restored()


def test_a_broken_log_is_played_to_the_finding(tmp_path: Path) -> None:
    bodies = whole_game(3, "look", RULES).bodies()
    broken = tmp_path / "broken.mark"
    broken.write_bytes(log_bytes([*bodies[:40], *bodies[41:]]))
    with terminal("replay", str(broken), "--data", str(tmp_path)) as at:
        at.wait_for(lambda text: "Round 0 of 39" in text and "Audit: broken." in text)
        at.type(END)
        at.wait_for(lambda text: "Round 39 of 39" in text)
        at.type("\x03")
        assert at.finish() == 4
        assert at.is_restored()


def test_a_pipe_is_answered_line_by_line(log: Path) -> None:
    with running("replay", str(log)) as mark:
        mark.wait_for(lambda line: line.startswith("Round 0, turn 0. "))
        mark.type("auction")
        mark.wait_for(lambda line: line.endswith("a bid."))
        mark.type("next")
        mark.wait_for(lambda line: line.endswith("All bids are in, still sealed."))
        mark.type("next")
        mark.wait_for(lambda line: "The bids are shown" in line)
        mark.type("play")
        mark.wait_for(lambda line: line.startswith("Audit: complete."))
        mark.type("quit")
        assert mark.finish() == 0


def test_a_log_that_is_changed_meanwhile_ends_the_replay_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "game.mark"
    path.write_bytes(whole_game(3, "look", RULES).data())
    with terminal("replay", str(path), "--data", str(tmp_path)) as at:
        at.wait_for(lambda text: "Round 0 of 184" in text and "Audit: complete." in text)
        path.write_bytes(b"")
        at.type("150\r")
        assert at.finish() == 1
        assert at.is_restored()
        assert "The log was changed while it was looked at" in " ".join(at.text.split())
