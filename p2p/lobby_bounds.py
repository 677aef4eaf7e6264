"""How often guests may come, ask and be ready at a table, so that no stranger wears its host out. Sans-IO.

The bounds that strangers can use up do not hold for who has the invite's token (protocol.md, 14.8).
"""

from typing import Final

from p2p.bucket import Bucket, Buckets

COMINGS: Final = (8, 0.1)
"""How often one key may sit down or ask: so often at once, and so often each second for long."""
READIES: Final = (8, 0.5)
"""How often one guest may be ready or not any more: likewise."""
ARRIVALS: Final = (64, 1.0)
"""How often guests with the token may sit down, of all keys together: likewise."""
STRANGERS: Final = (64, 16.0)
"""Hellos without the token of which the signature is checked, of all keys together: likewise."""
QUESTIONS: Final = (16, 0.2)
"""Questions to the host, and seats taken without the token, of all keys together: likewise."""


class LobbyBounds:
    """What is left of each of these; `now` is in seconds of a monotonic clock."""

    def __init__(self) -> None:
        self._comings, self._readies = Buckets(*COMINGS), Buckets(*READIES)
        self._arrivals, self._strangers = Bucket(*ARRIVALS, 0.0), Bucket(*STRANGERS, 0.0)
        self._questions = Bucket(*QUESTIONS, 0.0)

    def __len__(self) -> int:
        return len(self._comings) + len(self._readies)

    def check_stranger(self, now: float) -> bool:
        """Say whether the signature of one more hello without the token is checked."""
        return self._strangers.take(now)

    def come(self, sender: bytes, now: float, *, invited: bool) -> bool:
        """Say whether this key may sit down, or, not being invited, sit down or ask."""
        everybody = self._arrivals if invited else self._questions
        return self._comings.take(sender, now) and everybody.take(now)

    def be_ready(self, sender: bytes, now: float) -> bool:
        """Say whether this guest may be ready, or not any more."""
        return self._readies.take(sender, now)
