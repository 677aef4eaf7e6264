"""A host's answers to guests who ask for a seat without an invite, one question at a time."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from cli.console import Console
from cli.lobby_words import tell_news
from cli.words import _, ngettext
from p2p.lobby import GuestAsks, GuestRefused
from p2p.lobby_messages import Reason
from p2p.table import News
from p2p.text import clean

REFUSAL_SECONDS: Final = 5.0
"""How long those who are not let in are counted before they are told."""


class Answer(Protocol):
    """Lets a guest sit or refuses it; False if it is not there any more."""

    def __call__(self, number: int, *, admit: bool) -> bool:
        """Answer the guest of this number."""


class HostDesk:
    """Asks the host about each guest in turn; a line is read only while a guest waits for an answer."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._guests: asyncio.Queue[GuestAsks] = asyncio.Queue()

    def hear(self, news: News) -> None:
        """Take in who asks."""
        if isinstance(news, GuestAsks):
            self._guests.put_nowait(news)

    async def answer_with(self, answer: Answer) -> None:
        """Answer guest after guest, until this is cancelled or the input ends: then all are refused."""
        while True:
            guest = await self._guests.get()
            question = _("Type yes to let {name} sit, or anything else to refuse.")
            name = clean(guest.name)
            self._console.say(question.format(name=name))
            line = await self._console.read()
            admit = line is not None and line.strip().casefold() in {"yes", _("yes")}
            there = answer(guest.number, admit=admit)
            if not admit:
                self._console.say(_("{name} was not let in.").format(name=name))
            elif not there:
                self._console.say(_("{name} has left meanwhile.").format(name=name))


class HostNews:
    """Tells a host what happens at the table; of those who are not let in, one line in a while."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._counting = False
        self._count = 0

    def hear(self, news: News) -> None:
        """Take in what has happened, and tell it."""
        match news:
            case GuestRefused(reason=Reason.DECLINED):
                return  # by the host, who has been told with the name
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
