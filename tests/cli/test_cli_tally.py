"""What a game has come to, against the games that it is counted from."""

import pytest

from cli.narrator import Narrator
from cli.results import tell_standings
from core.ruleset import Ruleset
from tests.cli.fakes import FakePeer
from tests.cli.screen.scenes import play_until, sit
from tests.p2p.gamebuilder import GameBuilder

LONG = Ruleset(rows_to_end=2, most_rolls=200)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_tally_adds_up_to_the_result(seats: int) -> None:
    table = sit(seats, "tally", LONG)
    play_until(table, lambda view: view.complete, 2000)
    state, tally = table.story.state, table.story.tally
    assert tally.course[0] == (LONG.money,) * seats
    assert tally.course[-1] == tuple(state.money)
    assert len(tally.course) == state.rolls + 1
    text = "\n".join(one.text for one in table.story.feed)
    for seat, name in enumerate(table.story.names):
        won = text.count(f"{name} wins the chip") + text.count(f"{name} wins and pays")
        assert tally.auctions[seat] == won
    assert any(tally.auctions)
    assert any(tally.fees)
    assert all(fee % LONG.fee == 0 for fee in tally.fees)


def test_a_tally_is_the_same_for_who_has_come_later() -> None:
    peer = FakePeer(2, "whole", Ruleset(rows_to_end=1, most_rolls=6))
    narrator = Narrator(peer.genesis)
    narrator.catch_up(peer.rounds())
    assert narrator.tally.course[-1] == tuple(narrator.log.state.money)


def test_who_has_left_stands_below_the_winner_whatever_money_it_had() -> None:
    """Rules L1 and L3: the last one left wins, and the money of the others is out of the game."""
    game = GameBuilder(2, "left", LONG).play(4)
    assert game.log.expects is not None
    seat = game.log.expects.seats[0]
    game.resign(seat)
    narrator = Narrator(game.genesis)
    narrator.catch_up(game.play().rounds)
    outcome = narrator.log.state.outcome
    assert outcome is not None
    assert narrator.tally.out == (seat,)
    first, last = tell_standings(outcome, narrator.tally, narrator.names)
    assert first.startswith(f"{narrator.names[1 - seat]} [{2 - seat}]: $")
    assert last.startswith(f"{narrator.names[seat]} [{seat + 1}]: out of the game, with $")
