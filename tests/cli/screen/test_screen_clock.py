"""The soft clock on the full screen: the time left is in sight, then something modest is said (6.10)."""

import pytest

from cli.screen.settings import Settings
from cli.screen.table_screen import TableScreen
from core.ruleset import Ruleset
from p2p.view import Wanted
from tests.cli.fakes import FakePeer
from tests.cli.screen.scenes import hear_all

CLOCKED = Ruleset(rows_to_end=1, most_rolls=60, clock=100)
TOLD = {
    Wanted.ROLL: "Your time is over: mark rolls for you.",
    Wanted.DECISION: "Your time is over: mark chooses for you: ",
    Wanted.BID: "Your time is over: mark bids $0 for you.",
}


class Sitting:
    """A table whose time a test lets pass, at its first question of a kind."""

    def __init__(self, wanted: Wanted) -> None:
        self.now = 0.0
        seeds = (FakePeer(2, f"clock {number}", CLOCKED) for number in range(100))
        self.peer = next(peer for peer in seeds if self._comes_to(peer, wanted))
        self.table = TableScreen(self.peer, Settings(), clock=lambda: self.now)
        hear_all(self.table)
        self.peer.said.clear()

    def _comes_to(self, peer: FakePeer, wanted: Wanted) -> bool:
        if peer.wanted is Wanted.ROLL is not wanted:
            peer.roll()
        return peer.wanted is wanted

    def pass_time(self, until: float) -> None:
        self.now = until
        self.table.look_around()
        hear_all(self.table)


@pytest.mark.parametrize("wanted", Wanted)
def test_once_the_time_is_over_something_modest_is_said_and_told(wanted: Wanted) -> None:
    at = Sitting(wanted)
    at.pass_time(99.0)
    assert at.peer.said == []
    assert at.table.screen().table.waiting.endswith("Time left: 1 second.")
    assert at.table.rest() == 1.0
    at.pass_time(99.5)
    assert at.table.rest() == 0.5
    at.pass_time(100.0)
    assert len(at.peer.said) == 1
    assert wanted is not Wanted.BID or at.peer.said == [0]
    assert sum(line.text.startswith(TOLD[wanted]) for line in at.table.story.feed) == 1


def test_nothing_is_said_for_anyone_while_the_game_is_paused() -> None:
    at = Sitting(Wanted.ROLL)
    at.peer.paused = True
    at.pass_time(50.0)
    at.pass_time(500.0)
    assert at.peer.said == []
