"""A game as its two files tell it, read back into values: what a session goes on from."""

from collections.abc import Iterable, Sequence

from core.frozen import Frozen
from p2p.event import EventKind, EventRefused, SignedEvent
from p2p.genesis import Genesis, GenesisRefused, read_genesis
from p2p.journal_records import (
    JournalRecord,
    LeftRecord,
    SeedRecord,
    encode_journal_record,
    read_journal_record,
)
from p2p.records import GenesisRecord, RecordRefused, RoundRecord, encode_log_record, read_log_record


class GameUnreadable(ValueError):
    """The files of a game are intact and yet make no game; `record` is the first one that does not fit."""

    def __init__(self, file: str, record: int) -> None:
        super().__init__(file, record)
        self.file = file
        self.record = record


class StoredGame(Frozen):
    """The genesis, the whole rounds, the seals of an unfinished seal round, and the journal's records."""

    genesis: Genesis
    rounds: tuple[tuple[SignedEvent, ...], ...]
    seals: tuple[SignedEvent, ...]
    journal: tuple[JournalRecord, ...]


def first_records(genesis: Genesis, seed: bytes) -> tuple[bytes, bytes]:
    """Give the first record of the log and of the journal of a new game."""
    return (
        encode_log_record(GenesisRecord(genesis.data)),
        encode_journal_record(SeedRecord(seed, genesis.data)),
    )


def first_of_log(journal: Iterable[bytes]) -> bytes | None:
    """Give the first record of the log that these records of a journal belong to, for a log that is lost.

    None if they do not tell: the journal is of a first version, or no journal of a game.
    """
    for body in journal:
        try:
            record = read_journal_record(body)
        except RecordRefused:
            return None
        if isinstance(record, SeedRecord) and record.genesis:
            return encode_log_record(GenesisRecord(record.genesis))
    return None


def has_left(journal: Sequence[bytes]) -> bool:
    """Tell whether the seat of this journal had nothing more to say when its client was stopped last."""
    try:
        return bool(journal) and read_journal_record(journal[-1]) == LeftRecord()
    except RecordRefused:
        return False


def read_game(log: Iterable[bytes], journal: Iterable[bytes]) -> StoredGame:
    """Give the game that these record bodies tell. Raises `GameUnreadable`, or `VersionUnknown`."""
    genesis, rounds, seals = _read_log(log)
    records: list[JournalRecord] = []
    for number, body in enumerate(journal):
        try:
            records.append(read_journal_record(body))
        except RecordRefused as error:
            raise GameUnreadable("journal", number) from error
    return StoredGame(genesis, rounds, seals, tuple(records))


def _read_log(
    log: Iterable[bytes],
) -> tuple[Genesis, tuple[tuple[SignedEvent, ...], ...], tuple[SignedEvent, ...]]:
    genesis: Genesis | None = None
    rounds: list[tuple[SignedEvent, ...]] = []
    seals: list[SignedEvent] = []
    number = -1
    for number, body in enumerate(log):
        try:
            match read_log_record(body):
                case GenesisRecord(data) if genesis is None:
                    genesis = read_genesis(data)
                case RoundRecord(events) if genesis is not None:
                    if events[0].event.kind is EventKind.SEAL:
                        seals += events
                    else:
                        rounds.append(events)
                case _:
                    raise GameUnreadable("log", number)
        except (RecordRefused, EventRefused, GenesisRefused) as error:
            raise GameUnreadable("log", number) from error
    if genesis is None:
        raise GameUnreadable("log", number + 1)
    return genesis, tuple(rounds), tuple(seals)
