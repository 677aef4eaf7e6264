"""A contender in a process of its own: `python3 -m benchmarks.worker NAME`.

Each line of its input is a number of seconds, for so long of which it works, and each line of its output a
JSON document: first where the core comes from, or what is not installed, then how many units it did in a
second of its processor time.
"""

import json
import sys
import time
from collections.abc import Callable, Mapping

import core.state
from benchmarks.audit_cases import audit, decode_and_chain, make_logs
from benchmarks.board_game_peers import open_spiel_peers
from benchmarks.core_cases import play_ours, replay_ours
from benchmarks.measure import Work, rate

PLAY, REPLAY = "play", "replay"
AUDIT, SIGNATURES, FLOOR = "audit", "every signature", "decode and hash chain"
LOGS = 2
"""Whole games that are audited one after the other."""


def audits(seats: int) -> Mapping[str, Callable[[], Work]]:
    """Give what is done with the logs of so many seats, by names that end in it."""
    return {
        f"{AUDIT} {seats}": lambda: audit(make_logs(seats, LOGS), every_signature=False),
        f"{SIGNATURES} {seats}": lambda: audit(make_logs(seats, LOGS), every_signature=True),
        f"{FLOOR} {seats}": lambda: decode_and_chain(make_logs(seats, LOGS)),
    }


def main(name: str) -> None:
    ours = {PLAY: play_ours, REPLAY: replay_ours, **audits(2), **audits(3), **audits(4)}
    make = {**ours, **dict(open_spiel_peers())}[name]
    try:
        work = make()
    except ImportError as error:
        _tell(lacking=error.name)
        return
    work()
    _tell(core=core.state.__file__)
    for line in sys.stdin:
        _tell(rate=rate(work, float(line), time.thread_time))


def _tell(**fields: object) -> None:
    print(json.dumps(fields), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
