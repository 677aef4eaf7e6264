"""The lines beside the board: title, question and options, feed, prompt and keys."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.screen.glyphs import Glyphs
from cli.screen.models.key import Key
from cli.screen.scene import FeedLine, Kind
from cli.screen.spans import Choose, Do, Line, Span, fit_line, line, width_of
from cli.width import clip, columns, fit, wrapped
from cli.words import _, ngettext

if TYPE_CHECKING:  # screens that show no game do without what a game loads
    from cli.screen.models.asked import Asked, Option

_STYLES = {Kind.MOVE: "", Kind.CHAT: "chat", Kind.ALERT: "alert", Kind.REVEAL: "reveal"}


def paint_title(parts: Sequence[str], width: int) -> Line:
    """Give the title's parts spread over the width; the last ones go where there is no room."""
    shown = list(parts)
    while len(shown) > 1 and sum(map(columns, shown)) + 2 * len(shown) > width:
        shown.pop(-2)
    room = width - sum(map(columns, shown)) - 2
    gap = max(room // max(len(shown) - 1, 1), 1)
    return fit_line(line(Span(f" {(' ' * gap).join(shown)}", "title")), width, "title")


def paint_question(
    asked: "Asked", cursor: int, stars: int, glyphs: Glyphs, width: int, most: int
) -> list[Line]:
    """Give the question and its options in at most so many lines, in two columns if they are many.

    Where not all options have room, those around the marked one are shown.
    """
    if not asked.title or most < 1:
        return []
    title = paint_text(asked.title, "question", width)
    if asked.bid_most is not None:
        text = _("your bid: {typed}").format(typed=glyphs.mask * stars + "_")
        return [*title, line(Span(f"  {text}", "prompt"))][-most:]
    options = [_option(option, number == cursor, glyphs) for number, option in enumerate(asked.options)]
    column = width // 2
    abreast = 2 if len(options) > 3 and max(map(width_of, options)) < column else 1
    down = -(-len(options) // abreast)
    rows = [_abreast(options[top::down], column) for top in range(down)]
    room = max(most - len(title), 0)
    if len(rows) > room > 0:
        return [*title, *_around(rows, cursor % down, room)]
    return [*title, *rows][:most]


def _abreast(row: Sequence[Line], column: int) -> Line:
    return tuple(span for spans in row[:-1] for span in fit_line(spans, column)) + row[-1]


def _around(rows: Sequence[Line], marked: int, room: int) -> list[Line]:
    """Give as many rows as there is room for, the marked one among them, and how many are left out."""
    shown = max(room - 1, 1)
    first = min(max(marked - shown // 2, 0), len(rows) - shown)
    hidden = len(rows) - shown
    more = ngettext("{count} more choice", "{count} more choices", hidden).format(count=hidden)
    return [*rows[first : first + shown], line(Span(f"   {more}", "faint"))][:room]


def _option(option: "Option", marked: bool, glyphs: Glyphs) -> Line:
    target = Choose(option.key)
    sign = glyphs.cursor if marked else " "
    return (
        Span(sign, "key", target),
        Span(f"{option.key} ", "key", target),
        Span(option.text, "cursor" if marked else "", target),
    )


def paint_feed(feed: Sequence[FeedLine], width: int, height: int) -> list[Line]:
    """Give the newest lines of the feed, the last at the bottom: wrapped, or cut where there is one line."""
    if height < 1:
        return []
    if height == 1:
        return [line(Span(clip(one.text, width), _STYLES[one.kind])) for one in feed[-1:]]
    return [spans for one in feed[-height:] for spans in feed_lines(one, width)][-height:]


def feed_lines(one: FeedLine, width: int) -> list[Line]:
    """Give one entry of the feed, wrapped."""
    return [line(Span(clip(text, width), _STYLES[one.kind])) for text in wrapped(one.text, width)]


def paint_keys(keys: Sequence[Key], width: int) -> Line:
    """Give the keys, without those before the last one for which there is no room."""
    spans = [Span(f" {key.key} {key.text} ", "keys", Do(key.word)) for key in keys]
    while len(spans) > 1 and width_of(spans) > width:
        del spans[-2]
    return fit_line(spans, width, "keys")


def paint_text(text: str, style: str, width: int, most: int | None = None) -> list[Line]:
    """Give a text in lines, none for an empty one; the last of at most so many holds the rest, and is cut."""
    lines = wrapped(text, width, hanging=0) if text else []
    if most is not None and len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [line(Span(clip(one, width), style)) for one in lines]


def paint_rule(width: int, glyphs: Glyphs) -> Line:
    """Give a line across."""
    return line(Span(fit(glyphs.horizontal * width, width), "frame"))
