"""What an audit can say about one log: values only; the sentences are the command's (protocol.md, 13)."""

from enum import Enum, IntEnum
from types import MappingProxyType
from typing import Final

from core.frozen import Frozen
from core.outcome import Outcome
from core.ruleset import Ruleset
from p2p.event import Event, EventKind, EventRefused, SignedEvent
from p2p.log import Expectation


class Verdict(IntEnum):
    """The five verdicts; the number is the exit code of the command (1 is any other error, 2 wrong usage)."""

    COMPLETE = 0
    """A whole game, played by the rules, for which each seat's key answers."""
    UNFINISHED = 3
    """Nothing is wrong with it so far."""
    BROKEN = 4
    """Something in it cannot be part of a game."""
    FORK = 5
    """A seat signed two things that contradict each other, or two logs of one game part."""
    CANNOT_JUDGE = 6
    """It is of a version that this program does not know, or nothing of a game can be read in it."""


GRAVITY: Final = (
    Verdict.COMPLETE,
    Verdict.UNFINISHED,
    Verdict.CANNOT_JUDGE,
    Verdict.BROKEN,
    Verdict.FORK,
)
"""From the mildest to the gravest: of several logs the gravest verdict counts. Only a fork convicts a
player, so no bad file lying beside it may hide it."""


def gravest(*verdicts: Verdict) -> Verdict:
    """Give the gravest of these verdicts, of which there is at least one."""
    return max(verdicts, key=GRAVITY.index)


class Fault(Enum):
    """What was found; each kind belongs to one verdict."""

    EMPTY = "empty"
    """There is not even a genesis: no bytes, or no record."""
    NOT_A_LOG = "not a log"
    """The file is of another kind."""
    FORMAT_UNKNOWN = "format unknown"
    """The framing is of a later version; `detail` says which."""
    VERSION_UNKNOWN = "version unknown"
    """The protocol (`error` "protocol") or the rules (`error` "rules") are of the version in `detail`."""
    NO_GENESIS = "no genesis"
    """The first record is torn or is no genesis, so that no key and no rules are known."""
    NO_PROOF = "no proof"
    """A proof file without its proof."""

    UNREADABLE = "unreadable"
    """No bytes were to be had; `error` names why. Never found by the audit itself, which reads no files."""

    DAMAGED = "damaged"
    """The framing contradicts itself, and it is not the torn end of the file."""
    RECORD_REFUSED = "record refused"
    """A whole record that says nothing known; `detail` tells what is wrong with it."""
    GENESIS_REFUSED = "genesis refused"
    """A genesis that nobody may sign; `detail` tells why."""
    OUT_OF_PLACE = "out of place"
    """A record where none of its kind may be."""
    ROUND_NOT_WHOLE = "round not whole"
    """The events of a record are not one of each awaited seat, in seat order."""
    EVENT_REFUSED = "event refused"
    """An event that its seat may not sign there; `error` names why, `detail` the rule or the field."""
    SEALED_TWICE = "sealed twice"
    """A second seal of one seat."""
    SIGNATURE_WRONG = "signature wrong"
    """An event's signature is not that of the seat's key."""
    AFTER_END = "after the end"
    """A record after the last seal."""
    FALSE_PROOF = "false proof"
    """A proof that convicts nobody; `error` names why."""

    EQUIVOCATION = "equivocation"
    """A proof that convicts its author; the report's `convictions` hold it."""

    CUT = "cut"
    """The file ends in the middle of a record; all before it is in order."""
    WAITING = "waiting"
    """The game is not over; the report's `awaits` tells what it waits for."""
    SEALS_MISSING = "seals missing"
    """The game is over, with this result, and not every seat has sealed it."""


_VERDICTS: Final = MappingProxyType(
    {
        Fault.EMPTY: Verdict.CANNOT_JUDGE,
        Fault.NOT_A_LOG: Verdict.CANNOT_JUDGE,
        Fault.FORMAT_UNKNOWN: Verdict.CANNOT_JUDGE,
        Fault.VERSION_UNKNOWN: Verdict.CANNOT_JUDGE,
        Fault.NO_GENESIS: Verdict.CANNOT_JUDGE,
        Fault.NO_PROOF: Verdict.CANNOT_JUDGE,
        Fault.UNREADABLE: Verdict.CANNOT_JUDGE,
        Fault.DAMAGED: Verdict.BROKEN,
        Fault.RECORD_REFUSED: Verdict.BROKEN,
        Fault.GENESIS_REFUSED: Verdict.BROKEN,
        Fault.OUT_OF_PLACE: Verdict.BROKEN,
        Fault.ROUND_NOT_WHOLE: Verdict.BROKEN,
        Fault.EVENT_REFUSED: Verdict.BROKEN,
        Fault.SEALED_TWICE: Verdict.BROKEN,
        Fault.SIGNATURE_WRONG: Verdict.BROKEN,
        Fault.AFTER_END: Verdict.BROKEN,
        Fault.FALSE_PROOF: Verdict.BROKEN,
        Fault.EQUIVOCATION: Verdict.FORK,
        Fault.CUT: Verdict.UNFINISHED,
        Fault.WAITING: Verdict.UNFINISHED,
        Fault.SEALS_MISSING: Verdict.UNFINISHED,
    }
)


class Finding(Frozen):
    """One thing found, with what is known about the place; None or "" where it does not apply.

    `offset` is the byte at which the record begins; `round_number`, `seat` and `kind` are those of the
    event, as it claims them, and `signed` tells whether its seat's key really answers for it. `error`
    names the refusal (an error class of p2p), `detail` the rule's id or the part that is wrong.
    """

    fault: Fault
    offset: int | None = None
    round_number: int | None = None
    seat: int | None = None
    kind: EventKind | None = None
    error: str = ""
    detail: str = ""
    signed: bool | None = None

    @property
    def verdict(self) -> Verdict:
        """What this finding makes of the log when it comes first."""
        return _VERDICTS[self.fault]


def unsigned(offset: int, event: Event) -> Finding:
    """Give the finding about an event that the key of its seat has not signed."""
    return Finding(Fault.SIGNATURE_WRONG, offset, event.round_number, event.seat, event.kind, signed=False)


def refused(
    offset: int, error: EventRefused, open_round: int, event: Event | None = None, *, signed: bool = False
) -> Finding:
    """Give the finding about an event that was refused; without `event`, its bytes were not even one."""
    return Finding(
        Fault.EVENT_REFUSED,
        offset,
        event.round_number if event else open_round,
        event.seat if event else None,
        event.kind if event else None,
        type(error).__name__,
        error.detail,
        signed,
    )


def importance(finding: Finding) -> tuple[bool, int]:
    """Order what is fatal by its place in the file, before what is only missing at the end."""
    return finding.verdict is Verdict.UNFINISHED, finding.offset or 0


class Seat(Frozen):
    """Who plays: the name as the genesis has it (foreign text), and the Ed25519 key."""

    name: str
    key: bytes


class Resignation(Frozen):
    """A seat that resigned, and the round in which its note stands."""

    seat: int
    round_number: int


class Removal(Frozen):
    """Seats that the votes of `voters` removed in a round, and the round in which each had spoken last."""

    seats: tuple[int, ...]
    round_number: int
    voters: tuple[int, ...]
    played_to: tuple[int, ...]


class ReusedNonce(Frozen):
    """A seat that sealed two bids with one nonce, in the openings of these rounds: unwise, and allowed."""

    seat: int
    first_round: int
    round_number: int


class Conviction(Frozen):
    """Two events of one seat that contradict each other, both signed by its key."""

    seat: int
    one: SignedEvent
    other: SignedEvent


class Report(Frozen):
    """All that an audit found out about one file.

    `findings` are in the order of their importance, what decides the verdict first; a complete log has
    none. `game_id` is None, and `seats` is empty, where no genesis could be read. `heads[n]` is the head
    before round n of the good part, `rounds` and `events` count what is closed, `rolls` are those of T2,
    without the draw, `auctions` are those whose `bids` were opened. `awaits` is what the log goes on with:
    the kind, and the seats that are missing.
    `signatures` counts those that were checked and found right.
    """

    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    is_proof: bool = False
    game_id: bytes | None = None
    rules_id: str = ""
    rules_hash: bytes = b""
    ruleset: Ruleset | None = None
    seats: tuple[Seat, ...] = ()
    heads: tuple[bytes, ...] = ()
    rounds: int = 0
    events: int = 0
    rolls: int = 0
    auctions: int = 0
    bids: int = 0
    signatures: int = 0
    result: Outcome | None = None
    awaits: Expectation | None = None
    resigned: tuple[Resignation, ...] = ()
    removed: tuple[Removal, ...] = ()
    reused_nonces: tuple[ReusedNonce, ...] = ()
    convictions: tuple[Conviction, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong with the bytes themselves, whoever may be convicted by them."""
        unsound = (Verdict.BROKEN, Verdict.CANNOT_JUDGE)
        return not any(finding.verdict in unsound for finding in self.findings)


class Entry(Frozen):
    """What a comparison must know of a sound log: its game, its closed rounds, and the head after them."""

    game_id: bytes
    rounds: int
    head: bytes


def entry_of(report: Report) -> Entry | None:
    """Give what `p2p.compare` takes of a log; None for a proof, and for what is not sound."""
    if report.game_id is None or report.is_proof or not report.is_sound:
        return None
    return Entry(report.game_id, report.rounds, report.heads[-1])
