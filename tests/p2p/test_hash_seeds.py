"""Rule H5 for whole logs: the same bytes whatever the hash seed, the locale and the optimisation level."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import hashlib
from core.ruleset import Ruleset
from tests.p2p.gamebuilder import whole_game
for seats in (2, 3, 4):
    game = whole_game(seats, "hash seeds", Ruleset(rows_to_end=2), "cautious")
    print(hashlib.sha256(game.data()).hexdigest())
"""


def _digests(seed: str, locale: str, *options: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale}
    command = [sys.executable, *options, "-c", PROGRAM]
    return subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize(("seed", "locale"), [("1", "C"), ("4242", "C.UTF-8"), ("random", "POSIX")])
def test_whole_games_are_the_same_bytes_under_any_hash_seed(seed: str, locale: str) -> None:
    assert _digests(seed, locale) == _digests("0", "C")


def test_whole_games_are_the_same_bytes_with_and_without_asserts() -> None:
    assert _digests("0", "C", "-O") == _digests("0", "C")
