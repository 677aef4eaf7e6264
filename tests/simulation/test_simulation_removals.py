"""Tables at which seats are removed: that one seed is one run, and what a certificate frees."""

import pytest

from p2p.chain import Chain
from p2p.event import Event, EventKind, sign_event
from p2p.heard import Heard
from tests.p2p.gamebuilder import GameBuilder
from tests.simulation.runs import run


@pytest.mark.parametrize("seats", [3, 4])
def test_the_same_seed_gives_the_same_run(seats: int) -> None:
    def run_once() -> object:
        world = run(7, seats, "gone-in-storm")
        return world.now, [machine.disk.snapshot() for machine in world.machines]

    assert run_once() == run_once()


@pytest.mark.parametrize(("removed", "follows"), [(0, True), (1, False)])
def test_who_is_bound_to_another_set_takes_the_certificate_that_removes_it(
    removed: int, *, follows: bool
) -> None:
    """Seat 0 has voted for seat 2, and waits for a keep; if it is removed itself, it waits no more."""
    builder = GameBuilder(3)
    builder.play_round()
    log = builder.log
    heard = Heard()
    voters = [(0, 1 << 2), *((seat, 1 << removed) for seat in range(3) if seat != removed)]
    for seat, mask in voters:
        vote = Event(EventKind.VOTE, log.genesis.game_id, log.round_number, log.head, seat, (mask,))
        heard.add(sign_event(vote, builder.players[seat].key), frozenset())
    chain = Chain(builder.genesis, 0)
    chain.restore(builder.rounds)
    chain.advance(heard)
    assert bool(chain.tip.removals) is follows
