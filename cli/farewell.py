"""What who gets up from a table is told last: the verdict, where the log is, how the game may go on."""

from pathlib import Path

from cli.seat_handle import SeatHandle
from cli.waiting import is_out, tell_over, tells_nobody
from cli.words import _
from p2p.verdict import Report, Verdict


def tell_verdict(report: Report, path: Path) -> str:
    """Give what the audit of this computer's own log says, in one line."""
    match report.verdict:
        case Verdict.COMPLETE:
            return _("Audit: complete. The game was played by the rules, and every key answers for it.")
        case Verdict.UNFINISHED:
            return _("Audit: unfinished so far; mark audit tells what is missing.")
        case _:
            text = _("Audit: not a whole game; mark audit tells what is wrong: {path}")
            return text.format(path=path)


def tell_farewell(peer: SeatHandle) -> list[str]:
    """Give the last lines for who gets up from a table: where the log is, what may come."""
    lines = [_("The log of the game: {path}").format(path=peer.log_path)]
    if is_out(peer.view()):
        lines.append(_("The others have removed this seat: the game is over for it."))
    elif tells_nobody(peer.view()):
        lines.append(tell_over(peer.folder.name))
    elif not peer.done.is_set():
        lines.append(_("The game goes on when you come back with: mark resume"))
    return lines
