"""Older copies of a seat's whole folder, and what is promised where one of them is put back (8.16)."""

from collections.abc import Sequence
from typing import NamedTuple

from p2p.event import SignedEvent
from p2p.ledger import Ledger
from p2p.messages import Answer, Events, Message, Proof


class Unpromised(Exception):
    """A seat contradicts what it has forgotten, and no honest one that answered had heard of it (16.2)."""


class Copy(NamedTuple):
    """The records of both files, and the ids of all that the seat had signed when they were copied."""

    log: tuple[bytes, ...]
    journal: tuple[bytes, ...]
    signed: frozenset[bytes]


def held_by(ledger: Ledger) -> set[bytes]:
    """Give the ids of all that is held here, be it settled or not."""
    held = {one.event_id for one in ledger.heard.all(len(ledger.genesis.seats))}
    return held.union(one.event_id for events in ledger.chain.rounds for one in events)


def shown_by(message: Message | bytes) -> Sequence[SignedEvent]:
    """Give what is signed in this message."""
    match message:
        case Events(events) | Answer(newest=events):
            return events
        case Proof(one, other):
            return (one, other)
        case _:
            return ()
