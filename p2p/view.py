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


class Bar(Enum):
    """Why a seat that is awaited signs nothing, though nothing is asked of its user.

    OTHERS: some have not shown yet that they stand where it does (8.4). ELSEWHERE: it has signed for this
    round over another head (8.9). TWICE: it has signed two things for it, of which neither counts (8.8).
    BEHIND: it lacks rounds for which it has signed, or which it had settled (8.14, 8.18). BID: what opens its
    bid is lost (10.4).
    """

    OTHERS = "others"
    ELSEWHERE = "elsewhere"
    TWICE = "twice"
    BEHIND = "behind"
    BID = "bid"


class Barred(Frozen):
    """What keeps a seat silent, for which round, and for whom it waits, if for some."""

    why: Bar
    round_number: int
    seats: tuple[int, ...] = ()


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
    once the others have removed this seat from a round that it had gone beyond. `barred` is what keeps this
    seat from saying what is awaited of it; `needed_by` are those for whom it stays, having resigned (8.12).
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
    barred: Barred | None = None
    needed_by: tuple[int, ...] = ()
