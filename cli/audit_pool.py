"""Worker processes that judge logs: started with the first log, gone with the last, whatever comes between.

Each worker is given one batch at a time over a pipe of its own, whose end tells it that this process is gone.
What is finished before its turn waits, and nobody runs far ahead: memory is bounded for any number of logs.
"""

import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final

from cli.audit_files import File, Wanted
from cli.audit_work import Form, Judged, judge
from cli.words import language, set_language

BATCH_BYTES: Final = 256 << 10
BATCH_FILES: Final = 64
"""A batch ends with the file that reaches either: large enough to make handing it over cheap."""
AHEAD: Final = 4
"""Batches for each worker that can be in hand: being judged, or judged and waiting for their turn."""
SECONDS_TO_LEAVE: Final = 5.0

Batch = list[File]


class WorkerLost(Exception):
    """A worker process has ended by itself: from the log `path` on, some were not judged."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


def judge_with(
    workers: int, files: Sequence[File], wanted: Wanted, form: Form
) -> Generator[Judged, None, None]:
    """Judge the files by so many processes, and give what they found in the order of the files.

    Raises `WorkerLost`. The processes are gone when this generator is, even if it is closed early.
    """
    pool = _Pool(workers, wanted, form)
    try:
        yield from pool.judge(_batches(files))
    finally:
        pool.close()


def _batches(files: Sequence[File]) -> Iterator[Batch]:
    batch: Batch = []
    size = 0
    for file in files:
        batch.append(file)
        size += file.size
        if size >= BATCH_BYTES or len(batch) == BATCH_FILES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Pool:
    def __init__(self, workers: int, wanted: Wanted, form: Form) -> None:
        # "spawn" is there on every system, and takes over no thread, no lock and no file of this process.
        context = get_context("spawn")
        self._processes: list[SpawnProcess] = []
        self._idle: list[Connection] = []
        self._busy: dict[Connection, tuple[int, Batch]] = {}
        with ExitStack() as undo:
            undo.callback(self.close)
            for _ in range(workers):
                here, there = context.Pipe()
                process = context.Process(
                    target=_work, args=(there, language(), wanted, form), name="mark audit", daemon=True
                )
                _start(process)
                self._processes.append(process)
                self._idle.append(here)
                there.close()
            undo.pop_all()

    def judge(self, batches: Iterator[Batch]) -> Iterator[Judged]:
        """Hand the batches out and give what comes back, in order."""
        most = AHEAD * len(self._processes)
        done: dict[int, list[Judged]] = {}
        given = shown = 0
        more = True
        while more or self._busy or done:
            while more and self._idle and given - shown < most:
                batch = next(batches, None)
                if batch is None:
                    more = False
                else:
                    self._give(given, batch)
                    given += 1
            for connection in wait(list(self._busy)) if self._busy else ():
                assert isinstance(connection, Connection)
                number, found = self._take(connection)
                done[number] = found
            while shown in done:
                yield from done.pop(shown)
                shown += 1

    def _give(self, number: int, batch: Batch) -> None:
        connection = self._idle.pop()
        self._busy[connection] = number, batch
        try:
            connection.send(batch)
        except OSError as error:
            raise WorkerLost(batch[0].path) from error

    def _take(self, connection: Connection) -> tuple[int, list[Judged]]:
        number, batch = self._busy.pop(connection)
        try:
            found = connection.recv()
        except (EOFError, OSError) as error:
            raise WorkerLost(batch[0].path) from error
        self._idle.append(connection)
        return number, found

    def close(self) -> None:
        """End the workers: at once, since what one may still be doing is wanted no more."""
        for connection in (*self._idle, *self._busy):
            connection.close()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(SECONDS_TO_LEAVE)
            if process.is_alive():
                process.kill()
                process.join()


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
