"""What a guest who has called a host is told while nothing comes of it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from cli.lobby_words import tell_news
from cli.words import _
from p2p.link import LinkKind, LinkNotice
from p2p.monitor import Failure
from p2p.table import News

SILENT_SECONDS: Final = 10.0
"""After this long without an answer a guest is told what that may mean."""
Joined = TypeVar("Joined")


class TableClosed(Exception):
    """The host knows this computer's key and does not let it in: the table is closed, or has begun."""


class Calling:
    """A call to a host: its news are told, each failure once, and it ends where it is refused."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._answered = False
        self._failures: set[Failure] = set()
        self._refused = asyncio.Event()

    def hear(self, news: News, *, tells: bool = True) -> None:
        """Take in what has happened, and tell it, unless that is done elsewhere."""
        if isinstance(news, LinkNotice):
            if news.inbound:
                return
            if news.kind is LinkKind.DOWN or news.failure in self._failures:
                return
            if news.failure is not None:
                self._failures.add(news.failure)
            if news.failure is Failure.REFUSED:
                self._refused.set()
                return
        self._answered = True
        for line in tell_news(news) if tells else ():
            self._say(line)

    async def wait(self, joining: Coroutine[Any, Any, Joined]) -> Joined:
        """Wait for a seat and the game's start. Raises `TableClosed`, and what `joining` raises."""
        parts = (asyncio.ensure_future(joining), asyncio.ensure_future(self._refused.wait()))
        try:
            done, _open = await asyncio.wait(
                parts, timeout=SILENT_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            if not done:
                if not self._answered:
                    self._say(
                        _(
                            "Nobody answers there so far; the host may be gone. Ask for a new invite; "
                            "mark doctor INVITE tells more."
                        )
                    )
                await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            if parts[0].done():
                return parts[0].result()
            raise TableClosed
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)
