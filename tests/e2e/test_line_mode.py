"""The line mode as people meet it: through a pipe, by numbers and by words, in both languages."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.processes import Mark, only_log, running
from tests.e2e.terminals import terminal
from tests.e2e.test_screen import solo

NUMBERED = re.compile(r" *(\d+)  (.+)")
ROLL = {"en": "Your roll: type roll.", "fr": "À vous de lancer les dés\u00a0: tapez lancer."}
BID = {"en": "Bid in secret", "fr": "Misez en secret"}
WORDS = {"en": ("roll", "bid 0"), "fr": ("lancer", "miser 0 $")}
FIRST_CHOICE = re.compile(r" *1  .+")


def play(at: Mark, language: str, choose: Callable[[str], str], roll: str, bid: str) -> None:
    """Answer all questions until the game is over; of the choices always the first."""

    def is_question(line: str) -> bool:
        return line == ROLL[language] or line.startswith(BID[language]) or bool(FIRST_CHOICE.fullmatch(line))

    while not is_over(line := at.wait_for(lambda line: is_question(line) or is_over(line))):
        if line == ROLL[language]:
            at.type(roll)
        elif line.startswith(BID[language]):
            at.type(bid)
        else:
            at.type(choose(line))


def is_over(line: str) -> bool:
    return line.startswith(("The game is over", "La partie est finie"))


def words_of(line: str) -> str:
    found = NUMBERED.fullmatch(line)
    assert found is not None
    return found[2]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_played_in_words_through_a_pipe(tmp_path: Path, language: str) -> None:
    with running(*solo(tmp_path, "--lang", language)) as at:
        play(at, language, words_of, *WORDS[language])
        assert at.finish() == 0
        assert "\x1b" not in at.said
    assert only_log(tmp_path / "data").stat().st_size > 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_played_by_numbers_through_a_pipe(tmp_path: Path, language: str) -> None:
    with running(*solo(tmp_path, "--lang", language, "--plain", "--bots", "2")) as at:
        play(at, language, lambda _line: "1", "1", "0")
        assert at.finish() == 0


def test_a_whole_game_is_written_beforehand(tmp_path: Path) -> None:
    """Answers wait until they are asked for; one that does not fit is told and costs nothing."""
    with running(*solo(tmp_path)) as at:
        for _turn in range(300):
            at.type("1")
            at.type("0")
        assert at.finish() == 0
        assert any(is_over(line) for line in at.lines)


def test_on_a_terminal_a_line_is_confirmed_unless_that_is_not_wanted(tmp_path: Path) -> None:
    for folder, options in (("asked", ()), ("not", ("--no-confirm",))):
        (tmp_path / folder).mkdir()
        with terminal(*solo(tmp_path / folder, "--plain", *options), columns=100, lines=60) as at:
            answered = ""
            while not CHOICES.search(text := at.wait_for(partial(is_prompted, answered))):
                answered = text
                at.type("0\r" if questions(text)[-1].startswith("Bid in") else "roll\r")
            at.type("1\r")
            if options:
                at.wait_for(lambda text: "Zoe " in CHOICES.split(text, maxsplit=1)[-1])
            else:
                at.wait_for(lambda text: "? This cannot be undone." in text)
            assert ("? This cannot be undone." in at.text) == (not options)
            at.type("quit\r")
            assert at.finish() == 0


CHOICES = re.compile("Choose |^Which ", re.MULTILINE)
"""What begins a question with choices, which differs with the dice."""


def is_prompted(earlier: str, text: str) -> bool:
    return text != earlier and text.rstrip().endswith(">") and bool(questions(text))


def questions(text: str) -> list[str]:
    return [
        line
        for line in text.splitlines()
        if line.startswith(("Your roll", "Bid in", "The dice show", "Which "))
    ]
