"""Names that can be signed, and foreign text made fit to be shown (protocol.md, clause 6.4)."""

from itertools import pairwise
from unicodedata import ucd_3_2_0

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.text import (
    HIDDEN_RANGES,
    MAX_NAME_CHARACTERS,
    MAX_SAID_CHARACTERS,
    clean,
    is_hidden,
    is_name,
    is_said,
)
from tests.vectors.contents import NAMES, NO_NAMES

EDGES = sorted({code for first, last in HIDDEN_RANGES for code in (first, last)})


@pytest.mark.parametrize("name", NAMES)
def test_names_of_people_are_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize("name", NO_NAMES)
def test_hostile_names_are_none(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize("code", EDGES)
def test_hidden_characters_are_refused_anywhere_in_a_name(code: int) -> None:
    hidden = chr(code)
    assert is_hidden(hidden)
    for name in (hidden, f"{hidden}A", f"A{hidden}", f"A{hidden}B"):
        assert not is_name(name)


def test_the_ranges_are_ascending_and_apart() -> None:
    flat = [code for pair in HIDDEN_RANGES for code in pair]
    assert flat == sorted(flat)
    assert all(one[1] + 1 < other[0] for one, other in pairwise(HIDDEN_RANGES))
    neighbours = {first - 1 for first, _ in HIDDEN_RANGES} | {last + 1 for _, last in HIDDEN_RANGES}
    assert not any(is_hidden(chr(code)) for code in neighbours if 0 <= code <= 0x10FFFF)


def test_every_control_and_invisible_format_character_of_unicode_3_2_is_hidden() -> None:
    shown = [
        code
        for code in range(0x110000)
        if ucd_3_2_0.category(chr(code)) in ("Cc", "Cf", "Zl", "Zp") and not is_hidden(chr(code))
    ]
    end_of_ayah, abbreviation_mark = 0x6DD, 0x70F
    assert shown == [end_of_ayah, abbreviation_mark]


def test_length_is_counted_in_characters() -> None:
    assert is_name("\U0001f44d" * MAX_NAME_CHARACTERS)
    assert not is_name("\U0001f44d" * (MAX_NAME_CHARACTERS + 1))


@given(st.text(max_size=60), st.integers(0, 30))
def test_cleaned_text_hides_nothing_and_keeps_what_can_be_seen(text: str, limit: int) -> None:
    shown = clean(text, limit)
    assert len(shown) <= limit
    assert not any(map(is_hidden, shown))
    if len(text) <= limit and not any(map(is_hidden, text)):
        assert shown == text


def test_what_is_said_is_as_a_name_but_longer() -> None:
    """Clause 21.9."""
    assert is_said("x" * MAX_SAID_CHARACTERS)
    assert is_said("a b")
    for text in ("", "x" * (MAX_SAID_CHARACTERS + 1), " a", "a ", "a\nb", "\x1b", "\u202e"):
        assert not is_said(text)


def test_cleaning_a_megabyte_looks_at_its_beginning_alone() -> None:
    assert clean("\x1b" * 1_000_000 + "A", 10) == ""
    assert clean("A\x1b[31mB", 10) == "A[31mB"
