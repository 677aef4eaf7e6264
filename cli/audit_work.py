"""Many logs judged: here, or by worker processes that share them, with the same results in the same order."""

import os
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from cli.audit_wanted import File, Wanted
from core.frozen import Frozen

if TYPE_CHECKING:  # what judges is loaded by the first that is judged, while workers start
    from p2p.verdict import Entry, Verdict

BYTES_FOR_A_PROCESS: Final = 3 << 20
"""Bytes of logs that take about as long to judge as a worker takes to start: fewer are not worth one."""
BYTES_FOR_OPENSSL: Final = 1 << 20
"""Bytes of logs whose hashes save as much time as OpenSSL's take to be loaded (see `p2p.hashing`)."""
SIGNATURES_COST: Final = 16
"""How many times as long a log takes, roughly, when every signature in it is checked."""

Tell = Callable[[int, int], None]
"""Told how many logs are judged, and how many bytes of the next one have been read; not by workers."""


Form: TypeAlias = "Literal['whole', 'short', 'json', 'not at all']"
"""In which form each log is told."""


class Judged(Frozen):
    """One log as it is told, and what the verdict over all of them has to know of it."""

    text: str
    verdict: "Verdict"
    lacks: bool
    entry: "Entry | None"


def judge(file: File, wanted: Wanted, form: Form, tell: Callable[[int], None] | None = None) -> Judged:
    """Judge one file and word what was found."""
    from cli.audit_files import audit_file  # noqa: PLC0415 - see above
    from p2p.verdict import entry_of  # noqa: PLC0415

    one = audit_file(file, wanted, tell)
    text = ""
    match form:
        case "whole":
            from cli.audit_report import log_lines  # noqa: PLC0415 - each form loads its own words

            text = "\n".join(log_lines(one))
        case "short":
            from cli.audit_text import one_of_many_lines  # noqa: PLC0415

            text = "\n".join(one_of_many_lines(one))
        case "json":
            from cli.audit_json import log_json  # noqa: PLC0415

            text = log_json(one)
        case "not at all":
            pass
    return Judged(text, one.report.verdict, one.lacks, entry_of(one.report))


def judge_all(
    files: Sequence[File], wanted: Wanted, form: Form, jobs: int, tell: Tell | None = None
) -> Generator[Judged, None, None]:
    """Judge the files with at most so many processes, in their order.

    Raises `cli.audit_pool.WorkerLost`. To be closed where it is not read to its end.
    """
    size = sum(file.size for file in files)
    if size > BYTES_FOR_OPENSSL:
        import hashlib  # noqa: F401, PLC0415 - before p2p
    processes = min(jobs, len(files), _worth(size, wanted))
    if processes > 1:
        from cli.audit_pool import judge_with  # noqa: PLC0415 - most audits are of one log

        yield from judge_with(processes - 1, files, wanted, form)
        return
    for number, file in enumerate(files):

        def tell_size(size: int, number: int = number) -> None:
            if tell:
                tell(number, size)

        yield judge(file, wanted, form, tell_size)


def cores() -> int:
    """Give how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _worth(size: int, wanted: Wanted) -> int:
    """Give how many processes have enough to do with logs of so many bytes."""
    return size * (SIGNATURES_COST if wanted.every_signature else 1) // BYTES_FOR_A_PROCESS
