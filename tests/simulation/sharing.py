"""What is worked out once for all the peers of a table: a signature judged, a message read.

Neither depends on who does it, and nothing of it is skipped: it takes most of the time of a table.
"""

from functools import lru_cache
from typing import Final

import pytest

from p2p.keys import KeyRefused, SignatureRefused, verify
from p2p.messages import decode_message

MOST: Final = 1 << 14


@lru_cache(maxsize=MOST)
def _judged(key: bytes, signature: bytes, message: bytes) -> type[Exception] | None:
    try:
        verify(key, signature, message)
    except (SignatureRefused, KeyRefused) as error:
        return type(error)
    return None


def _verify(key: bytes, signature: bytes, message: bytes) -> None:
    refusal = _judged(key, signature, message)
    if refusal is not None:
        raise refusal


def _is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    return _judged(key, signature, message) is None


decode: Final = lru_cache(maxsize=MOST)(decode_message)
"""Gives the message, which nobody can change; what is refused is read anew each time."""


def share(patch: pytest.MonkeyPatch) -> None:
    """Let all that runs from now on share this."""
    for place in ("p2p.event", "p2p.keys"):
        patch.setattr(f"{place}.verify", _verify)
    patch.setattr("docs.verify.mark_verify.is_signature", _is_signed)
    for place in ("p2p.session", "p2p.spectator"):
        patch.setattr(f"{place}.decode_message", decode)
