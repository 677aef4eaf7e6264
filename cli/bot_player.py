"""A bot in a seat: whenever something is wanted of the seat, the bot says it."""

import asyncio
from collections.abc import Callable

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

    async def play(self, heard: Callable[[PeerNotice], None] | None = None) -> None:
        """Play until the peer is done, or has resigned and nobody is there to be told.

        `heard` is given every notice, all of them by the end.
        """
        notices = self._peer.notices
        done = asyncio.ensure_future(self._peer.done.wait())
        try:
            while not (self._peer.done.is_set() or tells_nobody(self._peer.view())):
                if self._pace and self._peer.view().wanted is not None:
                    await asyncio.sleep(self._pace)
                self.act()
                get = asyncio.ensure_future(notices.get())
                await asyncio.wait({get, done}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                if not get.done():
                    get.cancel()
                elif heard is not None:
                    heard(get.result())
            while not notices.empty():
                notice = notices.get_nowait()
                if heard is not None:
                    heard(notice)
        finally:
            done.cancel()

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
