"""A game goes on by itself after a cut cable, a sleep, and a changed address: real hosts, real processes."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.networks import Host, network, why_not
from tests.e2e.party import NAMES, is_away, is_here, party
from tests.e2e.processes import running

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")]

FOUR = tuple(f"10.77.0.{number}/24" for number in range(1, 5))


def _down(host: Host) -> None:
    host.ip("link", "set", "eth0", "down")


def _up(host: Host) -> None:
    host.ip("link", "set", "eth0", "up")


@pytest.mark.parametrize(
    ("victim", "cut", "mend"),
    [("Ada", Host.unplug, Host.plug), ("Cleo", _down, _up)],
    ids=["host's cable", "guest's interface"],
)
def test_a_link_cut_in_mid_game(
    victim: str, cut: Callable[[Host], None], mend: Callable[[Host], None], tmp_path: Path
) -> None:
    with network(*FOUR) as hosts, party(tmp_path, hosts) as players:
        players.play_on(players["Ada"])
        players[victim].wait_for(lambda line: line.startswith(f"It is the turn of {victim}"))
        link = hosts[NAMES.index(victim)]
        cut(link)
        for _ in NAMES[1:] if victim == "Ada" else (victim,):
            players["Ada"].wait_for(is_away)
        mend(link)
        players.ends_alike()


def test_a_guest_who_waits_for_others_is_told_that_its_host_is_lost_and_found(tmp_path: Path) -> None:
    def seat(name: str, *words: str) -> tuple[str, ...]:
        return (*words, "--name", name, "--data", str(tmp_path / name), "--bot", "cautious")

    with (
        network(*FOUR[:3]) as (a, b, c),
        running(*seat("Ada", "host", "--seats", "3"), within=a.within) as host,
        running(*seat("Ben", "join", (invite := host.invite())), within=b.within) as guest,
    ):
        guest.wait_for(lambda line: line.startswith("The table, 2 of 3 seats taken"))
        b.unplug()
        guest.wait_for(lambda line: line.startswith("The host is not heard any more"))
        b.plug()
        guest.wait_for(lambda line: line == "The host is heard again.")
        with running(*seat("Cleo", "join", invite), within=c.within) as last:
            for mark in (host, guest, last):
                assert mark.finish() == 0, mark.said


def test_a_host_that_moves_before_the_game_keeps_its_guests(tmp_path: Path) -> None:
    def seat(name: str, *words: str) -> tuple[str, ...]:
        return (*words, "--name", name, "--data", str(tmp_path / name), "--bot", "cautious")

    with (
        network(*FOUR[:3]) as (a, b, c),
        running(*seat("Ada", "host", "--seats", "3"), within=a.within) as host,
        running(*seat("Ben", "join", host.invite()), within=b.within) as guest,
    ):
        guest.wait_for(lambda line: line.startswith("The table, 2 of 3 seats taken"))
        a.move(FOUR[0], "10.77.0.99/24")
        with running(*seat("Cleo", "join", host.invite()), within=c.within) as last:
            for mark in (host, guest, last):
                assert mark.finish() == 0, mark.said


@pytest.mark.parametrize("sleeper", ["Ada", "Ben"])
def test_a_computer_that_sleeps_in_mid_game(sleeper: str, tmp_path: Path) -> None:
    with network(*FOUR[:3]) as hosts, party(tmp_path, hosts, led=("Ada", "Ben")) as players:
        other = "Ben" if sleeper == "Ada" else "Ada"
        players.play_on(players[other])
        players.answer(sleeper)
        players[sleeper].process.send_signal(signal.SIGSTOP)
        assert players[other].wait_for(is_away).startswith(sleeper)
        players[sleeper].process.send_signal(signal.SIGCONT)
        assert players[other].wait_for(is_here).startswith(sleeper)
        players.ends_alike()


@pytest.mark.parametrize("mover", ["Ada", "Cleo"])
def test_an_address_that_changes_in_mid_game(mover: str, tmp_path: Path) -> None:
    with network(*FOUR[:3]) as hosts, party(tmp_path, hosts) as players:
        players.play_on(players["Ada"])
        players[mover].wait_for(lambda line: line.startswith(f"It is the turn of {mover}"))
        number = NAMES.index(mover)
        hosts[number].move(FOUR[number], "10.77.0.99/24")
        players.ends_alike()


def test_addresses_that_change_on_both_sides_at_once_are_learnt_through_the_third(tmp_path: Path) -> None:
    with network(*FOUR[:3]) as hosts, party(tmp_path, hosts) as players:
        players.play_on(players["Ada"])
        players["Ada"].wait_for(lambda line: line == "It is the turn of Ada.")
        for number, host in enumerate((hosts[0], hosts[2])):
            host.unplug()
            host.move(FOUR[2 * number], f"10.77.0.{77 + number}/24")
        players["Ada"].wait_for(is_away)
        for host in (hosts[0], hosts[2]):
            host.plug()
        players.ends_alike()
