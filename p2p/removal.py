"""Certificates: the votes of all others close a round and remove absent seats (protocol.md, chapter 19)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from p2p.ballot import read_ballot, seats_in
from p2p.event import VOTE, Event, EventRefused, SignedEvent
from p2p.heard import Heard
from p2p.judge import NOTE_TAKERS, WrongGame, WrongHead, WrongRound, WrongSeat, judge
from p2p.log import Log

MIN_ACTIVE: Final = 3
"""With two active seats nobody can be removed: each could say of the other that it is gone."""


class WrongSet(EventRefused):
    """These seats cannot be removed in this round, or not by these voters."""


class Certificate(NamedTuple):
    """The votes of all active seats outside a set, in seat order."""

    mask: int
    votes: tuple[SignedEvent, ...]


def can_be_removed(log: Log, mask: int) -> bool:
    """Tell whether a certificate for this set could close the open round.

    The round takes notes, three or more seats are active, all of the set are, at least one of it is
    awaited, and those outside are more than half of the active seats, or exactly half with the
    lowest-numbered active seat among them.
    """
    expects, active = log.expects, log.state.active
    if expects is None or expects.kind not in NOTE_TAKERS:
        return False
    return can_vote_out(active, expects.seats, seats_in(mask))


def can_vote_out(active: Sequence[int], awaited: Sequence[int], gone: Sequence[int]) -> bool:
    """Tell whether the other active seats together can remove these in a round that awaits `awaited`."""
    if len(active) < MIN_ACTIVE:
        return False
    if not all(seat in active for seat in gone) or not any(seat in awaited for seat in gone):
        return False
    outside = [seat for seat in active if seat not in gone]
    return 2 * len(outside) > len(active) or (2 * len(outside) == len(active) and active[0] in outside)


def voters(log: Log, mask: int) -> tuple[int, ...]:
    """Give the active seats outside a set: all of them make the certificate."""
    return tuple(seat for seat in log.state.active if not mask >> seat & 1)


def judge_ballot(log: Log, event: Event) -> int:
    """Give the set of a vote or keep that its seat can sign in the open round; else raise `EventRefused`."""
    mask, _ = read_ballot(event)
    refusal: EventRefused | None = None
    if event.game_id != log.genesis.game_id:
        refusal = WrongGame()
    elif event.round_number != log.round_number:
        refusal = WrongRound()
    elif event.head != log.head:
        refusal = WrongHead()
    elif not can_be_removed(log, mask):
        refusal = WrongSet()
    elif event.seat not in voters(log, mask):
        refusal = WrongSeat()
    if refusal is not None:
        refusal.seat, refusal.round_number = event.seat, event.round_number
        raise refusal
    return mask


def close_round(log: Log, events: Sequence[SignedEvent]) -> None:
    """Judge the events of a whole round, in seat order, and close the round by them.

    They are one event of each awaited seat, or the votes of a certificate. Raises the `EventRefused` of
    the first that does not fit; the log is untouched then.
    """
    if events and events[0].event.kind is VOTE:
        log.remove(judge_certificate(log, events), events)
        return
    if log.expects is None or tuple(one.event.seat for one in events) != log.expects.seats:
        raise WrongSeat(round_number=log.round_number)
    for signed in events:
        judge(log, signed.event)
    log.close({one.event.seat: one for one in events})


def judge_certificate(log: Log, votes: Sequence[SignedEvent]) -> tuple[int, ...]:
    """Give the seats that these votes remove in the open round; else raise the `EventRefused` (19.7)."""
    mask = 0
    for signed in votes:
        mask = judge_ballot(log, signed.event)
        if signed.event.kind is not VOTE or signed.event.body != votes[0].event.body:
            raise WrongSet(seat=signed.event.seat, round_number=log.round_number)
    if tuple(one.event.seat for one in votes) != voters(log, mask):
        raise WrongSet(round_number=log.round_number)
    return seats_in(mask)


def certificates(log: Log, heard: Heard) -> list[Certificate]:
    """Give the certificates that the held votes make for the open round, the largest set first."""
    votes: dict[int, dict[int, SignedEvent]] = {}
    for seat in log.state.active:
        for signed in heard.ballots(log.round_number, seat):
            if signed.event.kind is VOTE and (mask := _mask_here(log, signed.event)):
                votes.setdefault(mask, {})[seat] = signed
    whole = [
        Certificate(mask, tuple(by_seat[seat] for seat in voters(log, mask)))
        for mask, by_seat in votes.items()
        if all(seat in by_seat for seat in voters(log, mask))
    ]
    return sorted(whole, key=lambda one: (-len(seats_in(one.mask)), one.mask))


def voted_sets(log: Log, heard: Heard, seat: int) -> list[int]:
    """Give the sets that `seat` has voted for in the open round."""
    signed = (one.event for one in heard.ballots(log.round_number, seat) if one.event.kind is VOTE)
    return [mask for event in signed if (mask := _mask_here(log, event))]


def keeps(log: Log, heard: Heard, mask: int) -> list[SignedEvent]:
    """Give the keeps about this set by seats outside it, for the open round."""
    return [
        one
        for seat in voters(log, mask)
        for one in heard.ballots(log.round_number, seat)
        if one.event.kind is not VOTE and _mask_here(log, one.event) == mask
    ]


def _mask_here(log: Log, event: Event) -> int:
    """Give the set of a ballot, or 0 for one that does not belong to the open round of this copy."""
    try:
        return judge_ballot(log, event)
    except EventRefused:
        return 0
