"""What is told beside the board: dice, whom it waits for, how fair it was, what was just shown or answered.

Each gives its lines, none where there is nothing to tell; `most` is how many they may be.
"""

from collections.abc import Sequence
from typing import Final

from cli.names import titled
from cli.screen.models.screen import Screen
from cli.screen.models.table import Die
from cli.screen.paint.lines import feed_lines, paint_text
from cli.screen.scene import FeedLine, Kind
from cli.screen.spans import Line, Span, line
from cli.width import clip

_MOST: Final = 3
"""Lines of one such thing at most."""
_NEWEST: Final = 200
"""Lines of the feed that are looked through at most."""


def paint_dice(dice: Sequence[Die], turn: str) -> list[Line]:
    """Give whose turn it is and what the dice of it show."""
    shown: list[Span | str] = [Span(titled(turn) if turn and dice else turn, "turn")]
    for number, die in enumerate(dice):
        style = "reveal" if die.material is None else f"chip{die.material}"
        shown += [" " if number or turn else "", Span(f"[{die.name}]", style)]
    return [line(*shown)]


def paint_waiting(screen: Screen, width: int, most: int = _MOST) -> list[Line]:
    """Give whom the game waits for."""
    return paint_text(screen.table.waiting, "", width, most)


def paint_alert(screen: Screen, width: int, most: int = _MOST) -> list[Line]:
    """Give what stands in the way of the game or of its fairness."""
    return paint_text(screen.table.alert, "alert", width, most)


def paint_reveal(screen: Screen, width: int) -> list[Line]:
    """Give the bids that were shown last."""
    return paint_text(screen.table.reveal, "reveal", width, _MOST)


def paint_pending(screen: Screen, width: int) -> list[Line]:
    """Give what this seat has said and what is not settled yet."""
    return paint_text(screen.table.pending, "pending", width, 1)


def paint_note(screen: Screen, width: int, most: int = _MOST) -> list[Line]:
    """Give the answer to the last key or line."""
    return paint_text(screen.note, "note", width, most)


def paint_fairness(screen: Screen, width: int) -> list[Line]:
    """Give whose links made the roll and the check words, in one line where they fit."""
    table = screen.table
    both = " ".join(filter(None, (table.fairness, table.words)))
    texts = [both] if len(both) <= width else [text for text in (table.fairness, table.words) if text]
    return [line(Span(clip(text, width), "faint")) for text in texts if text]


def feed_of(screen: Screen) -> Sequence[FeedLine]:
    """Give the feed, in which the bids that were shown last stand out if they are among the newest lines."""
    feed, reveal = screen.feed, screen.table.reveal
    for place in range(1, min(len(feed), _NEWEST) + 1) if reveal else ():
        if feed[-place].text == reveal:
            return (*feed[:-place], FeedLine(reveal, Kind.REVEAL), *feed[len(feed) - place + 1 :])
    return feed


def is_reveal_in(feed: Sequence[Line], screen: Screen, width: int) -> bool:
    """Tell whether all lines of the reveal are among these painted lines of the feed, of so many columns."""
    whole = feed_lines(FeedLine(screen.table.reveal, Kind.REVEAL), width)
    return whole == [spans for spans in feed if spans and spans[0].style == "reveal"]
