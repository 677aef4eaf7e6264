"""A host's answers to guests who ask for a seat without an invite, one question at a time."""

import asyncio
from typing import Protocol

from cli.console import Console
from cli.words import _
from p2p.lobby import GuestAsks
from p2p.table import News


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
            self._console.say(question.format(name=guest.name))
            line = await self._console.read()
            admit = line is not None and line.strip().casefold() in {"yes", _("yes")}
            if not answer(guest.number, admit=admit) and admit:
                self._console.say(_("{name} has left meanwhile.").format(name=guest.name))
