"""What a terminal without Unicode shows: the same columns, whatever the names are."""

import io
import sys

import pytest

from cli.ascii import fit_to_terminal, in_ascii
from cli.width import columns


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ada", "Ada"),
        ("Zoë à l'Œuvre", "Zoe a l'?uvre"),
        ("30\u00a0$", "30 $"),
        ("漢字", "????"),
        ("e\u0301\u0301\u0301", "e"),
        ("\U0001f680 go", "?? go"),
        ("שלום", "????"),
        ("a…", "a."),
        ("\u00bd", "1"),
    ],
)
def test_each_text_takes_the_columns_that_it_took(text: str, shown: str) -> None:
    assert in_ascii(text) == shown
    assert columns(shown) == columns(text)


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "written"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "é漢".encode()),
        ({}, "é漢".encode()),  # as in a container, whose terminal can show all
        ({"LANG": "C"}, b"e??"),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, b"e??"),  # which Python itself puts there
        ({"LC_ALL": "POSIX", "LANG": "fr_FR.UTF-8"}, b"e??"),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, "é漢".encode()),
    ],
)
def test_a_terminal_without_a_locale_is_given_ascii(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], written: bytes
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    out = Terminal(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", Terminal(io.BytesIO(), encoding="utf-8"))
    fit_to_terminal()
    out.write("é漢")
    out.flush()
    assert out.buffer.getvalue() == written  # type: ignore[attr-defined]


def test_an_encoding_that_lacks_a_character_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    fit_to_terminal()
    out.write("é漢…")
    out.flush()
    assert out.buffer.getvalue() == b"\xe9??."
