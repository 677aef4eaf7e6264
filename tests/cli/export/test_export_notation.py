"""The notation says just what was decided: written, read back, and as docs/notation.md tells it."""

import re
from pathlib import Path

import pytest

from cli.export.notation import NotationWriter
from core.decision import Deliver, Name, Place, Return, Sell, Treat
from core.replay import replay
from core.ruleset import DEFAULT, LONG, Ruleset
from core.step import Bids, Draw, Retire, Roll
from tests.cli.export.readings import (
    decided_in_log,
    decided_in_notation,
    exported,
    notation_of,
    read_back,
)
from tests.p2p.gamebuilder import SHORT, whole_game
from tests.vectors.corpus import CORPUS
from tests.verify.games import any_game

DOCUMENT = Path(__file__).parents[3] / "docs" / "notation.md"
KEPT = CORPUS / "kept" / "0.1-three-bots.mark"
LOGS = sorted([*CORPUS.glob("kept/*.mark"), *CORPUS.glob("made/*.mark")])


def check_round_trip(data: bytes) -> str:
    """See that a log's decisions come back from its notation, and the notation from those."""
    text = notation_of(data)
    if text:
        logged, noted = decided_in_log(data), decided_in_notation(text)
        assert noted == logged
        assert read_back(text, NotationWriter()) == text
        replayed = replay(logged.rules, len(logged.heading.players) if logged.heading else 0, logged.steps)
        assert (replayed.state, replayed.refusal) == (logged.state, None)
    return text


@pytest.mark.parametrize("number", range(60))
def test_decisions_of_any_game_come_back(number: int) -> None:
    game = any_game(number)  # of any rules, and with seats that resign (L1) and are removed (L2)
    check_round_trip(game.data())
    assert decided_in_log(game.data()).state == game.log.state


def test_the_games_of_these_tests_hold_whatever_can_be_decided() -> None:
    logs = [any_game(number).data() for number in range(60)] + [path.read_bytes() for path in LOGS]
    moves = [move for data in logs for move in decided_in_log(data).moves]
    kinds = (Draw, Roll, Bids, Retire, Deliver, Treat, Sell, Return, Name, Place)
    assert {type(move.step) for move in moves} == {*kinds}
    assert {bool(move.voters) for move in moves if isinstance(move.step, Retire)} == {True, False}
    retiring = {
        type(move.step) for move in moves if isinstance(move.step, Draw | Roll | Bids) and move.step.retired
    }
    assert retiring == {Draw, Roll, Bids}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("rules", "bot"), [(DEFAULT, "cautious"), (LONG, "cautious"), (SHORT, "random")])
def test_whole_games_come_back(seats: int, rules: Ruleset, bot: str) -> None:
    text = check_round_trip(whole_game(seats, "notation", rules, bot).data())
    assert text.splitlines()[-1].startswith("end ")


@pytest.mark.parametrize("rounds", range(0, 40, 3))
def test_unfinished_games_come_back(rounds: int) -> None:
    text = check_round_trip(any_game(3, rounds).data())
    assert text.endswith("\n*\n") or any_game(3, rounds).log.state.outcome


@pytest.mark.parametrize("path", LOGS, ids=[path.stem for path in LOGS])
def test_every_log_of_the_corpus_comes_back_as_far_as_it_is_sound(path: Path) -> None:
    check_round_trip(path.read_bytes())


def test_every_way_to_end_has_its_word() -> None:
    ends = {
        line.split(" ")[1]
        for path in LOGS
        for line in notation_of(path.read_bytes()).splitlines()[-1:]
        if line.startswith("end ")
    }
    assert ends == {"rows", "rolls", "last", "nobody"}


def test_the_document_shows_what_is_written() -> None:
    examples = re.findall(r"```\n(# Notation .*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert examples == [notation_of(KEPT.read_bytes())]


def test_every_word_of_the_corpus_is_in_the_document() -> None:
    """Each kind of word has a row in the table of docs/notation.md, with an example of that very form."""
    table = re.findall(r"^\| `([^`]+)` \|", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    forms = {_form(example) for example in table}
    words = {
        _form(word)
        for path in LOGS
        for line in notation_of(path.read_bytes()).partition("\n\n")[2].splitlines()
        for word in line.split(" ")
    }
    assert words - forms == set()


def _form(word: str) -> str:
    """Give the form of a word: its letters of materials, numbers and seats in the place of what they are."""
    word = re.sub(r"(?:@[1-4])+", "@", word)
    word = re.sub(r"^\(.*\)$", lambda found: "(resign)" if "resign" in found[0] else "()", word)
    word = re.sub(r"^\[[GPMCLH][GPMCL*]", "[]", word)
    word = re.sub(r"[GPMCL](?=[yt])|(?<=!)[GPMCL]", "G", word)
    return re.sub(r"[0-9]+", "1", word)


def test_a_name_is_kept_as_it_is() -> None:
    text = exported(KEPT.read_bytes(), NotationWriter())[0]
    renamed = re.sub(r'seat_1 "[^"]*"', r'seat_1 "a \\"\\\\ =né"', text)
    game = decided_in_notation(renamed)
    assert game.heading is not None
    assert game.heading.players[0].name == 'a "\\ =né'
    assert read_back(renamed, NotationWriter()) == renamed
