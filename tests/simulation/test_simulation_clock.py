"""A simulated clock never goes back, as a real monotonic one does not."""

import random

import pytest

from tests.simulation.clock import Clock
from tests.simulation.runs import run


@pytest.mark.parametrize("stands", [False, True])
def test_a_clock_that_goes_on_has_not_gone_back(stands: bool) -> None:
    clock = Clock(random.Random(1))
    shown = [clock.time(5.0)]
    if stands:
        clock.stop(5.0)
    shown.append(clock.time(10.0))
    clock.jump(3.0)
    shown.append(clock.time(10.0))
    clock.go(20.0)
    shown += [clock.time(20.0), clock.time(21.0)]
    assert shown == sorted(shown)
    assert (shown[1] == shown[0]) is stands
    assert shown[4] > shown[3]


@pytest.mark.parametrize(("seed", "seats"), [(70040, 3), (70042, 4)])
def test_what_a_stopped_process_does_not_see_of_the_time_harms_nobody(seed: int, seats: int) -> None:
    """Seeds that failed: on a clock that went back a seat did not tell for long where it is."""
    run(seed, seats, "mayhem")
