"""The end of a game: the result above, the chart of money in what room is left, the audit below."""

from typing import Final

from cli.chart import ASCII, UNICODE, draw_chart
from cli.screen.glyphs import Glyphs
from cli.screen.models.result import Result
from cli.screen.spans import Line, Span, line
from cli.width import clip, wrapped

_LEAST_CHART_LINES: Final = 6
"""The rules and the path of the log make room for so many lines of the chart."""
_MOST_CHART_LINES: Final = 16


def paint_result(result: Result, width: int, room: int, glyphs: Glyphs) -> list[Line]:
    """Give at most `room` lines: what matters less is left out where there is no room for it."""
    blocks = [
        _wrapped(result.outcome, width, "reveal"),
        _wrapped(result.rules, width, "faint"),
        [line(clip(text, width)) for text in result.standings],
        _wrapped(result.verdict, width, "note"),
        _wrapped(result.log, width, "faint"),
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


def _wrapped(text: str, width: int, style: str) -> list[Line]:
    lines = wrapped(text, width, hanging=0) if text else []
    return [line(Span(clip(one, width), style)) for one in lines]
