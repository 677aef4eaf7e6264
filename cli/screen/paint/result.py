"""The end of a game: the result above, the chart of money in what room is left, the audit below."""

from typing import Final

from cli.chart import ASCII, UNICODE, draw_chart
from cli.screen.glyphs import Glyphs
from cli.screen.models.result import Result
from cli.screen.paint.lines import paint_text
from cli.screen.spans import Line, line
from cli.width import clip

_LEAST_CHART_LINES: Final = 6
"""The rules and the path of the log make room for so many lines of the chart."""
_MOST_CHART_LINES: Final = 16


def paint_result(result: Result, width: int, room: int, glyphs: Glyphs) -> list[Line]:
    """Give at most `room` lines: what matters less is left out where there is no room for it."""
    blocks = [
        paint_text(result.outcome, "reveal", width),
        paint_text(result.rules, "faint", width),
        [line(clip(text, width)) for text in result.standings],
        paint_text(result.verdict, "note", width),
        paint_text(result.log, "faint", width),
    ]
    for needless, chart_lines in ((1, _LEAST_CHART_LINES), (4, _LEAST_CHART_LINES), (2, 0), (3, 0)):
        if sum(map(len, blocks)) + chart_lines > room:
            blocks[needless] = []
    *above, verdict, log = blocks
    left = min(room - sum(map(len, blocks)), _MOST_CHART_LINES)
    chart = draw_chart(result.course, width, left, UNICODE if glyphs.vertical != ASCII.up else ASCII)
    return [spans for block in (*above, [line(text) for text in chart], verdict, log) for spans in block][
        :room
    ]
