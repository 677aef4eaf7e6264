"""The words for what an audit speaks of: verdicts, events, and the seats of a log with their keys."""

from collections.abc import Sequence

from cli.names import listing, seat_names
from cli.words import _, pgettext
from p2p.event import EventKind
from p2p.keywords import key_words
from p2p.verdict import Report, Verdict


def verdict_word(verdict: Verdict) -> str:
    """Give the verdict in one or two words."""
    match verdict:
        case Verdict.COMPLETE:
            return _("complete")
        case Verdict.UNFINISHED:
            return _("unfinished")
        case Verdict.BROKEN:
            return _("broken")
        case Verdict.FORK:
            return _("fork")
        case Verdict.CANNOT_JUDGE:
            return _("cannot judge")


def event_word(kind: EventKind) -> str:
    """Give the word for a kind of event."""
    return (
        pgettext("event", "start"),
        pgettext("event", "link"),
        pgettext("event", "action"),
        pgettext("event", "commitment"),
        pgettext("event", "opening"),
        pgettext("event", "resign note"),
        pgettext("event", "seal"),
        pgettext("event", "vote"),
        pgettext("event", "keep"),
    )[kind]


def awaited_word(kind: EventKind) -> str:
    """Give the words for the event that a log awaits of a seat, with their article."""
    return {
        EventKind.START: pgettext("one that is awaited", "the start"),
        EventKind.LINK: pgettext("one that is awaited", "the link"),
        EventKind.ACTION: pgettext("one that is awaited", "the action"),
        EventKind.COMMITMENT: pgettext("one that is awaited", "the commitment"),
        EventKind.OPENING: pgettext("one that is awaited", "the opening"),
        EventKind.SEAL: pgettext("one that is awaited", "the seal"),
    }[kind]


def report_names(report: Report) -> tuple[str, ...]:
    """Give the names to show for the seats of a log."""
    return seat_names(seat.name for seat in report.seats)


def key_name(key: bytes) -> str:
    """Give a key as it is named in a sentence: its four words, and how its digits begin."""
    return f"{' '.join(key_words(key))} ({key.hex()[:16]})"


def tell_seats(seats: Sequence[int], names: Sequence[str]) -> str:
    """Give the names of these seats as one enumeration."""
    return listing([names[seat] for seat in seats])
