"""Whole rounds that come at once to one who lacks them, judged as an audit judges a log (protocol.md, 8.19).

Their own bytes must show that every seat agrees with them: only rounds over which all active seats have
spoken in the same batch are found. So the signature of each seat's last event answers for what it has said
before (13.6), and nothing that is still open to doubt is taken in this way.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from p2p.event import MAX_SEATS, NOTE, VOTE, EventRefused, SignedEvent, check_signature
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
    """Give the rounds of `batch` that continue `tip` and over which all active seats speak in it, or None.

    All are judged by the rules; no signature is looked at. Notes that are sent ahead are passed over.
    """
    for first in range(len(batch)):
        found = _read(tip, batch, first)
        if found is not None or batch[first].event.kind is not NOTE:
            return found
    return None


def _read(tip: Log, batch: Sequence[SignedEvent], first: int) -> AgreedRounds | None:
    log, at = tip.copy(), first
    rounds: list[Round] = []
    found: AgreedRounds | None = None
    numbers = {one.event.round_number for one in batch if one.event.kind in ALL_SEATS}
    last = sorted(numbers)[-2:]  # the very last may be cut, or still be open
    while group := _next_round(log, batch, at):
        expects = log.expects
        before = None
        if log.round_number in last and expects is not None and expects.kind in ALL_SEATS:
            before = log.copy()
        try:
            close_round(log, group)
        except EventRefused:
            break
        if before is not None and rounds and group[0].event.kind is not VOTE:
            found = AgreedRounds(tuple(rounds), before, group, first, at + len(group))
        rounds.append(group)
        at += len(group)
    return AgreedRounds(tuple(rounds), log, (), first, at) if log.complete and rounds else found


def _next_round(log: Log, batch: Sequence[SignedEvent], at: int) -> Round:
    """Give what stands at this place of the batch as the open round of `log`, whatever it is; or ()."""
    if log.expects is None or at >= len(batch):
        return ()
    if batch[at].event.kind is VOTE:
        return tuple(takewhile(lambda one: one.event.kind is VOTE, batch[at : at + MAX_SEATS]))
    group = tuple(batch[at : at + len(log.expects.seats)])
    return group if len(group) == len(log.expects.seats) else ()


def check_authors(found: AgreedRounds) -> None:
    """See that the keys answer for these rounds, as in 13.2. Raises `EventSignatureWrong`.

    Looked at are the signatures of each seat's last event, of every note and of every vote.
    """
    seats = found.log.genesis.seats
    last: dict[int, SignedEvent] = {}
    for group in (*found.rounds, found.over):
        for signed in group:
            if signed.event.kind in (NOTE, VOTE):
                check_signature(signed, seats[signed.event.seat].key)
            else:
                last[signed.event.seat] = signed
    for signed in last.values():
        check_signature(signed, seats[signed.event.seat].key)
