"""A list to choose from as plain data: things to do, and fields with values that can be changed."""

from collections.abc import Callable, Mapping
from typing import Final

from core.frozen import Frozen

DIGITS: Final = "123456789"
"""What the first numbered rows are chosen by."""


class Row(Frozen):
    """One line of a menu.

    name: what the program knows it by. text: what it is. detail: what is told beside it.
    options: for a field with a few values, each value and its words. check: for a field that is typed, what
    gives a sentence on what is wrong with a value, "" for nothing. value: the value of a field.
    """

    name: str
    text: str
    detail: str = ""
    options: tuple[tuple[str, str], ...] = ()
    check: Callable[[str], str] | None = None
    value: str = ""

    @property
    def is_field(self) -> bool:
        """Whether it has a value that can be changed."""
        return bool(self.options) or self.check is not None

    @property
    def shown(self) -> str:
        """What stands beside the text."""
        return dict(self.options).get(self.value, self.value) if self.is_field else self.detail

    def turned(self, step: int) -> "Row":
        """Give the field with the value so many options further."""
        values = [value for value, _words in self.options]
        return self.changed(value=values[(values.index(self.value) + step) % len(values)])


class Menu(Frozen):
    """Rows under a title; `lines` stand above them; those from `numbered` on have a number to press."""

    name: str
    title: str
    rows: tuple[Row, ...]
    lines: tuple[str, ...] = ()
    numbered: int | None = None

    @property
    def values(self) -> dict[str, str]:
        """The values of the fields."""
        return {row.name: row.value for row in self.rows if row.is_field}

    def with_row(self, row: Row) -> "Menu":
        """Give the menu with this row in the place of the one of its name."""
        return self.changed(rows=tuple(row if one.name == row.name else one for one in self.rows))


def filled(menu: Menu, values: Mapping[str, str]) -> Menu:
    """Give the menu with these values in its fields of these names."""
    rows = (
        row.changed(value=values[row.name]) if row.is_field and row.name in values else row
        for row in menu.rows
    )
    return menu.changed(rows=tuple(rows))


def rows_of_letter(menu: Menu, letter: str) -> list[int]:
    """Give the places of the rows that a character can mean: by their number or the first letter."""
    if menu.numbered is not None and letter in DIGITS:
        place = menu.numbered + DIGITS.index(letter)
        return [place] if place < len(menu.rows) else []
    return [place for place, row in enumerate(menu.rows) if row.text[:1].casefold() == letter.casefold()]
