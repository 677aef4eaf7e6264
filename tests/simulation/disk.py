"""A disk that crashes: what is written but not synced may be lost from its end, what is synced never."""

import random
from collections.abc import Iterable
from functools import lru_cache

from p2p.event import SignedEvent
from p2p.journal_records import EventRecord, OpeningRecord, read_journal_record
from p2p.records import RoundRecord, read_log_record
from p2p.store import Contents


class Disk:
    """One peer's files, as record bodies, and what of them a crash cannot take back."""

    def __init__(self) -> None:
        self.log: list[bytes] = []
        self.journal: list[bytes] = []
        self.next_journal: list[bytes] | None = None
        """What the journal is being exchanged for."""
        self.evidence: dict[str, bytes] = {}
        self._log_synced = 0
        self._journal_synced = 0
        self._safe_events: set[bytes] = set()
        self._safe_openings: set[int] = set()

    @property
    def journal_is_safe(self) -> bool:
        """Whether a crash at this moment would leave all of the journal."""
        return self._journal_synced == len(self.journal)

    @property
    def log_is_safe(self) -> bool:
        """Whether a crash at this moment would leave all of the log."""
        return self._log_synced == len(self.log)

    def sync_journal(self) -> None:
        for body in self.journal[self._journal_synced :]:
            self._keep(body)
        self._journal_synced = len(self.journal)

    def sync_log(self) -> None:
        for body in self.log[self._log_synced :]:
            self._safe_events |= {one.event_id for one in log_events(body)}
        self._log_synced = len(self.log)

    def compact(self, bodies: Iterable[bytes]) -> None:
        """Do what the store does: the log first, then all of the journal at once."""
        self.sync_log()
        self.journal[:] = bodies
        self._journal_synced = 0
        self._reread()
        self.sync_journal()

    def crash(self, chance: random.Random, *, forget: bool) -> None:
        if forget:
            del self.journal[chance.randint(self._journal_synced, len(self.journal)) :]
            del self.log[chance.randint(self._log_synced, len(self.log)) :]
        self.sync_journal()
        self.sync_log()

    def snapshot(self) -> tuple[list[bytes], list[bytes]]:
        return list(self.log), list(self.journal)

    def put_back(self, snapshot: tuple[list[bytes], list[bytes]]) -> None:
        """Become what a backup holds."""
        self.log, self.journal = map(list, snapshot)
        self._log_synced = self._journal_synced = 0
        self._reread()
        self.sync_journal()
        self.sync_log()

    def reopen(self, contents: Contents) -> None:
        """Become what the program's store found in its files after a crash: nothing that was safe is lost."""
        log, journal = list(contents.log), list(contents.journal)
        assert self._log_synced <= len(log), "a synced record of the log is lost"
        assert log == self.log[: len(log)], "the log holds what was not written"
        if journal != self.next_journal:
            assert self._journal_synced <= len(journal), "a synced record of the journal is lost"
            assert journal == self.journal[: len(journal)], "the journal holds what was not written"
        self.next_journal = None
        self.put_back((log, journal))

    def holds_event(self, event_id: bytes) -> bool:
        """Tell whether a crash at this moment would leave this event."""
        return event_id in self._safe_events

    def holds_opening(self, round_number: int) -> bool:
        """Tell whether a crash at this moment would leave what opens this round's commitment."""
        return round_number in self._safe_openings

    def _reread(self) -> None:
        self._safe_openings = set()
        self._safe_events = set()
        for body in self.log[: self._log_synced]:
            self._safe_events |= {one.event_id for one in log_events(body)}

    def _keep(self, body: bytes) -> None:
        match _journal_record(body):
            case EventRecord(signed):
                self._safe_events.add(signed.event_id)
            case OpeningRecord(round_number, _):
                self._safe_openings.add(round_number)
            case _:
                pass


@lru_cache(maxsize=4096)
def log_events(body: bytes) -> tuple[SignedEvent, ...]:
    """Give the events that a record of the log holds."""
    record = read_log_record(body)
    return record.events if isinstance(record, RoundRecord) else ()


@lru_cache(maxsize=4096)
def _journal_record(body: bytes) -> object:
    return read_journal_record(body)
