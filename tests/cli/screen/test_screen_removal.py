"""What a removal changes on the screen: the line about a proposal goes with it, and who is out is told so."""

import pytest

from cli.farewell import tell_farewell
from cli.screen.settings import Settings
from cli.screen.table_screen import TableScreen
from cli.waiting import tell_removable
from p2p.view import Presence
from tests.cli.fakes import FakePeer
from tests.cli.screen.scenes import LONGER, hear_all, paint

PROPOSED = "Proposed; it happens once all others agree."


@pytest.fixture
def peer() -> FakePeer:
    return FakePeer(3, "removal", LONGER)


@pytest.fixture
def table(peer: FakePeer) -> TableScreen:
    table = TableScreen(peer, Settings(), clock=lambda: 0.0)
    hear_all(table)
    return table


def shown(table: TableScreen) -> str:
    return "\n".join(paint(table, 100, 30))


def test_a_proposal_is_told_until_the_removal_has_happened(table: TableScreen, peer: FakePeer) -> None:
    table.submit("remove 3")
    table.look_around()
    assert PROPOSED in shown(table)
    peer.remove(2)
    hear_all(table)
    assert PROPOSED not in shown(table)


def test_a_proposal_is_told_until_it_is_taken_back(table: TableScreen, peer: FakePeer) -> None:
    table.submit("remove 3")
    peer.proposals = ()  # as when the round has closed without it
    table.look_around()
    assert PROPOSED not in shown(table)


def test_another_answer_is_not_taken_away_with_a_proposal(table: TableScreen, peer: FakePeer) -> None:
    table.submit("remove 3")
    table.submit("log")
    peer.remove(2)
    hear_all(table)
    assert str(peer.log_path) in shown(table)


def test_who_was_removed_cannot_come_back(table: TableScreen, peer: FakePeer) -> None:
    """Rule L2: a removed seat is out of the game for good."""
    table.submit("quit")
    assert table.asked.title == "Leave the game? It can be resumed."
    table.press("escape")
    peer.remove(0)
    hear_all(table)
    table.submit("quit")
    assert table.asked.title == "Leave the game? It is over for your seat."
    assert tell_farewell(peer)[1:] == ["The others have removed this seat: the game is over for it."]


@pytest.mark.parametrize("seats", [2, 3])
def test_how_to_propose_a_removal_is_told_of_who_is_awaited_and_away(seats: int) -> None:
    """Clauses 19.2 and 19.4: with two seats nobody can be removed."""
    peer = FakePeer(seats, "removal", LONGER)
    told = "To propose that Ben be removed for good, type: remove 2"
    away = peer.view().changed(missing=(1,))
    for presence in (Presence.HERE, Presence.AWAY):
        peers = tuple(one.changed(presence=presence) for one in away.peers)
        lines = tell_removable(away.changed(peers=peers), ("Ada", "Ben", "Cleo"))
        assert lines == ([told] if presence is Presence.AWAY and seats == 3 else [])
