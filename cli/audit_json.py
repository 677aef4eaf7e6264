"""What `mark audit --json` prints: what its text says, for programs, as docs/audit.schema.json has it.

Seats, rounds and rolls are counted from 0 here, bytes are in hexadecimal, and what does not apply is null.
The document is written as the logs are judged, so that it can tell of any number of them: the verdict over
all of them is its end.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from cli.audit_by_hand import command
from cli.audit_files import Audited
from cli.audit_words import unproven
from cli.names import shown_path
from cli.results import rules_of
from p2p.bid_inputs import AuctionInputs
from p2p.checked import CheckedAuction, CheckedRoll
from p2p.compare import Compared, Comparison
from p2p.event import SignedEvent
from p2p.hashing import PROTOCOL_VERSION, TAG_BID, TAG_LINK
from p2p.keywords import key_words
from p2p.roll_inputs import Block, RollInputs
from p2p.text import MAX_NAME_CHARACTERS, clean
from p2p.verdict import Conviction, Finding, Removal, Verdict

FORMAT: Final = 1
"""Version of the document: it changes when a field goes or means something else, not when one is added."""

START: Final = f'{{\n  "format": {FORMAT},\n  "logs": ['
"""How the document begins, before the first log; logs are parted by commas."""

Document = dict[str, Any]


def log_json(one: Audited) -> str:
    """Give the part of the document that is about one log."""
    return _indented(_log(one), 4)


def end_json(games: Sequence[Comparison], verdict: Verdict, exit_code: int) -> str:
    """Give the end of the document, after the last log."""
    rest = {
        "games": [_game(game) for game in games],
        "verdict": verdict_name(verdict),
        "exit_code": exit_code,
    }
    return "\n  ]," + _indented(rest, 0)[1:]


def _indented(document: Document, columns: int) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False).replace("\n", "\n" + " " * columns)


def verdict_name(verdict: Verdict) -> str:
    """Give the verdict's name as the protocol has it."""
    return verdict.name.lower().replace("_", " ")


def _log(one: Audited) -> Document:
    report, wanted = one.report, one.wanted
    result, awaits = report.result, report.awaits
    document: Document = {
        "path": shown_path(one.path),
        "verdict": verdict_name(report.verdict),
        "findings": [_finding(finding) for finding in report.findings],
        "proof_file": report.is_proof,
        "game": _hex(report.game_id),
        "protocol": None if report.game_id is None else PROTOCOL_VERSION,
        "rules": report.rules_id or None,
        "rules_hash": report.rules_hash.hex() or None,
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
        "auctions": report.auctions,
        "bids": report.bids,
        "signatures": report.signatures,
        "every_signature": wanted.every_signature,
        "result": result
        and {
            "reason": result.reason.name.lower().replace("_", " "),
            "winners": list(result.winners),
            "money": list(result.money),
            "rules": list(rules_of(result)),
        },
        "awaits": awaits and {"event": awaits.kind.name.lower(), "seats": list(awaits.seats)},
        "removed": [_removal(one) for one in report.removed],
        "resigned": [{"seat": one.seat, "round": one.round_number} for one in report.resigned],
        "reused_nonces": [
            {"seat": one.seat, "rounds": [one.first_round, one.round_number]} for one in report.reused_nonces
        ],
        "convictions": [_conviction(conviction) for conviction in report.convictions],
        "not_proven": list(unproven(one)),
    }
    if one.rolls is not None and one.auctions is not None:
        document["every_roll"] = [_checked_roll(roll) for roll in one.rolls]
        document["every_auction"] = [_checked_auction(auction) for auction in one.auctions]
    if wanted.roll is not None:
        document["roll"] = one.roll and _roll(one.roll)
    if wanted.auction is not None:
        document["auction"] = one.auction and _auction(one.auction)
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
        "beside": other.beside,
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
                "hashes": [_hash(block) for block in link.blocks],
            }
            for link in roll.links
        ],
        "hashes": [_hash(block) for block in roll.blocks],
        "bytes": list(roll.taken),
        "modulo": roll.bound,
        "results": list(roll.results),
    }


def _hash(block: Block) -> Document:
    return {"input": block.data.hex(), "sha256": block.digest.hex(), "command": command(block.data)}


def _auction(auction: AuctionInputs) -> Document:
    return {
        "index": auction.index,
        "round": auction.round_number,
        "tag": TAG_BID.hex(),
        "game": auction.game_id.hex(),
        "bids": [
            {
                "seat": one.seat,
                "round": one.round_number,
                "key": auction.keys[one.seat].hex(),
                "bid": one.bid,
                "nonce": one.nonce.hex(),
                "commitment": one.commitment.hex(),
                "fits": one.fits,
                "hash": _hash(Block(one.data, one.digest)),
            }
            for one in auction.bids
        ],
    }


def _checked_roll(roll: CheckedRoll) -> Document:
    return {
        "index": roll.index,
        "round": roll.round_number,
        "links": roll.links,
        "results": list(roll.results),
    }


def _checked_auction(auction: CheckedAuction) -> Document:
    return {
        "index": auction.index,
        "round": auction.round_number,
        "material": auction.material.name.lower(),
        "bids": list(auction.bids),
        "winner": auction.winner,
    }


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()
