"""What the tests of discovery share: adverts, and bounded waits for news."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from p2p.advert import Advert
from p2p.beacon import new_instance
from p2p.browser import TableNews

LOCAL = "127.0.0.1"
PATIENCE = 20.0
"""Seconds after which a test gives up; all of them wait for news and none for time to pass."""
NEVER = 3600.0
"""A time between looks that no test lasts: they look when they are touched."""


def advert(host: str = "Ada", **changes: object) -> Advert:
    one = Advert(
        instance=new_instance(),
        host=host,
        taken=1,
        seats=3,
        protocol=1,
        rules_id="mark-1",
        ruleset="default",
        addresses=(LOCAL,),
        port=4711,
        curve_key=bytes(range(32)),
    )
    return replace(one, **changes)  # type: ignore[arg-type]  # a test names what it changes


def only_local() -> tuple[str, ...]:
    return (LOCAL,)


class News:
    """Remembers what was told and wakes whoever waits for it."""

    def __init__(self) -> None:
        self.all: list[TableNews] = []
        self._heard = asyncio.Event()

    def tell(self, news: TableNews) -> None:
        self.all.append(news)
        self._heard.set()

    def of(self, one: Advert) -> list[str]:
        """Give what happened to one table; other programs of this computer may announce theirs meanwhile."""
        return [type(news).__name__ for news in self.all if news.advert.instance == one.instance]

    def last(self, one: Advert) -> Advert:
        return next(news.advert for news in reversed(self.all) if news.advert.instance == one.instance)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._heard.clear()
                await self._heard.wait()
