"""What a sound log does not prove, and by which rules a game ended: the same facts for text and JSON."""

from collections.abc import Sequence
from typing import Final

from cli.audit_files import Audited
from cli.words import N_
from core.outcome import Outcome, Reason

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


def unproven(one: Audited) -> Sequence[str]:
    """Give the names of what this log does not prove; nothing of a proof, or of what is not sound."""
    report = one.report
    if report.game_id is None or report.is_proof or not report.is_sound:
        return ()
    settled = {"absence": not report.removed, "other signatures": one.wanted.every_signature}
    return [what for what in UNPROVEN if not settled.get(what)]


def rules_of(outcome: Outcome) -> tuple[str, ...]:
    """Give the ids of the rules by which a game ended and was won, as `cli.results.tell_rules` words them."""
    match outcome.reason:
        case Reason.ROWS:
            return ("E1", "E2")
        case Reason.ROLLS:
            return ("E3", "E2")
        case Reason.LAST_SEAT | Reason.NOBODY:
            return ("L3",)
