"""What a session asks of the world around it, in order: keep, send, tell.

What every decision takes some of are named tuples, which are made in a third of the time.
"""

from typing import NamedTuple, TypeAlias

from core.frozen import Frozen
from p2p.event import SignedEvent


class WriteJournal(NamedTuple):
    """Append this record to the private journal; on disk before any later `Send` leaves."""

    body: bytes


class AppendLog(NamedTuple):
    """Append this record to the game's log."""

    body: bytes


class SyncLog(Frozen):
    """Bring the log to the disk before anything later is done: what it holds is in no journal any more."""


class CompactJournal(Frozen):
    """Put the log on disk, then replace the whole journal by these records in one step."""

    bodies: tuple[bytes, ...]


class WriteProof(Frozen):
    """Write a proof against `seat`, as a file of these records beside the log."""

    seat: int
    bodies: tuple[bytes, ...]


class Send(NamedTuple):
    """Send this message to the peers at `seats`; it may get lost.

    A `reply` answers the message heard last from there, and belongs to whoever sent that one.
    """

    seats: tuple[int, ...]
    data: bytes
    reply: bool = False


class Notify(NamedTuple):
    """Tell the user's side something that has happened."""

    notice: "Notice"


class Settled(NamedTuple):
    """A round is settled: no honest seat can hold another copy of it."""

    round_number: int
    events: tuple[SignedEvent, ...]


class Advanced(NamedTuple):
    """The open round is another than before; `back` if a copy of the log was left for another one."""

    round_number: int
    back: bool


class Convicted(Frozen):
    """A seat has signed two things that contradict each other."""

    seat: int
    one: SignedEvent
    other: SignedEvent


class InvalidEvent(Frozen):
    """A seat has signed something invalid, which counts as silence; `reason` names the error."""

    seat: int
    round_number: int
    reason: str


class DigestDiffers(Frozen):
    """A peer says that its state differs before this round; nothing follows from it but a report.

    `ours` and `theirs` are the digests; it is the first round at which they were seen to differ.
    """

    seat: int
    round_number: int
    ours: bytes
    theirs: bytes


class RivalCopy(Frozen):
    """Another running copy of this key was heard by `seat`; this one stays mute meanwhile."""

    seat: int


class Ready(Frozen):
    """The others have told what they hold signed by this seat: from now on it may sign."""


class Forked(Frozen):
    """Two copies of this round have each been spoken over: the game ends here."""

    round_number: int


class Outranked(Frozen):
    """The voters have removed this seat in a round that it has gone beyond: its copy goes on no more."""

    round_number: int
    voters: tuple[int, ...]


class Proposed(Frozen):
    """A seat proposes to remove these seats, or seconds it; with none it takes its proposal back."""

    seat: int
    seats: tuple[int, ...]


class Completed(Frozen):
    """Every seal is in: the log is whole."""


Notice: TypeAlias = (
    Settled
    | Advanced
    | Convicted
    | InvalidEvent
    | DigestDiffers
    | RivalCopy
    | Ready
    | Forked
    | Outranked
    | Proposed
    | Completed
)
Write: TypeAlias = WriteJournal | AppendLog | SyncLog | CompactJournal | WriteProof
Effect: TypeAlias = Write | Send | Notify
