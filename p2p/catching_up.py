"""Whole rounds that come at once to one who lacks them, judged as an audit judges a log (protocol.md, 8.19).

Their own bytes must show that every seat agrees with them: only rounds over which all active seats have
spoken in the same batch are found. So the signature of each seat's last event answers for what it has said
before (13.6), and nothing that is still open to doubt is taken in this way.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from p2p.event import MAX_SEATS, NOTE, VOTE, EventRefused, EventSignatureWrong, SignedEvent, check_signature
from p2p.genesis import Genesis
from p2p.judge import ALL_SEATS
from p2p.log import Log
from p2p.removal import close_round

Round = tuple[SignedEvent, ...]


class AgreedRounds(NamedTuple):
    """Rounds that continue a log, and the log after them.

    `over` is the round of all active seats that speaks over them; () if they end with the seals. `first` and
    `end` tell where in the batch all these stand.
    """

    rounds: tuple[Round, ...]
    log: Log
    over: Round
    first: int
    end: int


def find_rounds(tip: Log, batch: Sequence[SignedEvent]) -> AgreedRounds | None:
    """Give the most rounds of `batch` that continue `tip` and that it shows all seats to answer for, or None.

    All active seats speak over them in it, and their keys answer for all this. Notes that are sent ahead are
    passed over. Whoever has taken rounds so itself may pass damaged signatures on in good faith: then the
    keys may not answer as far as the last round that speaks over others, and do for an earlier one.
    """
    for first in range(len(batch)):
        reading = _read(tip, batch, first)
        if reading.ends:
            return _answered(tip, reading, first)
        if batch[first].event.kind is not NOTE:
            break
    return None


class _Reading(NamedTuple):
    """The rounds of a batch that continue a log by the rules; no signature has been looked at.

    `ends` tells after how many of them one may stop, as the next one speaks over them or there is no next;
    `logs` holds the log as it is there, for the last of these places.
    """

    rounds: list[Round]
    ends: list[int]
    logs: dict[int, Log]


def _read(tip: Log, batch: Sequence[SignedEvent], first: int) -> _Reading:
    log, at = tip.copy(), first
    rounds: list[Round] = []
    ends: list[int] = []
    logs: dict[int, Log] = {}
    numbers = {one.event.round_number for one in batch if one.event.kind in ALL_SEATS}
    last = sorted(numbers)[-2:]  # the very last may be cut, or still be open
    while group := _next_round(log, batch, at):
        expects = log.expects
        speaks_over = expects is not None and expects.kind in ALL_SEATS and group[0].event.kind is not VOTE
        before = log.copy() if speaks_over and log.round_number in last else None
        try:
            close_round(log, group)
        except EventRefused:
            break
        if rounds and speaks_over:
            ends.append(len(rounds))
            if before is not None:
                logs[len(rounds)] = before
        rounds.append(group)
        at += len(group)
    if log.complete and rounds:
        ends.append(len(rounds))
        logs[len(rounds)] = log
    return _Reading(rounds, ends, logs)


def _answered(tip: Log, reading: _Reading, first: int) -> AgreedRounds | None:
    right: set[bytes] = set()
    for end in reversed(reading.ends):
        spoken = reading.rounds[: end + 1]
        try:
            check_authors(tip.genesis, spoken, right)
        except EventSignatureWrong:
            continue
        log = reading.logs.get(end) or _follow(tip, reading.rounds[:end])
        over = spoken[end] if end < len(spoken) else ()
        return AgreedRounds(tuple(spoken[:end]), log, over, first, first + sum(map(len, spoken)))
    return None


def _follow(tip: Log, rounds: Sequence[Round]) -> Log:
    log = tip.copy()
    for events in rounds:
        close_round(log, events)
    return log


def _next_round(log: Log, batch: Sequence[SignedEvent], at: int) -> Round:
    """Give what stands at this place of the batch as the open round of `log`, whatever it is; or ()."""
    if log.expects is None or at >= len(batch):
        return ()
    if batch[at].event.kind is VOTE:
        return tuple(takewhile(lambda one: one.event.kind is VOTE, batch[at : at + MAX_SEATS]))
    group = tuple(batch[at : at + len(log.expects.seats)])
    return group if len(group) == len(log.expects.seats) else ()


def check_authors(genesis: Genesis, rounds: Sequence[Round], right: set[bytes]) -> None:
    """See that the keys answer for these rounds, as in 13.2. Raises `EventSignatureWrong`.

    Looked at are the signatures of each seat's last event, of every note and of every vote; `right` are the
    ids of events whose signatures have been found right, and grows.
    """
    told = [one for events in rounds for one in events if one.event.kind in (NOTE, VOTE)]
    last = {one.event.seat: one for events in rounds for one in events if one.event.kind not in (NOTE, VOTE)}
    for signed in (*last.values(), *told):
        if signed.event_id not in right:
            check_signature(signed, genesis.seats[signed.event.seat].key)
            right.add(signed.event_id)
