"""Where the peers of a game were last reached: a small file beside the log, so that `resume` finds them.

It carries no trust (keys are checked at every connection), so a missing or spoilt file only means that
nobody is called; whoever calls in is still answered.
"""

import ipaddress
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from p2p.invite import Endpoints

BOOK_NAME: Final = "addresses.json"


def save_book(folder: Path, book: Mapping[int, Endpoints]) -> None:
    """Write the endpoints by seat, in place of what was there. Raises `OSError`."""
    temporary = folder / (BOOK_NAME + ".new")
    temporary.write_text(json.dumps({str(seat): book[seat] for seat in sorted(book)}), encoding="utf-8")
    temporary.replace(folder / BOOK_NAME)


def load_book(folder: Path) -> dict[int, Endpoints]:
    """Give the endpoints by seat; what is missing or makes no sense is left out."""
    try:
        found = json.loads((folder / BOOK_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    book: dict[int, Endpoints] = {}
    for seat, entry in found.items() if isinstance(found, dict) else ():
        try:
            addresses, port = entry
            numeric = tuple(str(ipaddress.ip_address(str(address))) for address in addresses)
            book[int(seat)] = (numeric, int(port))
        except (TypeError, ValueError):
            continue
    return book
