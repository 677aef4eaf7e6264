"""What one other peer has told this one, and when it was last heard: beliefs, never decisions."""

from typing import Final

from p2p.bucket import Bucket
from p2p.messages import Status
from p2p.view import Presence

SUSPECT_SECONDS: Final = 3.0
AWAY_SECONDS: Final = 10.0
RIVAL_SECONDS: Final = 3.0
"""How long after its last word a copy of a key counts as running beside another one."""
SUPPLY_BURST: Final = 64
SUPPLY_PER_SECOND: Final = 10.0
"""Batches of missing events that one peer gets for its asking."""
PROPOSED_BURST: Final = 16
PROPOSED_PER_SECOND: Final = 1.0
"""Changes of what one peer proposes that the user hears of; a view shows what it proposes now."""
FORGED_BURST: Final = 64
FORGED_PER_SECOND: Final = 20.0
"""Wrongly signed events of one peer that are looked at; an honest one has none."""


def presence_after(silence: float) -> Presence:
    """Give the word for a peer that has been silent for so many seconds."""
    if silence >= AWAY_SECONDS:
        return Presence.AWAY
    return Presence.SUSPECT if silence >= SUSPECT_SECONDS else Presence.HERE


class Told:
    """One peer as this one knows it. Times are the session's seconds."""

    def __init__(self, now: float) -> None:
        self.status: Status | None = None
        self.heard_at: float | None = None
        self._watched_since = now
        self._instance: bytes | None = None
        self._instance_at = 0.0
        self._other: bytes | None = None
        self._other_at = 0.0
        self._supply = Bucket(SUPPLY_BURST, SUPPLY_PER_SECOND, now)
        self._proposed = Bucket(PROPOSED_BURST, PROPOSED_PER_SECOND, now)
        self._forged: Bucket | None = None

    def hear(self, now: float, instance: bytes) -> bool:
        """Note a word from this running copy; False, and only that it came, if another copy runs."""
        if self._instance is not None and self._instance != instance:
            if now - self._instance_at < RIVAL_SECONDS:
                self._other, self._other_at = instance, now
                return False
            self._other, self._other_at = self._instance, self._instance_at
            self.status = None
        self._instance = instance
        self._instance_at = now
        self.heard_at = now
        return True

    def has_rival(self, now: float, instance: bytes) -> bool:
        """Tell whether another copy than this one was heard just now, be it passed over or not."""
        heard = ((self._instance, self._instance_at), (self._other, self._other_at))
        return any(one not in {None, instance} and now - at < RIVAL_SECONDS for one, at in heard)

    def silence(self, now: float) -> float:
        """Give the seconds since it was last heard, or since this peer began to listen."""
        return now - (self._watched_since if self.heard_at is None else self.heard_at)

    def is_suspect(self, now: float) -> bool:
        """Tell whether it has been silent for longer than the network explains."""
        return self.silence(now) >= SUSPECT_SECONDS

    def is_away(self, now: float) -> bool:
        """Tell whether it has been silent for so long that it counts as away."""
        return self.silence(now) >= AWAY_SECONDS

    def presence(self, now: float) -> Presence:
        """Give the word for how recently it was heard."""
        return presence_after(self.silence(now))

    def may_supply(self, now: float) -> bool:
        """Tell whether it may be sent one more batch now, and count it."""
        return self._supply.take(now)

    def may_propose(self, now: float) -> bool:
        """Tell whether the user hears of one more change of what it proposes, and count it."""
        return self._proposed.take(now)

    def may_bring(self, now: float) -> bool:
        """Tell whether its events are looked at: not while it has brought too many wrongly signed ones."""
        return self._forged is None or self._forged.holds(now)

    def brought_forgery(self, now: float) -> None:
        """Count a wrongly signed event."""
        self._forged = self._forged or Bucket(FORGED_BURST, FORGED_PER_SECOND, now)
        self._forged.take(now)
