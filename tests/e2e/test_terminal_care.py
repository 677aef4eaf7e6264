"""The terminal is given back as it was, however the program ends, and what goes wrong is told on it."""

import re
import signal
import sys
from pathlib import Path

import pytest

from tests.e2e.processes import PATIENCE
from tests.e2e.terminals import MARK, terminal
from tests.e2e.test_screen import is_asked, play_to_the_end, solo

SUSPENDABLE = """
set -m
"$@"
stty -a
echo "STOPPED $?"
read line
fg
echo "CODE $?"
"""
"""What a person does at a shell with job control: run it, stop it, look around, and go on with it."""


def is_prompted(text: str) -> bool:
    return ("type roll" in text or "type dollars" in text) and "\n>" in text


def broken(where: str, how: str = "ZeroDivisionError('on purpose')") -> tuple[str, ...]:
    """Give the program with a fault: a method that fails."""
    module, kind, method = where.split(":")
    code = f"""
import {module} as at
from cli.main import run
def fail(*_): raise {how}
at.{kind}.{method} = fail
run()
"""
    return (sys.executable, "-c", code)


def test_ctrl_z_gives_the_terminal_back_and_fg_takes_the_lines_up_again(tmp_path: Path) -> None:
    shell = ("sh", "-c", SUSPENDABLE, "sh", *MARK)
    with terminal(*solo(tmp_path, "--plain"), program=shell) as at:
        at.wait_for(is_prompted)
        at.type("\x1a")
        at.wait_for(lambda text: "STOPPED" in text)
        assert at.is_restored()
        at.type("\n")
        at.wait_for(lambda text: "\n>" in text.partition("STOPPED")[2])
        at.type("quit\r")
        at.wait_for(lambda text: "CODE 0" in text)
        assert at.finish() == 0
        assert at.is_restored()


def test_ctrl_z_gives_the_terminal_back_and_fg_takes_the_screen_again(tmp_path: Path) -> None:
    shell = ("sh", "-c", SUSPENDABLE, "sh", *MARK)
    with terminal(*solo(tmp_path), program=shell) as at:
        at.wait_for(is_asked)
        at.type("\x1a")
        text = at.wait_for(lambda text: "STOPPED" in text)
        assert at.is_restored()
        assert " echo " in text
        assert " icanon " in text
        at.type("\n")
        at.wait_for(is_asked)
        play_to_the_end(at)
        at.type("q")
        at.wait_for(lambda text: "CODE 0" in text)
        assert at.finish() == 0
        assert at.is_restored()
        assert "Audit: complete." in at.text


@pytest.mark.parametrize(
    "where",
    [
        "cli.screen.table_screen:TableScreen:press",
        "cli.screen.table_screen:TableScreen:paint",
        "cli.screen.table_screen:TableScreen:hear",
        "cli.screen.table_screen:TableScreen:look_around",
    ],
)
def test_a_fault_of_the_program_gives_the_terminal_back_and_names_the_file_with_what_it_was(
    tmp_path: Path, where: str
) -> None:
    with terminal(*solo(tmp_path), columns=200, program=broken(where)) as at:
        if is_asked(at.wait_for(lambda text: is_asked(text) or "please report it" in text)):
            at.type("r\r")
        assert at.finish() == 1
        assert at.is_restored()
        assert "Traceback" not in at.text
        named = re.search(r"please report it with the file (\S+)", at.text)
        assert "A game that was going on can be resumed with: mark resume" in at.text
    assert named is not None
    assert "ZeroDivisionError: on purpose" in Path(named[1]).read_text(encoding="utf-8")
    with terminal("resume", "--data", str(tmp_path / "data")) as at:
        at.wait_for(is_asked)
        at.type("\x03\x03")
        assert at.finish() == 0


@pytest.mark.parametrize("options", [(), ("--plain",)])
def test_a_bot_that_fails_leaves_nobody_waiting(tmp_path: Path, options: tuple[str, ...]) -> None:
    with terminal(*solo(tmp_path, *options), program=broken("cli.bot_player:BotPlayer:act")) as at:
        assert at.finish() == 1
        assert at.is_restored()
        assert "please report it with the file" in at.text
        assert "A game that was going on can be resumed with: mark resume" in at.text
    with terminal("resume", "--data", str(tmp_path / "data")) as at:
        play_to_the_end(at)
        at.type("q")
        assert at.finish() == 0


def test_a_terminal_that_is_closed_ends_the_program_and_leaves_a_game_to_go_on_with(tmp_path: Path) -> None:
    with terminal(*solo(tmp_path)) as at:
        at.wait_for(is_asked)
        at.hang_up()
        at.process.wait(PATIENCE)
    with terminal("resume", "--data", str(tmp_path / "data")) as at:
        play_to_the_end(at)
        at.type("q")
        assert at.finish() == 0


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_ctrl_c_asks_and_the_second_one_leaves(tmp_path: Path, plain: tuple[str, ...]) -> None:
    with terminal(*solo(tmp_path, *plain)) as at:
        at.wait_for(lambda text: is_asked(text) or "type roll" in text or "type dollars" in text)
        at.type("\x03")
        at.wait_for(lambda text: "Leave the game?" in text or "Press Ctrl-C once more to leave." in text)
        at.type("\x03")
        assert at.finish() == 0
        assert at.is_restored()
        assert "The game goes on when you come back with: mark resume" in at.text


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGHUP])
def test_the_line_mode_gives_the_terminal_back_when_the_system_ends_the_program(
    tmp_path: Path, stop: signal.Signals
) -> None:
    with terminal(*solo(tmp_path, "--plain")) as at:
        at.wait_for(is_prompted)
        at.signal(stop)
        assert at.finish() == 130
        assert at.is_restored()


@pytest.mark.parametrize("kind", ["dumb", None, "vt100", "linux", "no-such-terminal"])
def test_every_kind_of_terminal_is_served(tmp_path: Path, kind: str | None) -> None:
    with terminal(*solo(tmp_path), environment={"TERM": kind}) as at:
        text = at.wait_for(lambda text: is_asked(text) or "type roll" in text or "type dollars" in text)
        is_able = kind not in {"dumb", None}
        assert ("/ types a command" in text) == is_able
        if not is_able:
            assert b"\x1b" not in at.raw
        at.type("\x03\x03" if is_able else "quit\n")
        assert at.finish() == 0
        assert at.is_restored()


@pytest.mark.parametrize(
    "variables", [{"LC_ALL": "C"}, {"LC_ALL": None, "LANG": "C"}, {"LC_ALL": "POSIX", "TERM": "dumb"}]
)
def test_a_terminal_without_unicode_gets_ascii_and_no_name_stops_the_game(
    tmp_path: Path, variables: dict[str, str | None]
) -> None:
    options = solo(tmp_path)
    options = tuple("Zoë 漢字 \U0001f680" if word == "Zoe" else word for word in options)
    with terminal(*options, environment=variables) as at:
        at.wait_for(
            lambda text: (
                ">1 " in text or "your bid: _" in text or "type roll" in text or "type dollars" in text
            )
        )
        assert all(byte < 0x80 for byte in at.raw)
        at.type("\x03\x03" if "TERM" not in variables else "quit\n")
        assert at.finish() == 0
        assert all(byte < 0x80 for byte in at.raw)
        assert at.is_restored()


@pytest.mark.parametrize("options", [(), ("--plain",)])
def test_no_color_is_heard(tmp_path: Path, options: tuple[str, ...]) -> None:
    """https://no-color.org: no colour at all, while bold and reverse may stay."""
    with terminal(*solo(tmp_path, *options), environment={"NO_COLOR": "1"}) as at:
        at.wait_for(lambda text: is_asked(text) or "type roll" in text or "type dollars" in text)
        at.type("\x03\x03")
        assert at.finish() == 0
    assert not colours(at.raw)


def colours(raw: bytes) -> set[int]:
    """Give the parameters of all that sets a colour."""
    set_ = {int(one) for found in re.findall(rb"\x1b\[([0-9;]*)m", raw) for one in found.split(b";") if one}
    return {one for one in set_ if 30 <= one <= 38 or 40 <= one <= 48 or 90 <= one <= 107}
