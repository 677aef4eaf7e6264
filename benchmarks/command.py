"""Measure this program beside others, and beside floors, the least that anyone could do; print one table.

It takes some ten minutes. The others come with `pip install '.[benchmark]'`; who is missing is said to be
skipped. What was found so far, and what the JSON means, is told in docs/performance.md.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.case import Case, Comparison
from benchmarks.machine import machine, versions
from benchmarks.measure import LONG, SHORT, WHOLE, Effort
from benchmarks.process import end_all, heed_signals, undivided
from benchmarks.suite import CASES
from benchmarks.table import LINE_WIDTH, as_json, fit, head, rows

INTERRUPTED = 130
"""Exit code of a command that was stopped by Ctrl-C, as shells give it."""


def run() -> None:
    """Do as the command line says; Ctrl-C and SIGTERM end all that runs, and are told in a sentence."""
    try:
        heed_signals()
        main()
    except KeyboardInterrupt as stop:
        end_all()
        print(*stop.args or ("Stopped.",), flush=True)
        sys.exit(INTERRUPTED)
    else:
        end_all()  # and nothing stops it any more, as there is nothing left to stop


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m benchmarks", description=__doc__)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--short", action="store_true", help="one brief round of each, to see that all works")
    length.add_argument("--long", action="store_true", help="also what takes many more, such as 10⁶ rounds")
    parser.add_argument("--only", action="append", metavar="CASE", help="this case alone; may be repeated")
    parser.add_argument("--list", action="store_true", help="list the cases and leave")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all rounds to this file too")
    parser.add_argument(
        "--compiled",
        type=Path,
        metavar="FOLDER",
        help="use the compiled build in this folder, or make it there",
    )
    args = parser.parse_args()
    if args.list:
        for case in CASES:
            print(f"{case.name:<14} {case.about}")
        return
    names = [case.name for case in CASES]
    if unknown := set(args.only or ()) - set(names):
        parser.error(f"there is no case {', '.join(sorted(unknown))}; --list lists them")
    effort = SHORT if args.short else LONG if args.long else WHOLE
    effort = replace(effort, compiled=args.compiled and args.compiled.absolute())
    found = Found(effort.rounds, args.json)
    try:
        found.write()
    except OSError as error:
        parser.error(f"{args.json} cannot be written: {error.strerror}")
    try:
        _measure([case for case in CASES if not args.only or case.name in args.only], effort, found)
    except KeyboardInterrupt:
        if args.json is None:
            raise
        raise KeyboardInterrupt(f"Stopped; {args.json} has what was found before.") from None


class Found:
    """What has been found so far, and the file in which it is kept, if any is."""

    def __init__(self, rounds: int, file: Path | None) -> None:
        self._results: list[dict[str, object]] = []
        self._all = {
            "machine": machine(),
            "versions": versions(),
            "rounds": rounds,
            "results": self._results,
        }
        self._file = file

    def add(self, case: Case, comparison: Comparison) -> None:
        """Keep one more comparison, also of a run that is stopped later."""
        self._results.append(as_json(case.name, comparison))
        self.write()

    def write(self) -> None:
        """Write the file. Raises `OSError`."""
        if self._file is not None:
            text = json.dumps(self._all, indent=2) + "\n"
            with undivided():
                self._file.write_text(text, encoding="utf-8")


def _measure(cases: Sequence[Case], effort: Effort, found: Found) -> None:
    """Print each comparison as it is found; on a terminal the last line tells what is measured meanwhile."""
    is_terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if is_terminal else LINE_WIDTH
    print(*head(machine(), versions(), effort.rounds, width), sep="\n", flush=True)
    for number, case in enumerate(cases, start=1):
        note = f"Measuring {case.name}, case {number} of {len(cases)} ..." if is_terminal else ""
        for comparison in _each(case, effort, note):
            for cells in rows(comparison):
                print(*fit(cells, width), sep="\n", flush=True)
            found.add(case, comparison)


def _each(case: Case, effort: Effort, note: str) -> Iterator[Comparison]:
    """Give the comparisons of a case, with a note on the last line until each is there."""
    comparisons = iter(case.measure(effort))
    while True:
        print(note, end="\r" if note else "", flush=True)
        comparison = next(comparisons, None)
        print(" " * len(note), end="\r" if note else "")
        if comparison is None:
            return
        yield comparison
