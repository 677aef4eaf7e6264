"""What the options for the terminal let through to it, byte by byte."""

import re
from pathlib import Path

import pytest

from tests.e2e.terminals import Terminal, terminal
from tests.e2e.test_screen import is_asked, solo

MOUSE = tuple(b"\x1b[?%dh" % mode for mode in (9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016))
"""What asks a terminal to report its mouse."""
ABLE = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


def styles(raw: bytes) -> set[bytes]:
    """Give the parameters of every SGR sequence, an extended colour in one piece."""
    lists = re.findall(rb"\x1b\[([0-9;]*)m", raw)
    return {one for found in lists for one in re.findall(rb"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+", found)}


def colours(raw: bytes) -> set[bytes]:
    """Give what sets a colour: neither the default one nor bold, italic, underlined or reverse."""
    others = {b"%d" % number for number in (*range(10), *range(21, 30), 39, 49)}
    return styles(raw) - others


def leave(at: Terminal) -> bytes:
    at.type("\x03\x03")
    assert at.finish() == 0
    assert at.is_restored()
    return at.raw


def test_ascii_without_the_mouse_and_in_16_colours(tmp_path: Path) -> None:
    options = solo(tmp_path, "--ascii", "--no-mouse", "--colours", "16")
    with terminal(*options, environment=ABLE) as at:
        at.wait_for(lambda text: ">1 " in text or "your bid: _" in text)
        at.type("/dis é漢")
        at.wait_for(lambda text: "> dis e??" in text)
        at.type("\x1b")
        at.wait_for(lambda text: "/ types a command" in text)
        raw = leave(at)
    assert raw.isascii()
    assert not [one for one in MOUSE if one in raw]
    found = colours(raw)
    assert found
    assert all(
        one.isdigit() and int(one) in {*range(30, 38), *range(40, 48), *range(90, 108)} for one in found
    )


@pytest.mark.parametrize("chosen", [("--colours", "256"), ("--colours", "none")])
def test_colours_as_many_as_are_wanted_and_the_mouse(tmp_path: Path, chosen: tuple[str, ...]) -> None:
    with terminal(*solo(tmp_path, *chosen), environment=ABLE) as at:
        at.wait_for(is_asked)
        raw = leave(at)
    assert any(one in raw for one in MOUSE)
    assert bool(colours(raw)) == ("256" in chosen)
    assert not [one for one in colours(raw) if one[1:].startswith(b"8;2")]
