"""Peers whose addresses change go on with each other, over real sockets on loopback (protocol.md, 21)."""

import asyncio
from pathlib import Path

import pytest

from p2p.address_book import BOOK_NAME, load_book, load_statements
from p2p.view import Presence
from tests.p2p.tables import Player, seated, until


def endpoint(player: Player) -> str:
    return f"tcp://{player.place}:{player.port}"


def all_here(players: list[Player]) -> bool:
    return all(
        peer.presence is Presence.HERE and peer.agrees
        for player in players
        for peer in player.peer.view().peers
    )


def all_linked(players: list[Player]) -> bool:
    return all(
        one.link_to(other) == endpoint(other) for one in players for other in players if one is not other
    )


def test_a_peer_that_goes_on_at_another_address_is_followed(tmp_path: Path) -> None:
    async def run() -> None:
        async with seated(3, tmp_path) as players:
            await until(lambda: all_here(players) and all_linked(players))
            mover = players[1]
            old, mover.place = endpoint(mover), "127.0.0.9"
            mover.table.listen([mover.place], mover.port)
            mover.table._transport._router.unbind(old)
            mover.peer.moved((mover.place,))
            await until(lambda: all_linked(players))
            for player in players:
                assert load_book(player.peer.folder)[mover.peer.seat] == mover.endpoints

    asyncio.run(run())


def test_two_that_come_back_elsewhere_find_each_other_by_a_third(tmp_path: Path) -> None:
    """Clause 21.6: neither knows where the other is."""

    async def run() -> None:
        async with seated(3, tmp_path) as players:
            await until(lambda: all_here(players))
            folders = {player.name: player.stop() for player in players[1:]}
            for number, player in enumerate(players[1:]):
                player.resume(folders[player.name], f"127.0.0.{20 + number}")
            await until(lambda: all_here(players) and all_linked(players))

    asyncio.run(run())


@pytest.mark.parametrize("lost", [False, True])
def test_what_a_peer_has_learnt_it_passes_on_after_a_restart(lost: bool, tmp_path: Path) -> None:
    """Clause 21.8; one that has lost its book, and is still called, is told everything by the others."""

    async def run() -> None:
        async with seated(3, tmp_path) as players:
            seats = len(players)
            await until(lambda: all(len(load_statements(player.peer.folder)) == seats for player in players))
            mover = players[2]
            numbers = {one.seat: one.number for one in load_statements(mover.peer.folder)}
            place, port, folder = mover.place, mover.port, mover.stop()
            if lost:
                (folder / BOOK_NAME).unlink()
            mover.resume(folder, place, port if lost else 0)
            await until(lambda: all_here(players) and all_linked(players))
            held = {one.seat: one.number for one in load_statements(folder)}
            assert held == numbers | {mover.peer.seat: numbers[mover.peer.seat] + (not lost)}

    asyncio.run(run())
