"""Where everything stands: a screen model and a size in, exactly that many lines of that many columns out.

Three layouts, by size: wide has the feed beside the board, normal has all at 80 by 24, and compact
(`cli.screen.compact`) what is left of that where there is less. Each shows first what is needed to decide.
The last line but one is left to what is typed, and belongs to the caller: `Painted.typing` says which it is.
"""

from collections.abc import Sequence
from typing import Final

from cli.screen.arrange import Arranged, Claim, arrange
from cli.screen.compact import lay_out_compact
from cli.screen.glyphs import Glyphs
from cli.screen.models.screen import Screen
from cli.screen.paint.board import least_columns, paint_bank, paint_companies, paint_market
from cli.screen.paint.facts import (
    feed_of,
    is_reveal_in,
    paint_alert,
    paint_dice,
    paint_fairness,
    paint_note,
    paint_pending,
    paint_reveal,
    paint_waiting,
)
from cli.screen.paint.lines import (
    paint_feed,
    paint_keys,
    paint_question,
    paint_rule,
    paint_text,
    paint_title,
)
from cli.screen.paint.page import last_scroll, paint_page
from cli.screen.paint.progress import paint_progress
from cli.screen.paint.result import paint_result
from cli.screen.painted import Painted
from cli.screen.spans import Line, Span, beside, clip_line, line, width_of
from cli.width import clip
from cli.words import _

NORMAL_LINES: Final = 20
"""Lines from which the normal layout shows all of the table."""
WIDE_COLUMNS: Final = 120
"""Columns from which the feed stands beside the board."""
_FEED_COLUMNS: Final = 40
_WIDE_FEED_COLUMNS: Final = 60
_WIDEST_BOARD: Final = 100
_BETWEEN: Final = 3
"""Columns of the line between two blocks."""
_LEAST_FEED: Final = 3
"""Lines that the feed has at least where a line is drawn across under the board."""


def lay_out(screen: Screen, width: int, height: int, glyphs: Glyphs) -> Painted:
    """Give the screen of this size; the body has `height` - 2 lines, for the prompt and the keys."""
    room = max(height - 2, 0)
    scroll = 0
    body = [paint_title(screen.table.title, width)]
    if screen.page is not None:
        waiting = [line(Span(screen.asked.title, "question"))] if screen.asked.title else []
        left = room - 1 - len(waiting)
        scroll = last_scroll(screen.page, screen.scroll, width, left)
        body += [*paint_page(screen.page, scroll, width, left, glyphs), *waiting]
    elif screen.result is not None:
        below = [*paint_question(screen.asked, screen.cursor, screen.stars, glyphs, width, room)]
        below += [*paint_note(screen, width), *paint_progress(screen.progress, width, glyphs)]
        shown = paint_result(screen.result, width, max(room - 1 - len(below), 0), glyphs)
        body += [*shown, *[()] * (room - 1 - len(shown) - len(below)), *below]
    else:
        goods = _goods(screen, glyphs)
        needed = width_of(goods[0]) + _BETWEEN + least_columns(screen.table.companies)
        if needed > width or height < NORMAL_LINES:
            body = lay_out_compact(screen, width, room, glyphs)
        elif width >= max(WIDE_COLUMNS, needed + _FEED_COLUMNS):
            body += _wide(screen, goods, width, room - 1, glyphs)
        else:
            body += _normal(screen, goods, width, room - 1, glyphs)
    lines = [clip_line(spans, width) for spans in body[:room]]
    return Painted([*lines, *[()] * (room - len(lines))], paint_keys(screen.keys, width), scroll)


def _goods(screen: Screen, glyphs: Glyphs) -> list[Line]:
    """Give market and bank side by side, all lines of one width."""
    market = paint_market(screen.table.rows, glyphs)
    return beside(market, paint_bank(screen.table.bank, glyphs), width_of(market[0]), "  ")


def _board(screen: Screen, goods: Sequence[Line], width: int, glyphs: Glyphs) -> list[Line]:
    """Give market, bank and companies side by side, in so many columns."""
    companies = screen.table.companies
    left = width_of(goods[0])
    room = width - left - _BETWEEN
    heading = line(Span(clip(_("companies: yard above treatment"), room), "heading"))
    painted = paint_companies(companies, room, glyphs, spaced=len(companies) < 4)
    return beside(goods, [heading, *painted], left, f" {glyphs.vertical} ")


def _claims(
    screen: Screen, goods: Sequence[Line], width: int, room: int, glyphs: Glyphs
) -> tuple[Claim, ...]:
    """Give all that stands around the feed, what is needed to decide first."""
    return (
        ("question", paint_question(screen.asked, screen.cursor, screen.stars, glyphs, width, room)),
        ("board", _board(screen, goods, width, glyphs)),
        ("note", paint_note(screen, width)),
        ("progress", paint_progress(screen.progress, width, glyphs)),
        ("alert", paint_alert(screen, width, 1)),
        ("dice", paint_dice(screen.table.dice, screen.table.turn)),
        ("pending", paint_pending(screen, width)),
        ("waiting", paint_waiting(screen, width, 1)),
        ("alert", paint_alert(screen, width)),
        ("reveal", paint_reveal(screen, width)),
        ("fairness", paint_fairness(screen, width)),
        ("waiting", paint_waiting(screen, width)),
    )


_ABOVE: Final = ("board", "rule", "dice", "waiting", "fairness", "alert", "reveal", "pending")
_BELOW: Final = ("question", "note", "progress")
"""What stands above the feed and below it, from top to bottom."""


def _normal(screen: Screen, goods: Sequence[Line], width: int, room: int, glyphs: Glyphs) -> list[Line]:
    kept = arrange(_claims(screen, goods, width, room, glyphs), room)
    if kept.left > _LEAST_FEED:
        kept.take("rule", [paint_rule(width, glyphs)])
    if is_reveal_in(paint_feed(feed_of(screen), width, kept.left + len(kept["reveal"])), screen, width):
        kept.drop("reveal")
    feed = paint_feed(feed_of(screen), width, kept.left)
    return [*kept.lines(_ABOVE), *feed, *_beneath(kept, screen, width, kept.left - len(feed))]


def _wide(screen: Screen, goods: Sequence[Line], width: int, room: int, glyphs: Glyphs) -> list[Line]:
    beneath = min(max(width - _WIDE_FEED_COLUMNS, WIDE_COLUMNS - _FEED_COLUMNS), _WIDEST_BOARD)
    right = width - beneath - _BETWEEN
    feed = paint_feed(feed_of(screen), right, room)
    kept = arrange(_claims(screen, goods, beneath, room, glyphs), room)
    if is_reveal_in(feed, screen, right):
        kept.drop("reveal")
    if kept.left:
        kept.take("rule", [paint_rule(beneath, glyphs)])
    left = [*kept.lines(_ABOVE), *_beneath(kept, screen, beneath, kept.left)]
    return beside(left, feed, beneath, f" {glyphs.vertical} ")


def _beneath(kept: Arranged, screen: Screen, width: int, empty: int) -> list[Line]:
    """Give so many lines and what stands below: what the question is about, if they have room for it."""
    lines = paint_text(screen.asked.about, "faint", width)
    about = lines if len(lines) < empty else []
    return [*[()] * (empty - len(about)), *about, *kept.lines(_BELOW)]
