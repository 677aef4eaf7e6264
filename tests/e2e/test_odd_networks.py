"""Networks that lack something: a default route, IPv4, IPv6, multicast, or every address at all."""

from pathlib import Path

import pytest

from p2p.invite import MAX_ADDRESSES, parse_invite
from tests.e2e.networks import Host, network, why_not
from tests.e2e.party import party
from tests.e2e.processes import Mark, running


def refuse_multicast(host: Host) -> None:
    host.filter("ip daddr 224.0.0.0/4 drop", "output")


def without_ipv6(host: Host) -> None:
    host.run("sh", "-c", "echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6")


pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")]
refusing = pytest.mark.skipif(bool(why_not(refuse_multicast)), reason=why_not(refuse_multicast) or "-")

A, B = "10.77.0.1/24", "10.77.0.2/24"
ULA_A, ULA_B = "fd77::1/64", "fd77::2/64"


def hosting(data: Path, *options: str) -> tuple[str, ...]:
    return ("host", "--name", "Ada", "--seats", "2", "--data", str(data), *options)


def says(mark: Mark, part: str) -> str:
    return mark.wait_for(lambda line: part in line)


@pytest.mark.parametrize("addresses", [(A, B), (ULA_A, ULA_B)], ids=["IPv4", "IPv6"])
def test_two_play_on_a_link_without_a_default_route(addresses: tuple[str, str], tmp_path: Path) -> None:
    with network(*addresses) as hosts:
        for host in hosts:
            assert host.run("ip", "route", "show", "default") == ""
            assert host.run("ip", "-6", "route", "show", "default") == ""
        with party(tmp_path, hosts, led=(), rolls=4) as players:
            players.ends_alike()
        with running("doctor", "--data", str(tmp_path / "d"), within=hosts[0].within) as doctor:
            assert doctor.finish() == 0, doctor.said


def test_two_play_where_the_system_has_no_ipv6(tmp_path: Path) -> None:
    with network(A, B) as hosts:
        for host in hosts:
            without_ipv6(host)
        with party(tmp_path, hosts, led=(), rolls=4) as players:
            players.ends_alike()


@refusing
def test_where_multicast_is_refused_a_host_says_so_and_is_joined_by_its_invite(tmp_path: Path) -> None:
    with network(A, B) as hosts:
        for host in hosts:
            refuse_multicast(host)
        with party(tmp_path, hosts, led=(), rolls=4) as players:
            players.ends_alike()
            off = [line for line in players["Ada"].lines if line.startswith("Discovery is off: ")]
        assert len(off) == 1
        assert "refuses multicast" in off[0]
        with running("tables", "--seconds", "1", within=hosts[1].within) as tables:
            assert tables.finish() == 0
        assert tables.lines == off


def test_a_host_on_no_network_says_that_only_this_computer_can_join(tmp_path: Path) -> None:
    with network(A) as (host,):
        host.ip("address", "delete", A, "dev", "eth0")
        with running(*hosting(tmp_path), within=host.within) as mark:
            says(mark, "Listening on 127.0.0.1,")
            says(mark, "This computer is on no network")


def test_a_host_whose_network_comes_late_gives_a_new_invite(tmp_path: Path) -> None:
    with network(A, B) as (a, b):
        a.ip("address", "delete", A, "dev", "eth0")
        with running(*hosting(tmp_path / "a", "--bot", "cautious"), within=a.within) as host:
            old = host.invite()
            a.add("10.77.0.9/24")
            says(host, "The addresses of this computer have changed")
            new = host.invite()
            assert parse_invite(old).addresses == ("127.0.0.1",)
            assert parse_invite(new) == parse_invite(old).changed(addresses=("10.77.0.9",))
            guest = ("join", new, "--name", "Ben", "--data", str(tmp_path / "b"), "--bot", "cautious")
            with running(*guest, within=b.within) as ben:
                assert ben.finish() == host.finish() == 0, ben.said


def test_a_computer_with_many_addresses_is_joined_by_its_invite(tmp_path: Path) -> None:
    with network(A, B) as hosts:
        for number in range(100, 100 + MAX_ADDRESSES):
            hosts[0].add(f"10.78.0.{number}/24")
            hosts[1].add(f"10.79.0.{number}/24")
        with party(tmp_path, hosts, led=(), rolls=4) as players:
            players.ends_alike()


@pytest.mark.parametrize("scope", ["", "%eth0"])
def test_a_link_local_address_cannot_be_hosted_on_and_the_sentence_says_why(
    scope: str, tmp_path: Path
) -> None:
    with (
        network(A) as (host,),
        running(*hosting(tmp_path, "--address", f"fe80::1{scope}"), within=host.within) as mark,
    ):
        assert mark.finish() == 1
        (line,) = mark.lines
        assert "fe80" in line
        assert "of its own link alone" in line
