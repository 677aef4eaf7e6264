"""One file, or several, shown to both auditors: whatever both tell of it must be the same."""

import io
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, BinaryIO, Final

from docs.verify import mark_verify as verifier
from p2p import audit as program_audit
from p2p import compare as program
from p2p.audit import audit_log
from p2p.verdict import Fault, Report, entry_of
from p2p.verdict import Finding as ProgramFinding

REFUSALS = {Fault.EVENT_REFUSED}
"""Findings whose reasons have names that protocol.md gives (5.5, 19.3)."""

PLACED: Final = frozenset(Fault) - {
    *(Fault.EMPTY, Fault.NOT_A_LOG, Fault.FORMAT_UNKNOWN, Fault.NO_PROOF),
    *(Fault.WAITING, Fault.SEALS_MISSING),
}
"""Findings about a record, which both place by its first byte."""

Told = dict[str, Any]


class Disagreement(AssertionError):
    """The two say different things: one of them is wrong, or protocol.md leaves something open."""


def agree(data: bytes, *, every_signature: bool = False) -> Report:
    """Give what the program's audit says, after the verifier has said the same."""
    judged = program_audit.Audit(data, every_signature=every_signature)
    for _ in judged.steps():
        pass
    report = judged.report()
    audit = verifier.Audit(lambda: io.BytesIO(data), every_signature=every_signature).run()
    position = judged.log.digest if judged.log else None
    _same({**_of_program(report), "position": position}, _of_verifier(audit))
    return report


def agree_together(files: Sequence[bytes]) -> int:
    """Give the exit code for several files, which both give, after they have compared them alike."""
    reports = [audit_log(data) for data in files]
    audits: list[verifier.Audit | None] = [verifier.Audit(partial(io.BytesIO, data)).run() for data in files]

    def reopen(number: int) -> AbstractContextManager[BinaryIO]:
        return nullcontext(io.BytesIO(files[number]))

    compared = program.compare([entry_of(report) for report in reports], reopen)
    found = list(verifier.compare(audits))
    _same({"others": _others(compared)}, {"others": sorted(map(_relation, found), key=str)})
    code = int(program.overall([report.verdict for report in reports], compared))
    _same({"code": code}, {"code": verifier.overall(audits, found).code})
    return code


def _same(of_program: Told, of_verifier: Told) -> None:
    differing = {
        name: (told, of_verifier[name]) for name, told in of_program.items() if told != of_verifier[name]
    }
    if differing:
        raise Disagreement(differing)


def _others(comparisons: Sequence[program.Comparison]) -> list[Told]:
    found = []
    for game in comparisons:
        for other in game.others:
            told: Told = {"log": other.log, "beside": other.beside, "relation": other.relation.value}
            if (parting := other.parting) is not None:
                told["parted"] = parting.round_number, parting.heads, list(parting.differing)
                told["convicted"] = [one.seat for one in parting.convictions]
            found.append(told)
    return sorted(found, key=str)


def _relation(one: verifier.Relation) -> Told:
    told: Told = {"log": one.log, "beside": one.beside, "relation": one.name}
    if (parting := one.parting) is not None:
        told["parted"] = parting.round, parting.heads, parting.differ
        told["convicted"] = parting.convicted
    return told


def _of_program(report: Report) -> Told:
    result = report.result
    return {
        "verdict": report.verdict.name.lower().replace("_", " "),
        "code": int(report.verdict),
        "findings": [_finding(one) for one in report.findings],
        "proof": report.is_proof,
        "game": report.game_id,
        "heads": list(report.heads),
        "rolls": report.rolls,
        "result": [int(result.reason), list(result.winners), list(result.money)] if result else [],
        "resigned": {one.seat: one.round_number for one in report.resigned},
        "removed": [
            (list(one.seats), one.round_number, list(one.voters), list(one.played_to))
            for one in report.removed
        ],
        "convicted": [one.seat for one in report.convictions],
    }


def _of_verifier(audit: verifier.Audit) -> Told:
    log = audit.log
    return {
        "verdict": audit.verdict.text,
        "code": audit.verdict.code,
        "findings": [_finding_of_verifier(one) for one in audit.findings],
        "proof": audit.is_proof,
        "game": log and log.genesis.game_id,
        "heads": [log.past.before(number)[0] for number in range(log.round + 1)] if log else [],
        "rolls": log.game.rolls if log else 0,
        "result": log.game.result() if log else [],
        "resigned": log.notes if log else {},
        "removed": [
            (one.seats, one.round, one.voters, one.last_spoken) for one in (log.removals if log else [])
        ],
        "convicted": audit.convicted,
        "position": log and log.game.digest(),
    }


def _finding(one: ProgramFinding) -> tuple[Any, ...]:
    why = ""
    if one.fault in REFUSALS:
        why = f"{one.error} {one.detail if one.error == 'IllegalAction' else ''}".rstrip()
    event = (one.round_number, one.seat, one.kind) if one.kind is not None and one.seat is not None else None
    is_signed = one.signed if one.fault in REFUSALS and event else None
    return one.fault.value, one.offset if one.fault in PLACED else None, why, event, is_signed


def _finding_of_verifier(one: verifier.Finding) -> tuple[Any, ...]:
    fault, event, why, is_signed = Fault(one.name), None, "", None
    if one.event is not None:
        event = one.event.round, one.event.seat, int(one.event.kind)
    if fault in REFUSALS:
        why, _, by_whom = one.detail.partition("; ")
        is_signed = by_whom == "its seat's key did sign it" if event else None
    return one.name, one.at if fault in PLACED else None, why, event, is_signed
