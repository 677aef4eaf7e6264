"""What `mark audit --json` prints: the facts of its text, for programs.

Seats, rounds and rolls are counted from 0 here, bytes are in hexadecimal, and what does not apply is null.
"""

import json
from typing import Any, Final

from cli.audit_files import Audited, Outcome
from p2p.compare import Compared, Comparison
from p2p.event import SignedEvent
from p2p.hashing import TAG_LINK
from p2p.keywords import key_words
from p2p.roll_inputs import RollInputs
from p2p.text import MAX_NAME_CHARACTERS, clean
from p2p.verdict import Conviction, Finding, Removal, Verdict

_PATH_CHARACTERS: Final = 4096

Document = dict[str, Any]


def as_json(outcome: Outcome) -> str:
    """Give the one document that tells the whole outcome."""
    document = {
        "verdict": verdict_name(outcome.verdict),
        "exit_code": outcome.exit_code,
        "logs": [_log(one, outcome.roll) for one in outcome.logs],
        "games": [_game(game) for game in outcome.games],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def verdict_name(verdict: Verdict) -> str:
    """Give the verdict's name as the protocol has it."""
    return verdict.name.lower().replace("_", " ")


def _log(one: Audited, roll: int | None) -> Document:
    report = one.report
    result, awaits = report.result, report.awaits
    document: Document = {
        "path": clean(one.path, _PATH_CHARACTERS),
        "verdict": verdict_name(report.verdict),
        "findings": [_finding(finding) for finding in report.findings],
        "proof_file": report.is_proof,
        "game": _hex(report.game_id),
        "rules": report.rules_id or None,
        "ruleset": report.ruleset and report.ruleset.as_dict(),
        "seats": [
            {
                "name": clean(seat.name, MAX_NAME_CHARACTERS),
                "key": seat.key.hex(),
                "words": list(key_words(seat.key)),
            }
            for seat in report.seats
        ],
        "rounds": report.rounds,
        "events": report.events,
        "rolls": report.rolls,
        "signatures": report.signatures,
        "result": result
        and {
            "reason": result.reason.name.lower().replace("_", " "),
            "winners": list(result.winners),
            "money": list(result.money),
        },
        "awaits": awaits and {"event": awaits.kind.name.lower(), "seats": list(awaits.seats)},
        "removed": [_removal(one) for one in report.removed],
        "resigned": [{"seat": one.seat, "round": one.round_number} for one in report.resigned],
        "reused_nonces": [
            {"seat": one.seat, "rounds": [one.first_round, one.round_number]} for one in report.reused_nonces
        ],
        "convictions": [_conviction(one) for one in report.convictions],
    }
    if roll is not None:
        document["roll"] = one.roll and _roll(one.roll)
    return document


def _finding(finding: Finding) -> Document:
    return {
        "finding": finding.fault.value,
        "offset": finding.offset,
        "round": finding.round_number,
        "seat": finding.seat,
        "event": None if finding.kind is None else finding.kind.name.lower(),
        "error": finding.error or None,
        "detail": clean(finding.detail) or None,
        "signed": finding.signed,
    }


def _conviction(conviction: Conviction) -> Document:
    return {"seat": conviction.seat, "events": [_event(conviction.one), _event(conviction.other)]}


def _removal(removal: Removal) -> Document:
    return {
        "seats": list(removal.seats),
        "round": removal.round_number,
        "voters": list(removal.voters),
        "played_to": list(removal.played_to),
    }


def _event(signed: SignedEvent) -> Document:
    return {
        "event": signed.event.kind.name.lower(),
        "round": signed.event.round_number,
        "id": signed.event_id.hex(),
    }


def _game(game: Comparison) -> Document:
    return {
        "game": game.game_id.hex(),
        "relation": game.relation.value,
        "longest": game.longest,
        "others": [_compared(other) for other in game.others],
    }


def _compared(other: Compared) -> Document:
    parting = other.parting
    return {
        "log": other.log,
        "relation": other.relation.value,
        "parting": parting
        and {
            "round": parting.round_number,
            "heads": [head.hex() for head in parting.heads],
            "differing": list(parting.differing),
            "convictions": [_conviction(one) for one in parting.convictions],
            "removal": parting.removal and _removal(parting.removal),
        },
    }


def _roll(roll: RollInputs) -> Document:
    return {
        "index": roll.index,
        "round": roll.round_number,
        "tag": roll.tag.hex(),
        "game": roll.game_id.hex(),
        "link_tag": TAG_LINK.hex(),
        "nonce": roll.nonce.hex(),
        "links": [
            {
                "seat": link.seat,
                "index": link.index,
                "link": link.link.hex(),
                "hashes_to": link.hashed.hex(),
                "known_index": None if link.known_index < 0 else link.known_index,
                "known": link.known.hex(),
                "fits": link.fits,
            }
            for link in roll.links
        ],
        "hashes": [{"input": block.data.hex(), "sha256": block.digest.hex()} for block in roll.blocks],
        "bytes": list(roll.taken),
        "modulo": roll.bound,
        "results": list(roll.results),
    }


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()
