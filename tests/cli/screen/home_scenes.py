"""The home screen's menus and the lobby at a moment worth looking at, as plain text."""

import asyncio

from cli import home_menus
from cli.home_lists import TableRows
from cli.lobby_desk import LobbyDesk
from cli.preferences import Preferences
from cli.screen.controller import Controller
from cli.screen.lobby_screen import LobbyScreen
from cli.screen.menu_screen import Acts, MenuScreen
from cli.screen.models.menu import Menu, Row
from cli.screen.settings import Settings
from cli.screen.spans import text_of
from cli.words import _
from core.ruleset import DEFAULT
from p2p.advert import Advert
from p2p.lobby import VERSIONS, GuestAsks, SeatTaken
from p2p.table import News
from p2p.table_info import Seated, TableInfo

ME, BEN, BEEN = bytes([1]) * 32, bytes([2]) * 32, bytes([3]) * 32
WANTED = Preferences(name="Ann", clock=60)
INVITE = "mark1-" + "Zm9vYmFyYmF6" * 9


def paint(at: Controller, width: int = 80, height: int = 24) -> list[str]:
    """Give the whole screen as plain text, the line that is typed or its hint as the last but one."""
    painted = at.paint(width, height)
    lines = [text_of(spans) for spans in painted.body]
    return [line.rstrip() for line in (*lines, painted.hint or "", text_of(painted.keys))]


class Taken:
    """Remembers what a person does on a screen of menus."""

    def __init__(self, root: Menu) -> None:
        self.rows: list[tuple[str, Row]] = []
        self.lines: list[tuple[str, str]] = []
        self.closed: list[str] = []
        self.at = MenuScreen(
            root,
            Settings(),
            Acts(
                lambda menu, row: self.rows.append((menu.name, row)),
                self._typed,
                lambda menu: self.closed.append(menu.name),
            ),
        )

    def _typed(self, menu: Menu, line: str) -> bool:
        self.lines.append((menu.name, line))
        return line.startswith("mark1-")


def menu(shown: Menu) -> MenuScreen:
    """Give a screen on which this menu lies over the first."""
    at = Taken(home_menus.home_menu()).at
    at.open(shown)
    return at


def advert(host: str, number: int, *, taken: int = 1, watch: bool = False, playing: bool = False) -> Advert:
    return Advert(
        f"{number:032x}",
        host,
        taken,
        3,
        VERSIONS[0],
        VERSIONS[1],
        "default",
        ("192.168.1.7", "fd00::7"),
        4000 + number,
        bytes([number]) * 32,
        open=number == 2,
        watch=watch,
        playing=playing,
    )


def tables() -> list[Row]:
    """Give the rows of three tables, one of which is gone meanwhile."""
    found = TableRows("join")
    found.rows([advert("Ben", 1), advert("Cleo", 2), advert("Ben", 3)])
    return found.rows([advert("Ben", 1, taken=2), advert("Cleo", 2)])


class FakeLobby:
    """A seat in a lobby that remembers whether it is ready."""

    key = ME

    def __init__(self) -> None:
        self.ready: list[bool] = []
        self.answers: list[tuple[int, bool]] = []

    def set_ready(self, ready: bool) -> bool:
        self.ready.append(ready)
        return True

    def answer(self, number: int, *, admit: bool) -> bool:
        self.answers.append((number, admit))
        return True

    def dismiss(self, place: int) -> bool:
        return place == 1


ALONE = TableInfo(*VERSIONS, bytes(32), DEFAULT.changed(clock=60), (Seated("Ann", ME, False),), 3, 0)
TWO = ALONE.changed(seated=(*ALONE.seated, Seated("Ben", BEN, True)), changes=1)
FULL = TWO.changed(seated=(*TWO.seated, Seated("B\u0435n", BEEN, False)), changes=2)


async def settle() -> None:
    for _turn in range(20):
        await asyncio.sleep(0)


async def sit(lobby: FakeLobby, *news: News, keys: str = "") -> LobbyScreen:
    """Give the lobby's screen after these news and keys."""
    at = LobbyScreen(Settings(), _("MARK, before the game"))
    desk = LobbyDesk(at, always_ready=False, invite=lambda: INVITE, show=at.show_change)
    at.desk = desk

    async def beginning() -> None:
        for one in news:
            if isinstance(one, SeatTaken):
                at.tell(_("{name} has sat down.").format(name=one.name))
            desk.hear(one)
        await settle()  # the desk reads by now
        for key in keys:
            at.press(key)
            await settle()
        if keys.casefold() == "q":
            await asyncio.Event().wait()

    await desk.sit(lobby, beginning())
    return at


def lobby(*news: News, keys: str = "") -> LobbyScreen:
    return asyncio.run(sit(FakeLobby(), *news, keys=keys))


def asks(number: int = 1) -> GuestAsks:
    return GuestAsks(number, "Cleo", bytes([4]) * 32, ("192.168.1.9",))
