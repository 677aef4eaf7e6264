"""What the host is told of those who come to its table: each thing once, and only so much of it. Sans-IO."""

from typing import Final

from p2p.lobby import VERSIONS, GuestRefused, OtherVersionKnocks
from p2p.lobby_messages import OtherVersion, Reason

MOST_REFUSALS_TOLD: Final = 256
"""Senders and reasons of refusals that the host is told; it has seen enough then."""
MOST_VERSIONS_TOLD: Final = 8
"""Other versions that the host is told of; anybody may claim any."""


class LobbyTold:
    """What has been told already: anybody may come as often as they like, under any number of keys."""

    def __init__(self) -> None:
        self._refusals: set[tuple[bytes, Reason]] = set()
        self._versions: set[OtherVersion] = set()

    def __len__(self) -> int:
        return len(self._refusals) + len(self._versions)

    def refuse(self, sender: bytes, reason: Reason) -> tuple[GuestRefused, ...]:
        """Give the news of this refusal, if it is any."""
        refusal = (sender, reason)
        if refusal in self._refusals or len(self._refusals) >= MOST_REFUSALS_TOLD:
            return ()
        self._refusals.add(refusal)
        return (GuestRefused(reason),)

    def knock(self, theirs: OtherVersion) -> tuple[OtherVersionKnocks, ...]:
        """Give the news of a guest that will leave again by itself, since it cannot play here (14.4)."""
        told = self._versions
        if theirs == OtherVersion(*VERSIONS) or theirs in told or len(told) >= MOST_VERSIONS_TOLD:
            return ()
        told.add(theirs)
        return (OtherVersionKnocks(theirs),)
