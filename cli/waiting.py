"""Whom the game waits for, for what and since when, and who is there."""

from collections.abc import Sequence
from typing import Protocol

from cli.names import listing
from cli.words import _, ngettext
from core.phase import Phase
from core.state import State
from p2p.event import EventKind
from p2p.log import Expectation
from p2p.removal import MIN_ACTIVE
from p2p.view import PeerView, Presence, View

Names = Sequence[str]


class Awaiting(Protocol):
    """What a player's view and a spectator's both show of the open round."""

    @property
    def state(self) -> State: ...  # noqa: D102 - as above
    @property
    def expects(self) -> Expectation | None: ...  # noqa: D102
    @property
    def missing(self) -> tuple[int, ...]: ...  # noqa: D102


def tell_waiting(view: Awaiting, names: Names, seconds: float, own: int | None = None) -> str:
    """Give one line: who is awaited, for what, and for how many seconds already; the seat `own` is you."""
    if view.expects is None:
        return _("Nobody is awaited: the log is complete.")
    if not view.missing:
        return _("Nobody is awaited: the others are still being told of the last round.")
    awaited = _awaited_first(view, view.expects.kind)
    match awaited == (own,), seconds < 1:
        case True, True:
            text = _("The game waits for you: {what}.")
        case True, False:
            text = _("The game waits for you, for {time}: {what}.")
        case False, True:
            text = _("The game waits for {seats}: {what}.")
        case _:
            text = _("The game waits for {seats}, for {time}: {what}.")
    seats = listing([*(names[seat] for seat in awaited if seat != own), *[_("you")] * (own in awaited)])
    return text.format(seats=seats, time=duration(seconds), what=_awaited_thing(view, view.expects.kind))


def _awaited_first(view: Awaiting, kind: EventKind) -> tuple[int, ...]:
    """Give the seats on which it depends now: of a roll the roller alone, whose click the others follow."""
    roller = view.state.roller
    if kind is EventKind.LINK and view.state.phase is Phase.ROLL and roller in view.missing:
        return (roller,)
    return view.missing


def _awaited_thing(view: Awaiting, kind: EventKind) -> str:
    match kind:
        case EventKind.START:
            return _("the signature under the start")
        case EventKind.LINK:
            return _share(view)
        case EventKind.COMMITMENT:
            return _("a bid")
        case EventKind.OPENING:
            return _("the opening of the bid, which the client sends by itself")
        case EventKind.SEAL:
            return _("the signature under the result")
        case _:
            return _decision(view.state.phase)


def _share(view: Awaiting) -> str:
    if view.state.phase is Phase.DRAW:
        return _("a share in the draw of the first player")
    if view.state.roller in view.missing:
        return _("the roll")
    return _("a share in the roll, which the client gives by itself")


def _decision(phase: Phase) -> str:
    match phase:
        case Phase.RETURN:
            return _("a chip to return")
        case Phase.NAME:
            return _("the material to auction")
        case Phase.PLACE:
            return _("a square for the chip won")
        case _:
            return _("an action")


def tell_presence(peer: PeerView, names: Names) -> str:
    """Give one line about a peer: whether it is heard, and whether it stands where this one does."""
    name = names[peer.seat]
    match peer.presence:
        case Presence.HERE:
            text = _("{seat} is here.") if peer.agrees else _("{seat} is here and is catching up.")
            return text.format(seat=name)
        case Presence.SUSPECT:
            text = _("{seat} has been silent for {time}.")
        case Presence.AWAY:
            text = _("{seat} is away, silent for {time}.")
    return text.format(seat=name, time=duration(peer.silence))


def tell_through(seats: Sequence[int], names: Names) -> str:
    """Give the words for the seats through which a game is watched now, to stand in a title."""
    if not seats:
        return _("watching through nobody now")
    return _("watching through {seats}").format(seats=listing([names[seat] for seat in seats]))


def tell_removable(view: View, names: Names) -> list[str]:
    """Give a line for each seat that is away, awaited, and removable: how to propose that (19.2, 19.4)."""
    active = view.state.active
    if len(active) < MIN_ACTIVE or view.seat not in active:
        return []
    text = _("To propose that {seat} be removed for good, type: remove {number}")
    gone = [peer.seat for peer in view.peers if peer.presence is Presence.AWAY and peer.seat in view.missing]
    return [text.format(seat=names[seat], number=seat + 1) for seat in gone]


def tell_mute(view: View, names: Names) -> str:
    """Give one line for a seat that may not speak yet: for whose answers it waits."""
    if not view.unanswered:
        return _("Your seat says nothing until another one has told what it holds of yours.")
    text = _("Your seat stays silent until an answer about what it has signed has come from: {seats}.")
    return text.format(seats=listing([names[seat] for seat in view.unanswered]))


def tell_resigned() -> str:
    """Give one line for who comes back to a game that it has resigned from."""
    return _("This seat has resigned; mark only stays until the others can go on without it.")


def tell_over(game: str) -> str:
    """Give one line for who leaves a game that it has resigned from, with nobody there to be told."""
    text = _("Should the others come back: mark resume {game} tells them, and fetches the rest of the log.")
    return text.format(game=game)


def tells_nobody(view: View) -> bool:
    """Tell whether this seat has resigned and every other one is away: nobody is there to be told."""
    return view.leaving and all(peer.presence is Presence.AWAY for peer in view.peers)


def is_out(view: View) -> bool:
    """Tell whether the others have removed this seat: the game is over for it (rule L2)."""
    return view.outranked or not (view.leaving or view.seat in view.state.active)


def tell_nobody_here() -> str:
    """Give one line for who has resigned and finds nobody to be told."""
    return _("Nobody of this game is here to be told. Type quit: mark then counts it as over.")


def tell_too_late() -> str:
    """Give one line for what was said when something else is wanted already."""
    return _("That comes too late: the game has moved on.")


def duration(seconds: float) -> str:
    """Give whole seconds, or whole minutes from two minutes on."""
    whole = max(int(seconds), 0)
    if whole < 120:
        return ngettext("{count} second", "{count} seconds", whole).format(count=whole)
    minutes = whole // 60
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
