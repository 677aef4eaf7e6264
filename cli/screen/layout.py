"""Where everything stands: a screen model and a size in, exactly that many lines of that many columns out.

Three layouts, by size: wide has the feed beside the board, normal has all at 80 by 24, and compact shows
what is needed to decide, the most needed first, on whatever is left. The last line but one is left to
what is typed, and belongs to the caller: `Painted.typing` says which it is.
"""

from collections.abc import Sequence
from typing import Final

from cli.screen.glyphs import Glyphs
from cli.screen.models.screen import Screen
from cli.screen.paint.board import (
    least_columns,
    paint_bank,
    paint_companies,
    paint_dice,
    paint_market,
)
from cli.screen.paint.lines import paint_feed, paint_keys, paint_question, paint_rule, paint_title
from cli.screen.paint.page import last_scroll, paint_page
from cli.screen.paint.progress import paint_progress
from cli.screen.paint.result import paint_result
from cli.screen.painted import Painted
from cli.screen.spans import Line, Span, beside, clip_line, line, width_of
from cli.width import clip, wrapped
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
        below = [*paint_question(screen.asked, screen.cursor, screen.stars, glyphs, width), *_note(screen)]
        below += paint_progress(screen.progress, width, glyphs)
        shown = paint_result(screen.result, width, max(room - 1 - len(below), 0), glyphs)
        body += [*shown, *[()] * (room - 1 - len(shown) - len(below)), *below]
    else:
        goods = _goods(screen, glyphs)
        needed = width_of(goods[0]) + _BETWEEN + least_columns(screen.table.companies)
        if needed > width or height < NORMAL_LINES:
            body = _compact(screen, width, room, glyphs)
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


def _facts(screen: Screen, width: int) -> list[Line]:
    """Give the lines below the board: dice, whom it waits for, and how fair it was."""
    table = screen.table
    return [
        paint_dice(table.dice, table.turn),
        line(table.waiting),
        *_fairness(screen, width),
        *_told(screen),
    ]


def _fairness(screen: Screen, width: int) -> list[Line]:
    """Give whose links made the roll and the check words, in one line where they fit."""
    table = screen.table
    both = " ".join(filter(None, (table.fairness, table.words)))
    texts = [both] if len(both) <= width else [text for text in (table.fairness, table.words) if text]
    return [line(Span(clip(text, width), "faint")) for text in texts if text]


def _told(screen: Screen) -> list[Line]:
    """Give what has just been shown or answered, and what is pending."""
    table = screen.table
    told = ((table.alert, "alert"), (table.reveal, "reveal"), (table.pending, "pending"))
    return [line(Span(text, style)) for text, style in told if text]


def _note(screen: Screen) -> list[Line]:
    return [line(Span(screen.note, "note"))] if screen.note else []


def _about(screen: Screen, width: int, room: int) -> list[Line]:
    """Give what the question is about, if so many lines have room for it and for an empty one before it."""
    about = screen.asked.about
    lines = [line(Span(text, "faint")) for text in wrapped(about, width, hanging=0)] if about else []
    return lines if len(lines) < room else []


def _normal(screen: Screen, goods: Sequence[Line], width: int, room: int, glyphs: Glyphs) -> list[Line]:
    board = _board(screen, goods, width, glyphs)
    facts = _facts(screen, width)
    below = [*paint_question(screen.asked, screen.cursor, screen.stars, glyphs, width), *_note(screen)]
    below += paint_progress(screen.progress, width, glyphs)
    left = room - len(board) - len(facts) - len(below)
    rule = [paint_rule(width, glyphs)] if left > 3 else []
    feed = paint_feed(screen.feed, width, left - len(rule))
    empty = max(left - len(rule) - len(feed), 0)
    about = _about(screen, width, empty)
    return [*board, *rule, *facts, *feed, *[()] * (empty - len(about)), *about, *below]


def _wide(screen: Screen, goods: Sequence[Line], width: int, room: int, glyphs: Glyphs) -> list[Line]:
    beneath = min(max(width - _WIDE_FEED_COLUMNS, WIDE_COLUMNS - _FEED_COLUMNS), _WIDEST_BOARD)
    left = [*_board(screen, goods, beneath, glyphs), paint_rule(beneath, glyphs), *_facts(screen, beneath)]
    below = [*paint_question(screen.asked, screen.cursor, screen.stars, glyphs, beneath), *_note(screen)]
    below += paint_progress(screen.progress, beneath, glyphs)
    empty = max(room - len(left) - len(below), 0)
    about = _about(screen, beneath, empty)
    left += [*[()] * (empty - len(about)), *about]
    feed = paint_feed(screen.feed, width - beneath - _BETWEEN, room)
    return beside([*left, *below][:room], feed, beneath, f" {glyphs.vertical} ")


def _compact(screen: Screen, width: int, room: int, glyphs: Glyphs) -> list[Line]:
    """Give what fits, the most needed kept: question, own company, market, dice, the others, the feed."""
    table = screen.table
    companies = paint_companies(table.companies, width, glyphs)
    own, others = companies[:2], [companies[at : at + 2] for at in range(2, len(companies), 2)]
    question = paint_question(screen.asked, screen.cursor, screen.stars, glyphs, width)
    blocks: list[tuple[int, list[Line]]] = [
        (7, [paint_title(table.title, width)]),
        (4, paint_market(table.rows, glyphs)[1:]),
        (6, _stock_line(screen, width)),
        *((5, company) for company in others),
        (2, own),
        (3, [paint_dice(table.dice, table.turn)]),
        (8, [line(table.waiting)]),
        (3, _told(screen)),
        (9, _fairness(screen, width)),
        (3, paint_feed(screen.feed, width, 1)),
        (1, _note(screen)),
        (1, paint_progress(screen.progress, width, glyphs, 1)),
        (0, question),
    ]
    *above, newest, note, progress, asked = _keep(blocks, room)
    left = room - sum(map(len, (*above, note, progress, asked)))
    feed = paint_feed(screen.feed, width, left) if newest else []
    return [spans for lines in (*above, feed, note, progress, asked) for spans in lines]


def _stock_line(screen: Screen, width: int) -> list[Line]:
    """Give the bank in one line of letters and counts."""
    stock = [
        Span(f" {one.letter} {_('shut') if one.count is None else one.count}", f"chip{one.material}")
        for one in screen.table.bank
    ]
    return [clip_line(line(Span(_("bank"), "heading"), *stock), width)]


def _keep(blocks: Sequence[tuple[int, list[Line]]], room: int) -> list[list[Line]]:
    """Give the blocks in their order, those of the least worth emptied until the rest has room."""
    kept = [lines for _worth, lines in blocks]
    for number in sorted(range(len(blocks)), key=lambda number: (-blocks[number][0], -number)):
        if sum(map(len, kept)) <= room:
            break
        kept[number] = kept[number][: max(len(kept[number]) + room - sum(map(len, kept)), 0)]
    return kept
