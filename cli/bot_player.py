"""A bot in a seat: whenever something is wanted of the seat, the bot says it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from cli.at_work import at_work
from cli.seat_handle import SeatHandle
from cli.waiting import tells_nobody
from core.bots import BOTS
from p2p.entropy import Entropy
from p2p.peer import PeerNotice
from p2p.session import NotNow
from p2p.view import Presence, View, Wanted

LOOK_SECONDS = 1.0
"""How often it is looked who has gone, for a removal that others propose."""
_SPAN = 2**256


class BotPlayer:
    """Plays a seat with the bot named `level`; its chance comes from `entropy`, by round.

    It waits `pace` seconds before each choice, so that people can follow.
    """

    def __init__(self, peer: SeatHandle, level: str, entropy: Entropy, pace: float = 0.0) -> None:
        self._pace = pace
        self._peer = peer
        self._bot = BOTS[level]
        self._entropy = entropy
        self._told = asyncio.Event()

    def act(self) -> bool:
        """Say what is wanted of the seat now; tell whether anything was."""
        view = self._peer.view()
        self._second(view)
        match view.wanted:
            case None:
                return False
            case Wanted.ROLL:
                self._peer.roll()
            case Wanted.DECISION:
                self._peer.decide(self._bot.decide(view.state, view.seat, self._chance(view)))
            case Wanted.BID:
                self._peer.bid(self._bot.bid(view.state, view.seat, self._chance(view)))
        return True

    def _second(self, view: View) -> None:
        """Second what another seat proposes, once all of the set are away for this peer too."""
        away = {peer.seat for peer in view.peers if peer.presence is Presence.AWAY}
        for seats, supporters in view.proposals:
            if away.issuperset(seats) and view.seat not in (*seats, *supporters):
                try:
                    self._peer.propose_removal(seats)
                except NotNow:
                    continue

    async def play(self, heard: Callable[[PeerNotice], None] = lambda _notice: None) -> None:
        """Play until the peer is done, or has resigned and nobody is there to be told.

        `heard` is given every notice, all of them by the end.
        """
        notices = self._peer.notices
        parts = (notices.read(heard, self._told.set), self._choose(), self._peer.done.wait())
        async with at_work(parts) as tasks:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        while not notices.empty():
            heard(notices.get_nowait())

    async def _choose(self) -> None:
        """Choose whenever something has been told, and look who has gone."""
        while not tells_nobody(self._peer.view()):
            if self._pace and self._peer.view().wanted is not None:
                await asyncio.sleep(self._pace)
            self.act()
            self._told.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._told.wait()

    def _chance(self, view: View) -> Callable[[int], int]:
        """Give the chance of one choice: each draw is another 32 bytes of entropy, biased ones rejected."""
        drawn = 0

        def draw(bound: int) -> int:
            nonlocal drawn
            limit = _SPAN - _SPAN % bound
            while True:
                number = int.from_bytes(self._entropy(f"bot {view.round_number} {drawn}"), "big")
                drawn += 1
                if number < limit:
                    return number % bound

        return draw
