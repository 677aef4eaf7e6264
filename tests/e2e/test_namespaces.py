"""Tables found between computers: real processes in network namespaces that are joined by a bridge."""

import json
import signal
from pathlib import Path

import pytest

from tests.e2e.networks import Host, network, why_not
from tests.e2e.processes import Mark, running

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")]

A, B = "10.77.0.1", "10.77.0.2"


def host_table(data: Path, *options: str) -> tuple[str, ...]:
    return ("host", "--name", "Ada", "--seats", "3", "--data", str(data), *options)


def tables(where: Host, *options: str) -> list[dict[str, object]]:
    with running("tables", "--json", *options, within=where.within) as mark:
        assert mark.finish() == 0, mark.said
        found = json.loads(mark.said)
    assert found["discovery"] == "on"
    return list(found["tables"])


def first_table(mark: Mark) -> str:
    return mark.wait_for(lambda line: line.startswith("1  "))


def test_a_table_is_found_from_another_computer_and_picked_by_number(tmp_path: Path) -> None:
    with (
        network(f"{A}/24", f"{B}/24") as (a, b),
        running(*host_table(tmp_path / "a"), within=a.within) as host,
    ):
        host.invite()
        (found,) = tables(b)
        assert (found["host"], found["taken"], found["seats"]) == ("Ada", 1, 3)
        assert found["addresses"] == [A]
        with running("join", "--name", "Ben", "--data", str(tmp_path / "b"), within=b.within) as guest:
            assert f"at {A}, port {found['port']}" in first_table(guest)
            guest.type("1")
            guest.wait_for(lambda line: A in line and not line.startswith("1  "))


@pytest.mark.parametrize("more", [[A], []])
def test_a_table_is_found_by_ipv6_too_or_alone(more: list[str], tmp_path: Path) -> None:
    with network("fd77::1/64", "fd77::2/64") as (a, b):
        for address in more:
            a.add(f"{address}/24")
        with running(*host_table(tmp_path / "a"), within=a.within) as host:
            invite = host.invite()
            (found,) = tables(b)
            assert found["addresses"] == [*more, "fd77::1"]
            with running("doctor", invite, "--data", str(tmp_path / "b"), within=b.within) as mark:
                assert mark.finish() == 0, mark.said
            assert "The host answers by the key of the invite" in mark.said


def test_seats_are_shown_as_they_are_taken_and_the_table_goes_with_its_host(tmp_path: Path) -> None:
    with (
        network(f"{A}/24", f"{B}/24") as (a, b),
        running(*host_table(tmp_path / "a"), within=a.within) as host,
        running("join", "--name", "Looker", "--data", str(tmp_path / "c"), within=b.within) as looker,
    ):
        assert "1 of 3" in first_table(looker)
        guest = ("join", host.invite(), "--name", "Ben", "--data", str(tmp_path / "b"), "--bot", "random")
        with running(*guest, within=b.within):
            looker.wait_for(lambda line: line.startswith("1  ") and "2 of 3" in line)
            host.process.send_signal(signal.SIGINT)
            assert host.finish() == 130, host.said
            looker.wait_for(lambda line: line == "1  The table of Ada is gone.")
            with running("doctor", host_invite(host), "--data", str(tmp_path / "d"), within=b.within) as mark:
                assert mark.finish() == 1
                assert "has no table open" in mark.said


def host_invite(mark: Mark) -> str:
    return next(word for line in mark.lines for word in line.split() if word.startswith("mark1-"))


def test_a_table_whose_computer_changes_its_address_is_found_at_the_new_one(tmp_path: Path) -> None:
    with (
        network(f"{A}/24", f"{B}/24") as (a, b),
        running(*host_table(tmp_path / "a"), within=a.within) as host,
        running("join", "--name", "Ben", "--data", str(tmp_path / "b"), within=b.within) as guest,
    ):
        host.invite()
        assert f"at {A}," in first_table(guest)
        a.ip("address", "delete", f"{A}/24", "dev", "eth0")
        a.add("10.77.0.9/24")
        guest.wait_for(lambda line: line.startswith("1  ") and "at 10.77.0.9," in line)


def test_a_link_that_was_down_is_announced_on_again(tmp_path: Path) -> None:
    with (
        network(f"{A}/24", f"{B}/24") as (a, b),
        running(*host_table(tmp_path / "a"), within=a.within) as host,
    ):
        host.invite()
        assert len(tables(b)) == 1
        a.ip("link", "set", "eth0", "down")
        assert tables(b) == []
        a.ip("link", "set", "eth0", "up")
        with running("join", "--name", "Ben", "--data", str(tmp_path / "b"), within=b.within) as guest:
            assert f"at {A}," in first_table(guest)


def test_the_doctor_finds_all_well_where_two_computers_see_each_other(tmp_path: Path) -> None:
    with (
        network(f"{A}/24", f"{B}/24") as (a, b),
        running(*host_table(tmp_path / "a", "--no-announce"), within=a.within) as host,
    ):
        invite = host.invite()
        assert tables(b, "--seconds", "1") == []
        with running("doctor", invite, "--data", str(tmp_path / "b"), "--json", within=b.within) as mark:
            assert mark.finish() == 0, mark.said
        checks = json.loads(mark.said)["checks"]
        assert [one["result"] for one in checks if one["check"] == "peer"] == ["open", "table"]
        assert not any("sat down" in line for line in host.lines)


def test_the_doctor_says_when_no_way_leads_to_the_host(tmp_path: Path) -> None:
    with (
        network(f"{A}/24", "10.99.0.2/24") as (a, b),
        running(*host_table(tmp_path / "a"), within=a.within) as host,
        running("doctor", host.invite(), "--data", str(tmp_path / "b"), "--json", within=b.within) as mark,
    ):
        assert mark.finish() == 1
        checks = json.loads(mark.said)["checks"]
        assert [one["result"] for one in checks if one["check"] == "peer"] == ["no route", "unreachable"]


def test_without_any_network_a_host_says_that_discovery_is_off_and_plays_on(tmp_path: Path) -> None:
    with network(f"{A}/24") as (a,):
        a.ip("link", "set", "eth0", "down")
        a.ip("link", "set", "lo", "down")
        with running(*host_table(tmp_path / "a"), within=a.within) as host:
            host.invite()
            host.hear(lambda line: line.startswith("Discovery is off: "))
            assert host.process.poll() is None
            a.ip("link", "set", "lo", "up")
            host.wait_for(lambda line: line == "Discovery works again.")
