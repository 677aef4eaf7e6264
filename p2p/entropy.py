"""Where chance enters: 32 fresh bytes for a named purpose, from the system or from one seed."""

import os
from typing import Protocol

from p2p.hashing import TAG_ENTROPY, tagged_hash


class Entropy(Protocol):
    """Gives 32 bytes that nobody else can know, for one purpose; asked once for each purpose."""

    def __call__(self, purpose: str) -> bytes:
        """Give the bytes for `purpose`."""


def system_entropy(purpose: str) -> bytes:  # noqa: ARG001  # the system needs no name for it
    """Give 32 bytes of the operating system's entropy."""
    return os.urandom(32)


def seeded_entropy(seed: str) -> Entropy:
    """Give an entropy that depends on `seed` and the purpose alone: for demonstrations and tests."""

    def derive(purpose: str) -> bytes:
        return tagged_hash(TAG_ENTROPY, seed.encode(), b"\0", purpose.encode())

    return derive


def entropy_after(entropy: Entropy, game_id: bytes) -> Entropy:
    """Give chance for what follows on this game: of a seed it is other chance than the game's."""
    return lambda purpose: entropy(f"{purpose} after {game_id.hex()}")
