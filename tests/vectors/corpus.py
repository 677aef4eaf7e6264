"""The corpus: small logs, each with a line in an index that says what both auditors must find in it.

`corpus/made` is written by `python -m tests.vectors`. `corpus/kept` is not: a log that is put there, with its
line in the index, is a test from then on, and stays one. Logs of released versions belong there.
"""

import json
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from p2p.audit import audit_log
from p2p.verdict import Fault, Report, Verdict
from tests.vectors.broken import Broken
from tests.vectors.broken_events import broken_events
from tests.vectors.broken_logs import broken_logs
from tests.vectors.broken_order import broken_in_order
from tests.vectors.corner_games import corner_game
from tests.vectors.corners import CORNERS

CORPUS: Final = Path(__file__).parent / "corpus"
MADE: Final = "corpus/made"
INDEX: Final = "index.jsonl"


class Entry(NamedTuple):
    """A line of an index.

    file: its name, in the folder of the index.
    rules: ids of the rules and clauses that it is about.
    what: what it shows, for people.
    verdict, code: the verdict and the exit code (13.1); `code_every` is that with every signature checked.
    finding, error: the first finding (13.3), and the name of the refusal with the id of the rule, or "".
    round, seat, event: the event that is wrong, or null.
    """

    file: str
    rules: list[str]
    what: str
    verdict: str
    code: int
    code_every: int
    finding: str
    error: str
    round: int | None
    seat: int | None
    event: str | None

    @property
    def line(self) -> str:
        """The line, as JSON."""
        return json.dumps(self._asdict(), ensure_ascii=True) + "\n"


def read_index(folder: Path) -> list[Entry]:
    """Give the entries of a folder."""
    lines = (folder / INDEX).read_text("ascii").splitlines()
    return [Entry(**json.loads(line)) for line in lines]


def entry(file: str, rules: str, what: str, reports: tuple[Report, Report]) -> Entry:
    """Give the line that these reports make, by default and with every signature."""
    report, every = reports
    first = (report if report.findings else every).findings[:1]
    about: dict[str, Any] = {"finding": "", "error": "", "round": None, "seat": None, "event": None}
    for finding in first:
        about["finding"] = finding.fault.value
        if finding.fault is Fault.EVENT_REFUSED:
            rule = finding.detail if finding.error == "IllegalAction" else ""
            about["error"] = f"{finding.error} {rule}".rstrip()
        if finding.seat is not None and finding.kind is not None:
            about |= {"round": finding.round_number, "seat": finding.seat, "event": finding.kind.name.lower()}
    verdict = report.verdict.name.lower().replace("_", " ")
    return Entry(file, rules.split(), what, verdict, int(report.verdict), int(every.verdict), **about)


@cache
def corpus_files() -> dict[str, bytes]:
    """Give every file of `corpus/made` by its path below the vectors' folder, the index among them."""
    made = [*_corners(), *_broken()]
    files = {f"{MADE}/{one.file}": data for one, data in made}
    assert len(files) == len(made)
    files[f"{MADE}/{INDEX}"] = "".join(one.line for one, _ in made).encode("ascii")
    return files


def _reports(data: bytes) -> tuple[Report, Report]:
    return audit_log(data), audit_log(data, every_signature=True)


def _corners() -> Iterator[tuple[Entry, bytes]]:
    for corner in CORNERS:
        data = corner_game(corner.name).data()
        made = entry(f"{corner.name}.mark", corner.rules, corner.what, _reports(data))
        assert made.code == made.code_every == Verdict.COMPLETE, corner.name
        yield made, data


def _broken() -> Iterator[tuple[Entry, bytes]]:
    for one in chain(broken_logs(), broken_events(), broken_in_order()):
        made = entry(f"{one.name}.mark", one.rules, one.what, _reports(one.data))
        _check(one, made)
        yield made, one.data


def _check(one: Broken, made: Entry) -> None:
    """See that the program finds what the file was made for."""
    place = (made.round, made.seat, made.event)
    wanted = (one.fault.value, one.error, one.at or (None, None, None))
    assert (made.finding, made.error, place) == wanted, (one.name, made)
    assert (made.code == Verdict.COMPLETE) == one.is_sound_by_default
