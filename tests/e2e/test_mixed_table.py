"""One table with a full screen, a line mode in a pipe and a bot, each in a process of its own."""

from pathlib import Path

import pytest

from tests.e2e.processes import LOOPBACK, host, join, only_log, running
from tests.e2e.terminals import MARK, Terminal, terminal
from tests.e2e.test_screen import SHORT, is_asked, play_to_the_end
from tests.e2e.test_terminal_care import SUSPENDABLE

pytestmark = pytest.mark.slow

ANSWERS = "1\n0\n" * 300
"""What plays a whole game: each line waits for a question, and one that does not fit costs nothing."""


def seated(folder: Path, invite: str, name: str, *options: str) -> tuple[str, ...]:
    """Give the command of one who joins on a terminal and is ready for any table."""
    options = ("--ready", "--address", LOOPBACK, "--data", str(folder), *options)
    return ("join", invite, "--name", name, *options)


def test_a_game_of_all_kinds_of_clients_is_one_log(tmp_path: Path) -> None:
    rules = tmp_path / "short.toml"
    rules.write_text(SHORT, encoding="utf-8")
    hosting = host(tmp_path / "lines", 3, "--rules", str(rules), "--ready", "--no-announce")
    with (
        running(*hosting) as lines,
        running(*join(tmp_path / "bot", invite := lines.invite(), "Bot", "--bot", "cautious")) as bot,
        terminal(
            *seated(tmp_path / "screen", invite, "Zoe"),
            columns=100,
            program=("sh", "-c", SUSPENDABLE, "sh", *MARK),
        ) as screen,
    ):
        lines.wait_for(lambda line: "to start" in line)
        lines.type("say hello")
        screen.wait_for(lambda text: "[chat] Host: hello" in text)
        screen.type("/say salut\r")
        lines.wait_for(lambda line: line == "[chat] Zoe: salut")
        lines.type(ANSWERS)
        screen.wait_for(is_asked)
        screen.type("\x1a")
        screen.wait_for(lambda text: "STOPPED" in text)
        assert screen.is_restored()
        screen.type("\n")
        screen.wait_for(is_asked)
        screen.resize(80, 24)
        play_to_the_end(screen)
        screen.type("q")
        screen.wait_for(lambda text: "CODE 0" in text)
        assert "Audit: complete." in screen.text
        assert screen.finish() == 0
        assert screen.is_restored()
        assert (lines.finish(), bot.finish()) == (0, 0)
        assert any(line.startswith("Audit: complete.") for line in lines.lines)
    logs = {only_log(tmp_path / seat).read_bytes() for seat in ("lines", "bot", "screen")}
    assert len(logs) == 1


SIZES = ((300, 100), (1, 1), (80, 24), (2, 100), (300, 2), (40, 12), (1, 24), (79, 19), (120, 40), (20, 5))
CHATTED = (
    "\x1b]0;owned\x07\x1b[2J\x1b[?1049l\x1b[31mred",
    "\u202egnirts\u202c \u2066isolated",
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e" * 12,
    "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "\U0001f469\u200d\U0001f680 \u6f22\u5b57" * 10,
    "W" * 200,
)


@pytest.mark.parametrize(
    "name", ["W" * 24, "e\u0301\u0302\u0303\u0304" * 4, "\u6f22" * 24, "\u05e9\u05dc\u05d5\u05dd {x} %s"]
)
def test_no_size_and_nothing_foreign_harms_the_screen(tmp_path: Path, name: str) -> None:
    rules = tmp_path / "short.toml"
    rules.write_text(SHORT, encoding="utf-8")
    hosting = host(tmp_path / "lines", 2, "--rules", str(rules), "--ready", "--no-announce")
    hosting = tuple(name if word == "Host" else word for word in hosting)
    with (
        running(*hosting) as lines,
        terminal(*seated(tmp_path / "screen", lines.invite(), "Zoe"), columns=100) as screen,
    ):
        lines.wait_for(lambda line: "to start" in line)
        lines.type(ANSWERS[:80])
        screen.wait_for(is_asked)
        for number, (columns, height) in enumerate(SIZES):
            lines.type(f"say {CHATTED[number % len(CHATTED)]}")
            screen.resize(columns, height)
            screen.type("1" if number % 3 else "n\x1b")
        screen.resize(100, 30)
        screen.wait_for(lambda _text: is_whole(screen))
        for foreign in ("\x1b]0;", "\x1b[31mred", "\u202e", "\u2066", "\u034f"):
            assert foreign.encode() not in screen.raw
        screen.type("\x03\x03")
        assert screen.finish() == 0
        assert screen.is_restored()


def is_whole(screen: Terminal) -> bool:
    """Tell whether the board is drawn, with its parts in their columns whatever the names are."""
    rows = [screen.screen.buffer[number] for number in range(screen.screen.lines)]
    cells = [[row[column].data for column in range(screen.screen.columns)] for row in rows]
    board = [row for row in cells if "│" in row]
    squares = [
        tuple(column for column, cell in enumerate(row) if cell in {"[", "<", "{"})[-4:] for row in board
    ]
    companies = [found for row, found in zip(board, squares, strict=True) if found[:1] > (row.index("│"),)]
    beside = len({row.index("│") for row in board}) == len(set(companies)) == 1
    return len(companies) == 4 and beside and "types a command" in screen.text
