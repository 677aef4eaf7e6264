"""What a sound log does not prove, and by which rules a game ended: the same facts for text and JSON."""

from enum import Enum

from cli.audit_files import Audited
from core.outcome import Outcome, Reason


class Unproven(Enum):
    """Something that a stranger might take a log to show, and that it does not show."""

    WHO = "who played"
    """Keys are no persons."""
    TOGETHER = "no collusion"
    """Players may have talked to each other, or made the whole game up together."""
    WHEN = "when"
    """No clock is in a log."""
    OTHER_COPIES = "no other copy"
    """Another copy may part from this one, or go on after it."""
    ABSENT = "absence"
    """Who was removed may have been there: silence cannot be proved."""
    SIGNATURES = "other signatures"
    """Signatures that nothing rests on may be damaged, unless all were checked."""


def unproven(one: Audited) -> tuple[Unproven, ...]:
    """Give what this log does not prove; nothing of a proof, or of what is not sound."""
    report = one.report
    if report.game_id is None or report.is_proof or not report.is_sound:
        return ()
    found = [Unproven.WHO, Unproven.TOGETHER, Unproven.WHEN, Unproven.OTHER_COPIES]
    found += [Unproven.ABSENT] if report.removed else []
    found += [] if one.wanted.every_signature else [Unproven.SIGNATURES]
    return tuple(found)


def rules_of(outcome: Outcome) -> tuple[str, ...]:
    """Give the ids of the rules by which a game ended and was won, as `cli.results.tell_rules` words them."""
    match outcome.reason:
        case Reason.ROWS:
            return ("E1", "E2")
        case Reason.ROLLS:
            return ("E3", "E2")
        case Reason.LAST_SEAT | Reason.NOBODY:
            return ("L3",)
