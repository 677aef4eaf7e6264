"""The audit of whole games played by the cautious bot: one signature per author, every one, and the floor."""

import io
import time
from collections.abc import Iterable
from functools import partial
from typing import Any

from benchmarks.case import Better, Comparison, Unit, floor, ours, race
from benchmarks.measure import Effort, Work
from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.encoding import decode
from p2p.frames import LOG_MAGIC, scan
from p2p.hashing import HASH_BYTES, TAG_EVENT_ID, TAG_HEAD, tagged_hash
from p2p.records import MAX_RECORD_BYTES
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import whole_game

EVENTS = Unit("events/s", Better.MORE)
Logs = tuple[list[bytes], int]
"""Log files, and how many events are in them all."""


def audits(effort: Effort) -> Iterable[Comparison]:
    for seats in (2, 3, 4):
        logs = make_logs(seats, effort.games)
        contenders = (
            ours("", partial(audit, logs, every_signature=False)),
            ours("every signature", partial(audit, logs, every_signature=True)),
            floor("decode and hash chain", partial(decode_and_chain, logs)),
        )
        yield race(f"audit of whole logs, {seats} seats", EVENTS, contenders, effort, time.thread_time)


def make_logs(seats: int, games: int) -> Logs:
    """Play some whole games of so many seats under the default rules."""
    played = [whole_game(seats, f"benchmark {number}", Ruleset(), "cautious") for number in range(games)]
    return [game.data() for game in played], sum(len(events) for game in played for events in game.rounds)


def audit(made: Logs, *, every_signature: bool) -> Work:
    logs, events = made

    def work() -> int:
        for log in logs:
            report = audit_log(io.BytesIO(log), every_signature=every_signature)
            assert report.verdict is Verdict.COMPLETE
        return events

    return work


def decode_and_chain(made: Logs) -> Work:
    """Decode every record and payload of the same logs, and make the chain of hashes; no rules, no keys."""
    logs, events = made

    def work() -> int:
        for log in logs:
            head = bytes(HASH_BYTES)
            for _, body in scan(log, LOG_MAGIC).records[1:]:
                ids = []
                for payload, _ in _pairs(body):
                    decode(payload, MAX_RECORD_BYTES)
                    ids.append(tagged_hash(TAG_EVENT_ID, payload))
                head = tagged_hash(TAG_HEAD, head, *ids)
        return events

    return work


def _pairs(body: bytes) -> list[tuple[bytes, bytes]]:
    value: Any = decode(body, MAX_RECORD_BYTES)
    return list(value[1])
