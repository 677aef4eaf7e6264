"""What is typed is shown in ASCII where there is nothing else, with the cursor where it belongs."""

import pytest
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import TransformationInput

from cli.folding import Folding


@pytest.mark.parametrize(
    ("typed", "shown", "places"),
    [
        ("say hi", "say hi", [0, 1, 2, 3, 4, 5, 6]),
        ("dis é", "dis e", [0, 1, 2, 3, 4, 5]),
        ("a漢b", "a??b", [0, 1, 3, 4]),
        ("e\u0301x", "ex", [0, 1, 1, 2]),
        ("\udce9", "?", [0, 1]),  # what is no UTF-8
    ],
)
def test_each_character_is_folded_in_its_place(typed: str, shown: str, places: list[int]) -> None:
    given = TransformationInput(
        BufferControl(Buffer()), Document(typed), 0, lambda place: place, [("", typed)], 80, 1
    )
    made = Folding().apply_transformation(given)
    assert "".join(text for _style, text, *_ in made.fragments) == shown
    assert [made.source_to_display(place) for place in range(len(typed) + 1)] == places
    assert all(made.display_to_source(place) <= len(typed) for place in range(len(shown) + 1))
    assert made.source_to_display(made.display_to_source(len(shown))) == len(shown)
