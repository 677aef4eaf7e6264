"""Which event a seat may sign in the open round (protocol.md, chapters 5 and 7).

`judge` is the one place that knows: what this peer says and what it hears are judged by it alike, live
and in an audit. Signatures are checked apart, by `p2p.event.check_signature`.
"""

from collections.abc import Sequence
from typing import Final

from core.decision import DECISIONS
from core.errors import IllegalDecision, UnknownDecision
from p2p.bids import BID_NONCE_BYTES, MAX_BID, commit_bid
from p2p.dice import link_before, link_number
from p2p.encoding import is_array, is_bytes, is_number
from p2p.event import (
    ACTION,
    COMMITMENT,
    LINK,
    NOTE,
    OPENING,
    SEAL,
    START,
    Event,
    EventKind,
    EventMalformed,
    EventRefused,
    read_note,
)
from p2p.hashing import HASH_BYTES
from p2p.log import Body, Log


class WrongGame(EventRefused):
    """The event belongs to another game."""


class WrongRound(EventRefused):
    """The event is not of the round that is open, or says a kind of thing that the round does not await."""


class WrongSeat(EventRefused):
    """The round does not await this seat."""


class WrongHead(EventRefused):
    """The event was signed over another past than this log's."""


class IllegalAction(EventRefused):
    """The rules forbid this decision here; `detail` is the rule's id."""


class WrongLink(EventRefused):
    """The link does not hash to the seat's last one."""


class WrongOpening(EventRefused):
    """The opening does not match the seat's commitment."""


class BidTooHigh(EventRefused):
    """The bid is above the seat's money (rule B1)."""


class WrongSeal(EventRefused):
    """The seal states another result than this log's."""


class WrongNote(EventRefused):
    """The note does not stand in this round."""


ALL_SEATS: Final = frozenset({START, LINK, COMMITMENT, OPENING, SEAL})
"""Kinds of rounds that await all active seats: the barrier stands before them."""
NOTE_TAKERS: Final = frozenset({LINK, ACTION, COMMITMENT, OPENING})
"""Kinds of rounds in which a resign note can stand: not the start and not the seal."""


def judge(log: Log, event: Event) -> None:
    """Raise the `EventRefused` that says why `event` cannot be its seat's in the open round."""
    kind, game_id, round_number, head, seat, _ = event
    try:
        if game_id != log.genesis.game_id:
            raise WrongGame
        if log.expects is None:
            raise WrongRound
        awaited, seats = log.expects
        if seat not in seats:
            raise WrongSeat
        if kind is NOTE:
            _judge_note(log, event, awaited)
            return
        if round_number != log.round_number or kind is not awaited:
            raise WrongRound
        if head != log.head:
            raise WrongHead
        _JUDGES[kind](log, seat, event.body)
    except EventRefused as refusal:
        refusal.seat = seat
        refusal.round_number = round_number
        raise


def close_judged(log: Log, bodies: Sequence[Body], event_ids: Sequence[bytes]) -> None:
    """Close the open round with what each awaited seat says there, if all of it may be said.

    Else raise the `EventRefused` of the first that may not, and leave the log as it was. Bodies and ids are
    one for each awaited seat, in seat order, of events that are known to be of the open round's kind, number
    and head.
    """
    assert log.expects is not None
    kind, seats = log.expects
    if kind is LINK:
        _judge_links(log, seats, bodies)
    elif kind is not ACTION:
        judge_body = _JUDGES[kind]
        for at, seat in enumerate(seats):
            judge_body(log, seat, bodies[at])
    try:
        log.close_bodies(bodies, event_ids)
    except (UnknownDecision, IllegalDecision):
        _judge_action(log, seats[0], bodies[0])  # the state has looked at it once: here is told what is wrong
        raise


def _judge_links(log: Log, seats: Sequence[int], bodies: Sequence[Body]) -> None:
    """Judge a round of links: nearly all lead to the one just before; what does not is looked at closely."""
    index, last_links, begun_links = log.link_indexes[-1], log.last_links, log.begun_links
    number, newest = link_number(index), index - 1 if index < log.chain_length else -2
    for at, seat in enumerate(seats):
        body = bodies[at]
        known, value = last_links[seat]
        if (
            known != newest
            or len(body) != 1
            or type(body[0]) is not bytes
            or link_before(begun_links[seat], number, body[0]) != value
        ):
            _judge_link(log, seat, body)


def _judge_start(_log: Log, _seat: int, body: Body) -> None:
    if body != ():
        raise EventMalformed("start")


def _judge_link(log: Log, seat: int, body: Body) -> None:
    link = body[0] if len(body) == 1 else None
    if type(link) is not bytes or len(link) != HASH_BYTES:
        raise EventMalformed("link")
    check_link(log, seat, log.link_indexes[-1], link)


def _judge_action(log: Log, _seat: int, body: Body) -> None:
    decision = DECISIONS.get(body)  # type: ignore[arg-type]  # any tuple may be asked for
    if decision is None:
        raise EventMalformed("action")
    if not log.state.is_legal(decision):
        refusal = log.state.why_not(decision)
        raise IllegalAction(refusal.rule if refusal else "")


def _judge_commitment(_log: Log, _seat: int, body: Body) -> None:
    if not is_array(body, 1) or not is_bytes(body[0], HASH_BYTES):
        raise EventMalformed("commitment")


def _judge_opening(log: Log, seat: int, body: Body) -> None:
    if not is_array(body, 2):
        raise EventMalformed("opening")
    bid, nonce = body
    if not is_number(bid, MAX_BID) or not is_bytes(nonce, BID_NONCE_BYTES):
        raise EventMalformed("opening")
    round_number, commitment = log.commitments[seat]
    key = log.genesis.seats[seat].key
    if commit_bid(log.genesis.game_id, round_number, seat, key, (bid, nonce)) != commitment:
        raise WrongOpening
    if bid not in log.state.bid_range(seat):
        raise BidTooHigh


def _judge_seal(log: Log, _seat: int, body: Body) -> None:
    if body != log.result():
        raise WrongSeal


def _judge_note(log: Log, event: Event, kind: EventKind) -> None:
    first, link = read_note(event)
    signed_in, spoken = event.round_number, log.spoken[event.seat]
    if kind not in NOTE_TAKERS or signed_in > log.round_number or first > log.round_number:
        raise WrongNote
    if event.head != log.heads[signed_in]:
        raise WrongHead
    if spoken > signed_in or not (first == signed_in + (spoken == signed_in) or signed_in in log.removals):
        raise WrongNote
    check_link(log, event.seat, log.link_indexes[first], link)


def check_link(log: Log, seat: int, index: int, link: bytes) -> None:
    """Raise `WrongLink` unless `link` is the seat's link `index`, told by its newest revealed one."""
    known, value = log.last_links[seat]
    if not known < index < log.chain_length:
        raise WrongLink
    begun = log.begun_links[seat]
    while index > known:
        link = link_before(begun, link_number(index), link)
        index -= 1
    if link != value:
        raise WrongLink


_JUDGES: Final = {
    START: _judge_start,
    LINK: _judge_link,
    ACTION: _judge_action,
    COMMITMENT: _judge_commitment,
    OPENING: _judge_opening,
    SEAL: _judge_seal,
}
