"""The screens of the home screen and the lobby that are kept as text."""

from collections.abc import Callable
from typing import Final

from cli import home_menus
from p2p.lobby import SeatTaken, TableSeen
from tests.cli.screen.home_scenes import FULL, TWO, WANTED, Taken, asks, lobby, menu, paint, tables


def _home(width: int = 80, height: int = 24) -> list[str]:
    return paint(Taken(home_menus.home_menu()).at, width, height)


def _host_form() -> list[str]:
    return paint(menu(home_menus.host_form(WANTED, "Ann")))


def _tables() -> list[str]:
    return paint(menu(home_menus.table_list("join", tables(), "Ann", "")))


def _settings(width: int = 80, height: int = 24) -> list[str]:
    return paint(menu(home_menus.settings_form(WANTED, "settings.toml")), width, height)


def _lobby(width: int = 80, height: int = 24) -> list[str]:
    return paint(lobby(TableSeen(FULL), SeatTaken("Ben")), width, height)


def _question() -> list[str]:
    return paint(lobby(TableSeen(TWO), asks()))


HOME_SCREENS: Final[dict[str, tuple[str, Callable[[], list[str]]]]] = {
    "home-en": ("en", _home),
    "home-fr": ("fr", _home),
    "home-compact-fr": ("fr", lambda: _home(44, 12)),
    "home-host-en": ("en", _host_form),
    "home-host-fr": ("fr", _host_form),
    "home-join-en": ("en", _tables),
    "home-settings-fr": ("fr", _settings),
    "home-settings-compact-en": ("en", lambda: _settings(44, 12)),
    "lobby-en": ("en", _lobby),
    "lobby-fr": ("fr", _lobby),
    "lobby-compact-en": ("en", lambda: _lobby(44, 16)),
    "lobby-question-en": ("en", _question),
}
