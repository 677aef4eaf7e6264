"""What a decision needs is in sight in every position of whole games, however much else there is to tell."""

from collections.abc import Iterator, Sequence

import pytest

from cli.screen.commands import COMMANDS
from cli.screen.glyphs import UNICODE
from cli.screen.layout import lay_out
from cli.screen.models.screen import Screen, screen
from cli.screen.models.table import Square
from cli.screen.scene import FeedLine, Kind
from cli.screen.spans import Line, line, text_of
from cli.words import set_language
from core.ruleset import Ruleset
from p2p.text import MAX_NAME_CHARACTERS, MAX_SAID_CHARACTERS
from tests.cli.screen.scenes import sit, wander

LONG = Ruleset(rows_to_end=4, most_rolls=60)
NAMES = tuple(name.ljust(MAX_NAME_CHARACTERS, "m") for name in ("Wim", "Maximilian", "漢字漢字", "Ommm"))
CHAT = tuple(FeedLine(f"[chat] {name}: {'w' * MAX_SAID_CHARACTERS}", Kind.CHAT) for name in NAMES)
ALERT = " ".join(["One of the players has signed two different things"] * 4)
NOTE = " ".join(["A rule forbids this choice"] * 6)


def questions(seed: str) -> Iterator[Screen]:
    """Give the fullest screen of every question of a game of random answers, each step of it."""
    table = sit(4, seed, LONG, confirm=True)
    for _step in wander(table, seed):
        scene = table.scene().changed(
            names=NAMES,
            feed=(*table.story.feed, *CHAT),
            words=("sadness", "strategy", "elephant", "maple"),
            bids=(30, 0, 0, 0),
            alerts=(ALERT,),
            pending="a choice that is not settled yet",
            left=17.0,
        )
        yield screen(scene, table.ui.changed(note=NOTE), COMMANDS)


def words_of(lines: Sequence[Line]) -> str:
    """Give all words in their order, however they are wrapped."""
    return " ".join(word for spans in lines for word in text_of(spans).split(" ") if word)


GAMES = pytest.mark.parametrize(("language", "seed"), [("en", "full"), ("fr", "plein")])


@GAMES
def test_all_that_a_decision_needs_is_in_sight_at_80_by_24(language: str, seed: str) -> None:
    set_language(language)
    titles = set()
    for shown in questions(seed):
        text = words_of(lay_out(shown, 80, 24, UNICODE).body)
        titles.add(shown.asked.title)
        assert shown.asked.title in text
        for option in shown.asked.options:
            assert f"{option.key} {option.text}" in text
        for row in shown.table.rows:
            spaces = [
                f"»{one.text}" if one.is_next else one.text for one in row.spaces if one.material is None
            ]
            assert " ".join(spaces) in text
            assert f"{row.number}{'>' if row.option else ' '}" in text
        for stock in shown.table.bank:
            assert stock.count is None or f"{stock.name} {stock.count}" in text
        for company in shown.table.companies:
            assert company.money in text
            assert not company.facts or company.facts[0] in text
            assert squares_of(company.yard) in text
            assert squares_of(company.treatment) in text
    assert len(titles) > 20


@GAMES
def test_at_40_by_12_the_question_the_market_and_the_own_company_come_first(language: str, seed: str) -> None:
    set_language(language)
    for shown in questions(seed):
        text = words_of(lay_out(shown, 40, 12, UNICODE).body)
        assert shown.asked.title in text
        assert not shown.asked.options or f"▸{shown.asked.options[0].key} " in text
        for row in shown.table.rows:
            following = next((f"»{one.text}" for one in row.spaces if one.is_next), "")
            assert following in text
            assert f"{row.number}{'>' if row.option else ' '}" in text
        own, *others = shown.table.companies
        assert own.money in text
        assert squares_of(own.yard) in text
        assert squares_of(own.treatment) in text
        if len(shown.asked.options) < 3:
            calm = shown.changed(note="", table=shown.table.changed(alert=""))
            text = words_of(lay_out(calm, 40, 12, UNICODE).body)
            assert all(squares_of(company.yard) in text for company in others)


@pytest.mark.parametrize("size", [(80, 24), (140, 40), (60, 24)])
def test_a_reveal_is_told_once(size: tuple[int, int]) -> None:
    """It stands out in the feed, and above that once it is not in sight there."""
    table = sit(3, "reveal", LONG)
    counts = [
        words_of(lay_out(shown, *size, UNICODE).body).count(shown.table.reveal)
        for shown in (table.screen() for _step in wander(table, "reveal"))
        if shown.table.reveal
    ]
    assert counts == [1] * len(counts) != []


def squares_of(squares: Sequence[Square]) -> str:
    """Give squares as they are painted, as words."""
    signs = [("<", ">") if one.option else ("{", "}") if one.is_pending else ("[", "]") for one in squares]
    inner = [one.option if one.option and one.material is None else one.letter for one in squares]
    return words_of([line("".join(a + text + z for (a, z), text in zip(signs, inner, strict=True)))])
