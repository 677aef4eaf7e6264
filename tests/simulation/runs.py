"""One run from its arguments, and what has to be true of it; failures say how to run it again."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.simulation.absences import Absences
from tests.simulation.beside import check_chat
from tests.simulation.checks import check_all_whole, check_judged
from tests.simulation.removal_trials import REMOVAL_TRIALS, RemovalTrial
from tests.simulation.removals import check_removals
from tests.simulation.sharing import share
from tests.simulation.table import RULESETS
from tests.simulation.trials import SPREAD, TRIALS, Quiet, Trial
from tests.simulation.weather import ABSENCES, MISHAPS, WEATHERS, Weather
from tests.simulation.world import World

ALL_WEATHERS = {**WEATHERS, **MISHAPS, **ABSENCES}
ALL_TRIALS: Mapping[str, Trial | RemovalTrial] = {**TRIALS, **REMOVAL_TRIALS}
QUIET = 90.0
"""Seconds without anything new after which a table with absent seats comes to nothing more."""
LONGEST_ABSENCE = 400.0
RULESET_NAMES = ("short", "poor", "short", "tiny")
"""Which ruleset a seed plays, by its remainder."""


class RunFailed(AssertionError):
    """A promise was not kept in this run."""


def read_seeds(text: str) -> range:
    """Read "7" or "0..99", both ends included."""
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def command(seed: int, seats: int, weather: str, foe: str | None) -> str:
    """Give the command that runs this once more."""
    return f"python -m tests.simulation --seeds {seed} --seats {seats} --weather {weather}" + (
        f" --foe {foe}" if foe else ""
    )


@contextmanager
def set_up(weather: Weather) -> Iterator[Path | None]:
    """Share what can be shared between the peers, set the size of a journal, and give a folder for files."""
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        share(patch)
        if weather.journal is not None:
            patch.setattr("p2p.ledger.JOURNAL_BYTES", weather.journal)
        yield Path(stack.enter_context(TemporaryDirectory())) if weather.files else None


def run(seed: int, seats: int, weather: str, foe: str | None = None) -> World:
    """Play one table to its end and check all that holds there. Raises `RunFailed` with the command."""
    try:
        trial = ALL_TRIALS[foe] if foe is not None else None
        conditions = trial.adapt(ALL_WEATHERS[weather]) if trial is not None else ALL_WEATHERS[weather]
        with set_up(conditions) as folder:
            if trial is not None:
                return trial.play(seed, seats, conditions, folder)
            play = play_with_absences if weather in ABSENCES else play_honestly
            return play(seed, seats, conditions, folder)
    except Exception as error:
        raise RunFailed(f"{type(error).__name__}: {error}\n  {command(seed, seats, weather, foe)}") from error


def play_honestly(seed: int, seats: int, weather: Weather, folder: Path | None) -> World:
    world = World(seed, seats, weather, RULESETS[RULESET_NAMES[seed % len(RULESET_NAMES)]], folder=folder)
    world.run()
    if weather.watched or weather.chat or weather.full:
        world.settle_down(SPREAD)
    check_all_whole(world)
    check_judged(world)
    check_chat(world)
    return world


def play_with_absences(seed: int, seats: int, weather: Weather, folder: Path | None) -> Absences:
    """Play a table at which seats are away; with two, nobody can be removed."""
    ruleset = RULESETS[RULESET_NAMES[seed % len(RULESET_NAMES)]]
    world = Absences(seed, seats, weather, ruleset, folder=folder)
    world.run(LONGEST_ABSENCE, Quiet(world, QUIET))
    world.run(world.now + 5.0, lambda: False)
    check_removals(world)
    check_judged(world)
    return world
