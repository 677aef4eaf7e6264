"""Every kind of peer in every kind of weather: what the honest ones end with is checked in `runs`.

`python -m tests.simulation` runs more seeds, and one again.
"""

import pytest

from tests.simulation import accidents, beside_foes, foes, removal_foes
from tests.simulation.foes import Foe
from tests.simulation.machine import Machine
from tests.simulation.matrix import Row, rows
from tests.simulation.removal_trials import REMOVAL_TRIALS
from tests.simulation.runs import ALL_TRIALS, run
from tests.simulation.trials import TRIALS
from tests.simulation.weather import ABSENCES, MISHAPS, WEATHERS

ROWS = tuple(rows())
HELPERS = {"Foe", "Face", "Hider", "Copy"}
"""What kinds of peers are made of, and no kind themselves."""
LATE_TO_ACT = 24
"""Seeds within which every dishonest peer has done at least once what it is there for."""


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_what_honest_peers_make_of_it(row: Row) -> None:
    for seed in row.seeds:
        run(seed, row.seats, row.weather, row.foe)


def test_the_matrix_has_every_kind_in_every_weather_at_every_number_of_seats() -> None:
    played = {(row.foe, row.weather, row.seats) for row in ROWS}
    seats = (2, 3, 4)
    assert played >= {(None, one, n) for one in (*WEATHERS, *MISHAPS, *ABSENCES) for n in seats}
    assert played >= {(foe, one, n) for foe in TRIALS for one in ("fair", "rough", *MISHAPS) for n in seats}
    assert played >= {(foe, one, n) for foe in REMOVAL_TRIALS for one in ("fair", "mayhem") for n in (3, 4)}
    assert sum(len(row.seeds) for row in ROWS) > 2_500


def test_every_kind_of_peer_has_its_trial() -> None:
    kinds = {
        kind
        for module in (foes, beside_foes, removal_foes, accidents)
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, Machine) and name not in {*HELPERS, "Machine"}
    }
    assert kinds == {trial.maker for trial in ALL_TRIALS.values()} - {Machine}


@pytest.mark.parametrize("foe", [name for name, trial in ALL_TRIALS.items() if not trial.honest])
def test_every_dishonest_peer_does_what_it_is_there_for(foe: str) -> None:
    """None of them plays honestly by a slip of the simulation."""
    for seed in range(LATE_TO_ACT):
        for weather in ("rough", "crashes"):  # in the second one journals are short, and logs can be lost
            world = run(seed, 3, weather, foe)
            (seat,) = world.foes
            machine = world.machines[seat]
            assert isinstance(machine, Foe)
            if machine.acts:
                return
    pytest.fail("it never did")
