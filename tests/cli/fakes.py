"""A peer and a console that need no network, no disk and no terminal."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.decision import Decision
from core.phase import Phase
from core.ruleset import Ruleset
from p2p.aside import ChatHeard
from p2p.chat import NotSaid, Unsaid
from p2p.chat_line import Line, sign_line
from p2p.effects import Advanced, Completed, Settled
from p2p.event import EventKind, SignedEvent
from p2p.genesis import Genesis
from p2p.notices import Notices
from p2p.peer import PeerNotice
from p2p.session import NotNow
from p2p.view import PeerView, Presence, View, Wanted
from tests.p2p.gamebuilder import SHORT, GameBuilder


class FakePeer:
    """One seat of a game in memory; the other seats are bots that answer at once."""

    def __init__(
        self, seats: int = 2, seed: str = "a", ruleset: Ruleset = SHORT, seat: int = 0, bot: str = "random"
    ) -> None:
        self.game = GameBuilder(seats, seed, ruleset, bot)
        self.seat = seat
        self.folder = Path("games") / "0123"
        self.log_path = self.folder / "game.mark"
        self.notices: Notices[PeerNotice] = Notices()
        self.done = asyncio.Event()
        self.presence = Presence.HERE
        self.resigned = False
        self.insisted = False
        self.paused = False
        self.said: list[object] = []
        self.proposals: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
        self.lines: list[Line] = []
        self.unsaid: Unsaid | None = None
        self._run_on()

    @property
    def genesis(self) -> Genesis:
        return self.game.genesis

    @property
    def wanted(self) -> Wanted | None:
        log = self.game.log
        if log.expects is None or self.seat not in log.expects.seats or self.resigned:
            return None
        match log.expects.kind:
            case EventKind.LINK if log.state.phase is Phase.ROLL and log.state.roller == self.seat:
                return Wanted.ROLL
            case EventKind.ACTION:
                return Wanted.DECISION
            case EventKind.COMMITMENT:
                return Wanted.BID
            case _:
                return None

    def view(self) -> View:
        log = self.game.log
        return View(
            seat=self.seat,
            round_number=log.round_number,
            settled=log.round_number,
            state=log.state.copy(),
            expects=log.expects,
            missing=log.expects.seats if log.expects is not None else (),
            wanted=self.wanted,
            ready=True,
            peers=tuple(
                PeerView(other, self.presence, 12.0, agrees=True)
                for other in range(len(self.genesis.seats))
                if other != self.seat
            ),
            last_roll=log.last_roll,
            convicted=(),
            forked=None,
            complete=log.complete,
            leaving=self.resigned,
            proposals=self.proposals,
        )

    def rounds(self) -> tuple[tuple[SignedEvent, ...], ...]:
        return tuple(self.game.rounds)

    def roll(self) -> None:
        self._take(Wanted.ROLL, None)

    def decide(self, decision: Decision) -> None:
        self._take(Wanted.DECISION, decision)

    def bid(self, dollars: int) -> None:
        self._take(Wanted.BID, dollars)

    def insist(self) -> None:
        self.insisted = True

    def resign(self) -> None:
        if self.resigned or self.game.log.state.outcome is not None:
            raise NotNow
        self.game.resign(self.seat)
        self.resigned = True
        self._run_on()

    def propose_removal(self, seats: Sequence[int]) -> None:
        if len(self.game.log.state.active) < 3 or self.seat in seats:
            raise NotNow
        self.said.append(tuple(seats))
        self.proposals = ((tuple(seats), (self.seat,)),) if seats else ()

    def remove(self, *seats: int) -> None:
        """Let all others have voted to remove these seats."""
        number = self.game.log.round_number
        votes = self.game.remove(seats)
        self.proposals = ()
        self.notices.put_nowait(Advanced(number + 1, back=False))
        self.notices.put_nowait(Settled(number, votes))

    def say(self, text: str) -> bool:
        if self.unsaid is not None:
            raise NotSaid(self.unsaid)
        seat, key = self.seat, self.game.players[self.seat].key
        self.hear(sign_line(self.genesis.game_id, seat, len(self.lines), text, key))
        return True

    def hear(self, line: Line) -> None:
        self.lines.append(line)
        self.notices.put_nowait(ChatHeard(line.seat, line.text))

    def chat(self) -> tuple[Line, ...]:
        return tuple(self.lines)

    def _take(self, wanted: Wanted, choice: Decision | int | None) -> None:
        if self.wanted is not wanted:
            raise NotNow
        self.said.append(choice)
        match choice:
            case None:
                self._close({})
            case int(dollars):
                self._close({self.seat: self.game.commit(self.seat, dollars)})
            case decision:
                self._close({self.seat: self.game.sign(self.seat, EventKind.ACTION, decision.code)})
        self._run_on()

    def _run_on(self) -> None:
        while self.game.log.expects is not None and self.wanted is None:
            self._close({})
        if self.game.log.complete:
            self.notices.put_nowait(Completed())
            self.done.set()

    def _close(self, instead: dict[int, SignedEvent]) -> None:
        number = self.game.log.round_number
        events = self.game.play_round(instead)
        self.notices.put_nowait(Advanced(number + 1, back=False))
        self.notices.put_nowait(Settled(number, events))


class FakeConsole:
    """Lines that a test has written down; with `forever` there is no end of input after them."""

    def __init__(self, lines: Iterable[str], *, patient: bool = True, forever: bool = False) -> None:
        self.patient = patient
        self.said: list[str] = []
        self.hidden: list[bool] = []
        self._lines = iter(lines)
        self._typed: asyncio.Queue[str] = asyncio.Queue()
        self._forever = forever

    def say(self, line: str) -> None:
        self.said.append(line)

    def hide(self, hidden: bool) -> None:
        if [hidden] != self.hidden[-1:]:
            self.hidden.append(hidden)

    def type(self, line: str) -> None:
        """Give one more line to a console with `forever`."""
        self._typed.put_nowait(line)

    async def read(self) -> str | None:
        await asyncio.sleep(0)
        line = next(self._lines, None)
        return await self._typed.get() if line is None and self._forever else line
