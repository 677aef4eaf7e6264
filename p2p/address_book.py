"""Where the peers of a game were last reached: a small file beside the log, so that `resume` finds them.

It carries no trust (keys are checked at every connection), so a missing or spoilt file only means that
nobody is called; whoever calls in is still answered. An entry that a seat has stated holds the number and
the signature of the statement too, so that it can be passed on after a restart.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from p2p.address_statement import Statement, read_statement
from p2p.disk import open_plain
from p2p.genesis import MAX_SEATS
from p2p.invite import MAX_ADDRESSES, Endpoints, read_addresses

BOOK_NAME: Final = "addresses.json"
_MOST_BYTES: Final = 64 * 1024
"""More than a book has, whose every seat has a few addresses."""


def save_book(folder: Path, book: Mapping[int, Endpoints], statements: Iterable[Statement] = ()) -> None:
    """Write the endpoints by seat, those that are stated with their proof, in place of what was there.

    Raises `OSError`.
    """
    entries: dict[int, tuple[object, ...]] = {**book}
    for one in statements:
        entries[one.seat] = (*one.endpoints, one.number, one.signature.hex())
    text = json.dumps({str(seat): entries[seat] for seat in sorted(entries)})
    temporary = folder / (BOOK_NAME + ".new")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(folder / BOOK_NAME)


def load_book(folder: Path, seats: int = MAX_SEATS) -> dict[int, Endpoints]:
    """Give the endpoints by seat, below `seats`; what is missing or makes no sense is left out."""
    book: dict[int, Endpoints] = {}
    for seat, entry in _read_file(folder, seats).items():
        try:
            book[seat] = _read_entry(entry)
        except (TypeError, ValueError):
            continue
    return book


def load_statements(folder: Path, seats: int = MAX_SEATS) -> tuple[Statement, ...]:
    """Give the statements of seats below `seats`; what makes no sense is left out.

    Their signatures are not checked.
    """
    found = []
    for seat, entry in _read_file(folder, seats).items():
        try:
            addresses, port, number, signature = entry
            wire = (seat, number, tuple(addresses), port), bytes.fromhex(signature)
            found.append(read_statement(wire))
        except (TypeError, ValueError):
            continue
    return tuple(found)


def _read_file(folder: Path, seats: int) -> dict[int, Any]:
    """Give the entries by seat, whatever they are."""
    try:
        with open_plain(folder / BOOK_NAME) as stream:
            found = json.loads(stream.read(_MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    names = {str(seat): seat for seat in range(seats)}
    return {names[name]: entry for name, entry in found.items() if name in names}


def _read_entry(entry: Any) -> Endpoints:
    """Give the endpoints of one seat. Raises `TypeError` or `ValueError`."""
    addresses, port = entry[:2]
    if type(port) is not int or not 1 <= port <= 0xFFFF or type(addresses) is not list:
        raise ValueError(port)
    return read_addresses(tuple(addresses[:MAX_ADDRESSES])), port
