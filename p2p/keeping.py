"""What is still to be written into a game's folder: in order, and again later where the disk takes none."""

from collections import deque
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Final, TypeAlias

from core.frozen import Frozen
from p2p.effects import AppendLog, CompactJournal, SyncLog, Write, WriteJournal, WriteProof
from p2p.frames import EVIDENCE_MAGIC, frame, header
from p2p.store import GameStore
from p2p.store_errors import StoreBroken, StoreError, StoreFull

RETRY_SECONDS: Final = 1.0
"""How long to wait before a write that the disk refused is tried again."""
LOOK_SECONDS: Final = 5.0
"""How often it is looked whether the files are still there; a system writes to those that are not as well."""


class Trouble(Frozen):
    """The disk does not take what must be kept; the game pauses until it does, or until a restart."""

    error: StoreError


class Recovered(Frozen):
    """The disk takes writes again; the game goes on."""


class Gone(Frozen):
    """The files of the game have been taken away meanwhile: what is written is found by nobody any more."""

    folder: Path


KeepingNotice: TypeAlias = Trouble | Recovered | Gone


class Keeping:
    """Carries out writes on a store. `trouble` is why the first one that waits is not written, or None.

    `tell` hears of a trouble, of one kind once, and of its end; and once if the files are gone.
    """

    def __init__(self, store: GameStore, tell: Callable[[KeepingNotice], None]) -> None:
        self._store = store
        self._tell = tell
        self._writes: deque[Write] = deque()
        self._looked_at = -inf
        self._is_gone = False
        self.trouble: StoreError | None = None

    def look(self, now: float) -> None:
        """Look whether the files are there, but every `LOOK_SECONDS` at most; `now` is in seconds."""
        if now < self._looked_at + LOOK_SECONDS:
            return
        self._looked_at, was_gone = now, self._is_gone
        self._is_gone = not self._store.is_there()
        if self._is_gone and not was_gone:
            self._tell(Gone(self._store.folder))

    def add(self, write: Write) -> None:
        """Take a write, to be done after those that were added before."""
        self._writes.append(write)

    def write_all(self, *, sync: bool) -> bool:
        """Write all that waits, and with `sync` bring the journal to the disk; False if the disk did not."""
        try:
            while self._writes:
                self._write(self._writes[0])
                self._writes.popleft()
            if sync:
                self._store.sync()
        except (StoreFull, StoreBroken) as error:
            if type(self.trouble) is not type(error):  # a full disk passes, one that failed does not
                self._tell(Trouble(error))
            self.trouble = error
            return False
        if self.trouble is not None:
            self.trouble = None
            self._tell(Recovered())
        return True

    def _write(self, write: Write) -> None:
        store = self._store
        match write:
            case WriteJournal(body):
                store.append_journal(body)
            case AppendLog(body):
                store.append_log(body)
            case SyncLog():
                store.sync_log()
            case CompactJournal(bodies):
                store.compact(bodies)
            case WriteProof(seat, bodies):
                data = header(EVIDENCE_MAGIC) + b"".join(map(frame, bodies))
                store.write_evidence(f"proof-seat-{seat + 1}.mark", data)
