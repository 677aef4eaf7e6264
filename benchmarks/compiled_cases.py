"""The compiled build and its source side by side, each contender in a process of its own, all in turns."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks import worker
from benchmarks.audit_cases import EVENTS
from benchmarks.board_game_peers import open_spiel_peers
from benchmarks.case import Comparison, Contender, Role, Skipped, Unit, ours, race_rates
from benchmarks.core_cases import DECISIONS
from benchmarks.measure import Act, Effort
from benchmarks.process import ROOT, Process
from benchmarks.settling_cases import settle
from tests.compiled_build import build, is_of_this_source, what_is_lacking

COMPILED, SOURCE = "compiled", "source"
LEVEL = "3"
"""Of the C compiler's optimising, as where MARK_COMPILED=1 is given."""
Other = tuple[Role, str, tuple[str, Path]]
"""Its name, its work, and the build that does it."""


def compiled(effort: Effort) -> Iterable[Comparison]:
    with ExitStack() as running:
        try:
            built = _build(effort, running)
        except Skipped as reason:
            yield Comparison("the compiled build", DECISIONS, (), ((COMPILED, str(reason)),))
            return
        for comparison in _comparisons(effort, built):
            if comparison.others or comparison.skipped:
                yield comparison
            yield _with_the_source(comparison)


def _comparisons(effort: Effort, built: Path) -> Iterable[Comparison]:
    for title, unit, work, others in _races(built):
        with ExitStack() as running:
            start = partial(_start, running, effort.seconds)
            both = (ours(COMPILED, partial(start, work, built)), ours(SOURCE, partial(start, work, ROOT)))
            rest = (Contender(role, name, partial(start, *what)) for role, name, what in others)
            yield race_rates(title, unit, (*both, *rest), effort)
    for seats in (2, 3, 4):
        yield settle(seats, effort, {COMPILED: built, SOURCE: ROOT})


def _races(built: Path) -> Iterator[tuple[str, Unit, str, list[Other]]]:
    """Give what is measured in what unit, what both do, and the others with what each of them does."""
    games = [(Role.PEER, name, (name, ROOT)) for name, _ in open_spiel_peers()]
    yield "random play, legal decisions listed", DECISIONS, worker.PLAY, games
    yield "replay of checked decisions", DECISIONS, worker.REPLAY, []
    for seats in (2, 3, 4):
        floors = [
            (Role.FLOOR, f"{what}, compiled", (f"{what} {seats}", built))
            for what in (worker.FLOOR, worker.SIGNATURES)
        ]
        yield f"audit of whole logs, {seats} seats", EVENTS, f"{worker.AUDIT} {seats}", floors


def _start(running: ExitStack, seconds: float, work: str, build: Path) -> Act:
    """Start a process for this work; the act gives how many units it did in a second of so many seconds."""
    process = running.enter_context(Process("worker", work, build=build))
    begun = process.answer()
    if "lacking" in begun:
        raise Skipped(f"{begun['lacking']} is not installed")
    assert Path(begun["core"]).is_relative_to(build), begun
    return lambda: float(process.ask(str(seconds))["rate"])


def _with_the_source(comparison: Comparison) -> Comparison:
    """Give the compiled build against the source, of the same rounds."""
    compiled, source = comparison.ours
    return replace(comparison, measured=(compiled, replace(source, role=Role.BUILD)), skipped=())


def _build(effort: Effort, running: ExitStack) -> Path:
    """Give the folder of a compiled build of this source, made now if there is none."""
    if effort.compiled is not None and is_of_this_source(effort.compiled):
        return effort.compiled
    if effort.compiled is None and not effort.compiles:
        raise Skipped("the short form makes none, and --compiled names none")
    if lacking := what_is_lacking():
        raise Skipped(lacking)
    folder = effort.compiled or Path(running.enter_context(tempfile.TemporaryDirectory()))
    build(folder, LEVEL)
    return folder
