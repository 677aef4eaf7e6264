"""Peers that come back at other places, between real processes (protocol.md, chapter 21)."""

import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from p2p.address_book import load_book
from tests.e2e.processes import LOOPBACK, PATIENCE, Mark, host, join, only_log, resume, running

pytestmark = pytest.mark.slow

BOT = ("--bot", "cautious")


def until(wanted: Callable[[], bool]) -> None:
    """Wait for something that other processes bring about."""
    last = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < last
        time.sleep(0.05)


def port_of(mark: Mark) -> int:
    line = mark.wait_for(lambda line: line.startswith("Listening on"))
    return int(line.rstrip(".").rpartition(" ")[2])


def ports_in(folder: Path) -> set[int]:
    return {port for _, port in load_book(folder).values()}


def test_two_that_come_back_at_other_ports_find_each_other_by_a_third(tmp_path: Path) -> None:
    with ExitStack() as stack:
        rules = tmp_path / "short.toml"
        rules.write_text("most_rolls = 6\n")
        person = stack.enter_context(running(*host(tmp_path / "a", 3, "--rules", str(rules))))
        invite = person.invite()
        homes = {"Ben": tmp_path / "b", "Cleo": tmp_path / "c"}
        guests = {
            name: stack.enter_context(running(*join(data, invite, name, *BOT)))
            for name, data in homes.items()
        }
        old = {name: port_of(mark) for name, mark in guests.items()}
        person.type("ready")
        person.wait_for(lambda line: "to start" in line)
        for name, mark in guests.items():
            mark.kill()
            taken = stack.enter_context(socket.socket())
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind((LOOPBACK, old[name]))
            taken.listen()
        back = {name: stack.enter_context(running(*resume(data, *BOT))) for name, data in homes.items()}
        new = {name: port_of(mark) for name, mark in back.items()}
        assert not {*old.values()} & {*new.values()}
        folders = [only_log(data).parent for data in (tmp_path / "a", *homes.values())]
        until(lambda: all({*new.values()} < ports_in(folder) for folder in folders))
        for _ in range(400):
            person.type("1")
        for mark in (person, *back.values()):
            assert mark.finish() == 0, mark.said
            assert "Audit: complete" in mark.said


def test_two_that_have_both_moved_find_each_other_by_an_invite(tmp_path: Path) -> None:
    with ExitStack() as stack:
        rules = tmp_path / "short.toml"
        rules.write_text("most_rolls = 6\n")
        person = stack.enter_context(running(*host(tmp_path / "a", 2, "--rules", str(rules))))
        guest = stack.enter_context(running(*join(tmp_path / "b", person.invite(), "Ben", *BOT)))
        person.type("ready")
        person.wait_for(lambda line: "to start" in line)
        for mark in (person, guest):
            mark.kill()
        person = stack.enter_context(
            running("resume", "--data", str(tmp_path / "a"), "--address", "127.0.0.2")
        )
        person.wait_for(lambda line: line.startswith("You are"))
        person.type("invite")
        call = ("--call", person.invite())
        guest = stack.enter_context(
            running("resume", *call, "--data", str(tmp_path / "b"), "--address", "127.0.0.3", *BOT)
        )
        for _ in range(400):
            person.type("1")
        for mark in (person, guest):
            assert mark.finish() == 0, mark.said
            assert "Audit: complete" in mark.said
