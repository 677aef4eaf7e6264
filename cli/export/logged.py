"""The course of a game from its log, told while the audit reads it: nothing that it has not judged."""

from collections.abc import Callable, Sequence
from typing import BinaryIO, Final

from cli.export.course import Exporter, Heading, Move, Player
from core.decision import DECISIONS
from core.happening import BidsShown, Drawn, Happening, Rolled
from core.step import Bids, Draw, Retire, Roll, Step
from p2p.audit import Audit, Round
from p2p.ballot import read_ballot, seats_in
from p2p.event import ACTION, LINK, NOTE, OPENING, VOTE, EventKind, SignedEvent
from p2p.genesis import Genesis
from p2p.log import Log
from p2p.verdict import Report

_Open = tuple[int, EventKind, Round]
"""A round that is about to be closed: its number, what it awaits, its events."""


class LoggedGame:
    """One pass over a log in `stream`, at its start; `show` takes the text that `exporter` gives.

    Memory is the audit's: bounded, beside the head of each round.
    """

    def __init__(self, stream: BinaryIO, exporter: Exporter, show: Callable[[str], object]) -> None:
        self._audit: Final = Audit(stream, watch=self._watch)
        self._exporter = exporter
        self._show = show
        self._open: _Open | None = None
        self._is_begun = False

    def read(self) -> Report:
        """Read all of it, as far as it is sound, and give what the audit says."""
        for _size in self._audit.steps():
            pass
        log = self._audit.log
        if log is not None and not self._audit.is_proof:
            self._begin(log)
            self._arrive(log)
            if seals := self._audit.seals_of_open_round:
                self._show(self._exporter.round(log.round_number, seals, moves=False))
            self._show(self._exporter.end(log.state))
        return self._audit.report()

    def _watch(self, log: Log, events: Round) -> None:
        """Take note of a round that the audit is about to close."""
        assert log.expects is not None
        self._begin(log)
        self._arrive(log)
        self._open = (log.round_number, log.expects.kind, events)

    def _begin(self, log: Log) -> None:
        if not self._is_begun:
            self._is_begun = True
            log.state.happenings = []
            self._show(self._exporter.begin(heading_of(log.genesis), log.state))

    def _arrive(self, log: Log) -> None:
        """Tell of the round that led here, unless it was not closed: a certificate may still be refused."""
        if self._open is None or self._open[0] == log.round_number:
            return
        number, kind, events = self._open
        self._open = None
        assert log.state.happenings is not None
        followed = tuple(log.state.happenings)
        log.state.happenings.clear()
        move = read_move(kind, events, followed)
        self._show(self._exporter.round(number, events, moves=move is not None))
        if move is not None:
            self._show(self._exporter.move(move, log.state))


def heading_of(genesis: Genesis) -> Heading:
    """Give what was agreed before a game."""
    players = tuple(Player(entry.name, entry.key) for entry in genesis.seats)
    return Heading(genesis.game_id, genesis.rules_id, genesis.rules_hash, players, genesis.ruleset)


def read_move(kind: EventKind, events: Sequence[SignedEvent], followed: tuple[Happening, ...]) -> Move | None:
    """Give the move that a closed round of this kind has made, or None if it made none."""
    if events[0].event.kind is VOTE:
        removed = seats_in(read_ballot(events[0].event)[0])
        return Move(Retire(removed), followed, tuple(vote.event.seat for vote in events))
    leaving = tuple(one.event.seat for one in events if one.event.kind is NOTE)
    step = _read_step(kind, events, followed, leaving)
    if step is None and leaving:
        step = Retire(leaving)
    return None if step is None else Move(step, followed)


def _read_step(
    kind: EventKind, events: Sequence[SignedEvent], followed: Sequence[Happening], leaving: tuple[int, ...]
) -> Step | None:
    """Give what the round put into the game beside seats that left it, or None."""
    if kind is ACTION and not leaving:
        return DECISIONS[events[0].event.body]  # type: ignore[index]  # judged
    if kind is LINK or kind is OPENING:
        for happening in followed:
            match happening:
                case Drawn(seat=seat):
                    return Draw(seat, leaving)
                case Rolled(first=first, second=second):
                    return Roll(first, second, leaving)
                case BidsShown(bids=bids):
                    return Bids(bids, leaving)
                case _:
                    pass
    return None
