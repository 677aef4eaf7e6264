"""Where everything stands: a screen model and a size in, exactly that many lines of that many columns out.

Three layouts, by size: wide has the feed beside the board, normal has all at 80 by 24, and compact shows
what is needed to decide, the most needed first, on whatever is left. The last line but one is left to
what is typed, and belongs to the caller: `Painted.typing` says which it is.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cli.screen.glyphs import Glyphs
from cli.screen.models.screen import Screen
from cli.screen.paint.board import (
    COMPANY_COLUMNS,
    paint_bank,
    paint_companies,
    paint_company,
    paint_dice,
    paint_market,
)
from cli.screen.paint.lines import paint_feed, paint_keys, paint_question, paint_rule, paint_title
from cli.screen.paint.page import last_scroll, paint_page
from cli.screen.spans import Line, Span, beside, clip_line, line, width_of
from cli.width import clip
from cli.words import _

NORMAL_LINES: Final = 20
"""Lines from which the normal layout shows all of the table."""
WIDE_COLUMNS: Final = 120
"""Columns from which the feed stands beside the board."""
_FEED_COLUMNS: Final = 40


class Painted(NamedTuple):
    """The lines above what is typed, the line of keys below it, and the first line shown of an open page."""

    body: list[Line]
    keys: Line
    scroll: int


def lay_out(screen: Screen, width: int, height: int, glyphs: Glyphs) -> Painted:
    """Give the screen of this size; the body has `height` - 2 lines, for the prompt and the keys."""
    room = max(height - 2, 0)
    scroll = 0
    body = [paint_title(screen.table.title, width)]
    if screen.page is not None:
        scroll = last_scroll(screen.page, screen.scroll, width, room - 1)
        body += paint_page(screen.page, scroll, width, room - 1, glyphs)
    else:
        board = _board(screen, glyphs)
        needed = max(map(width_of, board))
        if needed > width or height < NORMAL_LINES:
            body = _compact(screen, width, room, glyphs)
        elif width >= max(WIDE_COLUMNS, needed + _FEED_COLUMNS):
            body += _wide(screen, board, needed, width, room - 1, glyphs)
        else:
            body += _normal(screen, board, width, room - 1, glyphs)
    lines = [clip_line(spans, width) for spans in body[:room]]
    return Painted([*lines, *[()] * (room - len(lines))], paint_keys(screen.keys, width), scroll)


def _board(screen: Screen, glyphs: Glyphs) -> list[Line]:
    """Give market, bank and companies side by side."""
    table = screen.table
    market = paint_market(table.rows, glyphs)
    bank = paint_bank(table.bank, glyphs)
    left = beside(market, bank, width_of(market[0]), "  ")
    heading = line(Span(_("companies: yard above treatment")[:COMPANY_COLUMNS], "heading"))
    right = [heading, *paint_companies(table.companies, glyphs, spaced=len(table.companies) < 4)]
    return beside(left, right, max(map(width_of, left)), f" {glyphs.vertical} ")


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
    told = ((table.reveal, "reveal"), (table.pending, "pending"))
    return [line(Span(text, style)) for text, style in told if text]


def _note(screen: Screen) -> list[Line]:
    return [line(Span(screen.note, "note"))] if screen.note else []


def _normal(screen: Screen, board: Sequence[Line], width: int, room: int, glyphs: Glyphs) -> list[Line]:
    question = paint_question(screen.asked, screen.cursor, screen.stars, glyphs, width)
    lines = [*board, *_facts(screen, width), *question, *_note(screen)]
    left = room - len(lines)
    feed = paint_feed(screen.feed, width, left - 1 if left > 3 else left)
    above = [*board, *([paint_rule(width, glyphs)] if left > 3 else []), *_facts(screen, width), *feed]
    empty = [()] * max(room - len(above) - len(question) - len(_note(screen)), 0)
    return [*above, *empty, *question, *_note(screen)]


def _wide(
    screen: Screen, board: Sequence[Line], needed: int, width: int, room: int, glyphs: Glyphs
) -> list[Line]:
    left = [*board, paint_rule(needed, glyphs), *_facts(screen, needed)]
    question = paint_question(screen.asked, screen.cursor, screen.stars, glyphs, needed)
    empty = [()] * max(room - len(left) - len(question) - len(_note(screen)), 0)
    left += [*empty, *question, *_note(screen)]
    feed = paint_feed(screen.feed, width - needed - 3, room)
    return beside(left[:room], feed, needed, f" {glyphs.vertical} ")


def _compact(screen: Screen, width: int, room: int, glyphs: Glyphs) -> list[Line]:
    """Give what fits, the most needed kept: question, own company, market, dice, the others, the feed."""
    table = screen.table
    own, *others = table.companies
    question = paint_question(screen.asked, screen.cursor, screen.stars, glyphs, width)
    blocks: list[tuple[int, list[Line]]] = [
        (7, [paint_title(table.title, width)]),
        (4, paint_market(table.rows, glyphs)),
        (6, _stock_line(screen, width)),
        *((5, paint_company(company, glyphs)) for company in others),
        (2, paint_company(own, glyphs)),
        (3, [paint_dice(table.dice, table.turn)]),
        (8, [line(table.waiting)]),
        (3, _told(screen)),
        (9, _fairness(screen, width)),
        (1, _note(screen)),
        (0, question),
    ]
    shown = _keep(blocks, room)
    left = room - sum(len(lines) for lines in shown)
    feed = paint_feed(screen.feed, width, left)
    return [spans for lines in (*shown[:-2], feed, *shown[-2:]) for spans in lines]


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
