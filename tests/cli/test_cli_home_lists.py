"""What the home screen lists: tables as they come and go, and the games of this computer."""

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

import pytest

from cli import home_lists
from cli.home_lists import TableRows, find_games, watch_tables
from cli.identity import load_identity
from cli.screen.models.menu import Row
from p2p.advert import Advert
from p2p.browser import TableNews
from p2p.discovery import DiscoveryOff, OffReason
from p2p.entropy import seeded_entropy
from p2p.genesis import SeatEntry, make_genesis
from tests.cli.screen.home_scenes import advert
from tests.p2p.gamebuilder import SHORT, GameBuilder, genesis_body, log_bytes, whole_game

ADVERTS = (
    advert("Ann", 1),
    advert("Ben", 2, playing=True),
    advert("Cleo", 3, playing=True, watch=True),
    advert("Dov", 4, watch=True),
)


@pytest.mark.parametrize(("kind", "hosts"), [("join", ["Ann", "Dov"]), ("watch", ["Cleo", "Dov"])])
def test_only_tables_of_the_wanted_kind_are_listed(kind: str, hosts: list[str]) -> None:
    """Nobody sits down at a game that is on, and nobody watches one that is not for all."""
    assert [row.text for row in TableRows(kind).rows(ADVERTS)] == hosts


class FakeBrowser:
    """A browser whose tables and whose reason to be off a test changes."""

    opened: "FakeBrowser"

    def __init__(
        self,
        _addresses: object,
        heard: Callable[[TableNews | None], None],
        told: Callable[[DiscoveryOff | None], None],
    ) -> None:
        self.heard, self.told = heard, told
        self.tables: tuple[Advert, ...] = ()
        FakeBrowser.opened = self

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass


def test_tables_are_shown_anew_whenever_they_or_discovery_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_lists, "Browser", FakeBrowser)
    shown: list[tuple[list[str], str]] = []

    def show(rows: Sequence[Row], off: str) -> None:
        shown.append(([row.text for row in rows], off))

    async def scene() -> None:
        watching = asyncio.ensure_future(watch_tables("join", (), show))
        await asyncio.sleep(0)
        browser = FakeBrowser.opened
        browser.tables = ADVERTS[:1]
        browser.heard(None)
        await asyncio.sleep(0)
        browser.told(DiscoveryOff(OffReason.NO_MULTICAST))
        await asyncio.sleep(0)
        browser.told(None)
        await asyncio.sleep(0)
        watching.cancel()

    asyncio.run(scene())
    assert [rows for rows, _off in shown] == [[], ["Ann"], ["Ann"], ["Ann"]]
    assert [off.partition(":")[0] for _rows, off in shown] == ["", "", "Discovery is off", ""]


def save(data: Path, name: str, log: bytes, *, time: float) -> str:
    path = data / name / "game.mark"
    path.parent.mkdir(parents=True)
    path.write_bytes(log)
    os.utime(path, (time, time))
    return str(path)


def test_all_games_played_and_watched_are_listed_the_newest_first(tmp_path: Path) -> None:
    first = save(tmp_path, "games/aaaa1111", whole_game(2).data(), time=1e9)
    second = save(tmp_path, "watched/bbbb2222", GameBuilder(3, "b", SHORT).play(9).data(), time=2e9)
    third = save(tmp_path, "games/cccc3333", GameBuilder(2, "c", SHORT).play(1).data(), time=3e9)
    save(tmp_path, "games/dddd4444", b"no log at all", time=4e9)
    rows = find_games("replay", str(tmp_path))
    assert [row.name for row in rows] == [third, second, first]
    newest, watched, oldest = (row.detail.split(", ")[1:] for row in rows)
    assert newest == ["unfinished", "0 rolls", "cccc"]
    assert watched[0] == "unfinished"
    assert watched[2:] == ["watched", "bbbb"]
    assert oldest[0::2] == ["complete", "aaaa"]


def test_only_what_this_computer_can_go_on_with_is_listed_to_be_resumed(tmp_path: Path) -> None:
    save(tmp_path, "games/aaaa1111", whole_game(2).data(), time=1e9)
    assert find_games("resume", str(tmp_path)) == []  # without a key there is no seat
    own = load_identity(tmp_path, seeded_entropy("own"))
    other = load_identity(tmp_path / "other", seeded_entropy("other"))
    entries = [
        SeatEntry(f"{seat}", one.key.public, bytes((seat,)) * 32, bytes(32))
        for seat, one in enumerate((own, other))
    ]
    genesis = make_genesis(SHORT, bytes(32), entries)
    save(tmp_path, "games/cccc3333", GameBuilder(2, "of others").data(), time=3e9)
    save(tmp_path, "games/bbbb2222", log_bytes([genesis_body(genesis)]), time=2e9)
    assert [row.name for row in find_games("resume", str(tmp_path))] == ["bbbb2222"]
