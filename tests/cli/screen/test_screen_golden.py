from collections.abc import Callable
from pathlib import Path

import pytest

from cli.screen.glyphs import ASCII, UNICODE
from cli.screen.layout import lay_out
from cli.screen.spans import width_of
from cli.screen.table_screen import TableScreen
from cli.words import set_language
from core.ruleset import Ruleset
from p2p.view import Wanted
from tests.cli.screen import goldens
from tests.cli.screen.scenes import paint, play_until, press, sit

RICH = Ruleset(rows_to_end=1, most_rolls=60, money=1_000_000, amounts=((1_000_000,) * 5,) * 5)
SIZES = [
    (1, 1),
    (2, 1),
    (1, 40),
    (3, 7),
    (20, 4),
    (40, 12),
    (79, 24),
    (80, 19),
    (80, 20),
    (100, 30),
    (300, 100),
]


@pytest.mark.parametrize("name", goldens.SCREENS)
def test_the_screen_is_drawn_as_it_is_kept(name: str) -> None:
    assert goldens.draw(name) == goldens.path_of(name).read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert list(goldens.faults()) == []


@pytest.mark.parametrize(("document", "name"), [("README.md", "middle-en"), ("CONTRIBUTING.md", "small-en")])
def test_the_screen_that_a_document_shows_is_one_that_is_drawn(document: str, name: str) -> None:
    text = (Path(__file__).parents[3] / document).read_text(encoding="utf-8")
    assert f"```\n{goldens.path_of(name).read_text(encoding='utf-8')}```\n" in text


def start() -> TableScreen:
    return sit(4, "look")


def deciding() -> TableScreen:
    table = sit(4, "look", confirm=True)
    play_until(table, lambda view: view.wanted is Wanted.DECISION)
    return table


def reading() -> TableScreen:
    table = sit(3, "look")
    press(table, "u")
    return table


def over() -> TableScreen:
    table = sit(4, "look")
    play_until(table, lambda view: view.complete)
    return table


def rich() -> TableScreen:
    return sit(4, "look", RICH)


@pytest.mark.parametrize("make", [start, deciding, reading, over, rich])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_size_gets_exactly_its_lines_and_none_too_wide(
    make: Callable[[], TableScreen], language: str
) -> None:
    set_language(language)
    screen = make().screen()
    for width, height in SIZES:
        painted = lay_out(screen, width, height, UNICODE)
        assert len(painted.body) == max(height - 2, 0)
        assert all(width_of(spans) <= width for spans in (*painted.body, painted.keys))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_with_80_by_24_all_that_a_decision_needs_is_in_sight(language: str) -> None:
    set_language(language)
    table = deciding()
    text = "\n".join(paint(table))
    state = table.peer.view().state
    for amount in (amount for row in state.ruleset.amounts for amount in row[1:]):
        assert f" {amount}" in text
    for name in table.story.names:
        assert name in text
    assert all(option.text in text for option in table.asked.options)
    assert table.asked.title in text


def test_ascii_glyphs_draw_nothing_else_but_names_and_words() -> None:
    assert "\n".join(paint(deciding(), glyphs=ASCII)).isascii()
