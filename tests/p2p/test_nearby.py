"""Which addresses of an announcement are called (protocol.md, clause 14.13)."""

from ipaddress import ip_interface

import pytest

from p2p.nearby import is_from_here, near_addresses

OWN = tuple(
    map(
        ip_interface,
        ("127.0.0.1/8", "::1/128", "10.1.2.3/24", "130.60.5.9/16", "2001:db8:7::9/64", "192.168.7.1/31"),
    )
)


@pytest.mark.parametrize(
    "text",
    [
        "10.200.1.1",
        "172.31.255.1",
        "192.168.0.255",  # of no network that is known here
        "192.168.7.0",  # RFC 3021: both ends of such a network are computers
        "169.254.1.1",
        "fd00::7",
        "130.60.200.1",
        "2001:db8:7::1",
        "::ffff:10.1.2.4",
    ],
)
def test_a_private_address_or_one_of_an_own_network_is_called(text: str) -> None:
    assert near_addresses([text], OWN, from_here=False) == (text,)


@pytest.mark.parametrize(
    "text",
    [
        "8.8.8.8",
        "130.61.1.1",
        "192.0.2.1",
        "198.51.100.1",
        "203.0.113.1",
        "2001:db8::1",
        "2606:4700::1111",
        "255.255.255.255",
        "224.0.0.251",
        "ff02::fb",
        "0.0.0.0",  # noqa: S104
        "::",
        "10.1.2.255",
        "10.1.2.0",
        "130.60.255.255",
        "::ffff:8.8.8.8",
    ],
)
def test_what_no_computer_of_this_network_has_is_not_called(text: str) -> None:
    for from_here in (True, False):
        assert near_addresses([text, "10.1.2.9"], OWN, from_here=from_here) == ("10.1.2.9",)


@pytest.mark.parametrize("text", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_loopback_is_called_where_this_computer_has_announced_it(text: str) -> None:
    assert near_addresses([text], OWN, from_here=True) == (text,)
    assert near_addresses([text], OWN, from_here=False) == ()


@pytest.mark.parametrize(
    ("source", "is_own"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("10.1.2.3", True),
        ("10.1.2.4", False),
        ("fe80::1%eth0", False),
        ("", False),
        ("somewhere", False),
    ],
)
def test_what_this_computer_sends_is_known_by_its_address(source: str, is_own: bool) -> None:
    assert is_from_here(source, OWN) == is_own
