import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

import cli.pick_table
from cli.errors import sentence
from cli.pick_table import NoTablePicked, Purpose, Watch, pick_table
from p2p.advert import Advert
from p2p.browser import TableChanged, TableFound, TableGone, TableNews
from p2p.discovery import DiscoveryOff, OffReason
from tests.cli.fakes import FakeConsole
from tests.p2p.air import PATIENCE, advert

ADA, BEN = advert("Ada"), advert("Ben")


def hearing(*news: TableNews, off: DiscoveryOff | None = None) -> Watch:
    """Give a list that tells this news at once."""

    @asynccontextmanager
    async def watch(
        tell: Callable[[TableNews], None], told: Callable[[DiscoveryOff | None], None]
    ) -> AsyncIterator[None]:
        if off is not None:
            told(off)
        for one in news:
            tell(one)
        yield

    return watch


def pick(watch: Watch, lines: Iterable[str], *, patient: bool = False) -> tuple[Advert | None, list[str]]:
    async def run() -> tuple[Advert | None, list[str]]:
        console = FakeConsole(lines, patient=patient)
        async with asyncio.timeout(PATIENCE):
            return await pick_table(console, watch), console.said

    return asyncio.run(run())


def test_a_number_takes_its_table() -> None:
    picked, said = pick(hearing(TableFound(ADA), TableFound(BEN)), ["2"])
    assert picked == BEN
    assert said[1].startswith("1  Ada: 1 of 3 seats taken")
    assert said[2].startswith("2  Ben: ")


def test_a_number_stays_its_tables_when_others_go() -> None:
    changed = replace(BEN, taken=2)
    news = (TableFound(ADA), TableFound(BEN), TableGone(ADA), TableChanged(changed))
    picked, said = pick(hearing(*news), ["1", "2"])
    assert picked == changed
    assert "1  The table of Ada is gone." in said
    assert "There is no table 1 now." in said


def test_a_table_that_comes_back_has_its_number_again() -> None:
    picked, _said = pick(hearing(TableFound(ADA), TableGone(ADA), TableFound(BEN), TableFound(ADA)), ["1"])
    assert picked == ADA


def test_two_tables_of_one_name_are_told_apart_by_their_number() -> None:
    other = advert("ADA")
    picked, said = pick(hearing(TableFound(ADA), TableFound(other)), ["2"])
    assert picked == other
    assert said[2].startswith("2  ADA (2): ")


def test_a_full_table_is_not_taken() -> None:
    full = replace(ADA, taken=3)
    picked, said = pick(hearing(TableFound(full), TableFound(BEN)), ["1", "2"])
    assert picked == BEN
    assert "All seats are taken at table 1." in said


@pytest.mark.parametrize("leave", ["quit", " QUIT "])
def test_one_can_leave(leave: str) -> None:
    assert pick(hearing(TableFound(ADA)), [leave, "1"])[0] is None


def test_an_input_that_ends_without_a_table_is_an_error() -> None:
    with pytest.raises(NoTablePicked):
        pick(hearing(TableFound(ADA)), [])


@pytest.mark.parametrize("line", ["", "Ada", "-1", "1.0", "٣", "99999", "1 2", "\x1b[A"])
def test_anything_else_shows_the_list_again(line: str) -> None:
    picked, said = pick(hearing(TableFound(ADA)), [line, "1"])
    assert picked == ADA
    assert sum(one.startswith("1  Ada") for one in said) == 2
    assert said[-1] == "Type the number of a table, or quit."


def test_discovery_that_is_off_is_told() -> None:
    picked, said = pick(hearing(off=DiscoveryOff(OffReason.NO_INTERFACE)), ["1", "quit"])
    assert picked is None
    assert said[1].startswith("Discovery is off: there is no network")


def slow(*news: TableNews) -> Watch:
    """Give a list that tells this news only once everything else has been done."""

    @asynccontextmanager
    async def watch(
        tell: Callable[[TableNews], None], _told: Callable[[DiscoveryOff | None], None]
    ) -> AsyncIterator[None]:
        async def later() -> None:
            for _ in range(20):
                await asyncio.sleep(0)
            for one in news:
                tell(one)

        task = asyncio.create_task(later())
        yield
        await task

    return watch


def test_a_number_in_a_pipe_waits_for_its_table() -> None:
    picked, _said = pick(slow(TableFound(ADA), TableFound(BEN)), ["2"], patient=True)
    assert picked == BEN


def test_a_number_in_a_pipe_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.pick_table, "LAST_SECONDS", 0.01)
    picked, said = pick(hearing(TableFound(ADA)), ["2", "quit"], patient=True)
    assert picked is None
    assert said[-1] == "There is no table 2 now."


@pytest.mark.parametrize("news", [(), (TableFound(ADA),)])
def test_after_a_while_without_a_table_it_is_said_what_else_works(
    news: tuple[TableNews, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli.pick_table, "HINT_SECONDS", 0)

    async def run() -> list[str]:
        console = FakeConsole(["x", "x", "quit"])
        await pick_table(console, hearing(*news))
        return console.said

    hinted = any("mark join INVITE" in line for line in _finish(run()))
    assert hinted is not bool(news)


def _finish(run: Coroutine[Any, Any, list[str]]) -> list[str]:
    return asyncio.run(run)


def test_a_game_that_has_begun_is_no_table_to_sit_down_at() -> None:
    begun = replace(ADA, playing=True, watch=True)
    picked, said = pick(
        hearing(TableFound(begun), TableFound(BEN), TableFound(ADA), TableChanged(begun)), ["1"]
    )
    assert picked == BEN
    assert said[1].startswith("1  Ben: ")
    assert said[2].startswith("2  Ada: ")
    assert said[3] == "2  The table of Ada is gone."


def test_only_what_anyone_may_watch_is_offered_to_a_spectator_full_or_not() -> None:
    begun = replace(ADA, playing=True, watch=True, taken=3)

    async def run() -> tuple[Advert | None, list[str]]:
        console = FakeConsole(["1"])
        news = hearing(TableFound(BEN), TableFound(begun))
        return await pick_table(console, news, Purpose.WATCH), console.said

    picked, said = asyncio.run(run())
    assert picked == begun
    assert said[1].endswith("(playing, can be watched)")


@pytest.mark.parametrize("purpose", Purpose)
def test_where_the_input_ends_the_command_that_needs_no_list_is_named(purpose: Purpose) -> None:
    wanted = "mark watch INVITE" if purpose is Purpose.WATCH else "mark join INVITE"
    with pytest.raises(NoTablePicked) as ended:
        asyncio.run(pick_table(FakeConsole([]), hearing(), purpose))
    assert str(sentence(ended.value)).endswith(wanted)
