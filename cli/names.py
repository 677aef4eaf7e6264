"""What things are called: materials and their letters, faces of the dice, seats, money, lists, paths."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Final

from cli.words import _, pgettext
from core.material import SPECIAL
from p2p.text import MAX_NAME_CHARACTERS, clean

if TYPE_CHECKING:  # an audit does without pathlib
    from pathlib import Path

MOST_CHARACTERS_OF_A_PATH: Final = 4096


def material_name(material: int) -> str:
    """Give the word for a material."""
    return (_("glass"), _("paper"), _("metal"), _("cork"), _("plastic"))[material]


def material_letter(material: int) -> str:
    """Give the one letter that stands for a material on the board; no two materials share one."""
    return (
        pgettext("letter of glass", "G"),
        pgettext("letter of paper", "P"),
        pgettext("letter of metal", "M"),
        pgettext("letter of cork", "C"),
        pgettext("letter of plastic", "L"),
    )[material]


def roll_name(first: int, second: int) -> str:
    """Give the words for two faces: the first die has the hammer, the second the star (C2)."""
    if first == second != SPECIAL:
        return _("{material} twice").format(material=material_name(first))
    one = _("hammer") if first == SPECIAL else material_name(first)
    other = _("star") if second == SPECIAL else material_name(second)
    return _("{one} and {other}").format(one=one, other=other)


def money(dollars: int) -> str:
    """Give an amount of money as the language writes it."""
    return _("${amount}").format(amount=f"{dollars:,}".replace(",", pgettext("between thousands", ",")))


def listing(parts: Sequence[str]) -> str:
    """Give the parts as one enumeration: "Ada, Ben and Cleo"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{some} and {last}").format(some=", ".join(parts[:-1]), last=parts[-1])


def series(parts: Iterable[str]) -> str:
    """Give parts that have commas or clauses of their own in one row: "Ada, Ben; Cleo"."""
    return reduce(lambda one, other: _("{one}; {other}").format(one=one, other=other), parts)


def titled(title: str) -> str:
    """Give a title with the colon behind it."""
    return _("{title}:").format(title=title)


def seat_names(names: Iterable[str]) -> tuple[str, ...]:
    """Give the names to show for the seats, cleaned; those that look alike get their seat's number."""
    cleaned = [clean(name, MAX_NAME_CHARACTERS).strip() for name in names]
    looks = [look_of(name) for name in cleaned]
    return tuple(
        name if name and looks.count(look) == 1 else f"{name} ({seat})".strip()
        for seat, (name, look) in enumerate(zip(cleaned, looks, strict=True), 1)
    )


_ALIKE: Final = str.maketrans(
    {
        other: letter
        for letter, others in {
            "a": "\u0430\u03b1",
            "b": "\u0432\u03b2",
            "c": "\u0441",
            "d": "\u0501",
            "e": "3\u0435\u03b5",
            "h": "\u04bb\u043d",
            "j": "\u0458",
            "k": "\u043a\u03ba",
            "l": "1\u0456\u03b9|!",
            "m": "\u043c",
            "n": "\u03b7",
            "o": "0\u043e\u03bf",
            "p": "\u0440\u03c1",
            "s": "5\u0455",
            "t": "\u0442\u03c4",
            "u": "\u03c5",
            "v": "\u03bd",
            "x": "\u0445\u03c7",
            "y": "\u0443",
        }.items()
        for other in others
    }
)
"""Digits and Cyrillic and Greek letters, by the small Latin letter that they pass for."""


def look_of(name: str) -> str:
    """Give the same text for names that differ only in case, accents, spaces, or letters that look alike."""
    if name.isascii():
        return _folded(name)
    from unicodedata import combining, normalize  # noqa: PLC0415 - its tables are large

    return "".join(letter for letter in _folded(normalize("NFKD", name)) if not combining(letter))


def _folded(name: str) -> str:
    return name.casefold().translate(_ALIKE).replace("i", "l").replace(" ", "")


def quoted(word: str) -> str:
    """Give a word of a command line as it is typed: between quotes if it has spaces."""
    return f'"{word}"' if " " in word else word


def shown_path(path: "str | Path") -> str:
    """Give a path without what acts on a screen, cut where it is longer than paths can be."""
    return clean(str(path), MOST_CHARACTERS_OF_A_PATH)
