"""Those who ask a host for a seat without its invite, and what the host has said to them. Sans-IO."""

from collections import OrderedDict
from typing import Final, TypeVar

from p2p.lobby_messages import Hello

MOST_ASKING: Final = 16
"""Guests without an invite that wait for the host's word at one time."""
MOST_REMEMBERED: Final = 256
"""Guests that were admitted, and that were declined: the oldest is forgotten."""

Kept = TypeVar("Kept")


class Asker:
    """One who waits for the host's word: the number of the question, its hello, when it was heard."""

    def __init__(self, number: int, hello: Hello, heard: float) -> None:
        self.number = number
        self.hello = hello
        self.heard = heard


class Askers:
    """The open questions by CURVE key, and the answers. An answer is for one name and Ed25519 key."""

    def __init__(self) -> None:
        self._open: dict[bytes, Asker] = {}
        self._asked = 0
        self._admitted: OrderedDict[bytes, tuple[str, bytes]] = OrderedDict()
        self._declined: OrderedDict[bytes, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open) + len(self._admitted) + len(self._declined)

    @property
    def senders(self) -> tuple[bytes, ...]:
        """The keys of those who wait."""
        return tuple(self._open)

    @property
    def is_crowded(self) -> bool:
        """Whether as many wait as may."""
        return len(self._open) >= MOST_ASKING

    def find(self, sender: bytes) -> Asker | None:
        """Give the one who waits under this key."""
        return self._open.get(sender)

    def sender_of(self, number: int) -> bytes | None:
        """Give the key of the one whose question has this number."""
        return next((sender for sender, asker in self._open.items() if asker.number == number), None)

    def ask(self, sender: bytes, hello: Hello, now: float) -> Asker:
        """Open a question about this one."""
        self._asked += 1
        self._open[sender] = Asker(self._asked, hello, now)
        return self._open[sender]

    def forget(self, sender: bytes) -> Asker | None:
        """Close the question about this one without an answer; give it, if there was one."""
        return self._open.pop(sender, None)

    def silent(self, heard_before: float) -> list[bytes]:
        """Give the keys of those who were not heard after this moment."""
        return [sender for sender, asker in self._open.items() if asker.heard <= heard_before]

    def admit(self, sender: bytes, hello: Hello) -> None:
        """Remember that this one may sit."""
        _keep(self._admitted, sender, (hello.name, hello.key))

    def has_admitted(self, sender: bytes, hello: Hello) -> bool:
        """Tell whether this one, by this name and key, may sit."""
        return self._admitted.get(sender) == (hello.name, hello.key)

    def decline(self, sender: bytes) -> None:
        """Remember that this key may not sit, whatever it says."""
        self._admitted.pop(sender, None)
        _keep(self._declined, sender, None)

    def has_declined(self, sender: bytes) -> bool:
        """Tell whether this key may not sit."""
        return sender in self._declined


def _keep(kept: OrderedDict[bytes, Kept], key: bytes, value: Kept) -> None:
    """Remember this, and forget the oldest if it is too much."""
    kept[key] = value
    if len(kept) > MOST_REMEMBERED:
        kept.popitem(last=False)
