"""What a client needs of what holds its game: to look on, or to speak through it, as a person or a bot."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from core.decision import Decision
from p2p.chat_line import Line
from p2p.event import SignedEvent
from p2p.genesis import Genesis
from p2p.view import View

if TYPE_CHECKING:  # who only words what has been, as a replay does, needs no network for it
    import asyncio

    from p2p.notices import Notices
    from p2p.peer import PeerNotice


class GameHandle(Protocol):
    """A game that goes on, as this computer holds it.

    `rounds` are the closed rounds so far; those below `view().settled` are final. `done` is set when nothing
    more will happen.
    """

    @property
    def genesis(self) -> Genesis: ...  # noqa: D102 - as above
    @property
    def folder(self) -> Path: ...  # noqa: D102
    @property
    def log_path(self) -> Path: ...  # noqa: D102
    @property
    def done(self) -> "asyncio.Event": ...  # noqa: D102
    def view(self) -> View: ...  # noqa: D102
    def rounds(self) -> tuple[tuple[SignedEvent, ...], ...]: ...  # noqa: D102


class SeatHandle(GameHandle, Protocol):
    """One seat at work, as `p2p.peer.Peer` is: see there.

    The inputs raise `p2p.session.NotNow` when they do not fit what is wanted of the seat.
    """

    @property
    def seat(self) -> int: ...  # noqa: D102 - as above
    @property
    def paused(self) -> bool: ...  # noqa: D102
    @property
    def notices(self) -> "Notices[PeerNotice]": ...  # noqa: D102
    def roll(self) -> None: ...  # noqa: D102
    def decide(self, decision: Decision) -> None: ...  # noqa: D102
    def bid(self, dollars: int) -> None: ...  # noqa: D102
    def insist(self) -> None: ...  # noqa: D102
    def resign(self) -> None: ...  # noqa: D102
    def say(self, text: str) -> bool: ...  # noqa: D102
    def chat(self) -> tuple[Line, ...]: ...  # noqa: D102
    def propose_removal(self, seats: Sequence[int]) -> None: ...  # noqa: D102
