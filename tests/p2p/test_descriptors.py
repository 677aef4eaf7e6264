"""Descriptors are few on some systems: connections leave some of them for files."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from p2p.callers import LEAST_CALLERS, MOST_CALLERS
from p2p.descriptors import (
    LEAST,
    MOST,
    OWN,
    RESERVED,
    TooFewDescriptors,
    ask_for_descriptors,
    reserve,
    room_for_callers,
)

ROOT = Path(__file__).parents[2]
NONE = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "given"),
    [
        (256, 2 * MOST, MOST),
        (256, NONE, MOST),
        (256, 512, 512 - RESERVED),
        (256, 256, 256 - RESERVED),
        (MOST + 1, 2 * MOST, None),
        (2 * MOST, 2 * MOST, 2 * MOST - RESERVED),
        (NONE, NONE, None),
        (256 - RESERVED, 256, None),
    ],
)
def test_as_many_are_asked_for_as_leave_some_for_files(
    soft: int, hard: int, given: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _which, limits: asked.append(limits))
    ask_for_descriptors()
    assert asked == ([] if given is None else [(given, hard)])


@pytest.mark.parametrize(("hard", "enough"), [(0, False), (LEAST - 1, False), (LEAST, True)])
def test_no_game_is_begun_where_there_are_too_few(
    hard: int, enough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (hard, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _which, _limits: None)
    if enough:
        ask_for_descriptors()
        return
    with pytest.raises(TooFewDescriptors) as few:
        ask_for_descriptors()
    assert (few.value.given, few.value.least) == (hard, LEAST)


@pytest.mark.parametrize(
    ("soft", "room"),
    [(NONE, MOST_CALLERS), (1024, MOST_CALLERS), (OWN + 40, 40), (OWN, LEAST_CALLERS), (8, LEAST_CALLERS)],
)
def test_fewer_may_call_where_there_are_few(soft: int, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (soft, NONE))
    assert room_for_callers(MOST_CALLERS, LEAST_CALLERS) == room


def test_the_bound_is_as_before_after_a_file_was_opened() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with pytest.raises(ZeroDivisionError), reserve():
        raise ZeroDivisionError
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == before


CROWDED = """
import os, resource, sys
from pathlib import Path
from p2p.descriptors import ask_for_descriptors
from p2p.store import GameStore
resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))
ask_for_descriptors()
taken = []
try:
    while True:
        taken.append(os.dup(0))
except OSError:
    print(len(taken))
folder = Path(sys.argv[1])
store = GameStore.create(folder)
store.append_journal(b"x")
store.close()
GameStore.open(folder)[0].close()
"""


def test_a_game_begins_and_goes_on_while_a_crowd_has_taken_all(tmp_path: Path) -> None:
    run = [sys.executable, "-c", CROWDED, str(tmp_path / "game")]
    done = subprocess.run(
        run, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert 0 < int(done.stdout) < 128 - RESERVED
