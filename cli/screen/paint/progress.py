"""The two lines below a replay: how far it is, as a bar to be clicked, and what the audit says."""

from typing import Final

from cli.screen.glyphs import Glyphs
from cli.screen.models.progress import Progress
from cli.screen.paint.lines import paint_text
from cli.screen.spans import Do, Line, Span, line
from cli.width import clip, columns
from cli.words import _

MOST_LINES: Final = 3
"""Lines of a verdict, where there is room for them."""
_LEAST_BAR: Final = 10
"""Columns from which a bar tells anything."""


def paint_progress(
    progress: Progress | None, width: int, glyphs: Glyphs, most: int = MOST_LINES
) -> list[Line]:
    """Give the lines, none without a replay; a click on the bar goes to the place there.

    The verdict takes at most so many lines.
    """
    if progress is None:
        return []
    return [_line(progress, width, glyphs), *_verdict(progress, width, most)]


def _verdict(progress: Progress, width: int, most: int) -> list[Line]:
    return paint_text(progress.verdict, "alert" if progress.is_wrong else "faint", width, most)


def _line(progress: Progress, width: int, glyphs: Glyphs) -> Line:
    text = _("Round {place} of {rounds} so far, turn {turn}")
    if progress.is_read:
        text = _("Round {place} of {rounds}, turn {turn}")
    values = {"place": progress.place, "rounds": progress.rounds, "turn": progress.turn}
    head = Span(text.format_map(values), "question")
    room = width - columns(head.text) - columns(progress.pace) - 2
    if room < _LEAST_BAR:
        return line(Span(clip(f"{head.text} {progress.pace}", width), "question"))
    return line(head, " ", *_bar(progress, room, glyphs), " ", Span(progress.pace, "faint"))


def _bar(progress: Progress, room: int, glyphs: Glyphs) -> list[Span]:
    last = room - 1
    knob = progress.place * last // max(progress.rounds, 1)
    done, place, left = glyphs.bar
    spans = []
    for cell in range(room):
        sign = place if cell == knob else done if cell < knob else left
        style = "turn" if cell == knob else "frame"
        spans.append(Span(sign, style, Do(f"round {progress.rounds * cell // last}")))
    return spans
