"""The layout for small terminals: what is needed to decide, the most needed first, on whatever is there.

The question and its options come before the market, that before the own company, that before the others,
and those before what has happened; each has a short form that is taken where the long one has no room.
"""

from typing import Final

from cli.screen.arrange import Claim, arrange
from cli.screen.glyphs import Glyphs
from cli.screen.models.screen import Screen
from cli.screen.paint.board import (
    paint_companies,
    paint_companies_shortly,
    paint_market,
    paint_market_shortly,
    paint_stock_shortly,
)
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
from cli.screen.paint.lines import paint_feed, paint_question, paint_title
from cli.screen.paint.progress import paint_progress
from cli.screen.spans import Line

_PLACES: Final = (
    *(
        "title",
        "market",
        "bank",
        "own",
        "others",
        "dice",
        "waiting",
        "alert",
        "reveal",
        "pending",
        "fairness",
    ),
    *("feed", "note", "progress", "question"),
)
"""What stands where, from top to bottom."""
_LEAST_QUESTION: Final = 4
"""Lines that a question has before the board has any."""


def lay_out_compact(screen: Screen, width: int, room: int, glyphs: Glyphs) -> list[Line]:
    """Give at most so many lines."""
    kept = arrange(_claims(screen, width, room, glyphs), room)
    most = kept.left + len(kept["feed"]) + len(kept["reveal"])
    if is_reveal_in(paint_feed(feed_of(screen), width, most), screen, width):
        kept.drop("reveal")
    kept.take("feed", paint_feed(feed_of(screen), width, kept.left + len(kept["feed"])))
    return kept.lines(_PLACES)


def _claims(screen: Screen, width: int, room: int, glyphs: Glyphs) -> tuple[Claim, ...]:
    table = screen.table
    rows = paint_market_shortly(table.rows, width, glyphs)
    own, *others = paint_companies_shortly(table.companies, width, glyphs)
    companies = paint_companies(table.companies, width, glyphs)
    looks_on = not screen.asked.title and screen.progress is None
    most = min(max(room - len(rows) - 1, _LEAST_QUESTION), room)  # the board in short has room, too
    return (
        ("question", paint_question(screen.asked, screen.cursor, screen.stars, glyphs, width, most)),
        ("note", paint_note(screen, width, 1)),
        ("progress", paint_progress(screen.progress, width, glyphs, 1)),
        ("market", rows),
        ("own", [own]),
        ("alert", paint_alert(screen, width, 1)),
        ("waiting", paint_waiting(screen, width, 1) if looks_on else []),
        ("others", others),
        ("market", paint_market(table.rows, glyphs)[1:]),
        ("note", paint_note(screen, width)),
        ("feed", paint_feed(feed_of(screen), width, 1)),
        ("pending", paint_pending(screen, width)),
        ("own", companies[:2]),
        ("bank", paint_stock_shortly(table.bank, width)),
        ("dice", paint_dice(table.dice, table.turn)),
        ("reveal", paint_reveal(screen, width)),
        ("others", companies[2:]),
        ("title", [paint_title(table.title, width)]),
        ("waiting", paint_waiting(screen, width)),
        ("fairness", paint_fairness(screen, width)),
    )
