"""One file, or several, shown to both auditors: whatever both tell of it must be the same."""

import io
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, BinaryIO

from docs.verify.mark_verify import KINDS, VERDICTS, Audit, Finding, compare, overall
from p2p import audit as program_audit
from p2p import compare as program
from p2p.audit import audit_log
from p2p.verdict import Fault, Report
from p2p.verdict import Finding as ProgramFinding

REFUSALS = {Fault.EVENT_REFUSED}
"""Findings whose reasons have names that protocol.md gives (5.5, 19.3)."""

Told = dict[str, Any]


class Disagreement(AssertionError):
    """The two say different things: one of them is wrong, or protocol.md leaves something open."""


def agree(data: bytes, *, every_signature: bool = False) -> Report:
    """Give what the program's audit says, after the verifier has said the same."""
    judged = program_audit.Audit(data, every_signature=every_signature)
    for _ in judged.steps():
        pass
    report = judged.report()
    audit = Audit(io.BytesIO(data), every_signature=every_signature)
    position = judged.log.digest if judged.log else None
    _same({**_of_program(report), "position": position}, _of_verifier(audit))
    return report


def agree_together(files: Sequence[bytes]) -> int:
    """Give the exit code for several files, which both give, after they have compared them alike."""
    reports = [audit_log(data) for data in files]
    audits = [Audit(io.BytesIO(data)) for data in files]

    def reopen(number: int) -> AbstractContextManager[BinaryIO]:
        return nullcontext(io.BytesIO(files[number]))

    compared = program.compare([program.entry_of(report) for report in reports], reopen)
    found = compare(audits)
    _same({"others": _others(compared)}, {"others": sorted([tuple(one) for one in found], key=str)})
    code = int(program.overall([report.verdict for report in reports], compared))
    _same({"code": code}, {"code": overall(audits, found)})
    return code


def _same(of_program: Told, of_verifier: Told) -> None:
    differing = {
        name: (told, of_verifier[name]) for name, told in of_program.items() if told != of_verifier[name]
    }
    if differing:
        raise Disagreement(differing)


def _others(comparisons: Sequence[program.Comparison]) -> list[tuple[Any, ...]]:
    """Give what the verifier's `Compared` holds."""
    found = []
    for game in comparisons:
        for other in game.others:
            parting = other.parting
            found.append(
                (
                    other.log,
                    game.longest,
                    other.relation.value,
                    parting and parting.round_number,
                    tuple(one.seat for one in parting.convictions) if parting else (),
                )
            )
    return sorted(found, key=str)


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
        "resigned": [(one.seat, one.round_number) for one in report.resigned],
        "removed": [
            (list(one.seats), one.round_number, list(one.voters), list(one.played_to))
            for one in report.removed
        ],
        "convicted": [one.seat for one in report.convictions],
    }


def _of_verifier(audit: Audit) -> Told:
    log = audit.log
    return {
        "verdict": VERDICTS[audit.verdict],
        "code": audit.verdict,
        "findings": [_finding_of_verifier(one) for one in audit.found],
        "proof": audit.file.is_proof,
        "game": audit.game,
        "heads": log.heads if log else [],
        "rolls": log.position.rolls if log else 0,
        "result": log.position.result if log else [],
        "resigned": audit.resigned,
        "removed": [tuple(one) for one in audit.removed],
        "convicted": list(audit.convicted),
        "position": audit.digests[-1] if audit.digests else None,
    }


def _finding(one: ProgramFinding) -> tuple[str, int | None, str, int | None, str]:
    refused = one.fault in REFUSALS
    why = f"{one.error} {one.detail if one.error == 'IllegalAction' else ''}".rstrip() if refused else ""
    kind = one.kind.name.lower() if one.kind is not None and one.seat is not None else ""
    return one.fault.value, one.offset, why, one.seat, kind


def _finding_of_verifier(one: Finding) -> tuple[str, int | None, str, int | None, str]:
    words = one.why.split()
    why = " ".join(words[: 2 if words[0] == "IllegalAction" else 1]) if one.name == "event refused" else ""
    kind = KINDS[one.kind] if one.kind is not None and one.seat is not None else ""
    return one.name, one.at, why, one.seat, kind
