"""Signals from elsewhere that stop the program and let it go on: the terminal is right after each."""

import os
import signal
import termios
from pathlib import Path

import pytest

from tests.e2e.terminals import MARK, terminal
from tests.e2e.test_screen import is_asked, solo
from tests.e2e.test_terminal_care import is_prompted

SHELL = """
set -m
sh -c 'echo $$ > "$0"; exec "$@"' "$@"
stty -a
echo "STOPPED $?"
read line
fg
echo "CODE $?"
"""
"""A shell with job control that writes down which process it runs."""


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_a_stop_from_elsewhere_is_like_ctrl_z(tmp_path: Path, plain: tuple[str, ...]) -> None:
    is_there = is_prompted if plain else is_asked
    noted = tmp_path / "process"
    with terminal(*solo(tmp_path, *plain), program=("sh", "-c", SHELL, "sh", str(noted), *MARK)) as at:
        at.wait_for(is_there)
        os.kill(int(noted.read_text()), signal.SIGTSTP)
        text = at.wait_for(lambda text: "STOPPED" in text)
        assert " icanon " in text
        assert at.is_restored()
        at.type("\n")
        at.wait_for(lambda text: text.rstrip().endswith("\n>") if plain else is_asked(text))
        at.type("\x03\x03")
        at.wait_for(lambda text: "CODE 0" in text)
        assert at.finish() == 0
        assert at.is_restored()


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_a_program_that_was_stopped_dead_takes_its_terminal_again(
    tmp_path: Path, plain: tuple[str, ...]
) -> None:
    """SIGSTOP cannot be heeded: a shell makes the terminal its own meanwhile, and leaves it so."""
    is_there = is_prompted if plain else is_asked
    with terminal(*solo(tmp_path, *plain)) as at:
        at.wait_for(is_there)
        at.signal(signal.SIGSTOP)
        os.waitid(os.P_PID, at.process.pid, os.WSTOPPED | os.WNOWAIT)
        at.set(at.settings)
        at.feed(b"\x1b[?1049l\x1b[2J\x1b[H$ ")
        at.signal(signal.SIGCONT)
        at.wait_for(lambda text: text.rstrip() == "$ >" if plain else is_asked(text))
        assert not at.flags() & (termios.ICANON | termios.ECHO)
        at.type("\x03\x03")
        assert at.finish() == 0
        assert at.is_restored()


def test_a_program_can_be_ended_while_it_is_stopped(tmp_path: Path) -> None:
    with terminal(*solo(tmp_path)) as at:
        at.wait_for(is_asked)
        at.signal(signal.SIGSTOP)
        os.waitid(os.P_PID, at.process.pid, os.WSTOPPED | os.WNOWAIT)
        at.signal(signal.SIGTERM)
        at.signal(signal.SIGCONT)
        assert at.finish() == 130
        assert at.is_restored()
