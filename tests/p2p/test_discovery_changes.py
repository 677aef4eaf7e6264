"""Beacon and browser through changes of addresses, refusals and floods, on an mDNS that a test plays."""

import asyncio
import errno
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from ipaddress import ip_interface
from typing import Any, cast

import pytest

from p2p.advert import Advert, AdvertRefused
from p2p.beacon import Beacon, new_instance
from p2p.browser import MAX_ASKED, MAX_FROM_ONE, MAX_TABLES, Browser
from p2p.discovery import DiscoveryOff, Mdns, OffReason
from tests.p2p import air as on_air
from tests.p2p.air import NEVER, PATIENCE, News

SOURCE = "10.0.0.7"
"""The address of a host, from which it announces."""
OWN = (ip_interface("10.0.0.2/24"), ip_interface("127.0.0.1/8"), ip_interface("8.8.4.4/24"))


def advert(*, address: str = SOURCE, **changes: Any) -> Advert:
    return on_air.advert(addresses=(address,), **changes)


class FakeMdns:
    """Remembers what is announced, and knows the tables that a test gives it."""

    def __init__(self, air: "Air", addresses: Sequence[str]) -> None:
        self._air = air
        self.addresses = tuple(addresses)
        self.closed = False
        self.announced: list[Advert] = []
        self.changed: Callable[[str, str], None] = lambda *_: None
        self.gone: Callable[[str], None] = lambda _: None
        self.asked = 0

    async def announce(self, one: Advert) -> None:
        self.announced.append(one)
        self._air.happened()

    def browse(self, changed: Callable[[str, str], None], gone: Callable[[str], None]) -> None:
        self.changed, self.gone = changed, gone
        self._air.happened()

    def known(self, instance: str) -> Advert | None:
        if instance in self._air.bad:
            raise AdvertRefused("host")
        return self._air.tables.get(instance)

    async def ask(self, instance: str) -> Advert | None:
        self.asked += 1
        self._air.happened()
        await self._air.answer.wait()
        return self._air.late.get(instance)

    async def close(self) -> None:
        self.closed = True
        self._air.happened()


class Air:
    """Where all fake mDNS of a test meet; `refuses` makes opening fail."""

    def __init__(self) -> None:
        self.opened: list[FakeMdns] = []
        self.tables: dict[str, Advert] = {}
        self.late: dict[str, Advert] = {}
        self.bad: set[str] = set()
        self.answer = asyncio.Event()
        self.refuses: DiscoveryOff | None = None
        self.told: list[DiscoveryOff | None] = []
        self.addresses: tuple[str, ...] = ("10.0.0.2",)
        self._changed = asyncio.Event()

    async def open(self, addresses: Sequence[str]) -> Mdns:
        self.happened()
        if self.refuses is not None:
            raise self.refuses
        self.opened.append(FakeMdns(self, addresses))
        return cast("Mdns", self.opened[-1])

    def look(self) -> tuple[str, ...]:
        return self.addresses

    def tell_off(self, off: DiscoveryOff | None) -> None:
        self.told.append(off)
        self.happened()

    def happened(self) -> None:
        self._changed.set()

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._changed.clear()
                await self._changed.wait()

    def beacon(self, one: Advert) -> Beacon:
        return Beacon(one, self.look, self.tell_off, self.open, NEVER)

    def browser(self, news: News) -> Browser:
        return Browser(self.look, news.tell, self.tell_off, self.open, NEVER, lambda: OWN)


def play(test: Callable[[Air], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        await test(Air())

    asyncio.run(run())


def test_other_addresses_are_announced_by_new_sockets() -> None:
    async def run(air: Air) -> None:
        one = advert()
        async with air.beacon(one) as beacon:
            await air.until(lambda: len(air.opened) == 1 and bool(air.opened[0].announced))
            air.addresses = ("10.0.0.9", "fd00::9")
            beacon.touch()
            await air.until(lambda: len(air.opened) == 2 and bool(air.opened[1].announced))
            assert air.opened[0].closed
            assert air.opened[1].addresses == air.addresses
            assert air.opened[1].announced == [replace(one, addresses=air.addresses)]
        assert air.opened[1].closed
        assert air.told == []

    play(run)


def test_looking_again_without_a_change_says_nothing_again() -> None:
    async def run(air: Air) -> None:
        async with air.beacon(advert()) as beacon:
            await air.until(lambda: len(air.opened) == 1 and bool(air.opened[0].announced))
            beacon.show_taken(1)
            beacon.show_taken(2)
            await air.until(lambda: len(air.opened[0].announced) == 2)
            assert [one.taken for one in air.opened[0].announced] == [1, 2]
        assert len(air.opened) == 1

    play(run)


def test_discovery_that_is_refused_is_told_once_and_tried_until_it_works() -> None:
    async def run(air: Air) -> None:
        air.refuses = DiscoveryOff(OffReason.REFUSED, 13)
        looks = 0

        def look() -> tuple[str, ...]:
            nonlocal looks
            looks += 1
            air.happened()
            return air.addresses

        async with Beacon(advert(), look, air.tell_off, air.open, NEVER) as beacon:
            await air.until(lambda: len(air.told) == 1)
            for count in (2, 3):
                beacon.touch()
                await air.until(lambda count=count: looks == count)  # type: ignore[misc]
            air.refuses = None
            beacon.touch()
            await air.until(lambda: len(air.told) == 2)
            assert [off and off.reason for off in air.told] == [OffReason.REFUSED, None]
            assert air.opened[0].announced

    play(run)


def test_a_vanished_interface_is_no_interface_and_the_host_lives_on() -> None:
    async def run(air: Air) -> None:
        one, refuse = advert(), DiscoveryOff(OffReason.NO_INTERFACE)
        async with air.beacon(one) as beacon:
            await air.until(lambda: len(air.opened) == 1 and bool(air.opened[0].announced))
            air.addresses, air.refuses = (), refuse
            beacon.touch()
            await air.until(lambda: air.told == [refuse])
            assert air.opened[0].closed
            air.addresses, air.refuses = ("10.0.0.2",), None
            beacon.touch()
            await air.until(lambda: air.told == [refuse, None])

    play(run)


async def _browsing(air: Air) -> FakeMdns:
    await air.until(lambda: bool(air.opened) and air.opened[-1].changed.__name__ == "_changed")
    return air.opened[-1]


def test_a_change_of_network_forgets_the_tables_of_the_old_one() -> None:
    async def run(air: Air) -> None:
        one, news = advert(), News()
        async with air.browser(news) as browser:
            mdns = await _browsing(air)
            air.tables[one.instance] = one
            mdns.changed(one.instance, SOURCE)
            await news.until(lambda: news.of(one) == ["TableFound"])
            air.addresses = ("10.0.0.9",)
            browser.touch()
            await news.until(lambda: news.of(one) == ["TableFound", "TableGone"])
            assert browser.tables == ()
            second = await _browsing(air)
            assert second is not mdns
            mdns.changed(one.instance, SOURCE)  # a late word of the old sockets

    play(run)


def test_when_discovery_goes_off_its_tables_go_too() -> None:
    async def run(air: Air) -> None:
        one, news = advert(), News()
        async with air.browser(news) as browser:
            mdns = await _browsing(air)
            air.tables[one.instance] = one
            mdns.changed(one.instance, SOURCE)
            await news.until(lambda: bool(news.of(one)))
            air.addresses, air.refuses = (), DiscoveryOff(OffReason.NO_INTERFACE)
            browser.touch()
            await news.until(lambda: news.of(one)[-1] == "TableGone")
            await air.until(lambda: len(air.told) == 1)

    play(run)


def test_many_changes_are_told_as_one() -> None:
    async def run(air: Air) -> None:
        one, marker, news = advert(), advert(), News()
        async with air.browser(news):
            mdns = await _browsing(air)
            for taken in (1, 2, 3) * 100:
                air.tables[one.instance] = replace(one, taken=taken)
                mdns.changed(one.instance, SOURCE)
            air.tables[marker.instance] = marker
            mdns.changed(marker.instance, SOURCE)
            await news.until(lambda: bool(news.of(marker)))
            assert news.of(one) == ["TableFound"]
            assert news.last(one).taken == 3

    play(run)


def announce(air: Air, mdns: FakeMdns, source: str, count: int) -> list[Advert]:
    """Let one address announce so many tables that are as good as any."""
    flood = [advert(address=source) for _ in range(count)]
    air.tables.update({one.instance: one for one in flood})
    for one in flood:
        mdns.changed(one.instance, source)
    return flood


def test_one_address_fills_few_places_and_what_says_nothing_makes_room() -> None:
    async def run(air: Air) -> None:
        news = News()
        async with air.browser(news) as browser:
            mdns = await _browsing(air)
            air.bad = {new_instance() for _ in range(10 * MAX_TABLES)}
            for instance in air.bad:
                mdns.changed(instance, "10.0.0.66")
            announce(air, mdns, SOURCE, 1)
            await news.until(lambda: len(browser.tables) == 1)
            flood = announce(air, mdns, "10.0.0.66", 10 * MAX_TABLES)
            announce(air, mdns, "10.0.0.66", 10 * MAX_TABLES)
            announce(air, mdns, SOURCE, 1)
            await news.until(lambda: len(browser.tables) >= 2 + MAX_FROM_ONE)
            assert [one for one in browser.tables if one.addresses != (SOURCE,)] == flood[:MAX_FROM_ONE]

    play(run)


def test_a_full_list_takes_from_the_address_that_has_most() -> None:
    """A newcomer is not kept out by who came first; nor does it send away one who has as little as itself."""

    async def run(air: Air) -> None:
        news = News()
        async with air.browser(news) as browser:
            mdns = await _browsing(air)
            foes = [f"10.0.1.{number}" for number in range(MAX_TABLES // MAX_FROM_ONE)]
            for foe in foes:
                announce(air, mdns, foe, 2 * MAX_FROM_ONE)
            guests = [announce(air, mdns, f"10.0.2.{number}", 1)[0] for number in range(MAX_TABLES)]
            await news.until(lambda: bool(news.of(guests[0])))
            assert len(browser.tables) == MAX_TABLES
            left = [one for one in browser.tables if one.addresses[0] in foes]
            assert sorted(one.addresses[0] for one in left) == sorted(foes)
            assert [one for one in browser.tables if one in guests] == guests[: MAX_TABLES - len(foes)]
            mdns.gone(left[0].instance)
            (late,) = announce(air, mdns, "10.0.3.1", 1)
            await news.until(lambda: bool(news.of(late)))

    play(run)


def test_addresses_that_no_computer_of_this_network_has_are_left_out() -> None:
    """Clause 14.13."""

    async def run(air: Air) -> None:
        far, near, marker, news = advert(address="8.8.8.8"), advert(), advert(), News()
        addresses = ("203.0.113.5", "127.0.0.1", "10.0.0.255", "10.0.0.7", "8.8.4.9")
        near = replace(near, addresses=addresses)
        async with air.browser(news) as browser:
            mdns = await _browsing(air)
            for one in (far, near, marker):
                air.tables[one.instance] = one
                mdns.changed(one.instance, SOURCE)
            await news.until(lambda: bool(news.of(marker)))
            assert browser.tables == (replace(near, addresses=("10.0.0.7", "8.8.4.9")), marker)

    play(run)


@pytest.mark.parametrize(
    ("source", "is_found"), [("127.0.0.1", True), ("10.0.0.2", True), ("10.0.0.7", False), ("", False)]
)
def test_loopback_is_the_address_of_a_table_of_this_computer_alone(source: str, is_found: bool) -> None:
    """Clause 14.13."""

    async def run(air: Air) -> None:
        one, marker, news = advert(address="127.0.0.1"), advert(), News()
        async with air.browser(news) as browser:
            mdns = await _browsing(air)
            for table, origin in ((one, source), (marker, SOURCE)):
                air.tables[table.instance] = table
                mdns.changed(table.instance, origin)
            await news.until(lambda: bool(news.of(marker)))
            assert (one in browser.tables) == is_found

    play(run)


def test_few_are_asked_at_a_time_and_a_late_answer_counts() -> None:
    async def run(air: Air) -> None:
        late, news = advert(), News()
        async with air.browser(news):
            mdns = await _browsing(air)
            air.late[late.instance] = late
            for number, instance in enumerate(
                (late.instance, *(new_instance() for _ in range(3 * MAX_ASKED)))
            ):
                mdns.changed(instance, f"10.0.0.{number + 3}")
            await air.until(lambda: mdns.asked == MAX_ASKED)
            air.answer.set()
            await news.until(lambda: news.of(late) == ["TableFound"])
            assert len(news.all) == 1

    play(run)


def test_a_host_that_vanished_without_a_goodbye_is_found_to_be_gone() -> None:
    async def run(air: Air) -> None:
        one, news = advert(), News()
        air.answer.set()
        async with air.browser(news) as browser:
            mdns = await _browsing(air)
            air.tables[one.instance] = one
            mdns.changed(one.instance, SOURCE)
            await news.until(lambda: bool(news.of(one)))
            del air.tables[one.instance]  # expired
            browser.touch()
            await news.until(lambda: news.of(one) == ["TableFound", "TableGone"])
            air.tables[one.instance] = one  # and back again
            browser.touch()
            await news.until(lambda: news.of(one)[-1] == "TableFound")

    play(run)


def test_leaving_while_something_is_asked_leaves_nothing_behind() -> None:
    async def run(air: Air) -> None:
        news = News()
        async with air.browser(news):
            mdns = await _browsing(air)
            mdns.changed(new_instance(), SOURCE)
            await air.until(lambda: mdns.asked == 1)
        assert mdns.closed
        assert asyncio.all_tasks() == {asyncio.current_task()}

    play(run)


def test_an_error_that_nobody_expects_is_raised_and_keeps_nobody_waiting() -> None:
    async def run(air: Air) -> None:
        def fail() -> tuple[str, ...]:
            raise ZeroDivisionError

        waited = []

        async def wait() -> None:
            async with Browser(fail, lambda _: None, air.tell_off, air.open, NEVER) as browser:
                async with asyncio.timeout(PATIENCE):
                    await browser.tried()
                waited.append(browser)

        with pytest.raises(ZeroDivisionError):
            await wait()
        assert waited

    play(run)


def test_a_look_at_which_the_system_does_not_tell_its_addresses_ends_no_announcement() -> None:
    async def run(air: Air) -> None:
        tells = True

        def look() -> tuple[str, ...]:
            if tells:
                return air.look()
            raise OSError(errno.EMFILE, "too many open files")

        async with Beacon(advert(), look, air.tell_off, air.open, NEVER) as beacon:
            await air.until(lambda: len(air.opened) == 1 and bool(air.opened[0].announced))
            tells = False
            beacon.show_taken(2)
            await air.until(lambda: len(air.opened[0].announced) == 2)
            tells = True
            beacon.show_taken(3)
            await air.until(lambda: len(air.opened[0].announced) == 3)
        assert air.told == []

    play(run)


def test_each_announcement_has_a_higher_number_than_the_one_before() -> None:
    async def run(air: Air) -> None:
        async with air.beacon(advert()) as beacon:
            await air.until(lambda: len(air.opened) == 1 and bool(air.opened[0].announced))
            beacon.show_taken(2)
            await air.until(lambda: len(air.opened[0].announced) == 2)
            air.addresses = ("10.0.0.9",)
            beacon.touch()
            await air.until(lambda: len(air.opened) == 2 and bool(air.opened[1].announced))
        assert [one.serial for mdns in air.opened for one in mdns.announced] == [1, 2, 3]

    play(run)


def test_an_announcement_that_comes_late_changes_nothing() -> None:
    async def run(air: Air) -> None:
        news, one = News(), advert(serial=7, taken=2)
        other = advert()
        air.tables[one.instance] = one
        async with air.browser(news) as browser:
            await browser.tried()
            air.opened[0].changed(one.instance, SOURCE)
            await news.until(lambda: news.of(one) == ["TableFound"])
            air.tables[one.instance] = replace(one, serial=6, taken=1)
            air.tables[other.instance] = other
            air.opened[0].changed(one.instance, SOURCE)
            air.opened[0].changed(other.instance, SOURCE)
            await news.until(lambda: news.of(other) == ["TableFound"])
            assert [table.taken for table in browser.tables if table.instance == one.instance] == [2]
            air.tables[one.instance] = replace(one, serial=8, taken=3)
            air.opened[0].changed(one.instance, SOURCE)
            await news.until(lambda: news.of(one) == ["TableFound", "TableChanged"])
            assert news.last(one).taken == 3

    play(run)
