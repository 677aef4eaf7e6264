"""What a session asks of the world around it, in order: keep, send, tell."""

from dataclasses import dataclass
from typing import TypeAlias

from p2p.event import SignedEvent


@dataclass(frozen=True, slots=True)
class WriteJournal:
    """Append this record to the private journal; on disk before any later `Send` leaves."""

    body: bytes


@dataclass(frozen=True, slots=True)
class AppendLog:
    """Append this record to the game's log."""

    body: bytes


@dataclass(frozen=True, slots=True)
class SyncLog:
    """Bring the log to the disk before any later `Send` leaves: what it holds is in no journal."""


@dataclass(frozen=True, slots=True)
class CompactJournal:
    """Put the log on disk, then replace the whole journal by these records in one step."""

    bodies: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class WriteProof:
    """Write a proof against `seat`, as a file of these records beside the log."""

    seat: int
    bodies: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Send:
    """Send this message to the peer at `seat`; it may get lost.

    A `reply` answers the message heard last from there, and belongs to whoever sent that one.
    """

    seat: int
    data: bytes
    reply: bool = False


@dataclass(frozen=True, slots=True)
class Notify:
    """Tell the user's side something that has happened."""

    notice: "Notice"


@dataclass(frozen=True, slots=True)
class Settled:
    """A round is settled: no honest seat can hold another copy of it."""

    round_number: int
    events: tuple[SignedEvent, ...]


@dataclass(frozen=True, slots=True)
class Advanced:
    """The open round is another than before; `back` if a copy of the log was left for another one."""

    round_number: int
    back: bool


@dataclass(frozen=True, slots=True)
class Convicted:
    """A seat has signed two things that contradict each other."""

    seat: int
    one: SignedEvent
    other: SignedEvent


@dataclass(frozen=True, slots=True)
class InvalidEvent:
    """A seat has signed something invalid, which counts as silence; `reason` names the error."""

    seat: int
    round_number: int
    reason: str


@dataclass(frozen=True, slots=True)
class DigestDiffers:
    """A peer says that its state differs before this round; nothing follows from it but a report.

    `ours` and `theirs` are the digests; it is the first round at which they were seen to differ.
    """

    seat: int
    round_number: int
    ours: bytes
    theirs: bytes


@dataclass(frozen=True, slots=True)
class RivalCopy:
    """Another running copy of this key was heard by `seat`; this one stays mute meanwhile."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ready:
    """The others have told what they hold signed by this seat: from now on it may sign."""


@dataclass(frozen=True, slots=True)
class Forked:
    """Two copies of this round have each been spoken over: the game ends here."""

    round_number: int


@dataclass(frozen=True, slots=True)
class Outranked:
    """The voters have removed this seat in a round that it has gone beyond: its copy goes on no more."""

    round_number: int
    voters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proposed:
    """A seat proposes to remove these seats, or seconds it; with none it takes its proposal back."""

    seat: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Completed:
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
Effect: TypeAlias = WriteJournal | AppendLog | SyncLog | CompactJournal | WriteProof | Send | Notify
