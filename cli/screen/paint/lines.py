"""The lines beside the board: title, question and options, feed, prompt and keys."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.screen.glyphs import Glyphs
from cli.screen.models.key import Key
from cli.screen.scene import FeedLine, Kind
from cli.screen.spans import Choose, Do, Line, Span, clip_line, fit_line, line, width_of
from cli.width import clip, columns, fit, wrapped
from cli.words import _

if TYPE_CHECKING:  # screens that show no game do without what a game loads
    from cli.screen.models.asked import Asked, Option

_STYLES = {Kind.MOVE: "", Kind.CHAT: "chat", Kind.ALERT: "alert"}
_LEAST_OPTION = 30
"""Columns from which options stand in two columns."""


def paint_title(parts: Sequence[str], width: int) -> Line:
    """Give the title's parts spread over the width; the last ones go where there is no room."""
    shown = list(parts)
    while len(shown) > 1 and sum(map(columns, shown)) + 2 * len(shown) > width:
        shown.pop(-2)
    room = width - sum(map(columns, shown)) - 2
    gap = max(room // max(len(shown) - 1, 1), 1)
    return fit_line(line(Span(f" {(' ' * gap).join(shown)}", "title")), width, "title")


def paint_question(asked: "Asked", cursor: int, stars: int, glyphs: Glyphs, width: int) -> list[Line]:
    """Give the question and its options, in two columns if they are many."""
    if not asked.title:
        return []
    lines = [line(Span(clip(asked.title, width), "question"))]
    if asked.bid_most is not None:
        text = _("your bid: {typed}").format(typed=glyphs.mask * stars + "_")
        return [*lines, line(Span(f"  {text}", "prompt"))]
    abreast = 2 if len(asked.options) > 3 and width >= 2 * _LEAST_OPTION else 1
    column = width // abreast
    down = -(-len(asked.options) // abreast)
    painted = [
        _option(option, number == cursor, glyphs, column - 1) for number, option in enumerate(asked.options)
    ]
    for top in range(down):
        row = painted[top::down]
        lines.append(tuple(span for spans in row[:-1] for span in fit_line(spans, column)) + row[-1])
    return lines


def _option(option: "Option", marked: bool, glyphs: Glyphs, width: int) -> Line:
    target = Choose(option.key)
    sign = glyphs.cursor if marked else " "
    spans = (
        Span(sign, "key", target),
        Span(f"{option.key} ", "key", target),
        Span(option.text, "cursor" if marked else "", target),
    )
    return clip_line(spans, width)


def paint_feed(feed: Sequence[FeedLine], width: int, height: int) -> list[Line]:
    """Give the newest lines of the feed, the last at the bottom: wrapped, or cut where there is one line."""
    if height == 1:
        return [line(Span(clip(one.text, width), _STYLES[one.kind])) for one in feed[-1:]]
    lines: list[Line] = []
    for one in feed[-height:] if height > 0 else ():
        lines += [line(Span(clip(text, width), _STYLES[one.kind])) for text in wrapped(one.text, width)]
    return lines[-height:] if height > 0 else []


def paint_keys(keys: Sequence[Key], width: int) -> Line:
    """Give the keys, without those before the last one for which there is no room."""
    spans = [Span(f" {key.key} {key.text} ", "keys", Do(key.word)) for key in keys]
    while len(spans) > 1 and width_of(spans) > width:
        del spans[-2]
    return fit_line(spans, width, "keys")


def paint_rule(width: int, glyphs: Glyphs) -> Line:
    """Give a line across."""
    return line(Span(fit(glyphs.horizontal * width, width), "frame"))
