"""Two signed things that contradict each other and so convict their author (protocol.md, chapter 8)."""

from p2p.ballot import BALLOTS, ballots_contradict
from p2p.event import EventKind, SignedEvent, check_signature, read_note
from p2p.genesis import Genesis


class NotEvidence(ValueError):
    """These two events do not contradict each other."""


def contradict(one: SignedEvent, other: SignedEvent) -> bool:  # noqa: PLR0911  # one for each kind of pair
    """Tell whether no honest seat can have signed both events, judging by what they say alone.

    Two events of one seat for one round do; so does an event from the round on in which the seat's
    resign note may stand, the seal excepted; so do two notes. A ballot stands beside other events, but
    not beside every ballot (`ballots_contradict`), and nothing that names another head for the same
    round stands beside anything. Two signatures over one payload do not contradict each other.
    """
    first, second = one.event, other.event
    if first.game_id != second.game_id or first.seat != second.seat or one.event_id == other.event_id:
        return False
    if first.round_number == second.round_number and first.head != second.head:
        return True
    ballots = (first.kind in BALLOTS) + (second.kind in BALLOTS)
    if ballots == 2:
        return first.round_number == second.round_number and ballots_contradict(first, second)
    if ballots == 1:
        return False
    notes = (first.kind is EventKind.NOTE) + (second.kind is EventKind.NOTE)
    if notes == 2:
        return True
    if notes == 1:
        note, event = (first, second) if first.kind is EventKind.NOTE else (second, first)
        return event.kind is not EventKind.SEAL and event.round_number >= read_note(note)[0]
    return first.round_number == second.round_number


def check_evidence(genesis: Genesis, one: SignedEvent, other: SignedEvent) -> int:
    """Give the seat that these two events convict in the game of `genesis`.

    Raises `NotEvidence`, or the `EventRefused` of an event whose signature is wrong.
    """
    seat = one.event.seat
    if one.event.game_id != genesis.game_id or seat >= len(genesis.seats) or not contradict(one, other):
        raise NotEvidence
    check_signature(one, genesis.seats[seat].key)
    check_signature(other, genesis.seats[seat].key)
    return seat
