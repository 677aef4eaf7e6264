"""What a table tells while its game has not begun, what it takes into the game, and its invite to watch."""

import asyncio
from collections.abc import Callable, Collection, Coroutine
from pathlib import Path
from typing import Any

import pytest

from core.ruleset import Ruleset
from p2p.address_book import load_book
from p2p.again import Again
from p2p.entropy import seeded_entropy
from p2p.invite import MAX_ADDRESSES, Endpoints, Invite
from p2p.lobby import SeatTaken
from p2p.lobby_guest import GuestLobby
from p2p.lobby_host import HostLobby
from p2p.store_errors import StoreUnusable
from p2p.table import GAMES_FOLDER
from p2p.watch_messages import WatchReason
from p2p.watch_view import NotLetIn, Watching
from p2p.watcher import NobodyToWatch, Watcher
from tests.p2p.reading import next_of
from tests.p2p.tables import PATIENCE, Player, seated

RULES = Ruleset(rows_to_end=1, most_rolls=5)


def run(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await scene()

    asyncio.run(bounded())


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def test_a_host_that_moves_tells_its_invite_anew_and_each_side_takes_its_place_into_the_game(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        host, guest = Player(0, tmp_path), Player(1, tmp_path)
        host.listen()
        guest.listen()
        invites: list[Invite] = []
        hosting = asyncio.ensure_future(
            host.table.host(host.name, 2, RULES, host.endpoints, invites.append, always_ready=True)
        )
        await asyncio.sleep(0)
        host.table.moved((host.place,))
        host.table.moved(())
        assert len(invites) == 1, "nothing has changed"
        many = tuple(f"127.0.1.{number}" for number in range(MAX_ADDRESSES + 1))
        host.table.moved((host.place, *many))
        first, second = invites
        assert second.addresses == (host.place, *many)[:MAX_ADDRESSES]
        assert (second.port, second.token, second.curve_key) == (first.port, first.token, first.curve_key)

        joining = asyncio.ensure_future(
            guest.table.join(first, guest.name, guest.endpoints, always_ready=True)
        )
        await asyncio.sleep(0)
        guest.table.moved(("127.0.2.1",))
        peers = await asyncio.gather(hosting, joining)
        books = [load_book(peer.folder) for peer in peers]
        host.table.close()
        guest.table.close()
        places: list[Endpoints] = [(second.addresses, host.port), (("127.0.2.1",), guest.port)]
        for book, peer, place in zip(books, peers, places, strict=True):
            assert book[peer.seat] == place
        assert books[1][peers[0].seat] == places[0], "the guest is told where the host is now"

    run(scene)


def test_who_cannot_keep_a_game_invites_nobody_and_asks_for_no_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        one, other = Player(0, tmp_path), Player(1, tmp_path)
        one.listen()
        other.listen()
        invites: list[Invite] = []
        hosting = asyncio.ensure_future(one.table.host(one.name, 2, RULES, one.endpoints, invites.append))
        await until(lambda: bool(invites))
        (other.data / GAMES_FOLDER).write_text("in the way", encoding="utf-8")
        with pytest.raises(StoreUnusable):
            await other.table.host(other.name, 2, RULES, other.endpoints, invites.append)
        with pytest.raises(StoreUnusable):
            await other.table.join(invites[0], other.name, other.endpoints)
        assert len(invites) == 1
        hosting.cancel()
        await asyncio.gather(hosting, return_exceptions=True)
        assert SeatTaken(other.name) not in one.news
        one.table.close()
        other.table.close()

    run(scene)


def test_a_guest_that_can_call_its_host_no_more_is_called_by_a_host_that_has_moved(tmp_path: Path) -> None:
    async def scene() -> None:
        host, guest = Player(0, tmp_path), Player(1, tmp_path)
        host.listen()
        guest.listen()
        invites: list[Invite] = []
        parts = [asyncio.ensure_future(host.table.host(host.name, 3, RULES, host.endpoints, invites.append))]
        await until(lambda: bool(invites))
        parts.append(asyncio.ensure_future(guest.table.join(invites[0], guest.name, guest.endpoints)))
        await until(lambda: SeatTaken(guest.name) in host.news)
        guest.table._transport.forget(host.table.curve_key)
        assert not guest.table._transport.send(host.table.curve_key, b"")
        host.table.moved((host.place, "127.0.1.1"))
        await until(lambda: guest.table._transport.send(host.table.curve_key, b""))
        for part in parts:
            part.cancel()
        await asyncio.gather(*parts, return_exceptions=True)
        host.table.close()
        guest.table.close()

    run(scene)


def test_who_waits_to_watch_or_watches_is_told_that_the_table_is_closed(tmp_path: Path) -> None:
    """Clause 20.4."""

    async def scene() -> None:
        host = Player(0, tmp_path)
        host.listen()
        invites: list[Invite] = []
        hosting = asyncio.ensure_future(host.table.host(host.name, 2, RULES, host.endpoints, invites.append))
        await until(lambda: bool(invites))
        await closed_before(host, invites[0], tmp_path / "waits", WatchReason.NOT_BEGUN)
        hosting.cancel()
        await asyncio.gather(hosting, return_exceptions=True)
        (tmp_path / "seated").mkdir()
        async with seated(2, tmp_path / "seated") as players:
            invite = players[0].table.watch_invite
            assert invite is not None
            await closed_before(players[0], invite, tmp_path / "watches", None)

    run(scene)


async def closed_before(player: Player, invite: Invite, data: Path, reason: WatchReason | None) -> None:
    """Close this player's table before one who has got as far as this refusal, or watches the game."""
    watcher = Watcher((invite,), data, seeded_entropy("watch"))
    key = invite.curve_key
    wanted = Watching(key) if reason is None else NotLetIn(key, reason, 1)
    while await next_of(watcher.notices) != wanted:
        pass
    await player.table.dissolve()
    player.table.close()
    await watcher.done.wait()
    assert isinstance(watcher.failure, NobodyToWatch)
    watcher.close()


def test_who_waits_for_others_to_play_again_looks_only_when_something_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hosts no table itself, and so has no lobby: a bot waits so, for a minute."""
    looked = 0
    seek = Again.seek

    def counted(again: Again, away: Collection[int]) -> HostLobby | GuestLobby | None:
        nonlocal looked
        looked += 1
        return seek(again, away)

    monkeypatch.setattr(Again, "seek", counted)

    async def scene() -> None:
        async with seated(2, tmp_path) as players:
            waiting = asyncio.ensure_future(players[0].table.play_again(lambda _news: None, may_host=False))
            await until(lambda: looked > 0)
            for _turn in range(100):
                await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    run(scene)
    assert looked < 10


def test_the_invite_to_watch_says_where_a_player_is_after_a_move(tmp_path: Path) -> None:
    async def scene() -> None:
        async with seated(2, tmp_path) as players:
            table = players[0].table
            before = table.watch_invite
            assert before is not None
            assert before.addresses == (players[0].place,)
            table.moved(())
            assert table.watch_invite == before, "nowhere is no place to be called at"
            many = tuple(f"127.0.1.{number}" for number in range(MAX_ADDRESSES + 1))
            table.moved(many)
            assert table.watch_invite == before.changed(addresses=many[:MAX_ADDRESSES])

    run(scene)
