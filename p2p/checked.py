"""Every roll and every auction of a log, as its audit has judged them one by one (rules S1, T2, B1 to B5)."""

from core.frozen import Frozen
from core.happening import AuctionWon, Drawn, Rolled
from core.material import MATERIALS, Material
from p2p.event import LINK, OPENING, SignedEvent
from p2p.log import Log


class CheckedRoll(Frozen):
    """A roll with the round that holds its links: the faces of both dice, or for the draw the one seat."""

    index: int
    round_number: int
    links: int
    results: tuple[int, ...]


class CheckedAuction(Frozen):
    """An auction: what was sold, the round of its openings, all bids in dollars by seat, and who won.

    `bids` has None for a seat that made none; `winner` is None where every fist was empty, or where the
    game ended there since the others left.
    """

    index: int
    material: Material
    round_number: int
    bids: tuple[int | None, ...]
    winner: int | None


class Checked:
    """Watches an audit from its first round on, and keeps what every roll and auction came to.

    To be read once the audit is over: what a round has led to is looked at when the next one is closed.
    """

    def __init__(self) -> None:
        self._log: Log | None = None
        self._rolls: list[CheckedRoll] = []
        self._auctions: list[CheckedAuction] = []
        self._links = self._index = 0

    @property
    def rolls(self) -> tuple[CheckedRoll, ...]:
        """All rolls, the draw of the starting seat first."""
        self._look()
        return tuple(self._rolls)

    @property
    def auctions(self) -> tuple[CheckedAuction, ...]:
        """All auctions whose bids were opened, counted from 1."""
        self._look()
        return tuple(self._auctions)

    def __call__(self, log: Log, events: tuple[SignedEvent, ...]) -> None:
        """Look at what the rounds before have led to; this one is about to be closed."""
        self._look()
        if self._log is None:
            self._log, log.state.happenings = log, []
        assert log.expects is not None
        if log.expects.kind is LINK:
            self._links, self._index = len(events), log.link_indexes[-1]
        bids: list[int | None] = [None] * len(log.genesis.seats)
        for signed in events:
            if signed.event.kind is OPENING:
                bids[signed.event.seat] = signed.event.body[0]  # type: ignore[assignment]  # judged
        if any(bid is not None for bid in bids):
            number, material = len(self._auctions) + 1, MATERIALS[log.state.auctioned]
            self._auctions.append(CheckedAuction(number, material, log.round_number, tuple(bids), None))

    def _look(self) -> None:
        """Take in what has happened in the last round."""
        if self._log is None:
            return
        happenings, round_number = self._log.state.happenings, self._log.round_number - 1
        for one in happenings or ():
            match one:
                case Drawn(seat):
                    self._rolls.append(CheckedRoll(self._index, round_number, self._links, (seat,)))
                case Rolled(_, first, second):
                    self._rolls.append(CheckedRoll(self._index, round_number, self._links, (first, second)))
                case AuctionWon(seat):
                    self._auctions[-1] = self._auctions[-1].changed(winner=seat)
                case _:
                    pass
        if happenings:
            happenings.clear()
