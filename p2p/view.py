"""What a user's side may see of a session: values and copies, never the live objects."""

from enum import Enum

from core.frozen import Frozen
from core.state import State
from p2p.log import Expectation, Roll


class Wanted(Enum):
    """What this seat's user is asked for now."""

    ROLL = "roll"
    DECISION = "decision"
    BID = "bid"


class Presence(Enum):
    """How recently a peer was heard: within 3 seconds, within 10, or longer ago."""

    HERE = "here"
    SUSPECT = "suspect"
    AWAY = "away"


class PeerView(Frozen):
    """One other seat: presence, seconds of silence, and whether it has shown that it stands where we do."""

    seat: int
    presence: Presence
    silence: float
    agrees: bool


class View(Frozen):
    """One moment of a session. `state` is a copy of the game before the open round.

    `missing` are the awaited seats of which nothing valid is held; `wanted` is what this seat's user is
    asked for, or None; `ready` is False until the others have told what they hold signed by this seat;
    until then `unanswered` are those for whose answers it waits, or () if any would do and all are away;
    `settled` is the first round that is not settled; `leaving` is True once this seat has resigned.
    `proposals` are the seats whose removal is proposed in the open round, each set with those for it;
    `owing` are those whose vote or keep this seat waits for, having voted itself; `outranked` is True
    once the others have removed this seat from a round that it had gone beyond.
    """

    seat: int
    round_number: int
    settled: int
    state: State
    expects: Expectation | None
    missing: tuple[int, ...]
    wanted: Wanted | None
    ready: bool
    peers: tuple[PeerView, ...]
    last_roll: Roll | None
    convicted: tuple[int, ...]
    forked: int | None
    complete: bool
    leaving: bool
    proposals: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    outranked: bool = False
    owing: tuple[int, ...] = ()
    unanswered: tuple[int, ...] = ()
