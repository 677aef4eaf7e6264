"""One sentence for each thing that an audit can find."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cli.audit_wanted import MISSING, NO_FILE, NO_LOGS
from cli.audit_words import awaited_word, event_word, key_name, report_names, tell_seats
from cli.words import N_, _
from p2p.text import clean
from p2p.verdict import Fault, Finding, Report

_FINDINGS: Final[Mapping[Fault, str]] = MappingProxyType(
    {
        Fault.EMPTY: N_("There is nothing in it: not even the start of a game."),
        Fault.NOT_A_LOG: N_("This is no log of a game and no proof."),
        Fault.FORMAT_UNKNOWN: N_(
            "The file has format {detail}, which this program does not know: update mark."
        ),
        Fault.NO_GENESIS: N_(
            "The start of the game cannot be read, so that neither keys nor rules are known."
        ),
        Fault.NO_PROOF: N_("The proof that belongs into this file is missing or cut off."),
        Fault.DAMAGED: N_("The file is damaged at byte {offset}, and nothing from there on can be trusted."),
        Fault.RECORD_REFUSED: N_(
            "The record at byte {offset} says nothing that belongs into a log ({detail})."
        ),
        Fault.GENESIS_REFUSED: N_("The start of the game is one that nobody may sign ({detail})."),
        Fault.OUT_OF_PLACE: N_("The record at byte {offset} may not stand there."),
        Fault.ROUND_NOT_WHOLE: N_(
            "Round {round}, at byte {offset}, is not one {event} of each awaited seat, in the order of seats."
        ),
        Fault.SEALED_TWICE: N_("{seat} seals a second time at byte {offset}."),
        Fault.SIGNATURE_WRONG: N_(
            "The {event} of {seat} in round {round}, at byte {offset}, was not signed with the key {key}."
        ),
        Fault.AFTER_END: N_(
            "The record at byte {offset} comes after the last seal, where nothing may follow."
        ),
        Fault.FALSE_PROOF: N_("The proof at byte {offset} convicts nobody: {why}."),
        Fault.EQUIVOCATION: N_(
            "{seat} signed two things that contradict each other, both with the key {key}: the proof is at"
            " byte {offset}."
        ),
        Fault.CUT: N_("The file is cut off at byte {offset}; up to there all is in order."),
    }
)
"""What needs more than its own fields to be told is worded below."""

_VERSIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "protocol": N_("The game was played by version {detail} of the protocol, unknown here: update mark."),
        "rules": N_(
            "The game was played by the rules {detail}, which this program does not know: update mark."
        ),
    }
)

_REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "EventMalformed": N_("it is not well formed ({detail})"),
        "EventKindUnknown": N_("it is of an unknown kind ({detail})"),
        "EventSignatureWrong": N_("a signature is not of the key that it should be of"),
        "WrongGame": N_("it belongs to another game"),
        "WrongRound": N_("nothing of this kind or round is awaited there"),
        "WrongSeat": N_("this seat is not awaited there"),
        "WrongHead": N_("it was signed over another past than this log's"),
        "IllegalAction": N_("rule {detail} forbids it"),
        "WrongLink": N_("the link does not lead to the one before it"),
        "WrongOpening": N_("it does not open the commitment"),
        "BidTooHigh": N_("the bid is above the seat's money"),
        "WrongSeal": N_("it states another result than this log's"),
        "WrongNote": N_("the note does not stand in this round"),
        "WrongSet": N_("these seats cannot be removed there, or not by these votes"),
        "NotEvidence": N_("its two events do not contradict each other"),
    }
)

_UNREADABLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        MISSING: N_("There is no such file or folder."),
        NO_FILE: N_("This is neither a file nor a folder."),
        NO_LOGS: N_("There is no log in this folder."),
    }
)


def tell_finding(finding: Finding, report: Report) -> str:
    """Give the sentence for one finding of this report."""
    match finding.fault:
        case Fault.WAITING:
            return _tell_awaited(report, _("The game is not over: round {round} awaits {event} of {seats}."))
        case Fault.SEALS_MISSING:
            return _tell_awaited(report, _("The game is over, and {event} of {seats} is missing."))
        case Fault.UNREADABLE:
            return _tell_unreadable(finding.error)
        case Fault.VERSION_UNKNOWN:
            return _(_VERSIONS[finding.error]).format(detail=clean(finding.detail))
        case Fault.EVENT_REFUSED:
            return _tell_refused(finding, report)
        case _:
            return _(_FINDINGS[finding.fault]).format(**_fields(finding, report))


def _tell_unreadable(problem: str) -> str:
    if text := _UNREADABLE.get(problem):
        return _(text)
    from cli.errors import tell_system_words  # noqa: PLC0415 - seldom wanted

    return _("The system refuses it ({reason}).").format(reason=tell_system_words(problem))


def _tell_awaited(report: Report, text: str) -> str:
    assert report.awaits is not None
    return text.format(
        round=report.rounds,
        event=awaited_word(report.awaits.kind),
        seats=tell_seats(report.awaits.seats, report_names(report)),
    )


def _tell_refused(finding: Finding, report: Report) -> str:
    values = _fields(finding, report)
    if finding.kind is None:
        text = _("In round {round}, at byte {offset}, something stands in place of an event: {why}.")
    elif finding.signed:
        text = _(
            "The {event} of {seat} in round {round}, at byte {offset}, is invalid: {why}; it was signed with"
            " the key {key}."
        )
    else:
        text = _(
            "The {event} of {seat} in round {round}, at byte {offset}, is invalid: {why}; it was not signed"
            " with that seat's key."
        )
    return text.format(**values)


def _fields(finding: Finding, report: Report) -> Mapping[str, object]:
    seat, names = finding.seat, report_names(report)
    known = seat is not None and seat < len(names)
    return {
        "offset": finding.offset,
        "round": finding.round_number,
        "detail": clean(finding.detail),
        "event": "" if finding.kind is None else event_word(finding.kind),
        "seat": names[seat] if known and seat is not None else _("seat {seat}").format(seat=_number(seat)),
        "key": key_name(report.seats[seat].key) if known and seat is not None else "",
        "why": _why(finding),
    }


def _why(finding: Finding) -> str:
    text = _REASONS.get(finding.error)
    return _(text).format(detail=clean(finding.detail)) if text else finding.error


def _number(seat: int | None) -> str:
    return "" if seat is None else str(seat + 1)
