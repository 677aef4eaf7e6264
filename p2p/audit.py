"""The audit: judge a log by nothing but its bytes, with the rule book of the live game (protocol.md, 13).

Signatures: an event covers, by the head it carries, the payloads of all rounds before its own, its
author's earlier ones among them. So one signature a seat answers for the whole log up to it, if it is that of
the seat's last event. A resign note and a drop vote carry the head of a round in which their seat may have
spoken too, and so each of them is checked besides.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import BinaryIO, Final

from p2p.awaited import events_of, read_awaited
from p2p.event import (
    NOTE,
    OPENING,
    SEAL,
    VOTE,
    EventRefused,
    EventSignatureWrong,
    SignedEvent,
    check_signature,
)
from p2p.frames import (
    EVIDENCE_MAGIC,
    LOG_MAGIC,
    CutHeader,
    Damage,
    Newer,
    NotOurs,
    RecordReader,
    TornTail,
    read_records,
)
from p2p.genesis import Genesis, GenesisRefused, VersionUnknown, read_genesis
from p2p.judge import close_judged, judge
from p2p.log import Body, Expectation, Log
from p2p.records import GenesisRecord, ProofRecord, RecordRefused, RoundRecord, read_log_record
from p2p.verdict import (
    Conviction,
    Fault,
    Finding,
    Removal,
    Report,
    Resignation,
    ReusedNonce,
    Seat,
    Verdict,
    importance,
    refused,
    unsigned,
)

PROGRESS_RECORDS: Final = 256
"""Records between two reports of progress."""

Progress = Callable[[int], None]
"""Told now and then how many bytes of the file have been read."""
Watch = Callable[[Log, tuple[SignedEvent, ...]], None]
"""Shown the log before each round is closed, and the events that will close it."""

Round = tuple[SignedEvent, ...]
_Placed = tuple[int, SignedEvent | bytes]
"""The byte at which a record begins, and the event in it that counts, or the whole record if all do."""


def audit_log(
    source: BinaryIO | bytes,
    *,
    every_signature: bool = False,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Report:
    """Judge the log or the proof file in `source`: its bytes, or a binary stream that can seek, at its start.

    Never raises for what the bytes hold. Beside the file's size in rounds (its heads), memory is bounded:
    events are let go as their round is closed.
    """
    audit = Audit(source, every_signature=every_signature, watch=watch)
    for read in audit.steps():
        if progress:
            progress(read)
    return audit.report()


class _Fatal(Exception):  # carries a finding, and never leaves this module
    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


class Audit:
    """One pass over one file, which can be made in steps: see `audit_log`.

    `offset` is, in a watch, the byte at which the last record of the round begins.
    `is_proof` tells, from the first step on, that it is no log but a proof.
    """

    def __init__(
        self, source: BinaryIO | bytes, *, every_signature: bool = False, watch: Watch | None = None
    ) -> None:
        self._stream = io.BytesIO(source) if isinstance(source, bytes) else source
        self._every_signature = every_signature
        self._watch = watch
        self._is_plain = watch is None and not every_signature
        self.offset = 0
        self.is_proof = False
        self._log: Log | None = None
        self._findings: list[Finding] = []
        self._events = 0
        self._signatures = 0
        self._auctions = 0
        self._bids = 0
        self._last: dict[tuple[int, ...], _Placed] = {}
        self._seals: dict[int, SignedEvent] = {}
        self._resigned: list[Resignation] = []
        self._removed: list[Removal] = []
        self._nonces: dict[tuple[int, bytes], int] = {}
        self._reused: list[ReusedNonce] = []
        self._convictions: dict[int, Conviction] = {}

    @property
    def log(self) -> Log | None:
        """The log as far as it has been judged, None before its genesis; to be read only."""
        return self._log

    @property
    def seals_of_open_round(self) -> Round:
        """The seals, by seat, of a game that is over and that not every seat has sealed."""
        is_open = self._log is not None and self._log.expects is not None
        return tuple(self._seals[seat] for seat in sorted(self._seals)) if is_open else ()

    def steps(self) -> Iterator[int]:
        """Make the pass; gives now and then how many bytes of the file have been read."""
        reader = read_records(self._stream, LOG_MAGIC)
        if isinstance(reader.fault, NotOurs):
            self._stream.seek(0)
            evidence = read_records(self._stream, EVIDENCE_MAGIC)
            if not isinstance(evidence.fault, NotOurs):
                self.is_proof, self._is_plain, reader = True, False, evidence
        try:
            yield from self._read(reader)
            self._end(reader)
        except _Fatal as fatal:
            self._findings.append(fatal.finding)
        self._check_last()

    def _read(self, reader: RecordReader) -> Iterator[int]:
        records = iter(reader)
        for one in records:
            self._take(*one)
            yield reader.good
            for offset, body in islice(records, PROGRESS_RECORDS - 1):
                if not self._take_plain(offset, body):
                    self._take(offset, body)

    def _take_plain(self, offset: int, record: bytes) -> bool:
        """Close a round of which nothing needs to be known but what was said; False for any other record.

        A round that may not stand there is left alone: the careful way finds out what is wrong with it.
        """
        log = self._log
        if log is None or log.expects is None or not self._is_plain:
            return False
        kind, seats = log.expects
        if kind is SEAL:
            return False
        said = read_awaited(record, log)
        if said is None:
            return False
        bodies, event_ids = said
        try:
            close_judged(log, bodies, event_ids)
        except EventRefused:
            return False
        if kind is OPENING:
            self._note_bids(seats, bodies, log.round_number - 1)
        self._last[seats] = offset, record
        self._events += len(seats)
        return True

    def _take(self, offset: int, body: bytes) -> None:
        """Take a record by all that is in it, or find out what is wrong with it."""
        self.offset, log = offset, self._log
        said = None if log is None or self.is_proof else read_awaited(body, log)
        if log is not None and said is not None:
            self._take_round(offset, events_of(body, said, log), log)
            return
        try:
            content = read_log_record(body)
        except RecordRefused as refusal:
            fault = Fault.RECORD_REFUSED if log else Fault.NO_GENESIS
            raise _Fatal(Finding(fault, offset, detail=refusal.why)) from refusal
        except EventRefused as error:
            if log is None:
                raise _Fatal(Finding(Fault.NO_GENESIS, offset)) from error
            raise _Fatal(refused(offset, error, log.round_number)) from error
        if isinstance(content, GenesisRecord):
            self._take_genesis(offset, content)
        elif log is None:
            raise _Fatal(Finding(Fault.NO_GENESIS, offset))
        elif isinstance(content, ProofRecord):
            self._take_proof(offset, content, log.genesis)
        elif self.is_proof:
            raise _Fatal(Finding(Fault.OUT_OF_PLACE, offset))
        else:
            self._take_round(offset, content.events, log)

    def _take_genesis(self, offset: int, record: GenesisRecord) -> None:
        if self._log is not None:
            raise _Fatal(Finding(Fault.OUT_OF_PLACE, offset, self._log.round_number))
        try:
            self._log = Log(read_genesis(record.data))
        except VersionUnknown as newer:
            raise _Fatal(
                Finding(Fault.VERSION_UNKNOWN, offset, error=newer.what, detail=newer.version)
            ) from newer
        except GenesisRefused as error:
            raise _Fatal(Finding(Fault.GENESIS_REFUSED, offset, detail=error.detail)) from error

    def _take_proof(self, offset: int, proof: ProofRecord, genesis: Genesis) -> None:
        """Judge a proof by itself. One for each seat is enough; what repeats it costs no time."""
        from p2p.evidence import NotEvidence, check_evidence  # noqa: PLC0415 - most logs prove nothing

        if proof.one.event.seat in self._convictions:
            return
        try:
            seat = check_evidence(genesis, proof.one, proof.other)
        except (NotEvidence, EventRefused) as error:
            name, detail = type(error).__name__, error.detail if isinstance(error, EventRefused) else ""
            raise _Fatal(Finding(Fault.FALSE_PROOF, offset, error=name, detail=detail)) from error
        self._signatures += 2
        self._convictions[seat] = Conviction(seat, proof.one, proof.other)
        event = proof.one.event
        self._findings.append(
            Finding(Fault.EQUIVOCATION, offset, event.round_number, seat, event.kind, signed=True)
        )

    def _take_round(self, offset: int, events: Round, log: Log) -> None:
        if log.expects is None:
            raise _Fatal(Finding(Fault.AFTER_END, offset))
        if events[0].event.kind is VOTE:
            self._take_certificate(offset, events, log)
            return
        awaited, seats = log.expects
        by_seat = self._judge(offset, events, log)
        if awaited is SEAL:
            self._take_seals(offset, events, log)
            return
        if tuple(by_seat) != seats or len(events) != len(seats):
            raise _Fatal(Finding(Fault.ROUND_NOT_WHOLE, offset, log.round_number, kind=awaited))
        if awaited is OPENING:
            opened = [one.event for one in events if one.event.kind is OPENING]
            self._note_bids(
                [event.seat for event in opened], [event.body for event in opened], log.round_number
            )
        self._close(log, by_seat)

    def _take_certificate(self, offset: int, votes: Round, log: Log) -> None:
        """Judge the votes that close a round, and the signature of every one of them."""
        from p2p.removal import judge_ballot, judge_certificate  # noqa: PLC0415 - seldom is anyone removed

        signed = votes[0]
        try:
            for signed in votes:
                judge_ballot(log, signed.event)
                self._check(signed, log.genesis)
            seats = judge_certificate(log, votes)
        except EventSignatureWrong as wrong:
            raise _Fatal(unsigned(offset, signed.event)) from wrong
        except EventRefused as error:
            held = log.genesis.is_signed(signed)
            raise _Fatal(refused(offset, error, log.round_number, signed.event, signed=held)) from error
        if self._watch:
            self._watch(log, votes)
        log.remove(seats, votes)
        played_to = tuple(log.spoken[seat] for seat in seats)
        voters = tuple(vote.event.seat for vote in votes)
        self._removed.append(Removal(seats, log.round_number - 1, voters, played_to))
        self._events += len(votes)

    def _judge(self, offset: int, events: Round, log: Log) -> dict[int, SignedEvent]:
        """Judge these events of the open round, and give them by their seats."""
        by_seat: dict[int, SignedEvent] = {}
        signed = events[0]
        try:
            for signed in events:
                event = signed.event
                judge(log, event)
                kind, _, _, _, seat, _ = event
                by_seat[seat] = signed
                if kind is NOTE:
                    self._check(signed, log.genesis)
                else:
                    self._last[seat,] = offset, signed
                    if self._every_signature:
                        self._check(signed, log.genesis)
        except EventSignatureWrong as wrong:
            raise _Fatal(unsigned(offset, signed.event)) from wrong
        except EventRefused as error:
            held = log.genesis.is_signed(signed)
            raise _Fatal(refused(offset, error, log.round_number, signed.event, signed=held)) from error
        return by_seat

    def _check(self, signed: SignedEvent, genesis: Genesis) -> None:
        check_signature(signed, genesis.seats[signed.event.seat].key)
        self._signatures += 1

    def _take_seals(self, offset: int, events: Round, log: Log) -> None:
        assert log.expects is not None
        seals = self._seals.copy()
        for signed in events:
            event = signed.event
            if event.seat in seals:
                raise _Fatal(Finding(Fault.SEALED_TWICE, offset, event.round_number, event.seat, event.kind))
            seals[event.seat] = signed
        self._seals = seals
        if len(self._seals) == len(log.expects.seats):
            self._close(log, self._seals)

    def _close(self, log: Log, by_seat: dict[int, SignedEvent]) -> None:
        if self._watch:
            self._watch(log, tuple(by_seat.values()))
        notes = [seat for seat, signed in by_seat.items() if signed.event.kind is NOTE]
        self._resigned += [Resignation(seat, log.round_number) for seat in notes]
        log.close(by_seat)
        self._events += len(by_seat)

    def _note_bids(self, seats: Sequence[int], bodies: Sequence[Body], number: int) -> None:
        """Count an auction by what these seats opened there, and look for nonces that were there before."""
        self._auctions += bool(seats)
        self._bids += len(seats)
        for seat, (_, nonce) in zip(seats, bodies, strict=True):
            first = self._nonces.setdefault((seat, nonce), number)  # type: ignore[arg-type]  # judged
            if first != number:
                self._reused.append(ReusedNonce(seat, first, number))

    def _end(self, reader: RecordReader) -> None:
        """Find out what the end of the file means, once all its records have been taken."""
        match reader.fault:
            case NotOurs():
                raise _Fatal(Finding(Fault.NOT_A_LOG))
            case Newer(version=version):
                raise _Fatal(Finding(Fault.FORMAT_UNKNOWN, detail=str(version)))
            case CutHeader():
                raise _Fatal(Finding(Fault.EMPTY))
            case Damage(offset=offset):
                raise _Fatal(Finding(Fault.DAMAGED, offset))
            case TornTail(offset=offset):
                self._end_early(Finding(Fault.CUT, offset))
            case None:
                self._end_early(None)

    def _end_early(self, cut: Finding | None) -> None:
        log, offset = self._log, cut.offset if cut else None
        if log is None:
            raise _Fatal(Finding(Fault.NO_GENESIS if cut else Fault.EMPTY, offset))
        if self.is_proof and not self._convictions:
            raise _Fatal(Finding(Fault.NO_PROOF, offset))
        if cut:
            self._findings.append(cut)
        elif log.expects is not None and not self.is_proof:
            ended = log.expects.kind is SEAL
            fault = Fault.SEALS_MISSING if ended else Fault.WAITING
            self._findings.append(Finding(fault, round_number=log.round_number, kind=log.expects.kind))

    def _check_last(self) -> None:
        """Check the signature of each seat's last event, in a broken log of the last before the break.

        There it tells apart who spoiled what: an event that was changed makes the next one look wrong.
        """
        if self._every_signature or self._log is None:
            return
        last: dict[int, _Placed] = {}
        for seats, placed in sorted(self._last.items(), key=lambda item: item[1][0]):
            last |= dict.fromkeys(seats, placed)
        for seat, (offset, found) in sorted(last.items(), key=lambda item: item[0]):
            signed = _event_of(seat, found) if isinstance(found, bytes) else found
            if self._log.genesis.is_signed(signed):
                self._signatures += 1
            else:
                self._findings.append(unsigned(offset, signed.event))

    def report(self) -> Report:
        """Give what the pass has found out, once it is made."""
        log = self._log
        findings = tuple(sorted(self._findings, key=importance))
        verdict = findings[0].verdict if findings else Verdict.COMPLETE
        if log is None:
            return Report(verdict, findings, is_proof=self.is_proof)
        return Report(
            verdict,
            findings,
            is_proof=self.is_proof,
            game_id=log.genesis.game_id,
            rules_id=log.genesis.rules_id,
            rules_hash=log.genesis.rules_hash,
            ruleset=log.genesis.ruleset,
            seats=tuple(Seat(entry.name, entry.key) for entry in log.genesis.seats),
            heads=tuple(log.heads),
            rounds=log.round_number,
            events=self._events,
            rolls=log.state.rolls,
            auctions=self._auctions,
            bids=self._bids,
            signatures=self._signatures,
            result=log.state.outcome,
            awaits=None if self.is_proof else self._awaits(log),
            resigned=tuple(self._resigned),
            removed=tuple(self._removed),
            reused_nonces=tuple(self._reused),
            convictions=tuple(self._convictions.values()),
        )

    def _awaits(self, log: Log) -> Expectation | None:
        if log.expects is None:
            return None
        kind, seats = log.expects
        return Expectation(kind, tuple(seat for seat in seats if seat not in self._seals))


def _event_of(seat: int, body: bytes) -> SignedEvent:
    """Give the event of a seat in the record of a round that was read."""
    record = read_log_record(body)
    assert isinstance(record, RoundRecord)
    return next(one for one in record.events if one.event.seat == seat)
