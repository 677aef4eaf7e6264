"""Lines are wrapped at words on a terminal, and nowhere else."""

import fcntl
import os
import pty
import struct
import sys
import termios
from io import StringIO

import pytest

from cli.lines import say
from cli.width import columns, wrapped

LONG = "The disk of this computer keeps no locks, as some network disks: name a local one."
END = "\0"
"""Behind all that is told."""
INVITE = "mark1-" + "a1-b2_c3" * 12


def said(width: int, *told: str, hanging: int = 2) -> list[str]:
    """Give what a terminal of this width is sent."""
    master, slave = pty.openpty()
    try:
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        with os.fdopen(slave, "w", encoding="utf-8") as stream:
            say(*told, stream=stream, hanging=hanging)
            stream.write(END)
            stream.flush()
            sent = b""
            while END.encode() not in sent:  # which may come in pieces
                sent += os.read(master, 65536)
            return sent.decode().removesuffix(END).split("\r\n")[:-1]
    finally:
        os.close(master)


@pytest.mark.parametrize("width", range(21, 100, 7))
def test_a_terminal_is_given_whole_words(width: int) -> None:
    parts = said(width, LONG)
    assert [word for part in parts for word in part.split()] == LONG.split()
    assert all(len(part) <= width for part in parts)
    assert all(part.startswith("  ") for part in parts[1:])


def test_what_follows_hangs_below_the_text() -> None:
    first, second, *_rest = said(40, f"[ok]  {LONG}", hanging=6)
    assert first.startswith("[ok]  The disk")
    assert second.startswith(" " * 6)
    assert second[6] != " "


def test_a_pipe_is_given_lines_as_they_are() -> None:
    stream = StringIO()
    say(LONG, "", LONG * 9, stream=stream)
    assert stream.getvalue() == f"{LONG}\n\n{LONG * 9}\n"


def test_a_terminal_that_tells_no_size_is_given_lines_as_they_are() -> None:
    assert said(0, LONG) == [LONG]


def test_what_is_to_be_copied_is_sent_whole() -> None:
    """A terminal that breaks it itself gives it back in one piece."""
    assert said(40, "Send this:", INVITE) == ["Send this:", INVITE]


def test_on_a_screen_it_is_cut_at_the_edge_and_nowhere_else() -> None:
    parts = wrapped(INVITE, 40)
    assert "".join(parts) == INVITE
    assert {len(part) for part in parts[:-1]} == {40}


@pytest.mark.parametrize("width", range(3, 60, 5))
def test_wide_letters_take_two_columns(width: int) -> None:
    text = "\u540d\u524d \u540d \u524d\u540d\u524d and a name " * 3
    parts = wrapped(text, width)
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert all(columns(part) <= width for part in parts)


def test_an_empty_line_stays_one() -> None:
    assert wrapped("", 40) == [""]
    assert said(40, "", "a") == ["", "a"]


def test_a_line_is_told_even_if_nothing_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where too many files are open, which may be what is told."""
    monkeypatch.setitem(sys.modules, "cli.width", None)
    assert said(40, LONG) == [LONG]
