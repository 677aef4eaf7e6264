"""One dishonest peer of each kind, or one accident, among honest ones: the outcomes in `trials`."""

from typing import Final

import pytest

from tests.simulation.runs import run
from tests.simulation.trials import TRIALS

SEEDS: Final = {"two-faced": 24, "rolled-back": 16}
FEWER: Final = 8


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("weather", ["fair", "rough", "crashes"])
@pytest.mark.parametrize("foe", TRIALS)
def test_what_honest_peers_make_of_it(foe: str, weather: str, seats: int) -> None:
    for seed in range(SEEDS.get(foe, FEWER)):
        run(seed, seats, weather, foe)
