"""The verdict over this computer's own log as a game is left."""

from pathlib import Path

from cli.ending import Ending
from cli.farewell import tell_verdict
from cli.lines import say
from cli.names import seat_names
from cli.results import tell_outcome
from p2p.verdict import Verdict


def judge(path: Path, ending: Ending, *, resigned: bool = False) -> int:
    """Audit this computer's own log as the game ends, and tell the verdict; 0 unless something is wrong.

    Who has `resigned` may go before its note, or what the others make of it, is in the own log.
    """
    from p2p.audit import audit_log  # noqa: PLC0415 - the end of a game alone needs it

    with path.open("rb") as stream:
        report = audit_log(stream)
    if report.verdict is Verdict.UNFINISHED and (ending is Ending.LEFT or resigned):
        return 0
    say(tell_verdict(report, path))
    if report.result is not None:
        say(tell_outcome(report.result, seat_names(seat.name for seat in report.seats)))
    return int(report.verdict)
