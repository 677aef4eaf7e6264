"""Absent seats and those who lie about removals: what is settled never parts, or its author is convicted."""

import pytest

from p2p.chain import Chain
from p2p.event import Event, EventKind, sign_event
from p2p.heard import Heard
from tests.p2p.gamebuilder import GameBuilder
from tests.simulation.removal_trials import REMOVAL_TRIALS
from tests.simulation.runs import run
from tests.simulation.weather import ABSENCES

SEEDS = 14
FOE_SEEDS = 1


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("weather", ABSENCES)
def test_those_who_stay_have_one_log_and_go_on(weather: str, seats: int) -> None:
    for seed in range(SEEDS):
        run(seed, seats, weather)


@pytest.mark.parametrize("weather", ABSENCES)
def test_two_players_wait_for_each_other(weather: str) -> None:
    for seed in range(2):
        run(seed, 2, weather)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("weather", ["fair", "rough", "crashes"])
@pytest.mark.parametrize("foe", REMOVAL_TRIALS)
def test_what_honest_peers_make_of_it(foe: str, weather: str, seats: int) -> None:
    for seed in range(FOE_SEEDS):
        run(seed, seats, weather, foe)


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
