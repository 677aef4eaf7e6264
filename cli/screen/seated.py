"""A person's client at a table, be it the full screen or the line mode: what the commands of players need."""

from collections.abc import Callable
from typing import Protocol

from cli.chat_desk import ChatDesk
from cli.rematch_desk import RematchDesk
from cli.screen.looker import Looker
from cli.seat_handle import SeatHandle
from p2p.view import View, Wanted


class Seated(Looker, Protocol):
    """`is_patient` where what is said may have been written long before, as in a pipe.

    `again` is the desk for a rematch, if there may be one; `invite` is the text with which others may watch,
    empty if they may not.
    """

    @property
    def peer(self) -> SeatHandle: ...  # noqa: D102 - as above
    @property
    def chat(self) -> ChatDesk: ...  # noqa: D102
    @property
    def again(self) -> RematchDesk | None: ...  # noqa: D102
    @property
    def is_patient(self) -> bool: ...  # noqa: D102
    @property
    def invite(self) -> str: ...  # noqa: D102

    def note(self, text: str, holds: Callable[[], bool] | None = None) -> None:
        """Answer with one line; where it stays in sight it goes as soon as it `holds` no more."""

    def ask_again(self) -> None:
        """Show what is asked once more."""

    def begin_typing(self, opening: str = "") -> None:
        """Let a line be typed that begins with `opening`."""


def asked_of(view: View) -> tuple[int, Wanted] | None:
    """Give which question a view asks, None if none."""
    return None if view.wanted is None else (view.round_number, view.wanted)


def while_asked(peer: SeatHandle) -> Callable[[], bool]:
    """Give what tells whether the same as now is asked, or still nothing, in a game as far from its end."""
    asked, is_over = asked_of(peer.view()), peer.view().state.outcome is not None
    return lambda: asked_of(peer.view()) == asked and (peer.view().state.outcome is not None) == is_over
