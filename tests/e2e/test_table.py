"""`mark host`, `join` and `resume` between real processes, one of which is killed in mid-game."""

import json
import os
import shutil
import signal
from pathlib import Path

import pytest

from cli.follow import Follower
from p2p.invite import NO_TOKEN, format_invite, parse_invite
from tests.e2e.processes import Mark, host, join, only_log, resume, running

pytestmark = pytest.mark.slow

BOT = ("--bot", "cautious")


def _finish_alike(*marks: Mark) -> None:
    for mark in marks:
        assert mark.finish() == 0, mark.said
        assert "Audit: complete" in mark.said


def _is_roll(line: str) -> bool:
    return "rolls" in line


def test_host_and_join_play_a_whole_game(tmp_path: Path) -> None:
    with (
        running(*host(tmp_path / "a", 3, *BOT)) as a,
        running(*join(tmp_path / "b", (invite := a.invite()), "Ben", *BOT)) as b,
        running(*join(tmp_path / "c", invite, "Cleo", "--bot", "random")) as c,
    ):
        _finish_alike(a, b, c)
    assert len({only_log(tmp_path / seat).read_bytes() for seat in "abc"}) == 1


@pytest.mark.parametrize("victim", ["host", "guest"])
def test_a_killed_peer_comes_back_and_the_game_ends_alike(victim: str, tmp_path: Path) -> None:
    with (
        running(*host(tmp_path / "a", 2, *BOT)) as a,
        running(*join(tmp_path / "b", a.invite(), "Ben", *BOT)) as b,
    ):
        killed, other, data = (a, b, tmp_path / "a") if victim == "host" else (b, a, tmp_path / "b")
        for _ in range(5):
            killed.wait_for(_is_roll)
        killed.kill()
        with running(*resume(data, *BOT)) as back:
            _finish_alike(other, back)
    assert only_log(tmp_path / "a").read_bytes() == only_log(tmp_path / "b").read_bytes()


def test_a_person_plays_through_a_pipe(tmp_path: Path) -> None:
    rules = tmp_path / "short.toml"
    rules.write_text("most_rolls = 6\n")
    with (
        running(*host(tmp_path / "a", 2, "--rules", str(rules))) as person,
        running(*join(tmp_path / "b", person.invite(), "Ben", *BOT)) as bot,
    ):
        person.type("ready")
        for _ in range(400):
            person.type("1")
        _finish_alike(person, bot)


def test_a_person_who_types_nothing_is_played_for_where_there_is_a_clock(tmp_path: Path) -> None:
    """Clause 6.10."""
    rules = tmp_path / "short.toml"
    rules.write_text("most_rolls = 3\n")
    with (
        running(*host(tmp_path / "a", 2, "--rules", str(rules), "--clock", "1")) as person,
        running(*join(tmp_path / "b", person.invite(), "Ben", *BOT)) as bot,
    ):
        person.type("ready")
        _finish_alike(person, bot)
    assert "Your time is over: mark rolls for you." in person.said
    assert "There is a clock: after 1 second without an answer" in bot.said
    assert only_log(tmp_path / "a").read_bytes() == only_log(tmp_path / "b").read_bytes()


def test_a_person_who_leaves_can_come_back(tmp_path: Path) -> None:
    with (
        running(*host(tmp_path / "a", 2)) as person,
        running(*join(tmp_path / "b", person.invite(), "Ben", *BOT)) as bot,
    ):
        person.type("ready")
        person.wait_for(lambda line: "You are" in line)
        person.type("quit")
        assert person.finish() == 0, person.said
        with running(*resume(tmp_path / "a", *BOT)) as back:
            _finish_alike(bot, back)


def test_a_person_resigns_and_the_other_wins(tmp_path: Path) -> None:
    with (
        running(*host(tmp_path / "a", 2)) as person,
        running(*join(tmp_path / "b", person.invite(), "Ben", *BOT)) as bot,
    ):
        person.type("ready")
        person.wait_for(_is_roll_or_choice)
        person.type("resign")
        person.type("yes")
        assert person.finish() == 0, person.said
        _finish_alike(bot)


def _is_roll_or_choice(line: str) -> bool:
    return "to start" in line or _is_roll(line)


def test_two_remove_a_third_that_is_gone_and_play_on(tmp_path: Path) -> None:
    with (
        running(*host(tmp_path / "a", 3)) as person,
        running(*join(tmp_path / "b", (invite := person.invite()), "Ben", *BOT)) as ben,
        running(*join(tmp_path / "c", invite, "Cleo", *BOT)) as cleo,
    ):
        person.type("ready")
        person.wait_for(_is_roll_or_choice)
        follower = Follower(only_log(tmp_path / "a"))
        list(follower.new_rounds())
        assert follower.genesis is not None
        number = [seat.name for seat in follower.genesis.seats].index("Cleo") + 1
        cleo.kill()
        person.wait_for(lambda line: "Cleo is away" in line)
        while "voted to remove" not in (line := _propose(person, number)):
            assert line
        person.type("resign")
        person.type("yes")
        assert person.finish() == 0, person.said
        _finish_alike(ben)


def _propose(person: Mark, number: int) -> str:
    """Play the person's part until Cleo is awaited, and propose its removal; give the line that answers.

    Only a question is answered: a pipe would keep any other answer, and all behind it, for the next question.
    """
    person.type(f"remove {number}")
    line = person.wait_for(lambda line: "cannot be removed now" in line or "Proposed" in line)
    if "Proposed" in line:
        return person.wait_for(lambda line: "voted to remove" in line)
    if any(map(_asks, person.lines)):
        person.lines.clear()
        person.type("1")
    return line


def _asks(line: str) -> bool:
    """Tell whether a line asks for a roll, a choice or a bid."""
    return "type roll" in line or line.startswith(("1  ", "Bid in secret"))


@pytest.mark.parametrize("answer", ["yes", "no", "open"])
def test_a_guest_without_an_invite_sits_down_if_the_host_says_so(answer: str, tmp_path: Path) -> None:
    options = ("--open", *BOT) if answer == "open" else BOT
    with running(*host(tmp_path / "a", 2, *options)) as a:
        invite = parse_invite(a.invite())
        found = format_invite(invite.changed(token=NO_TOKEN))
        with running(*join(tmp_path / "b", found, "Ben", *BOT)) as b:
            if answer != "open":
                a.wait_for(lambda line: "Ben" in line and "asks for a seat" in line)
                a.type(answer)
            if answer == "no":
                assert b.finish() == 1
                assert "the host has said no" in b.said
            else:
                _finish_alike(a, b)


def test_a_wrong_token_an_old_invite_and_a_taken_port_are_told_in_a_sentence(tmp_path: Path) -> None:
    with running(*host(tmp_path / "a", 2, *BOT)) as a:
        invite = parse_invite(a.invite())
        forged = format_invite(type(invite)(invite.addresses, invite.port, invite.curve_key, bytes([1]) * 16))
        with running(*join(tmp_path / "b", forged, "Mallory", *BOT)) as b:
            assert b.finish() == 1
            assert "ask the host for a new one" in b.said
        with running(*host(tmp_path / "c", 2, "--port", str(invite.port), *BOT)) as c:
            assert c.finish() == 1
            assert "--port" in c.said
        with running(*join(tmp_path / "d", "mark1-nonsense", "Dov", *BOT)) as d:
            assert d.finish() == 1
            assert len(d.lines) == 1


def test_a_guest_of_a_table_that_has_begun_is_told_and_leaves(tmp_path: Path) -> None:
    with (
        running(*host(tmp_path / "a", 2)) as a,
        running(*join(tmp_path / "b", (invite := a.invite()), "Ben", *BOT)),
    ):
        a.type("ready")
        a.wait_for(lambda line: "You are" in line)
        with running(*join(tmp_path / "c", invite, "Cleo", *BOT)) as late:
            assert late.finish() == 1
            assert "mark watch INVITE" in late.said


def test_ctrl_c_before_a_game_names_none_to_resume(tmp_path: Path) -> None:
    with running(*host(tmp_path / "a", 2, *BOT)) as a:
        a.invite()
        a.process.send_signal(signal.SIGINT)
        assert a.finish() == 130
        assert a.lines[-1] == "Stopped."


def test_a_peer_whose_log_is_lost_takes_it_from_the_others(tmp_path: Path) -> None:
    """8.18: key and private file are there."""
    with (
        running(*host(tmp_path / "a", 2, *BOT)) as a,
        running(*join(tmp_path / "b", a.invite(), "Ben", *BOT)) as b,
    ):
        for _ in range(5):
            b.wait_for(_is_roll)
        b.kill()
        only_log(tmp_path / "b").unlink()
        with running(*resume(tmp_path / "b", *BOT)) as back:
            _finish_alike(a, back)
            assert "game.mark was missing: taking the game from the others." in back.said
    assert only_log(tmp_path / "a").read_bytes() == only_log(tmp_path / "b").read_bytes()


def test_a_data_folder_moved_to_another_computer_goes_on_there(tmp_path: Path) -> None:
    """As copying tools leave it: another path, wide permissions, the lock file, old addresses."""
    with (
        running(*host(tmp_path / "a", 2, *BOT)) as a,
        running(*join(tmp_path / "b", (invite := a.invite()), "Ben", *BOT)) as b,
    ):
        for _ in range(5):
            b.wait_for(_is_roll)
        b.kill()
        moved = tmp_path / "elsewhere" / "mark"
        moved.parent.mkdir()
        shutil.copytree(tmp_path / "b", moved)
        shutil.rmtree(tmp_path / "b")
        for path in moved.rglob("*"):
            path.chmod(0o777 if path.is_dir() else 0o666)
        book = next(moved.glob("games/*/addresses.json"))
        entries = json.loads(book.read_text(encoding="utf-8"))
        (own,) = [seat for seat, entry in entries.items() if entry[1] != parse_invite(invite).port]
        entries[own][0] = ["192.0.2.7"]
        book.write_text(json.dumps(entries), encoding="utf-8")
        with running(*resume(moved, *BOT)) as back:
            _finish_alike(a, back)
    assert only_log(tmp_path / "a").read_bytes() == only_log(moved).read_bytes()
    if os.name != "nt":
        private = [*moved.rglob("private.mark"), *moved.glob("identity*")]
        assert len(private) == 2
        assert all(path.stat().st_mode & 0o777 == 0o600 for path in private)


def test_who_has_resigned_and_comes_back_to_nobody_can_go_and_is_asked_no_more(tmp_path: Path) -> None:
    with (
        running(*host(tmp_path / "a", 2)) as person,
        running(*join(tmp_path / "b", person.invite(), "Ben", *BOT)) as bot,
    ):
        person.type("ready")
        person.wait_for(_is_roll_or_choice)
        bot.kill()
        person.type("resign")
        person.type("yes")
        person.wait_for(lambda line: "You have resigned" in line)
        person.kill()
    with running(*resume(tmp_path / "a")) as back:
        back.wait_for(lambda line: "This seat has resigned" in line)
        back.wait_for(lambda line: "Nobody of this game is here" in line)
        back.type("quit")
        assert back.finish() == 0, back.said
    with running(*resume(tmp_path / "a")) as again:
        assert again.finish() == 1
        assert "There is no game to go on with" in again.said
    game = only_log(tmp_path / "a").parent.name
    with running(*resume(tmp_path / "b", *BOT)) as bot:
        bot.wait_for(lambda line: line.startswith("Listening"))  # whoever finds nobody would go again
        with running(*resume(tmp_path / "a", game, *BOT)) as named:
            _finish_alike(bot)
            assert named.finish() == 0, named.said
