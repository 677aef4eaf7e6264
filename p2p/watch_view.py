"""What a spectator's user may see: values and copies, and the news of the peers that are watched through."""

from enum import Enum
from typing import Final, TypeAlias

from core.frozen import Frozen
from core.state import State
from p2p.effects import Notice
from p2p.log import Expectation, Roll
from p2p.watch_messages import WatchReason

_FOR_NOW: Final = frozenset({WatchReason.NOT_BEGUN, WatchReason.FULL, WatchReason.CLOSED})


class Lie(Enum):
    """What no honest peer does to a spectator."""

    FORGED = "forged"
    """It has passed on something wrongly signed."""
    FALSE_PROOF = "false proof"
    """What it has shown as a proof proves nothing."""
    GENESIS = "genesis"
    """Its genesis is none, or has no seat with the key of the invite."""
    OTHER_GAME = "other game"
    """It plays another game than the one that is watched."""
    WITHHELD = "withheld"
    """It has said for long that it holds more, and has not sent it."""


class Watching(Frozen):
    """The peer with this CURVE key lets this spectator in, again if it was lost."""

    key: bytes


class NotLetIn(Frozen):
    """A peer refuses: for now, or for good. `protocol` is the version that it speaks."""

    key: bytes
    reason: WatchReason
    protocol: int

    @property
    def is_final(self) -> bool:
        """Whether it is not asked again."""
        return self.reason not in _FOR_NOW


class PeerLost(Frozen):
    """A peer has not been heard for 10 seconds; it is still called."""

    key: bytes


class PeerLies(Frozen):
    """A peer is dishonest or broken; each lie is told once."""

    key: bytes
    lie: Lie


class CaughtUp(Frozen):
    """All that a peer has is here, for the first time; the open round is this one."""

    round_number: int


WatchNews: TypeAlias = Watching | NotLetIn | PeerLost | PeerLies | CaughtUp | Notice


class WatchView(Frozen):
    """One moment of a watched game; `state` is a copy of it before the open round.

    `shown` is the first round that has not been told as settled; `missing` are the awaited seats of which
    nothing valid is held; `last_roll` is the newest one that has been made.
    """

    round_number: int
    shown: int
    state: State
    expects: Expectation | None
    missing: tuple[int, ...]
    last_roll: Roll | None
    forked: int | None
    complete: bool
