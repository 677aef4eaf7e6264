"""Absent seats and those who lie about removals: what is settled never parts, or its author is convicted."""

import pytest

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
