"""Honest peers that crash at every single step, and that one seed is one run."""

import pytest

from tests.simulation.checks import check_all_whole
from tests.simulation.machine import Machine
from tests.simulation.runs import run, set_up
from tests.simulation.table import RULESETS
from tests.simulation.weather import Weather
from tests.simulation.world import World


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_seed_gives_the_same_run(seats: int) -> None:
    def run_once() -> object:
        world = run(5, seats, "storm")
        return world.now, [machine.disk.snapshot() for machine in world.machines]

    assert run_once() == run_once()


STEADY = Weather(delay=0.01, forget=1.0, downtime=0.05)
PARTS = 8


class CrashesOnce(Machine):
    """Crashes before the effect of this number, and never again."""

    at = 0

    def __init__(self, world: World, seat: int) -> None:
        super().__init__(world, seat)
        self.faults.crash_at = self.at


def _play(seed: int, seats: int, seat: int, at: int) -> World:
    maker = type("CrashesAt", (CrashesOnce,), {"at": at})
    world = World(seed, seats, STEADY, RULESETS["tiny"], {seat: maker})
    world.run()
    return world


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("seats", "seed"), [(2, 3), (3, 1)])
def test_a_crash_before_any_one_effect_changes_nothing(seats: int, seed: int, part: int) -> None:
    """With every seat in turn, at every effect of a short game, an auction in it."""
    with set_up(STEADY):
        for seat in range(seats):
            whole = _play(seed, seats, seat, 0)  # the very same run, but for the crash
            for at in range(1 + part, whole.machines[seat].faults.steps + 1, PARTS):
                world = _play(seed, seats, seat, at)
                assert world.machines[seat].starts == 2
                check_all_whole(world)
