"""Announcing and finding over real multicast, on the loopback interface alone."""

import asyncio
import errno
import gc
import socket
import warnings
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from p2p.advert import write_properties
from p2p.beacon import Beacon
from p2p.browser import Browser
from p2p.discovery import SERVICE, DiscoveryOff, Mdns, OffReason
from tests.p2p.air import LOCAL, NEVER, PATIENCE, News, advert, only_local

if TYPE_CHECKING:
    from p2p.advert import Advert


def play(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def ignore(_: object) -> None:
    return


def test_a_table_is_found_changes_and_goes() -> None:
    async def run() -> None:
        news, one = News(), advert()
        async with Browser(only_local, news.tell, ignore, seconds=NEVER):
            async with Beacon(one, only_local, ignore, seconds=NEVER) as beacon:
                await news.until(lambda: news.of(one) == ["TableFound"])
                assert news.last(one) == one
                beacon.show_taken(2)
                await news.until(lambda: news.of(one) == ["TableFound", "TableChanged"])
                assert news.last(one).taken == 2
            await news.until(lambda: news.of(one)[-1] == "TableGone")

    play(run)


def test_a_change_back_to_what_was_so_before_is_seen_too() -> None:
    async def run() -> None:
        news, one = News(), advert()

        def shows(taken: int) -> bool:
            return news.last(one).taken == taken

        async with (
            Browser(only_local, news.tell, ignore, seconds=NEVER),
            Beacon(one, only_local, ignore, seconds=NEVER) as beacon,
        ):
            await news.until(lambda: bool(news.of(one)))
            for taken in (2, 1, 2):
                beacon.show_taken(taken)
                await news.until(partial(shows, taken))
            assert set(news.of(one)) == {"TableFound", "TableChanged"}

    play(run)


def test_one_who_looks_later_finds_what_is_so_now() -> None:
    async def run() -> None:
        one, news = advert(), News()
        async with Beacon(one, only_local, ignore, seconds=NEVER) as beacon:
            beacon.show_taken(3)
            async with Browser(only_local, news.tell, ignore, seconds=NEVER) as browser:
                await news.until(lambda: bool(news.of(one)) and news.last(one).taken == 3)
                assert one.instance in [table.instance for table in browser.tables]

    play(run)


@pytest.mark.parametrize("late", [False, True])
def test_of_all_that_was_heard_of_a_table_the_newest_counts(late: bool) -> None:
    """RFC 6762, 10.2: records less than a second old stay beside those that take their place."""

    async def run() -> None:
        one = advert(taken=3, serial=2)
        mdns = await Mdns.open([LOCAL])
        try:
            new, old = (
                _info(each, write_properties(each)) for each in (one, replace(one, taken=2, serial=1))
            )
            texts = [new.dns_text(), old.dns_text()] if late else [old.dns_text(), new.dns_text()]
            cache = mdns._zeroconf.zeroconf.cache
            cache.async_add_records([new.dns_service(), *new.dns_addresses(), *texts])
            found = mdns.known(one.instance)
            assert found is not None
            assert (found.taken, found.serial) == (3, 2)
        finally:
            await mdns.close()

    play(run)


def test_two_tables_of_one_name_are_two() -> None:
    async def run() -> None:
        first, second, news = advert("Ada"), advert("Ada"), News()
        async with (
            Browser(only_local, news.tell, ignore, seconds=NEVER),
            Beacon(first, only_local, ignore, seconds=NEVER),
            Beacon(second, only_local, ignore, seconds=NEVER),
        ):
            await news.until(lambda: bool(news.of(first) and news.of(second)))
        assert news.last(first).host == news.last(second).host == "Ada"

    play(run)


HOSTILE: dict[str, dict[str, str]] = {
    "escapes": {"host": "\x1b[2J"},
    "too long": {"host": "x" * 200},
    "numbers": {"seats": "99"},
    "no key": {"key": ""},
    "other version": {"txtvers": "9"},
}


@pytest.mark.parametrize("lie", HOSTILE)
def test_a_hostile_announcement_is_passed_over_and_hides_nobody(lie: str) -> None:
    async def run() -> None:
        honest, hostile, news = advert(), advert("Mallory"), News()
        liar = AsyncZeroconf(interfaces=[LOCAL])
        try:
            await _register(liar, hostile, {**write_properties(hostile), **HOSTILE[lie]})
            async with (
                Browser(only_local, news.tell, ignore, seconds=NEVER) as browser,
                Beacon(honest, only_local, ignore, seconds=NEVER),
            ):
                await news.until(lambda: bool(news.of(honest)))
                assert hostile.instance not in [table.instance for table in browser.tables]
            assert not news.of(hostile)
        finally:
            await liar.async_close()

    play(run)


def test_an_id_of_another_form_is_not_even_read() -> None:
    async def run() -> None:
        honest, news = advert(), News()
        liar = AsyncZeroconf(interfaces=[LOCAL])
        try:
            await _register(liar, advert(instance="mark-Ada"), write_properties(honest))
            async with (
                Browser(only_local, news.tell, ignore, seconds=NEVER) as browser,
                Beacon(honest, only_local, ignore, seconds=NEVER),
            ):
                await news.until(lambda: bool(news.of(honest)))
                assert "mark-Ada" not in [table.instance for table in browser.tables]
        finally:
            await liar.async_close()

    play(run)


async def _register(zeroconf: AsyncZeroconf, one: "Advert", properties: dict[str, str]) -> None:
    repeats = await zeroconf.async_register_service(_info(one, properties), cooperating_responders=True)
    repeats.cancel()  # type: ignore[attr-defined]  # the first announcement is enough


def _info(one: "Advert", properties: dict[str, str]) -> AsyncServiceInfo:
    return AsyncServiceInfo(
        SERVICE,
        f"{one.instance}.{SERVICE}",
        port=one.port,
        properties=dict(properties),
        server=f"{one.instance}.local.",
        parsed_addresses=[LOCAL],
    )


def test_an_announcement_is_withdrawn_in_bounded_time() -> None:
    async def run() -> None:
        one = advert()
        async with asyncio.timeout(PATIENCE):
            async with Beacon(one, only_local, ignore, seconds=NEVER):
                pass
            mdns = await Mdns.open([LOCAL])
            await mdns.announce(one)
            await mdns.close()
            await mdns.close()

    play(run)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.EADDRINUSE, OffReason.PORT_TAKEN),
        (errno.EACCES, OffReason.REFUSED),
        (errno.EPERM, OffReason.REFUSED),
        (errno.ENODEV, OffReason.NO_INTERFACE),
        (errno.EADDRNOTAVAIL, OffReason.NO_INTERFACE),
        (errno.ENETUNREACH, OffReason.NO_ROUTE),
        (errno.ENOPROTOOPT, OffReason.NO_MULTICAST),
        (errno.EMFILE, OffReason.SYSTEM),
    ],
)
def test_each_refusal_of_the_system_has_its_reason(number: int, reason: OffReason) -> None:
    def fail(addresses: list[str]) -> AsyncZeroconf:  # noqa: ARG001
        raise OSError(number, "no")

    async def run() -> None:
        with pytest.raises(DiscoveryOff) as off:
            await Mdns.open([LOCAL], make=fail)
        assert (off.value.reason, off.value.errno) == (reason, number)

    play(run)


@pytest.mark.parametrize(
    ("addresses", "reason"),
    [
        ([], OffReason.NO_INTERFACE),
        (["::1"], OffReason.NO_MULTICAST),
        (["192.0.2.77"], OffReason.NO_INTERFACE),
    ],
)
def test_without_an_address_to_use_it_is_off(addresses: list[str], reason: OffReason) -> None:
    async def run() -> None:
        with pytest.raises(DiscoveryOff) as off:
            await Mdns.open(addresses)
        assert off.value.reason is reason

    play(run)


def test_what_zeroconf_says_of_a_missing_adapter_is_no_interface() -> None:
    def fail(addresses: list[str]) -> AsyncZeroconf:  # noqa: ARG001
        raise RuntimeError("No adapter found")

    async def run() -> None:
        with pytest.raises(DiscoveryOff) as off:
            await Mdns.open([LOCAL], make=fail)
        assert off.value.reason is OffReason.NO_INTERFACE

    play(run)


def test_ipv6_that_fails_takes_nothing_from_ipv4() -> None:
    asked: list[list[str]] = []

    def make(addresses: list[str]) -> AsyncZeroconf:
        asked.append(addresses)
        if len(addresses) > 1:
            raise OSError(errno.ENODEV, "no")
        return AsyncZeroconf(interfaces=addresses)

    async def run() -> None:
        mdns = await Mdns.open([LOCAL, "2001:db8::1"], make=make)
        await mdns.close()
        assert asked == [[LOCAL, "2001:db8::1"], [LOCAL]]

    play(run)


def test_a_port_that_another_program_keeps_for_itself_is_told() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind((LOCAL, 0))

        def make(addresses: list[str]) -> AsyncZeroconf:  # noqa: ARG001
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as second:
                second.bind(taken.getsockname())
            raise AssertionError

        async def run() -> None:
            with pytest.raises(DiscoveryOff) as off:
                await Mdns.open([LOCAL], make=make)
            assert off.value.reason is OffReason.PORT_TAKEN

        play(run)


@pytest.mark.parametrize("turns", range(12))
def test_leaving_at_any_moment_of_the_start_gives_every_socket_back(turns: int) -> None:
    async def run() -> None:
        async with (
            Browser(only_local, ignore, ignore, seconds=NEVER),
            Beacon(advert(), only_local, ignore, seconds=NEVER),
        ):
            for _ in range(turns):
                await asyncio.sleep(0)

    gc.collect()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        play(run)
        gc.collect()
    assert told == []
