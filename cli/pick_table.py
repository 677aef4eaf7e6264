"""A person picks one of the tables that are announced, by its number, while the list is alive."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from enum import Enum
from typing import Final, TypeAlias

from cli.console import Console
from cli.discovery_words import tell_discovery, tell_table
from cli.names import seat_names
from cli.words import _
from p2p.advert import Advert
from p2p.browser import TableGone, TableNews
from p2p.discovery import DiscoveryOff

HINT_SECONDS: Final = 4.0
"""After so long without a table it is said what else can be done."""
LAST_SECONDS: Final = 20.0
"""How long a number that came through a pipe, which has ended, waits for its table."""

Watch: TypeAlias = Callable[
    [Callable[[TableNews], None], Callable[[DiscoveryOff | None], None]],
    AbstractAsyncContextManager[object],
]
"""Opens a list of tables that tells its news to the first, and to the second why discovery is off."""


class Purpose(Enum):
    """What a table is picked for."""

    SIT = "sit"
    WATCH = "watch"


class TableList:
    """The tables by number that fit a purpose: those not begun yet, or those that anyone may watch.

    A number stays its table's for good, so that none is taken by mistake.
    """

    def __init__(self, say: Callable[[str], None], purpose: Purpose = Purpose.SIT) -> None:
        self._say = say
        self._purpose = purpose
        self._instances: list[str] = []
        self._adverts: dict[str, Advert] = {}

    def __len__(self) -> int:
        return len(self._adverts)

    def tell(self, news: TableNews) -> None:
        """Take in a change and show its line."""
        advert = news.advert
        fits = advert.watch if self._purpose is Purpose.WATCH else not advert.playing
        if not fits and advert.instance not in self._adverts:
            return
        if advert.instance not in self._instances:
            self._instances.append(advert.instance)
        number = self._instances.index(advert.instance) + 1
        if not fits or isinstance(news, TableGone):
            self._adverts.pop(advert.instance, None)
            text = _("{number}  The table of {name} is gone.")
            self._say(text.format(number=number, name=self._name(advert)))
            return
        self._adverts[advert.instance] = advert
        self._say(f"{number}  {tell_table(advert, self._name(advert))}")

    def show(self) -> None:
        """Show every table there is."""
        for number, instance in enumerate(self._instances, 1):
            if advert := self._adverts.get(instance):
                self._say(f"{number}  {tell_table(advert, self._name(advert))}")

    def numbered(self, number: int) -> Advert | None:
        """Give the table of this number, if it is there."""
        if 1 <= number <= len(self._instances):
            return self._adverts.get(self._instances[number - 1])
        return None

    def _name(self, advert: Advert) -> str:
        """Give a host's name; those that look alike get the number of their table."""
        adverts = [advert if one == advert.instance else self._adverts.get(one) for one in self._instances]
        names = seat_names(one.host if one else "" for one in adverts)
        return names[self._instances.index(advert.instance)]


class NoTablePicked(Exception):
    """The input has ended, and no table was picked."""


class NoGamePicked(NoTablePicked):
    """The input has ended, and no game to watch was picked."""


async def pick_table(console: Console, watch: Watch, purpose: Purpose = Purpose.SIT) -> Advert | None:
    """Let a person pick a table; None if that person leaves. Raises `NoTablePicked`.

    On a patient console, such as a pipe, a number waits for its table to come up.
    """
    changed = asyncio.Event()
    tables = TableList(console.say, purpose)

    def tell(news: TableNews) -> None:
        tables.tell(news)
        changed.set()

    if purpose is Purpose.WATCH:
        console.say(_("Games that anyone may watch; type the number of one, or quit:"))
    else:
        console.say(_("Tables on this network; type the number of one to sit down there, or quit:"))
    async with watch(tell, lambda off: console.say(tell_discovery(off))):
        hint = asyncio.get_running_loop().call_later(HINT_SECONDS, _hint, console, tables, purpose)
        try:
            return await _Picking(console, tables, changed, purpose).run()
        finally:
            hint.cancel()


def _hint(console: Console, tables: TableList, purpose: Purpose) -> None:
    if tables:
        return
    if purpose is Purpose.WATCH:
        console.say(_("None so far. With an invite you can watch all the same: mark watch INVITE"))
    else:
        console.say(
            _("No table so far. Some networks let nobody be found; join with an invite: mark join INVITE")
        )


class _Picking:
    """The exchange of lines that ends with a table or without one."""

    def __init__(self, console: Console, tables: TableList, changed: asyncio.Event, purpose: Purpose) -> None:
        self._console, self._tables, self._changed = console, tables, changed
        self._purpose = purpose

    async def run(self) -> Advert | None:
        while (line := await self._console.read()) is not None:
            typed = line.strip().casefold()
            if typed in {"quit", _("quit").casefold()}:
                return None
            if not (typed.isascii() and typed.isdigit() and len(typed) <= 4):
                self._tables.show()
                self._console.say(_("Type the number of a table, or quit."))
                continue
            advert = await self._wanted(int(typed))
            if advert is None:
                self._console.say(_("There is no table {number} now.").format(number=typed))
            elif self._purpose is Purpose.SIT and advert.taken >= advert.seats:
                self._console.say(_("All seats are taken at table {number}.").format(number=typed))
            else:
                return advert
        raise NoGamePicked if self._purpose is Purpose.WATCH else NoTablePicked

    async def _wanted(self, number: int) -> Advert | None:
        try:
            async with asyncio.timeout(LAST_SECONDS if self._console.patient else 0):
                while (advert := self._tables.numbered(number)) is None:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return self._tables.numbered(number)
        return advert
