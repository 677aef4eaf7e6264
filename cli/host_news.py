"""What a host is told of its table before the game: everybody who sits, and strangers in few lines."""

import asyncio
from collections.abc import Callable
from typing import Final

from cli.lobby_words import tell_news
from cli.words import ngettext
from p2p.link import LinkNotice
from p2p.lobby import GuestAsks, GuestRefused
from p2p.lobby_messages import Reason
from p2p.monitor import Failure
from p2p.table import News

REFUSAL_SECONDS: Final = 5.0
"""How long those who are not let in are counted before they are told."""


class HostNews:
    """Tells a host what happens at the table; of those who are not let in, one line in a while."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._counting = False
        self._count = 0
        self._failures: set[Failure] = set()

    def hear(self, news: News) -> None:
        """Take in what has happened, and tell it."""
        match news:
            case GuestRefused(reason=Reason.DECLINED) | GuestAsks():
                return  # who asks, and whom the host has refused, is told at the desk with the name
            case LinkNotice(failure=Failure() as failure, inbound=True) if failure in self._failures:
                return  # told once: anybody may call
            case LinkNotice(failure=Failure() as failure, inbound=True):
                self._failures.add(failure)
            case GuestRefused() if self._counting:
                self._count += 1
                return
            case GuestRefused():
                self._go_on_counting()
            case _:
                pass
        for line in tell_news(news):
            self._say(line)

    def _go_on_counting(self) -> None:
        self._counting = True
        asyncio.get_running_loop().call_later(REFUSAL_SECONDS, self._tell_count)

    def _tell_count(self) -> None:
        self._counting = False
        if self._count:
            text = ngettext("{count} more was not let in.", "{count} more were not let in.", self._count)
            self._say(text.format(count=self._count))
            self._count = 0
            self._go_on_counting()
