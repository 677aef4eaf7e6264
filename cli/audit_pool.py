"""Worker processes that judge logs: started with the first log, gone with the last, whatever comes between.

This process judges too: from the first moment, and beside workers that are no faster than it. Each worker is
given batches over a pipe of its own, whose end tells it that this process is gone. What is finished before
its turn waits, and nobody runs far ahead: memory is bounded for any number of logs.
"""

import hashlib  # noqa: F401 - before p2p, which then hashes faster: a worker has enough to hash
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Final

from cli.audit_wanted import File, Wanted
from cli.audit_work import Form, Judged, judge
from cli.words import language, set_language

BATCH_BYTES: Final = 256 << 10
"""A batch ends with the file that reaches these: large enough to make handing it over cheap."""
BATCH_CHARACTERS: Final = 2048
"""The same for its paths: a pipe takes them, so that nobody waits for a worker that waits to be heard."""
IN_HAND: Final = 2
"""Batches that a worker has: it need not wait for the next while this process is at work itself."""
AHEAD: Final = 8
"""Batches for each process that can be under way: being judged, or judged and waiting for their turn.

So many, that this process need not wait while the workers, which have the first of them, start.
"""
SECONDS_BETWEEN_LOOKS: Final = 0.005
SECONDS_TO_LEAVE: Final = 5.0

Batch = list[File]
Numbered = tuple[int, Batch]


class WorkerLost(Exception):
    """A worker process has ended by itself: from the log `path` on, some were not judged."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


def judge_with(
    workers: int, files: Sequence[File], wanted: Wanted, form: Form
) -> Generator[Judged, None, None]:
    """Judge the files by so many processes beside this one; give what was found in the order of the files.

    Raises `WorkerLost`. The processes are gone when this generator is, even if it is closed early.
    """
    pool = _Pool(workers, wanted, form, _batches(files))
    try:
        yield from pool.judge()
    finally:
        pool.close()


def _batches(files: Sequence[File]) -> Iterator[Batch]:
    batch: Batch = []
    size = characters = 0
    for file in files:
        batch.append(file)
        size += file.size
        characters += len(file.path)
        if size >= BATCH_BYTES or characters >= BATCH_CHARACTERS:
            yield batch
            batch, size, characters = [], 0, 0
    if batch:
        yield batch


class _Pool:
    def __init__(self, workers: int, wanted: Wanted, form: Form, batches: Iterator[Batch]) -> None:
        self._wanted, self._form = wanted, form
        self._numbered = enumerate(batches)
        self._given = self._shown = 0
        self._done: dict[int, list[Judged]] = {}
        self._next_look = 0.0
        # "spawn" is there on every system, and takes over no thread, no lock and no file of this process.
        context = get_context("spawn")
        self._processes: list[SpawnProcess] = []
        self._in_hand: dict[Connection, deque[Numbered]] = {}
        with ExitStack() as undo:
            undo.callback(self.close)
            for _ in range(workers):
                here, there = context.Pipe()
                process = context.Process(
                    target=_work, args=(there, language(), wanted, form), name="mark audit", daemon=True
                )
                _start(process)
                self._processes.append(process)
                self._in_hand[here] = deque()
                there.close()
            undo.pop_all()

    def judge(self) -> Iterator[Judged]:
        """Hand the batches out, judge some of them here, and give what was found, in order."""
        while True:
            self._hand_out(1)
            own = self._next()
            self._hand_out(IN_HAND)
            if own is not None:
                number, batch = own
                self._done[number] = [judge(file, self._wanted, self._form, self._look) for file in batch]
            elif not any(self._in_hand.values()):
                return
            self._collect(0.0 if own is not None else None)
            while self._shown in self._done:
                yield from self._done.pop(self._shown)
                self._shown += 1

    def _look(self, _read: int) -> None:
        """Look after the workers now and then while a log is judged here, however long it is."""
        if monotonic() >= self._next_look:
            self._collect(0.0)
            self._hand_out(IN_HAND)
            self._next_look = monotonic() + SECONDS_BETWEEN_LOOKS

    def _next(self) -> Numbered | None:
        """Give the next batch; None where there is none, or where too much waits for its turn already."""
        if self._given - self._shown >= AHEAD * (len(self._processes) + 1):
            return None
        found = next(self._numbered, None)
        self._given += found is not None
        return found

    def _hand_out(self, most: int) -> None:
        """See to it that each worker has so many batches, the one that it judges among them."""
        for connection, batches in self._in_hand.items():
            while len(batches) < most and (one := self._next()) is not None:
                batches.append(one)
                try:
                    connection.send(one[1])
                except OSError as error:
                    raise _lost(batches) from error

    def _collect(self, timeout: float | None) -> None:
        """Take in what workers have found; wait for one that has for so many seconds, for ever if None."""
        for connection in wait([one for one, batches in self._in_hand.items() if batches], timeout):
            assert isinstance(connection, Connection)
            batches = self._in_hand[connection]
            try:
                found = connection.recv()
            except (EOFError, OSError) as error:
                raise _lost(batches) from error
            self._done[batches.popleft()[0]] = found

    def close(self) -> None:
        """End the workers: at once, since what one may still be doing is wanted no more."""
        for connection in self._in_hand:
            connection.close()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(SECONDS_TO_LEAVE)
            if process.is_alive():
                process.kill()
                process.join()


def _lost(batches: deque[Numbered]) -> WorkerLost:
    """Tell what is lost with a worker that has these batches."""
    _, batch = batches[0]
    return WorkerLost(batch[0].path)


def _start(process: SpawnProcess) -> None:
    """Start a process that leaves Ctrl-C to this one, from its very first instruction on."""
    if threading.current_thread() is not threading.main_thread():
        process.start()
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, before)


def _work(connection: Connection, code: str, wanted: Wanted, form: Form) -> None:
    """Judge batches until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_language(code)
    try:
        while True:
            connection.send([judge(file, wanted, form) for file in connection.recv()])
    except (EOFError, OSError):
        return
