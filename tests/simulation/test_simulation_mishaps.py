"""That mishaps do befall a simulated table, and that what a failure prints runs it again."""

from collections import Counter

import pytest

from p2p.keeping import Trouble
from tests.simulation import runs
from tests.simulation.__main__ import make_parser, planned_runs
from tests.simulation.runs import RunFailed, run
from tests.simulation.world import World


@pytest.mark.parametrize("weather", ["mayhem", "torn-files", "full-disks"])
def test_the_same_seed_gives_the_same_run(weather: str) -> None:
    def run_once() -> object:
        world = run(5, 3, weather)
        return world.now, [(machine.disk.snapshot(), len(machine.notices)) for machine in world.machines]

    assert run_once() == run_once()


def test_disks_do_tear_fill_up_and_fail() -> None:
    """What the weather promises does happen: none of it is left out by a slip of the simulation."""
    found: Counter[str] = Counter()
    for seed in range(8):
        for machine in run(seed, 3, "torn-files").machines:
            found["torn"] += len(machine.repairs)
            for trouble in machine.troubles:
                found[type(trouble.error if isinstance(trouble, Trouble) else trouble).__name__] += 1
    assert min(found[kind] for kind in ("torn", "StoreFull", "StoreBroken", "Recovered")) > 0, found


def test_addresses_are_learnt_lines_heard_and_games_watched() -> None:
    """Nor is what goes on beside the log left out."""
    found: Counter[str] = Counter()
    for seed in range(8, 14):
        world = run(seed, 3, "moves")
        known = {(addresses[0], port) for addresses, port in world.book.values()}
        for machine in world.machines:
            if machine.process is not None:
                found["learnt"] += len(
                    {one for links in machine.process.wire.links.values() for one in links} - known
                )
            found["heard"] += len(machine.heard)
        found["watched"] += sum(one.complete for one in world.onlookers)
    assert min(found[kind] for kind in ("learnt", "heard", "watched")) > 0, found


def test_who_resigns_after_the_others_have_moved_stays_until_they_know() -> None:
    """A seed that failed: the only one that both could ask was gone (21.6)."""
    run(90002, 3, "mayhem")


@pytest.mark.parametrize(
    ("weather", "foe"), [("mayhem", None), ("rough", "two-faced"), ("split", "splitter")]
)
def test_the_command_that_a_failure_prints_runs_it_again(
    monkeypatch: pytest.MonkeyPatch, weather: str, foe: str | None
) -> None:
    world = run(3, 3, weather, foe)

    def fail(*_arguments: object) -> World:
        raise AssertionError

    monkeypatch.setattr(runs, "play_honestly", fail)
    monkeypatch.setattr(runs, "ALL_TRIALS", {})  # so that every trial fails too
    with pytest.raises(RunFailed) as failure:
        run(3, 3, weather, foe)
    monkeypatch.undo()
    command = str(failure.value).splitlines()[-1].split()
    assert command[:3] == ["python", "-m", "tests.simulation"]
    options = make_parser().parse_args(command[3:])
    (planned,) = planned_runs(options)
    again = run(*planned)
    assert again.name == world.name
    assert again.now == world.now
    assert [one.disk.snapshot() for one in again.machines] == [one.disk.snapshot() for one in world.machines]
