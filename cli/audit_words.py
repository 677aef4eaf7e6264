"""The words for what an audit speaks of: verdicts, events, seats with their keys, and what is not proven."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cli.names import listing, seat_names
from cli.words import N_, _, pgettext
from p2p.event import EventKind
from p2p.keywords import key_words
from p2p.verdict import Report, Verdict

if TYPE_CHECKING:  # many words are told of no audit
    from cli.audit_files import Audited

UNPROVEN: Final = {
    "who played": N_(
        "Who the players are: a log shows keys. Compare a key's words with those that its owner says."
    ),
    "no collusion": N_(
        "That the players kept their plans to themselves: all of them together can make up any game."
    ),
    "when": N_("When it was played, and how long anybody thought."),
    "no other copy": N_(
        "That there is no other copy: give those of all players to one mark audit to compare them."
    ),
    "absence": N_("That the removed were gone: silence cannot be proved, and the log names who voted."),
    "other signatures": N_(
        "That the other signatures are intact: nothing rests on them; --every-signature checks them."
    ),
}
"""What a stranger might take a log to show, and it does not, by its name in JSON."""


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


def unproven(one: "Audited") -> Sequence[str]:
    """Give the names of what this log does not prove; nothing of a proof, or of what is not sound."""
    report = one.report
    if report.game_id is None or report.is_proof or not report.is_sound:
        return ()
    settled = {"absence": not report.removed, "other signatures": one.wanted.every_signature}
    return [what for what in UNPROVEN if not settled.get(what)]
