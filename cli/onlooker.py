"""A game as one sees it who looks on and has no seat: in a log, or while it is played by others."""

import asyncio
from pathlib import Path
from typing import Final, Protocol

from core.state import State
from p2p.chain import Round
from p2p.genesis import Genesis
from p2p.log import Expectation, Roll
from p2p.notices import Notices
from p2p.view import PeerView, View
from p2p.watch_view import WatchView
from p2p.watcher import WatcherNotice


class WatchHandle(Protocol):
    """A spectator at work, as `p2p.watcher.Watcher` is: see there."""

    @property
    def genesis(self) -> Genesis | None: ...  # noqa: D102 - as above
    @property
    def folder(self) -> Path | None: ...  # noqa: D102
    @property
    def log_path(self) -> Path | None: ...  # noqa: D102
    @property
    def notices(self) -> Notices[WatcherNotice]: ...  # noqa: D102
    @property
    def done(self) -> asyncio.Event: ...  # noqa: D102
    @property
    def failure(self) -> Exception | None: ...  # noqa: D102
    def view(self) -> WatchView | None: ...  # noqa: D102
    def peers(self) -> tuple[PeerView, ...]: ...  # noqa: D102
    def rounds(self) -> tuple[Round, ...]: ...  # noqa: D102


class Place(Protocol):
    """Where a game stands: a log, or what a spectator sees."""

    @property
    def round_number(self) -> int: ...  # noqa: D102 - as above
    @property
    def state(self) -> State: ...  # noqa: D102
    @property
    def expects(self) -> Expectation | None: ...  # noqa: D102
    @property
    def last_roll(self) -> Roll | None: ...  # noqa: D102
    @property
    def complete(self) -> bool: ...  # noqa: D102


def look_on(
    at: Place,
    seat: int = 0,
    *,
    settled: int | None = None,
    missing: tuple[int, ...] | None = None,
    peers: tuple[PeerView, ...] = (),
    forked: int | None = None,
) -> View:
    """Give the view from this seat of one of whom nothing is wanted.

    Without `settled` all rounds are, and without `missing` all that is awaited is still to come.
    """
    awaited = () if at.expects is None else at.expects.seats
    return View(
        seat=seat,
        round_number=at.round_number,
        settled=at.round_number if settled is None else settled,
        state=at.state,
        expects=at.expects,
        missing=awaited if missing is None else missing,
        wanted=None,
        ready=True,
        peers=peers,
        last_roll=at.last_roll,
        convicted=(),
        forked=forked,
        complete=at.complete,
        leaving=False,
    )


class Onlooker:
    """A watched game that is known: a `cli.seat_handle.GameHandle` of a spectator at work."""

    def __init__(self, watcher: WatchHandle, genesis: Genesis) -> None:
        self.genesis: Final = genesis
        self._watcher = watcher

    @property
    def folder(self) -> Path:
        """The folder of the game on this computer."""
        folder = self._watcher.folder
        assert folder is not None
        return folder

    @property
    def log_path(self) -> Path:
        """The file of the game's log."""
        path = self._watcher.log_path
        assert path is not None
        return path

    @property
    def done(self) -> asyncio.Event:
        """Set when nothing more will happen."""
        return self._watcher.done

    def view(self) -> View:
        """Give what is to be seen at this moment."""
        seen = self._watcher.view()
        assert seen is not None
        return look_on(
            seen,
            settled=seen.shown,
            missing=seen.missing,
            peers=self._watcher.peers(),
            forked=seen.forked,
        )

    def rounds(self) -> tuple[Round, ...]:
        """Give the closed rounds so far."""
        return self._watcher.rounds()
