"""A line that is typed, as a terminal shows it that has ASCII alone: each character in as many columns."""

from bisect import bisect_right
from itertools import accumulate

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput

from cli.ascii import in_ascii


class Folding(Processor):
    """Shows what is typed in ASCII; the line itself stays as it was typed."""

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        """Give the line with each of its characters folded, and where the cursor stands in it."""
        folded: StyleAndTextTuples = []
        for style, text, *_click in transformation_input.fragments:
            folded += [(style, in_ascii(one)) for one in text]
        starts = [0, *accumulate(len(one[1]) for one in folded)]
        return Transformation(
            folded,
            source_to_display=lambda place: starts[min(place, len(starts) - 1)],
            display_to_source=lambda place: max(bisect_right(starts, place) - 1, 0),
        )
