"""The audit of many logs: one signature per author, every signature, and the floor."""

import io

from benchmarks.measure import Work
from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.encoding import decode
from p2p.frames import LOG_MAGIC, scan
from p2p.hashing import TAG_EVENT_ID, tagged_hash
from p2p.records import MAX_RECORD_BYTES
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import whole_game

LOGS = 8


def make_logs() -> tuple[list[bytes], int]:
    """Give some whole games of four, and how many events they have in all."""
    games = [whole_game(4, f"benchmark {number}", Ruleset(), "cautious") for number in range(LOGS)]
    return [game.data() for game in games], sum(len(events) for game in games for events in game.rounds)


def audit(logs: list[bytes], events: int, *, every_signature: bool) -> Work:
    def work() -> int:
        for log in logs:
            report = audit_log(io.BytesIO(log), every_signature=every_signature)
            assert report.verdict is Verdict.COMPLETE
        return events

    return work


def floor(logs: list[bytes], events: int) -> Work:
    """Decode every record and payload of the same logs and hash every payload: no rules, no signatures."""

    def work() -> int:
        for log in logs:
            for record in scan(log, LOG_MAGIC).records[1:]:
                value = decode(record.body, MAX_RECORD_BYTES)
                for payload, _ in value[1]:  # type: ignore[index,misc]  # our own logs
                    decode(payload, MAX_RECORD_BYTES)  # type: ignore[arg-type]
                    tagged_hash(TAG_EVENT_ID, payload)  # type: ignore[arg-type]
        return events

    return work
