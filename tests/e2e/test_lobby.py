"""The lobby between real processes: seats, ready and not ready, and who leaves (protocol.md, chapter 14)."""

import signal
from pathlib import Path

import pytest

from p2p.invite import NO_TOKEN, format_invite, parse_invite
from tests.e2e.processes import Mark, host, join, running

pytestmark = pytest.mark.slow

BOT = ("--bot", "cautious")
QUIET = "--no-announce"


def until(mark: Mark, *words: str) -> str:
    """Wait for a line with all of these words."""
    return mark.wait_for(lambda line: all(word in line for word in words))


def check_words(mark: Mark) -> str:
    return until(mark, "Check words: ")


def short_rules(folder: Path) -> tuple[str, str]:
    path = folder / "short.toml"
    path.write_text("most_rolls = 2\nmoney = 50\n")
    return ("--rules", str(path))


def test_all_see_the_same_table_and_the_same_words_and_begin_once_all_are_ready(tmp_path: Path) -> None:
    with (
        running(*host(tmp_path / "a", 3, QUIET, *short_rules(tmp_path))) as a,
        running(*join(tmp_path / "b", (invite := a.invite()), "Ben")) as b,
        running(*join(tmp_path / "c", invite, "Cleo", *BOT)) as c,
    ):
        until(b, "3 of 3 seats taken")
        for mark in (a, b):
            until(mark, "Cleo (", ": ready")
        b.type("ready")
        until(a, "Not ready yet: Host. Type ready")
        b.type("not ready")
        until(a, "Not ready yet: Host and Ben. Type ready")
        a.type("ready")
        until(b, "Not ready yet: Ben. Type ready")
        b.type("ready")
        words = {check_words(mark) for mark in (a, b, c)}
        assert len(words) == 1
        tables = [[line for line in mark.lines if line.startswith("  ")] for mark in (a, b, c)]
        last = [table[-4:] for table in tables]
        assert last[0] == last[1] == last[2]
        assert last[0][-1] == "  Rules mark-1, but with dollars at the start: 50; most rolls: 2."
        b.type("words")
        assert check_words(b) in words
        for mark in (a, b):
            for _ in range(60):
                mark.type("0")
                mark.type("1")
        assert [mark.finish() for mark in (a, b, c)] == [0, 0, 0]


def test_who_leaves_frees_the_seat_and_nobody_is_ready_any_more(tmp_path: Path) -> None:
    with (
        running(*host(tmp_path / "a", 3, QUIET)) as a,
        running(*join(tmp_path / "b", (invite := a.invite()), "Ben")) as b,
        running(*join(tmp_path / "c", invite, "Cleo")) as c,
    ):
        until(c, "3 of 3 seats taken")
        b.type("ready")
        until(b, "Ben (", ": ready")
        until(b, "Waiting for Host and Cleo to be ready")
        c.type("leave")
        assert c.finish() == 0
        assert c.lines[-1] == "You have left the table."
        until(a, "Cleo has left; the seat is free again.")
        until(b, "The seats have changed, so you are not ready any more.")
        until(b, "2 of 3 seats taken")


@pytest.mark.parametrize("how", ["leave", "Ctrl-C", "end of input"])
def test_a_host_that_leaves_tells_all(how: str, tmp_path: Path) -> None:
    with (
        running(*host(tmp_path / "a", 3, QUIET)) as a,
        running(*join(tmp_path / "b", a.invite(), "Ben", *BOT)) as b,
    ):
        until(a, "Ben has sat down.")
        until(b, "2 of 3 seats taken")
        if how == "leave":
            a.type("leave")
        elif how == "Ctrl-C":
            a.process.send_signal(signal.SIGINT)
        else:
            assert a.process.stdin is not None
            a.process.stdin.close()
        assert a.finish() == {"leave": 0, "Ctrl-C": 130, "end of input": 1}[how]
        assert b.finish() == 1
        assert b.lines[-1] == "The host has closed the table: there is no game."
    if how == "end of input":
        assert a.lines[-1].startswith("The input has ended before you were ready")


def test_an_invite_of_an_earlier_table_at_the_same_address_is_told(tmp_path: Path) -> None:
    """The same host again, who has the same key and another token; then somebody else there."""
    with running(*host(tmp_path / "a", 2, QUIET)) as first:
        old = parse_invite(first.invite())
        first.type("leave")
        assert first.finish() == 0
    port = ("--port", str(old.port))
    with (
        running(*host(tmp_path / "a", 2, QUIET, *port)) as again,
        running(*join(tmp_path / "b", format_invite(old), "Ben", *BOT)) as guest,
    ):
        assert guest.finish() == 1
        assert "the invite is not of this table; ask the host for a new one" in guest.said
        until(again, "Somebody was not let in")
        again.type("leave")
        assert again.finish() == 0
    with (
        running(*host(tmp_path / "other", 2, QUIET, *port)) as other,
        running(*join(tmp_path / "b", format_invite(old), "Ben", *BOT)) as guest,
    ):
        until(guest, "Key mismatch:", "ask for a new invite")
        until(other, "another host's key")


def test_a_host_answers_while_it_is_asked_and_sends_a_guest_away(tmp_path: Path) -> None:
    with running(*host(tmp_path / "a", 3, QUIET)) as a:
        found = format_invite(parse_invite(a.invite()).changed(token=NO_TOKEN))
        with (
            running(*join(tmp_path / "b", found, "Ben")) as b,
            running(*join(tmp_path / "c", found, "host", *BOT)) as c,
        ):
            first = until(a, "asks for a seat").split()[0]
            a.type("yes")
            until(a, f"{first} has sat down.")
            until(a, "asks for a seat")
            a.type("yes")
            until(a, "3 of 3 seats taken")
            until(b, "3 of 3 seats taken")
            until(b, "Host (", "LOOKS LIKE ")
            line = until(a, "host (", "LOOKS LIKE 1: compare the words")
            a.type(f"dismiss {line.split()[0]}")
            assert c.finish() == 1
            assert "the host has said no" in c.said
            until(b, "2 of 3 seats taken")
