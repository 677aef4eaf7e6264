"""After the storm: nothing is lost any more, the liar is gone, and the game goes on, or says why not."""

from typing import TYPE_CHECKING, Final

from p2p.event import EventKind
from p2p.log import Log
from p2p.removal import MIN_ACTIVE, voted_sets, voters
from tests.schedules.seat import Seat
from tests.simulation.absences import removed_in

if TYPE_CHECKING:
    from tests.schedules.table import Table

PATIENCE: Final = 45.0
"""Seconds of calm, in which the longest game is over."""
MOMENT: Final = 0.15


def calm_down(table: "Table") -> None:
    """Let all that is left be played; every user proposes to remove the liar where it is missing."""
    table.cut, table.hushed, table.deaf, table.loss = set(), set(), set(), 0.0
    end = table.now + PATIENCE
    while table.now < end and not all(_is_over(seat) for seat in table.seats.values()):
        table.deliver_all(400)
        for seat in table.seats.values():
            for _ in range(3):
                seat.choose()
            if seat.has_lost_its_bid():
                seat.resign()
            _mind_the_missing(table, seat)
        table.pass_time(MOMENT)
        if table.liar is not None:
            table.posted = [one for one in table.posted if one.sender != table.liar.seat]
    table.witness.compare_logs()


def _is_over(seat: Seat) -> bool:
    chain = seat.session.ledger.chain
    return chain.tip.complete or chain.forked is not None or chain.outranked is not None


def _mind_the_missing(table: "Table", seat: Seat) -> None:
    liar = table.liar.seat if table.liar is not None else None
    view = seat.session.view(table.now)
    proposed = seat.session._remover.mask
    if liar is not None and liar in view.state.active and liar in view.missing and proposed != 1 << liar:
        seat.propose_these((liar,))
    elif liar is None and proposed:
        seat.propose_these(())


def check_all_goes_on(table: "Table") -> None:
    """Whoever stands still does so in a way that protocol.md tells of, or waits for one who does."""
    still = [seat for seat in table.seats.values() if not _is_over(seat)]
    excused = [seat for seat in still if _may_stand_still(table, seat)]
    is_forked = any(seat.session.ledger.chain.forked is not None for seat in table.seats.values())
    for seat in table.seats.values():
        others = [one.session.ledger for one in table.seats.values() if one is not seat]
        is_outranked = seat.session.ledger.chain.outranked is not None
        assert not is_outranked or is_forked or any(seat.seat in removed_in(one) for one in others), (
            "outranked by nobody",
            seat.seat,
        )
    for seat in still:
        tip = seat.session.ledger.tip
        awaited = [one for one in excused if one.seat in tip.state.active]
        elsewhere = any(one.session.ledger.tip.head != tip.head for one in awaited)
        missing = [one for one in seat.session._speaker.missing() if awaited or one in table.seats]
        needed = any(one not in table.seats or table.seats[one] in excused for one in missing)
        assert seat in excused or elsewhere or needed or is_forked, (
            "stands still",
            seat.seat,
            tip.round_number,
        )


def _may_stand_still(table: "Table", seat: Seat) -> bool:
    """Tell whether this seat has a reason of its own to wait for ever."""
    ledger, liar = seat.session.ledger, table.liar.seat if table.liar is not None else None
    tip = ledger.tip
    assert tip.expects is not None
    others = [one for one in table.seats.values() if one is not seat]
    active = tip.state.active
    if seat.seat not in active or seat.has_lost_its_bid():
        return True  # removed or out of the game: what the others say, nobody has to bring it; or 16.2
    cannot_be_removed = liar in tip.expects.seats and (
        liar not in active
        or tip.expects.kind in {EventKind.SEAL, EventKind.START}
        or len(active) < MIN_ACTIVE
        or any(one.session._speaker.has_resigned() for one in table.seats.values() if one.seat in active)
    )  # 19.2, 19.17
    nobody_answers = not seat.session._back.ready and not any(one.seat in active for one in others)  # 8.16
    voice = seat.session._voice
    known = max(voice.newest, ledger.remembered.round_number)
    has_lost_too_much = (
        known > tip.round_number
        or not ledger.is_back
        or (seat.is_put_back and voice.has_left(tip.round_number, tip.head))
    )  # 8.18: nobody holds any more what it has signed over
    bound = voted_sets(tip, ledger.heard, seat.seat)
    removed = [one.session.ledger.tip for one in others if seat.seat in removed_in(one.session.ledger)]
    cut_off = any(bound or min(log.removals) < ledger.settled for log in removed)  # 19.18
    owed = any(_is_owed(table, seat, mask) for mask in bound)
    forgotten_here = any(
        one not in seat.forgotten or seat.signed[one].event.round_number == tip.round_number
        for one in seat.unpromised
    )  # 16.2: what nobody shows is awaited, or was shown too late, when it had told another head
    return cannot_be_removed or nobody_answers or has_lost_too_much or cut_off or owed or forgotten_here


def _is_owed(table: "Table", seat: Seat, mask: int) -> bool:
    """Tell whether a voter of this set gives neither vote nor keep: the liar, or who cannot (19.16)."""
    ledger = seat.session.ledger
    tip = ledger.tip
    owing = [one for one in voters(tip, mask) if mask not in voted_sets(tip, ledger.heard, one)]
    return any(_gives_neither(table, one, tip, mask) for one in owing)


def _gives_neither(table: "Table", voter: int, tip: Log, mask: int) -> bool:
    """Tell whether this voter is the liar, or has no vote and nothing to keep in the open round of `tip`.

    One has none that has taken the certificate of another set there (19.16).
    """
    if voter not in table.seats or table.seats[voter].session._speaker.has_resigned():
        return True
    assert tip.expects is not None
    ledger = table.seats[voter].session.ledger
    if tip.round_number in ledger.tip.removals:
        return True
    seat = table.seats[voter]
    if any(seat.signed[one].event.round_number == tip.round_number for one in seat.forgotten):
        return True  # it has forgotten its keep, as has who had been freed by it (16.2)
    if ledger.settled > tip.round_number:
        return False  # it has spoken over the events
    held = [ledger.chain.candidates(tip, ledger.heard, one) for one in tip.expects.seats if mask >> one & 1]
    return any(len(events) != 1 for events in held)
