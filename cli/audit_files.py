"""One file of `mark audit`, judged, with what else was wanted of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cli.audit_wanted import File, Wanted, open_log, reason
from core.frozen import Frozen
from p2p.audit import audit_log
from p2p.event import SignedEvent
from p2p.log import Log
from p2p.verdict import Fault, Finding, Report, Verdict

if TYPE_CHECKING:  # what is not asked for is not imported
    from p2p.bid_inputs import AuctionInputs
    from p2p.checked import CheckedAuction, CheckedRoll
    from p2p.roll_inputs import RollInputs

ENDINGS: Final = (Verdict.COMPLETE, Verdict.UNFINISHED)
"""Verdicts of logs in which all that is there is in order."""


class Audited(Frozen):
    """One path, what the audit says of it, and what else was wanted of it, if it has that.

    `rolls` and `auctions` are None unless all were wanted.
    """

    path: str
    report: Report
    wanted: Wanted = Wanted()
    roll: "RollInputs | None" = None
    auction: "AuctionInputs | None" = None
    rolls: "tuple[CheckedRoll, ...] | None" = None
    auctions: "tuple[CheckedAuction, ...] | None" = None

    @property
    def lacks(self) -> bool:
        """Whether a roll or an auction was asked for that it does not have."""
        wanted = self.wanted
        no_roll = wanted.roll is not None and self.roll is None
        return no_roll or (wanted.auction is not None and self.auction is None)


def audit_file(file: File, wanted: Wanted, tell: Callable[[int], None] | None = None) -> Audited:
    """Judge one file; `tell` is told now and then how many bytes of it have been read."""
    if file.problem:
        return _unread(file.path, file.problem, wanted)
    roll = auction = checked = None
    if wanted.roll is not None:
        from p2p.roll_inputs import RollFinder  # noqa: PLC0415 - most audits show none

        roll = RollFinder(wanted.roll)
    if wanted.auction is not None:
        from p2p.bid_inputs import AuctionFinder  # noqa: PLC0415

        auction = AuctionFinder(wanted.auction)
    if wanted.verbose:
        from p2p.checked import Checked  # noqa: PLC0415

        checked = Checked()
    watches = [watch for watch in (roll, auction, checked) if watch]

    def watch_all(log: Log, events: tuple[SignedEvent, ...]) -> None:
        for watch in watches:
            watch(log, events)

    try:
        with open_log(file.path) as stream:
            report = audit_log(
                stream,
                every_signature=wanted.every_signature,
                progress=tell,
                watch=watch_all if watches else None,
            )
    except OSError as error:
        return _unread(file.path, reason(error), wanted)
    return Audited(
        file.path,
        report,
        wanted,
        roll.found if roll else None,
        auction.found if auction else None,
        checked.rolls if checked else None,
        checked.auctions if checked else None,
    )


def _unread(path: str, problem: str, wanted: Wanted) -> Audited:
    finding = Finding(Fault.UNREADABLE, error=problem)
    return Audited(path, Report(finding.verdict, (finding,)), wanted)
