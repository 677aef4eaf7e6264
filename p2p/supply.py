"""Anti-entropy: what a peer lacks, by where it stands, and what it is sent (protocol.md, chapter 11)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from p2p.ballot import BALLOTS, mask_of
from p2p.event import EventKind, SignedEvent
from p2p.heard import WINDOW
from p2p.ledger import Ledger
from p2p.messages import (
    MAX_BALLOTS,
    MAX_BATCH_BYTES,
    MAX_BATCH_EVENTS,
    MAX_NEWEST,
    Events,
    Message,
    Proof,
    Status,
)
from p2p.watch_messages import Lacking

_WIRE_OVERHEAD = 80
"""Bytes that an event takes in a message beside its payload."""
_NOTHING: Final = (0, 0, 0, 0)


def held(ledger: Ledger) -> tuple[int, int, int, int]:
    """Give what a status tells of what this peer holds: `events`, `notes`, `proofs` and `ballots` (11.4)."""
    heard, number = ledger.heard, ledger.chain.tip.round_number
    if not (heard.may_close(number) or heard.has_ballots or ledger.proofs):
        return _NOTHING  # as where a round has just been closed
    ballots = min(heard.count_ballots(number), MAX_BALLOTS - 1)
    return event_mask(ledger), note_mask(ledger), proof_mask(ledger), ballots


def event_mask(ledger: Ledger) -> int:
    """Give the mask of the seats that this peer holds an event of for its open round."""
    tip = ledger.chain.tip
    mask = 0
    for seat, said in ledger.heard.in_round(tip.round_number).items():
        if any(one.event.head == tip.head for one in said):
            mask |= 1 << seat
    return mask


def note_mask(ledger: Ledger) -> int:
    """Give the mask of the seats that this peer holds a resign note of."""
    noted = ledger.heard.noted()
    return mask_of(noted) if noted else 0


def proof_mask(ledger: Ledger) -> int:
    """Give the mask of the seats that this peer holds a proof against."""
    return mask_of(ledger.proofs) if ledger.proofs else 0


def is_behind(ledger: Ledger, statuses: Iterable[Status | None]) -> bool:
    """Tell whether a peer that told one of these holds something that this one lacks, or another copy."""
    tip = ledger.chain.tip
    for status in statuses:
        if status is None:
            continue
        number = status.round_number
        if number > tip.round_number or tip.heads[number] != status.head:
            return True
        holds_any = status.ballots or status.events or status.notes or status.proofs  # after few events
        if holds_any and _holds_more(ledger, status):
            return True
    return False


def _holds_more(ledger: Ledger, status: Status) -> bool:
    """Tell whether the peer that told `status`, over a past of ours, holds something that this one lacks."""
    tip, number = ledger.chain.tip, status.round_number
    if number >= ledger.settled and status.ballots > ledger.heard.count_ballots(number):
        return True
    return bool(
        (number == tip.round_number and status.events & ~event_mask(ledger))
        or status.notes & ~note_mask(ledger)
        or status.proofs & ~proof_mask(ledger)
    )


def newest_signed(ledger: Ledger, seat: int) -> tuple[SignedEvent, ...]:
    """Give the newest event signed by `seat` that is held here, its ballots and its note, as there are."""
    signed = list(ledger.heard.of(seat))
    ballots = [one for one in signed if one.event.kind in BALLOTS][-(MAX_NEWEST - 2) :]
    held = [one for one in signed if one.event.kind not in BALLOTS and one.event.kind is not EventKind.NOTE]
    number = ledger.tip.spoken[seat]
    if not held and number >= 0:
        held = [one for one in ledger.chain.rounds[number] if one.event.seat == seat]
    return (*held[-1:], *ballots, *ledger.heard.notes(seat)[:1])


def supply(ledger: Ledger, status: Status | Lacking, most: int = 1) -> Iterator[Message]:
    """Give what the peer that told `status` lacks: so many batches of events at most, and the proofs."""
    for batch in islice(_batches(_lacking(ledger, status)), most):
        yield Events(batch)
    for seat, (one, other) in ledger.proofs.items():
        if not status.proofs >> seat & 1:
            yield Proof(one, other)


def _batches(pieces: Iterator[Sequence[SignedEvent]]) -> Iterator[tuple[SignedEvent, ...]]:
    """Give these pieces in batches, each as many as a message takes."""
    batch: list[SignedEvent] = []
    size = 0
    for piece in pieces:
        more = sum(len(signed.payload) + _WIRE_OVERHEAD for signed in piece)
        if batch and (size + more > MAX_BATCH_BYTES or len(batch) + len(piece) > MAX_BATCH_EVENTS):
            yield tuple(batch)
            batch, size = [], 0
        batch += piece
        size += more
    if batch:
        yield tuple(batch)


def _lacking(ledger: Ledger, status: Status | Lacking) -> Iterator[Sequence[SignedEvent]]:
    """Give what stays together in a message: whole rounds, which can be taken at once (8.19), and others."""
    seats = range(len(ledger.genesis.seats))
    tip, rounds = ledger.tip, ledger.chain.rounds
    same = tip.had(status.round_number, status.head)
    for seat in seats:
        notes = ledger.heard.notes(seat)
        known = same and status.notes >> seat & 1  # elsewhere it may hold another one of a liar's
        if len(notes) > 1 or not known:
            yield notes
    start = status.round_number if same else min(ledger.settled, status.settled)
    for number in range(min(start, tip.round_number), tip.round_number + 1):
        for seat in seats:
            yield ledger.heard.ballots(number, seat)
        if number < tip.round_number:
            yield rounds[number]
    for seat in seats:
        known = same and status.round_number == tip.round_number and status.events >> seat & 1
        if not known:
            yield ledger.heard.at(tip.round_number, seat)
    if ledger.chain.forked is not None:  # what the copies stand by: who follows one of them may lack it
        for number in range(tip.round_number + 1, tip.round_number + WINDOW + 1):
            yield from (ledger.heard.ballots(number, seat) for seat in seats)
            yield from (ledger.heard.at(number, seat) for seat in seats)
