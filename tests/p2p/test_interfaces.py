import pytest

from p2p.interfaces import AddressWatch, Interface, InterfaceUnknown, list_interfaces, own_addresses

LO = Interface("lo", ("127.0.0.1", "::1"), up=True)
WLAN = Interface("wlan0", ("fd00::5", "192.168.1.5"), up=True)
CABLE = Interface("eth0", ("169.254.3.4", "10.0.0.2"), up=True)
BRIDGE = Interface("docker0", ("172.17.0.1",), up=False)


def addresses(*wanted: str, have: tuple[Interface, ...] = (LO, WLAN, CABLE, BRIDGE)) -> tuple[str, ...]:
    return own_addresses(wanted, lambda: have)


def test_all_that_are_up_and_lead_elsewhere_are_used_ipv4_first() -> None:
    assert addresses() == ("10.0.0.2", "192.168.1.5", "169.254.3.4", "fd00::5")


def test_without_a_network_it_is_the_loopback_address() -> None:
    assert addresses(have=(LO, BRIDGE)) == ("127.0.0.1",)
    assert addresses(have=()) == ("127.0.0.1",)


def test_what_is_asked_for_is_used_alone_by_name_or_by_address() -> None:
    assert addresses("wlan0") == ("192.168.1.5", "fd00::5")
    assert addresses("docker0") == ("172.17.0.1",)
    assert addresses("lo") == ("127.0.0.1", "::1")
    assert addresses("10.0.0.2", "FD00::0005", "10.0.0.2") == ("10.0.0.2", "fd00::5")
    assert addresses("127.0.0.9") == ("127.0.0.9",)


@pytest.mark.parametrize("name", ["wlan9", "10.0.0.3", "", "10.0.0.2/24", "ada.local"])
def test_what_this_computer_has_not_is_named_with_what_it_has(name: str) -> None:
    with pytest.raises(InterfaceUnknown) as unknown:
        addresses(name)
    assert unknown.value.name == name
    assert "wlan0" in unknown.value.known
    assert "10.0.0.2" in unknown.value.known


def test_this_computer_has_loopback() -> None:
    assert any("127.0.0.1" in found.addresses and found.loopback and found.up for found in list_interfaces())
    assert not any(address.startswith("fe80") for found in list_interfaces() for address in found.addresses)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_watch_tells_other_addresses_and_a_sleep_and_else_nothing() -> None:
    clock = Clock()
    now: list[tuple[str, ...]] = [("10.0.0.2", "10.0.0.3")]
    watch = AddressWatch(lambda: now[0], clock)
    assert watch.changed()
    clock.now += 3
    now[0] = ("10.0.0.3", "10.0.0.2")
    assert not watch.changed()
    clock.now += 3
    now[0] = ("10.0.0.3",)
    assert watch.changed()
    assert watch.addresses == ("10.0.0.3",)
    clock.now += 3600
    assert watch.changed()
    clock.now += 3
    assert not watch.changed()
    clock.now -= 3600  # the clock was set
    assert watch.changed()


def test_an_interface_that_goes_away_leaves_no_address_until_it_is_back() -> None:
    have: list[tuple[Interface, ...]] = [(LO, WLAN)]
    watch = AddressWatch(lambda: own_addresses(["wlan0"], lambda: have[0]), Clock())
    assert watch.changed()
    have[0] = (LO,)
    assert watch.changed()
    assert not watch.addresses
    have[0] = (LO, WLAN)
    assert watch.changed()
    assert watch.addresses == ("192.168.1.5", "fd00::5")
