"""Chat at the table: what a person says and reads, and whom that person does not want to read."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cli.names import listing
from cli.seat_handle import SeatHandle
from cli.words import _
from p2p.chat import NotSaid, Unsaid
from p2p.text import MAX_SAID_CHARACTERS, clean

if TYPE_CHECKING:  # a kept chat is read without a network
    from p2p.aside import ChatHeard

LAST_LINES: Final = 20
"""Lines that are shown again on demand."""


def tell_said(seat: int, text: str, names: Sequence[str]) -> str:
    """Give one line for what a seat has said; `names` are those of the seats as they are shown."""
    return _("[chat] {seat}: {text}").format(seat=names[seat], text=clean(text, MAX_SAID_CHARACTERS))


class ChatDesk:
    """One person's end of the chat. Each command gives the lines that answer it.

    Who is muted is not read here any more, in this run of the program; nobody else learns of it.
    """

    def __init__(self, peer: SeatHandle, names: Sequence[str]) -> None:
        self._peer, self._names = peer, names
        self._muted: frozenset[int] = frozenset()

    def reads(self, heard: "ChatHeard") -> bool:
        """Tell whether a line is to be shown."""
        return heard.seat not in self._muted

    def say(self, typed: str) -> list[str]:
        """Say what was typed, without what cannot be seen in it."""
        text = clean(typed.replace("\t", " "), 2 * MAX_SAID_CHARACTERS).strip(" ")
        if not text:
            return [_("Type behind it what you want to say: say hello")]
        try:
            said = self._peer.say(text)
        except NotSaid as refusal:
            return [_tell_unsaid(refusal.reason)]
        return [] if said else [_("That is said as soon as another player is there.")]

    def last(self) -> list[str]:
        """Give the last lines again, but for those of the muted."""
        lines = [line for line in self._peer.chat() if line.seat not in self._muted][-LAST_LINES:]
        told = [tell_said(line.seat, line.text, self._names) for line in lines]
        return told or [_("Nobody has said anything yet. To say something, type: say hello")]

    def mute(self, seats: Sequence[int]) -> list[str]:
        """Show nothing more of these seats."""
        others = {seat for seat in seats if 0 <= seat < len(self._names) and seat != self._peer.seat}
        self._muted |= others
        return [self._tell_muted()]

    def unmute(self, seats: Sequence[int]) -> list[str]:
        """Show these seats again, or all if there are none."""
        self._muted = self._muted.difference(seats) if seats else frozenset()
        return [self._tell_muted()]

    def _tell_muted(self) -> str:
        if not self._muted:
            return _("You read everybody. To read no more of seat 3, type: mute 3")
        names = listing([self._names[seat] for seat in sorted(self._muted)])
        return _("You read nothing of {seats}; they are not told.").format(seats=names)


def _tell_unsaid(reason: Unsaid) -> str:
    match reason:
        case Unsaid.UNFIT:
            text = _("That is too long: {count} characters can be said at once, and no more.")
            return text.format(count=MAX_SAID_CHARACTERS)
        case Unsaid.TOO_FAST:
            return _("Not said: you are too fast, wait a second.")
        case Unsaid.SPENT:
            return _("Not said: your seat has said as much as it may in one game.")
        case Unsaid.ALONE:
            return _("Not said: nobody is there, and enough is waiting to be said already.")
        case Unsaid.OFF:
            return _("Not said: chat is off here.")
