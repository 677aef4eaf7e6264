import pytest

from cli.names import listing, material_letter, material_name, money, roll_name, seat_names
from cli.width import CUT, clip, columns, fit
from cli.words import set_language
from core.material import MATERIALS, SPECIAL

BOTH = pytest.mark.parametrize("language", ["en", "fr"])


@BOTH
def test_letters_and_words_of_materials_differ(language: str) -> None:
    set_language(language)
    letters = [material_letter(material) for material in MATERIALS]
    names = [material_name(material) for material in MATERIALS]
    assert len(frozenset(letters)) == len(frozenset(names)) == 5
    assert all(letter.isascii() and len(letter) == 1 for letter in letters)
    assert all(letter.casefold() in name for letter, name in zip(letters, names, strict=True))


def test_money_is_written_as_the_language_writes_it() -> None:
    assert [money(0), money(1234567)] == ["$0", "$1,234,567"]
    set_language("fr")
    assert [money(0), money(1234567)] == ["0\u00a0$", "1\u00a0234\u00a0567\u00a0$"]


def test_a_roll_is_read_out() -> None:
    assert roll_name(0, 1) == "glass and paper"
    assert roll_name(2, 2) == "metal twice"
    assert roll_name(SPECIAL, 3) == "hammer and cork"
    assert roll_name(4, SPECIAL) == "plastic and star"
    assert roll_name(SPECIAL, SPECIAL) == "hammer and star"


def test_lists_are_read_out() -> None:
    assert [listing(()), listing(("a",)), listing(("a", "b")), listing(("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_names_that_look_alike_are_told_apart() -> None:
    assert seat_names(("Ada", "Ben")) == ("Ada", "Ben")
    assert seat_names(("Ada", "ada", "Ben")) == ("Ada (1)", "ada (2)", "Ben")
    assert seat_names(("Ada", "\uff21da", "A da", "Ad\u00e0")) == (
        "Ada (1)",
        "\uff21da (2)",
        "A da (3)",
        "Ad\u00e0 (4)",
    )


@pytest.mark.parametrize("name", ["\x1b[2J", "a\u202eb", "\u200b", "", "a\nb", "\ufeff", "x" * 500])
def test_hostile_names_are_harmless(name: str) -> None:
    shown = seat_names((name, "Ben"))[0]
    assert shown
    assert len(shown) <= 30
    assert shown.isprintable()


@pytest.mark.parametrize(
    "text", ["plain", "\u65e5\u672c\u8a9e\u306e\u540d\u524d", "e\u0301" * 9, "\U0001f600" * 4, ""]
)
@pytest.mark.parametrize("width", range(12))
def test_text_is_cut_to_its_columns(text: str, width: int) -> None:
    assert columns(clip(text, width)) <= width
    assert columns(fit(text, width)) == width
    if columns(text) > width > 0:
        assert clip(text, width).endswith(CUT)
