"""A log as a tape: read by the audit as far as is wanted, and wound to any round that was read.

Nothing is shown that the audit has not judged. Of each round the place in the file is kept, and of every
CHECKPOINT_ROUNDSth a copy of the log without its past, so that winding back replays a few rounds only.
"""

from array import array
from collections.abc import Callable, Sequence
from typing import BinaryIO, Final

from core.happening import Happening
from core.state import State
from p2p.audit import Audit, Round
from p2p.event import SEAL, EventRefused
from p2p.frames import LOG_MAGIC, read_records
from p2p.genesis import Genesis
from p2p.landmarks import Landmarks
from p2p.log import Log, next_head
from p2p.records import RecordRefused, RoundRecord, read_log_record
from p2p.removal import close_round
from p2p.verdict import Report

CHECKPOINT_ROUNDS: Final = 64
Follow = Callable[[State, Sequence[Happening]], None]
"""Shown the state at each place of a log, and what has followed from the round before it."""


class TapeChanged(Exception):
    """The log was changed by somebody else while it was replayed."""


class Tape:
    """The log in `stream`, a binary stream that can seek, at its start.

    `rounds` are those that can be wound to so far; `report` is the audit's, None until all has been read.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._reader = read_records(stream, LOG_MAGIC)
        stream.seek(0)
        self._audit = Audit(stream, watch=self._watch)
        self._steps = self._audit.steps()
        self._offsets = array("Q")
        self._checkpoints: list[Log] = []
        self._seals: Round = ()
        self._follow: Follow | None = None
        self.landmarks: Final = Landmarks()
        self.report: Report | None = None
        self.read_on()

    @property
    def genesis(self) -> Genesis | None:
        """The genesis, None where none can be read."""
        return None if self._audit.log is None else self._audit.log.genesis

    @property
    def is_proof(self) -> bool:
        """Whether it is no log but a proof."""
        return self._audit.is_proof

    @property
    def rounds(self) -> int:
        """The rounds that have been read and judged."""
        return 0 if self._audit.log is None else self._audit.log.round_number

    def follow(self, follow: Follow) -> None:
        """Have each round told as it is read; to be called before anything but the genesis has been."""
        assert self._audit.log is not None
        assert self.rounds == 0
        self._follow = follow
        self._audit.log.state.happenings = []

    def read_on(self) -> bool:
        """Read some more; False once all has been read."""
        if self.report is None:
            try:
                next(self._steps)
            except StopIteration:
                self.report = self._audit.report()
                if self._audit.log is not None:
                    self._arrive(self._audit.log)
        return self.report is None

    def has_round(self, number: int) -> bool:
        """Tell whether the log has this round, reading on as far as it takes to know."""
        while number >= self.rounds and self.report is None:
            self.read_on()
        return number < self.rounds

    def round(self, number: int) -> Round:
        """Give the events of a round below `rounds`. Raises `TapeChanged`."""
        furthest = self._audit.log
        assert furthest is not None
        if number == furthest.round_number - 1 and self._seals:
            return self._seals
        events = self._read_again(number)
        if next_head(furthest.heads[number], [one.event_id for one in events]) != furthest.heads[number + 1]:
            raise TapeChanged
        return events

    def log_at(self, place: int) -> Log:
        """Give a log of one's own with the first `place` rounds, at most `rounds`. Raises `TapeChanged`."""
        furthest = self._audit.log
        assert furthest is not None
        if not self._checkpoints:
            return furthest.copy()
        checkpoint = min(place // CHECKPOINT_ROUNDS, len(self._checkpoints) - 1)
        first = checkpoint * CHECKPOINT_ROUNDS
        log = self._checkpoints[checkpoint].copy()
        log.heads = furthest.heads[: first + 1]
        log.link_indexes = furthest.link_indexes[: first + 1]
        for number in range(first, place):
            close_round(log, self.round(number))
        return log

    def _read_again(self, number: int) -> Round:
        here = self._stream.tell()
        try:
            self._reader.jump(self._offsets[number])
            for _, body in self._reader:
                content = read_log_record(body)
                return content.events if isinstance(content, RoundRecord) else ()
        except (RecordRefused, EventRefused) as error:
            raise TapeChanged from error
        finally:
            self._stream.seek(here)
        return ()

    def _watch(self, log: Log, events: Round) -> None:
        """Take note of a round that the audit is about to close."""
        self._arrive(log)
        self.landmarks.see_round(log, events)
        if log.round_number % CHECKPOINT_ROUNDS == 0:
            checkpoint = log.copy()
            checkpoint.heads, checkpoint.link_indexes = [], []
            self._checkpoints.append(checkpoint)
        self._offsets.append(self._audit.offset)
        if events[0].event.kind is SEAL:
            self._seals = events

    def _arrive(self, log: Log) -> None:
        """Take note of the place to which the audit has come, and tell what has led to it."""
        self.landmarks.see(log)
        if self._follow is not None and log.state.happenings is not None:
            self._follow(log.state, tuple(log.state.happenings))
            log.state.happenings.clear()
