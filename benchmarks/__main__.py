"""One command measures, prints one table and writes JSON: `python3 -m benchmarks`.

The peers come with `pip install '.[benchmark]'`; who is missing is said to be skipped.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.case import Case
from benchmarks.machine import machine, versions
from benchmarks.measure import LONG, SHORT, WHOLE, Effort
from benchmarks.suite import CASES
from benchmarks.table import as_json, head, rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m benchmarks", description=__doc__)
    parser.add_argument("--short", action="store_true", help="one brief round of each, to see that all works")
    parser.add_argument(
        "--long", action="store_true", help="also what takes many minutes, such as 10⁶ rounds"
    )
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
    chosen = [case for case in CASES if not args.only or case.name in args.only]
    _measure(chosen, effort, args.json)


def _measure(cases: Sequence[Case], effort: Effort, file: Path | None) -> None:
    """Print each comparison as it is found, and write what has been found, also of a run that is stopped."""
    results: list[dict[str, object]] = []
    found = {
        "machine": machine(),
        "versions": versions(),
        "rounds": effort.rounds,
        "results": results,
    }
    print(*head(machine(), versions(), effort.rounds), sep="\n")
    try:
        for case in cases:
            for comparison in case.measure(effort):
                print(*rows(comparison), sep="\n", flush=True)
                results.append(as_json(case.name, comparison))
    finally:
        if file is not None:
            file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
