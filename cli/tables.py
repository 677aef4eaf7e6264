"""`mark tables`: the tables that are announced on this network, printed once."""

import asyncio
import json
from argparse import Namespace
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from cli.discovery_words import tell_discovery, tell_table
from cli.lines import say
from cli.names import seat_names
from cli.words import _
from p2p.advert import Advert
from p2p.browser import Browser
from p2p.discovery import DiscoveryOff
from p2p.interfaces import own_addresses


class Found(NamedTuple):
    """The tables that were found, and why discovery is off if it is."""

    tables: tuple[Advert, ...]
    off: DiscoveryOff | None


Find = Callable[[list[str], float], Coroutine[Any, Any, Found]]


async def find_tables(interfaces: list[str], seconds: float) -> Found:
    """Listen for so many seconds, on these interfaces or on all. Raises `InterfaceUnknown`."""
    own_addresses(interfaces)  # a wrong name is an error of the person's, and no loss of network
    off: DiscoveryOff | None = None

    def told(now: DiscoveryOff | None) -> None:
        nonlocal off
        off = now

    async with Browser(lambda: own_addresses(interfaces), lambda _: None, told) as browser:
        await browser.tried()
        if off is None:
            await asyncio.sleep(seconds)
        return Found(browser.tables, off)


def run(args: Namespace, find: Find = find_tables) -> int:
    """Print the tables, one a line or as one JSON document; 0 also if there is none."""
    found = asyncio.run(find(args.interface or [], args.seconds))
    tables = sorted(found.tables, key=lambda advert: (advert.host, advert.instance))
    if args.json:
        print(json.dumps(_document(tables, found.off), indent=2, ensure_ascii=False))
        return 0
    say(*_lines(tables, found.off))
    return 0


def tell_none(off: DiscoveryOff | None) -> str:
    """Give the sentence where no table is found, be it for discovery that is off."""
    if off is not None:
        return tell_discovery(off)
    return _(
        "No table is found on this network; if there should be one, mark doctor tells what is in the "
        "way. With an invite you can join all the same."
    )


def _lines(tables: list[Advert], off: DiscoveryOff | None) -> list[str]:
    if off is not None or not tables:
        return [tell_none(off)]
    names = seat_names(advert.host for advert in tables)
    return [tell_table(advert, name) for advert, name in zip(tables, names, strict=True)]


def _document(tables: list[Advert], off: DiscoveryOff | None) -> dict[str, Any]:
    return {
        "discovery": "on" if off is None else off.reason.value,
        "tables": [
            {
                "instance": advert.instance,
                "host": advert.host,
                "taken": advert.taken,
                "seats": advert.seats,
                "protocol": advert.protocol,
                "rules": advert.rules_id,
                "ruleset": advert.ruleset,
                "addresses": list(advert.addresses),
                "port": advert.port,
                "curve_key": advert.curve_key.hex(),
                "open": advert.open,
                "watch": advert.watch,
                "playing": advert.playing,
            }
            for advert in tables
        ],
    }
