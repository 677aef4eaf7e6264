"""The pages by which a game can be checked: how rolls and bids were made, and what the audit says."""

from collections.abc import Sequence
from pathlib import Path

from cli.audit_by_hand import bids_lines, roll_lines
from cli.audit_files import Audited
from cli.audit_report import log_lines
from cli.screen.ui import Page
from cli.words import _
from p2p.audit import audit_log
from p2p.bid_inputs import BidInput
from p2p.roll_inputs import RollInputs


def audit_page(log: Path) -> Page:
    """Give what `mark audit` says of this log. Raises `OSError`."""
    with log.open("rb") as stream:
        report = audit_log(stream)
    return Page(_("Audit"), tuple(log_lines(Audited(str(log), report))))


def bids_page(bids: Sequence[BidInput], names: Sequence[str]) -> Page:
    """Give how the bids of an auction were sealed and opened, so that they can be checked by hand."""
    return Page(_("How the newest bids were sealed"), tuple(bids_lines(bids, names)))


def roll_page(found: RollInputs, names: Sequence[str]) -> Page:
    """Give how a roll was made."""
    return Page(_("How roll {roll} was made").format(roll=found.index), tuple(roll_lines(found, names)))
