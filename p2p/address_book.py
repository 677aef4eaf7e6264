"""Where the peers of a game were last reached: a small file beside the log, so that `resume` finds them.

It carries no trust (keys are checked at every connection), so a missing or spoilt file only means that
nobody is called; whoever calls in is still answered.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from p2p.genesis import MAX_SEATS
from p2p.invite import MAX_ADDRESSES, Endpoints, read_addresses

BOOK_NAME: Final = "addresses.json"


def save_book(folder: Path, book: Mapping[int, Endpoints]) -> None:
    """Write the endpoints by seat, in place of what was there. Raises `OSError`."""
    temporary = folder / (BOOK_NAME + ".new")
    temporary.write_text(json.dumps({str(seat): book[seat] for seat in sorted(book)}), encoding="utf-8")
    temporary.replace(folder / BOOK_NAME)


def load_book(folder: Path, seats: int = MAX_SEATS) -> dict[int, Endpoints]:
    """Give the endpoints by seat, below `seats`; what is missing or makes no sense is left out."""
    try:
        found = json.loads((folder / BOOK_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    book: dict[int, Endpoints] = {}
    for name, entry in found.items() if isinstance(found, dict) else ():
        try:
            seat, endpoints = int(name), _read_entry(entry)
        except (TypeError, ValueError):
            continue
        if 0 <= seat < seats:
            book[seat] = endpoints
    return book


def _read_entry(entry: Any) -> Endpoints:
    """Give the endpoints of one seat. Raises `TypeError` or `ValueError`."""
    addresses, port = entry
    if type(port) is not int or not 1 <= port <= 0xFFFF or type(addresses) is not list:
        raise ValueError(port)
    return read_addresses(tuple(addresses[:MAX_ADDRESSES])), port
