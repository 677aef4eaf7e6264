"""Several clients on one computer: each with a data folder, two with one, one with a copy of another's."""

import shutil
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from p2p.invite import parse_invite
from tests.e2e.networks import network, why_not
from tests.e2e.party import is_question, party
from tests.e2e.processes import Mark, only_log, running

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")]

A = "10.77.0.1/24"


def test_two_clients_on_a_computer_without_any_network_play_each_other(tmp_path: Path) -> None:
    with network(A) as (computer,):
        computer.ip("link", "set", "eth0", "down")
        with party(tmp_path, (computer, computer), led=(), rolls=4) as players:
            players.ends_alike()


def test_a_second_client_on_one_data_folder_is_told_in_one_sentence(tmp_path: Path) -> None:
    with network(A) as (computer,), party(tmp_path, (computer, computer), rolls=4) as players:
        players.answer("Ada")
        with running("resume", "--data", str(players.folder("Ben")), within=computer.within) as second:
            assert second.finish() == 1
            assert second.lines[-1].startswith("Another running program has ")
        players.ends_alike()


def test_a_copied_data_folder_is_told_stays_mute_and_plays_once_its_user_insists(tmp_path: Path) -> None:
    with network(A) as (computer,), party(tmp_path, (computer,) * 3, rolls=12) as players:
        # Nobody owes anything while a roll is awaited: a bid of the original could not be opened by the copy.
        while players["Ada"].wait_for(is_question) != "Your roll: type roll.":
            players["Ada"].type("1")
        players["Ben"].process.send_signal(signal.SIGSTOP)  # what is copied may not change meanwhile
        copied = shutil.copytree(players.folder("Ben"), tmp_path / "copy")
        players["Ben"].process.send_signal(signal.SIGCONT)
        with running("resume", "--data", str(copied), within=computer.within) as copy:
            copy.wait_for(lambda line: "a second running copy of your seat" in line)
            copy.type("choices")
            copy.wait_for(lambda line: line == "Nothing is wanted of you now.")
            players["Ben"].kill()
            copy.type("insist")
            players.play_on(copy)
            players.play_on(players["Ada"])
            assert copy.finish() == 0, copy.said
            assert players["Ada"].finish() == 0, players["Ada"].said
        assert only_log(copied).read_bytes() == only_log(players.folder("Ada")).read_bytes()


def test_a_port_that_is_taken_is_one_sentence_and_without_a_wish_another_is_taken(tmp_path: Path) -> None:
    with network(A) as (computer,):

        def hosting(name: str, *options: str) -> Mark:
            return stack.enter_context(
                running(
                    *("host", "--name", name, "--seats", "2", "--data", str(tmp_path / name)),
                    *options,
                    within=computer.within,
                )
            )

        with ExitStack() as stack:
            first = parse_invite(hosting("Ada").invite()).port
            second = hosting("Ben", "--port", str(first))
            assert second.finish() == 1
            assert second.lines == [
                f"Port {first} is in use already: choose another one with --port, or none to take any."
            ]
            assert parse_invite(hosting("Ben").invite()).port != first
