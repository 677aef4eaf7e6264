"""What a person is asked once the game is over: the rematch as plain data."""

import pytest

from cli.rematch_desk import Wish
from cli.screen.models.again import asked_at_the_end
from cli.screen.models.asked import Step
from cli.words import set_language

NAMES = ("Ada", "Ben", "Cleo")
QUESTIONS = [
    (None, "The game is over. Press q to leave.", []),
    (Wish(), "The game is over. Press q to leave, or m to play again.", []),
    (Wish(offered=(1,)), "Ben wants to play again. Do you?", [Step.AGAIN, Step.NOT_AGAIN]),
    (Wish(refused=True, offered=(1,)), "The game is over. Press q to leave, or m to play again.", []),
    (Wish(wanted=True), "Playing again: looking for the others.", [Step.NOT_AGAIN]),
    (
        Wish(wanted=True, sitting=(0,), is_host=True),
        "Playing again: waiting for Ben and Cleo.",
        [Step.NOT_AGAIN],
    ),
    (
        Wish(wanted=True, sitting=(0, 2), is_host=True),
        "Playing again: waiting for Ben.",
        [Step.BEGIN, Step.NOT_AGAIN],
    ),
    (Wish(wanted=True, sitting=(0, 2)), "Playing again: waiting for Ben.", [Step.NOT_AGAIN]),
]


@pytest.mark.parametrize(("wish", "title", "steps"), QUESTIONS)
def test_the_end_asks_what_can_be_done(wish: Wish | None, title: str, steps: list[Step]) -> None:
    asked = asked_at_the_end(wish, NAMES)
    assert asked.title == title
    assert [option.meaning for option in asked.options] == steps
    assert [option.key for option in asked.options] == [str(number + 1) for number in range(len(steps))]


@pytest.mark.parametrize("wish", [wish for wish, _title, _steps in QUESTIONS])
def test_in_french_the_question_fits_80_columns_too(wish: Wish | None) -> None:
    set_language("fr")
    try:
        assert len(asked_at_the_end(wish, NAMES).title) <= 80
    finally:
        set_language("en")
