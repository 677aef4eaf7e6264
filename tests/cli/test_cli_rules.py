import pytest

from cli.main import main
from cli.rules import SECTIONS, rules_text
from cli.width import columns
from cli.words import set_language
from core.ruleset import DEFAULT


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [20, 40, 80, 88])
def test_the_rules_fit_any_width(language: str, width: int) -> None:
    set_language(language)
    text = rules_text(width)
    assert all(columns(line) <= max(width, 24) for line in text.splitlines())
    assert "{" not in text


def test_the_market_is_shown_as_it_is() -> None:
    for row in DEFAULT.amounts:
        assert " ".join(f"{amount:>3}" for amount in row) in rules_text()


def test_what_is_said_of_the_numbers_is_what_is_played() -> None:
    text = " ".join(rules_text().split())
    assert f"Everyone starts with ${DEFAULT.money}." in text
    assert f"you owe ${DEFAULT.fee}" in text
    assert f"({DEFAULT.most_rolls} unless said otherwise)" in text
    assert (DEFAULT.rows_to_end, DEFAULT.limit, DEFAULT.chips) == (4, 2, 8)
    assert "when four rows of the market are full" in text
    assert "more than two chips" in text
    assert "eight chips" in text


def test_our_rulings_are_one_list_and_the_program_is_said_to_be_unofficial() -> None:
    _title, rulings = SECTIONS[-1]
    assert len([ruling for ruling in rulings if ruling.startswith("- ")]) == 10
    text = " ".join(rules_text().split())
    assert "This program is not official: the game belongs to its author and its publisher." in text
    assert "The amounts on the market are ours" in text


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    english = capsys.readouterr().out
    assert english.startswith("MARK\n")
    assert main(["rules", "--lang", "fr"]) == 0
    assert "Chacun commence avec 30\u00a0$" in " ".join(capsys.readouterr().out.split(" "))
