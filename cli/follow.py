"""Reads a game's log while another process is still writing it: the rounds as they settle."""

from collections.abc import Iterator
from pathlib import Path

from p2p.event import SignedEvent
from p2p.frames import LOG_MAGIC, scan
from p2p.genesis import Genesis, read_genesis
from p2p.records import GenesisRecord, RoundRecord, read_log_record


class Follower:
    """Follows one growing log. `genesis` is there once its record is."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._size = 0
        self._records = 0
        self._rounds = 0
        self.genesis: Genesis | None = None

    def new_rounds(self) -> Iterator[tuple[int, tuple[SignedEvent, ...]]]:
        """Give the rounds that have come since the last call, with their numbers."""
        data = self._path.read_bytes() if self._path.exists() else b""
        if len(data) == self._size:
            return
        self._size = len(data)
        records = scan(data, LOG_MAGIC).records
        fresh, self._records = records[self._records :], len(records)
        for _, body in fresh:
            match read_log_record(body):
                case GenesisRecord(genesis):
                    self.genesis = read_genesis(genesis)
                case RoundRecord(events):
                    yield self._rounds, events
                    self._rounds += 1
                case _:
                    pass
