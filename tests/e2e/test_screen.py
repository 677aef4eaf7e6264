"""The full screen as people meet it: the real program in a pseudo-terminal."""

import signal
from io import BytesIO
from pathlib import Path

import pytest

from p2p.audit import audit_log
from p2p.verdict import Verdict
from tests.e2e.processes import only_log
from tests.e2e.terminals import Terminal, terminal

SHORT = "rows_to_end = 1\nmost_rolls = 6\n"


def solo(folder: Path, *options: str) -> tuple[str, ...]:
    rules = folder / "short.toml"
    rules.write_text(SHORT, encoding="utf-8")
    table = ("play", "--name", "Zoe", "--rules", str(rules), "--pace", "0", "--data", str(folder / "data"))
    return (*table, *options)


def play_to_the_end(at: Terminal) -> None:
    """Answer each question by keys: the first option and its confirmation, and nothing in every auction."""
    answered = ""

    def is_new(text: str) -> bool:
        return text != answered and (is_asked(text) or "Press q to leave" in text)

    while "Press q to leave" not in (text := at.wait_for(is_new)):
        answered = text
        at.type("0\r" if "your bid: _" in text else "\r")


def is_in_another_game(text: str) -> bool:
    """Tell whether the next game asks, and not the end of the one before, which has choices too."""
    return is_asked(text) and "Press q to leave" not in text and "Playing again" not in text


def is_asked(text: str) -> bool:
    """Tell whether an answer is wanted: a choice or a bid."""
    return "▸" in text or "your bid: _" in text


@pytest.mark.parametrize("bots", ["1", "3"])
def test_a_whole_game_against_bots_is_played_by_keys_alone(tmp_path: Path, bots: str) -> None:
    with terminal(*solo(tmp_path, "--bots", bots)) as at:
        play_to_the_end(at)
        assert "The game is over" in at.text
        at.wait_for(lambda text: "Audit: complete." in text)
        at.type("r")
        at.wait_for(lambda text: "Replay of" in text and "Round 0 of" in text)
        at.type("q")
        at.wait_for(lambda text: "Press q to leave" in text and "Replay of" not in text)
        at.type("q")
        assert at.finish() == 0
        assert at.is_restored()
        assert "Audit: complete." in at.text
    assert only_log(tmp_path / "data").stat().st_size > 0


def test_a_rematch_against_bots_is_one_key_away(tmp_path: Path) -> None:
    with terminal(*solo(tmp_path, "--bots", "2")) as at:
        play_to_the_end(at)
        text = at.wait_for(lambda text: "Audit: complete." in text)
        assert "roll 6" in text
        assert "└──" in text
        at.type("m")
        at.wait_for(is_in_another_game)
        play_to_the_end(at)
        at.wait_for(lambda text: "Audit: complete." in text)
        at.type("q")
        assert at.finish() == 0
        assert at.is_restored()
    logs = sorted((tmp_path / "data" / "games").glob("*/game.mark"))
    assert len(logs) == 2
    assert all(audit_log(BytesIO(log.read_bytes())).verdict is Verdict.COMPLETE for log in logs)


def test_a_game_against_bots_goes_on_after_it_was_left(tmp_path: Path) -> None:
    with terminal(*solo(tmp_path)) as at:
        at.wait_for(is_asked)
        at.type("\x03")
        at.wait_for(lambda text: "Leave the game?" in text)
        at.type("\x03")
        assert at.finish() == 0
        assert at.is_restored()
    with terminal("resume", "--data", str(tmp_path / "data")) as at:
        play_to_the_end(at)
        at.type("q")
        assert at.finish() == 0
        assert "Audit: complete." in at.text


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_restored_when_the_system_ends_the_program(
    tmp_path: Path, stop: signal.Signals
) -> None:
    with terminal(*solo(tmp_path)) as at:
        at.wait_for(is_asked)
        at.signal(stop)
        assert at.finish() == 130
        assert at.is_restored()


def test_the_plain_mode_is_there_on_a_terminal_too(tmp_path: Path) -> None:
    with terminal(*solo(tmp_path, "--plain")) as at:
        at.wait_for(lambda text: "You are Zoe. Type help for what can be typed." in text)
        at.type("quit\r")
        at.wait_for(lambda text: "mark resume" in text)
        assert at.finish() == 0
        assert b"\x1b[?1049h" not in at.raw
