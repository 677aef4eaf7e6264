"""Several logs of one game beside each other: the same, one the beginning of the other, or parted.

Logs are compared by heads, so that two signatures over one payload make no difference (protocol.md, 13).
Only logs without a broken place are compared: of any other it is not known who answers for its heads.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from enum import Enum
from typing import BinaryIO

from core.frozen import Frozen
from p2p.audit import audit_log
from p2p.event import SEAL, EventRefused, SignedEvent
from p2p.evidence import NotEvidence, check_evidence
from p2p.frames import LOG_MAGIC, read_records
from p2p.genesis import Genesis, read_genesis
from p2p.records import GenesisRecord, LogRecord, RecordRefused, RoundRecord, read_log_record
from p2p.verdict import Conviction, Entry, Removal, Report, Seat, Verdict, entry_of, gravest

Reopen = Callable[[int], AbstractContextManager[BinaryIO]]
"""Gives the bytes of the log with this number once more, from their start."""


class LogChanged(Exception):
    """A log that is read again for a comparison is not the one that was audited."""


class Relation(Enum):
    """How a log lies to another one of its game, as a rule the longest."""

    SAME = "same"
    PREFIX = "prefix"
    """It is the beginning of the longest one."""
    OUTRANKED = "outranked"
    """The two part where seats were removed; one is the copy in which those went on by themselves."""
    FORK = "fork"


class Parting(Frozen):
    """Where two logs part: the first round that differs, and the head after it in either.

    `differing` are the seats of which that round holds different events. `convictions` are of the first
    round in which two events contradict each other under right signatures: a seat may answer for both
    copies by what it signed later. Empty where only damaged signatures are left to tell. `removal` is the
    certificate that outranks one of the copies, if that is why they part, or in a fork that convicts nobody
    the one that would, had none of its voters gone on in the other copy. `seats` are those of the game.
    """

    round_number: int
    heads: tuple[bytes, bytes]
    differing: tuple[int, ...]
    convictions: tuple[Conviction, ...]
    removal: Removal | None = None
    seats: tuple[Seat, ...] = ()


class Compared(Frozen):
    """One log beside another of its game, by their numbers; `parting` is None unless they part.

    It is beside the longest, or if that says no more than that one outranks the other, beside the first such
    log from which it forks.
    """

    log: int
    beside: int
    relation: Relation
    parting: Parting | None = None


class Comparison(Frozen):
    """All sound logs of one game: the number of the longest, and what is told of every other one."""

    game_id: bytes
    longest: int
    others: tuple[Compared, ...]

    @property
    def relation(self) -> Relation:
        """The worst relation among them."""
        found = [other.relation for other in self.others]
        return max(found, key=list(Relation).index, default=Relation.SAME)


def compare(entries: Sequence[Entry | None], reopen: Reopen) -> tuple[Comparison, ...]:
    """Compare the logs that these entries are about, game by game, in the order of their first logs.

    Logs are known by their place in `entries`. Only those that are not the same are audited once more; of
    logs that fork the events are read too, up to the conviction. Raises `LogChanged`.
    """
    games: dict[bytes, dict[int, Entry]] = {}
    for number, entry in enumerate(entries):
        if entry is not None:
            games.setdefault(entry.game_id, {})[number] = entry
    return tuple(_Game(game_id, logs, reopen).compare() for game_id, logs in games.items())


def overall(verdicts: Iterable[Verdict], comparisons: Sequence[Comparison]) -> Verdict:
    """Give the gravest verdict over all logs and what lies between them; nothing at all cannot be judged."""
    forks = any(comparison.relation is Relation.FORK for comparison in comparisons)
    found = {*verdicts, Verdict.FORK} if forks else {*verdicts}
    return gravest(*found) if found else Verdict.CANNOT_JUDGE


class _Game:
    """The logs of one game by their numbers; the longest, the first of equals, is what all lie beside."""

    def __init__(self, game_id: bytes, entries: Mapping[int, Entry], reopen: Reopen) -> None:
        self._game_id = game_id
        self._entries = entries
        self._reopen = reopen
        self._longest = max(entries, key=lambda number: entries[number].rounds)
        self._reports: dict[int, Report] = {}
        """Those of the longest log, and of the logs that it outranks or that outrank it."""

    def compare(self) -> Comparison:
        """Compare each log with the longest, and those of which that does not tell all with each other."""
        others: list[Compared] = []
        outranked: list[int] = []
        for number in self._entries:
            if number == self._longest:
                continue
            compared = self._beside(number, self._longest)
            if compared.relation is Relation.OUTRANKED:
                compared = self._fork_among(number, outranked) or compared
                outranked.append(number)
            else:
                self._reports.pop(number, None)
            others.append(compared)
        return Comparison(self._game_id, self._longest, tuple(others))

    def _fork_among(self, number: int, outranked: Sequence[int]) -> Compared | None:
        beside = (self._beside(number, other) for other in outranked)
        return next((one for one in beside if one.relation is Relation.FORK), None)

    def _beside(self, number: int, other: int) -> Compared:
        if self._entries[number] == self._entries[other]:
            return Compared(number, other, Relation.SAME)
        whole, part = self._read(other).heads, self._read(number).heads
        for first, heads in enumerate(zip(whole, part, strict=False)):
            if heads[0] != heads[1]:
                return self._part(number, other, first - 1, heads)
        return Compared(number, other, Relation.PREFIX)

    def _part(self, number: int, other: int, round_number: int, heads: tuple[bytes, bytes]) -> Compared:
        """Tell why a log parts from the other one in this round, after which that and it have these heads."""
        with self._reopen(other) as theirs, self._reopen(number) as its:
            differing, convictions = _read_parting(theirs, its, round_number)
        seats = self._read(other).seats
        parting = Parting(round_number, heads, differing, convictions, None, seats)
        for winner, loser in ((other, number), (number, other)):
            removal = None if convictions else self._outranking(winner, loser, round_number)
            if removal is not None:
                parting = parting.changed(removal=removal)
                with self._reopen(loser) as stream:
                    if not _speakers_after(stream, round_number) & set(removal.voters):
                        return Compared(number, other, Relation.OUTRANKED, parting)
        return Compared(number, other, Relation.FORK, parting)

    def _outranking(self, winner: int, loser: int, round_number: int) -> Removal | None:
        """Give the certificate by which one log may outrank another, unless that has a larger one (19.13)."""
        removal = _removal_in(self._read(winner), round_number)
        other = _removal_in(self._read(loser), round_number)
        if removal is None or (other is not None and len(other.seats) > len(removal.seats)):
            return None
        return removal

    def _read(self, number: int) -> Report:
        if number not in self._reports:
            with self._reopen(number) as stream:
                report = audit_log(stream)
            if entry_of(report) != self._entries[number]:
                raise LogChanged
            self._reports[number] = report
        return self._reports[number]


def _removal_in(report: Report, round_number: int) -> Removal | None:
    return next((one for one in report.removed if one.round_number == round_number), None)


def _speakers_after(stream: BinaryIO, round_number: int) -> set[int]:
    """Give the seats that have signed something over this log's copy of the round."""
    _, rounds = _open(stream)
    return {
        signed.event.seat
        for number, events in enumerate(rounds)
        if number > round_number
        for signed in events
        if signed.event.round_number > round_number
    }


def _read_parting(
    one: BinaryIO, other: BinaryIO, round_number: int
) -> tuple[tuple[int, ...], tuple[Conviction, ...]]:
    """Give the seats that differ in the round, and the convictions of the first round that has any."""
    differing: tuple[int, ...] = ()
    (genesis, rounds), (_, other_rounds) = _open(one), _open(other)
    for number, pair in enumerate(zip(rounds, other_rounds, strict=False)):
        if number < round_number:
            continue
        contradictions = tuple(_contradictions(*pair))
        if number == round_number:
            differing = tuple(first.event.seat for first, _ in contradictions)
        convictions = tuple(_convictions(genesis, contradictions))
        if convictions:
            return differing, convictions
    return differing, ()


def _open(stream: BinaryIO) -> tuple[Genesis, Iterator[tuple[SignedEvent, ...]]]:
    records = _records(stream)
    first = next(records, None)
    if not isinstance(first, GenesisRecord):
        raise LogChanged
    return read_genesis(first.data), _rounds(records)


def _records(stream: BinaryIO) -> Iterator[LogRecord]:
    """Give the records of a log that was found sound a moment ago. Raises `LogChanged`."""
    try:
        for _, body in read_records(stream, LOG_MAGIC):
            yield read_log_record(body)
    except (RecordRefused, EventRefused) as error:
        raise LogChanged from error


def _rounds(records: Iterator[LogRecord]) -> Iterator[tuple[SignedEvent, ...]]:
    """Give the rounds; the seals, which may come one by one in any order (12.6), as one in seat order."""
    seals: list[SignedEvent] = []
    for one in records:
        if isinstance(one, RoundRecord):
            if one.events[0].event.kind is SEAL:
                seals += one.events
            else:
                yield one.events
    yield tuple(sorted(seals, key=lambda seal: seal.event.seat))


def _contradictions(
    one: Sequence[SignedEvent], other: Sequence[SignedEvent]
) -> Iterator[tuple[SignedEvent, SignedEvent]]:
    by_seat = {signed.event.seat: signed for signed in other}
    for signed in one:
        rival = by_seat.get(signed.event.seat)
        if rival is not None and rival.event_id != signed.event_id:
            yield signed, rival


def _convictions(
    genesis: Genesis, contradictions: Sequence[tuple[SignedEvent, SignedEvent]]
) -> Iterator[Conviction]:
    for one, other in contradictions:
        try:
            yield Conviction(check_evidence(genesis, one, other), one, other)
        except (NotEvidence, EventRefused):
            continue  # a copy was spoiled: nobody answers for it
