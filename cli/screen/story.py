"""What has happened at the table as the screen tells it, from settled rounds and other notices."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cli.narrator import Narrator
from cli.notice_words import DRAW_ROUND, tell_check_words, tell_early_check_words, tell_notice
from cli.screen.scene import FeedLine, Kind
from cli.tally import Tally
from core.happening import BidsShown, Drawn, Rolled
from core.state import State
from p2p.aside import ChatHeard
from p2p.effects import Advanced, Convicted, DigestDiffers, Forked, Outranked, RivalCopy, Settled
from p2p.event import SignedEvent
from p2p.genesis import Genesis
from p2p.keeping import Gone, Recovered, Trouble
from p2p.keywords import check_words
from p2p.log import Log
from p2p.peer import PeerNotice

SHOWN_ROLLS: Final = 2
"""Rolls after which the bids of an auction stand out no more."""


class Story:
    """Grows with each settled round.

    `feed` are the lines so far; `words` the check words, empty before the first roll is settled; `bids`
    those shown last, by seat, for SHOWN_ROLLS; `links` the index of the links of each roll by its
    number, 0 for the draw of the first player; `alerts` the lines that stay in sight. It is told to a player,
    or to one who `looks_on`.
    """

    def __init__(self, genesis: Genesis, *, looks_on: bool = False) -> None:
        self._looks_on = looks_on
        self._narrator = Narrator(genesis)
        self.feed: list[FeedLine] = []
        self.words: tuple[str, ...] = ()
        self.bids: tuple[int | None, ...] = ()
        self._shown = 0
        self.alerts: list[str] = []
        self._trouble = ""
        self._standing = ""
        self.links: dict[int, int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names as they are shown."""
        return self._narrator.names

    @property
    def tally(self) -> Tally:
        """What the game has come to as far as it is settled; to be read only."""
        return self._narrator.tally

    @property
    def state(self) -> State:
        """The game as far as it is settled; to be read only."""
        return self._narrator.log.state

    @property
    def round_number(self) -> int:
        """The first round that is not settled."""
        return self._narrator.log.round_number

    @property
    def log(self) -> Log:
        """The log as far as it is settled; to be read only."""
        return self._narrator.log

    def start_at(self, log: Log) -> None:
        """Go on from this moment of the same game, as if nothing had been told; the log is taken over."""
        self._narrator.start_at(log)
        self.feed.clear()
        self.bids = ()
        known = log.round_number > DRAW_ROUND
        self.words = check_words(log.heads[DRAW_ROUND + 1]) if known else ()

    def tell(self, text: str, kind: Kind = Kind.ALERT) -> None:
        """Add a line."""
        self.feed.append(FeedLine(text, kind))

    def tell_words(self) -> str:
        """Give the check words in a sentence, or when they will be known."""
        return tell_check_words(self._narrator)

    def tell_early_words(self) -> list[str]:
        """Give the check words to one who comes, or comes back, to a game that has just begun."""
        return tell_early_check_words(self._narrator)

    def hear(self, notice: PeerNotice, folder: Path) -> None:
        """Take in what the peer tells; `folder` is where the game's files are."""
        if isinstance(notice, Settled):
            self.follow(notice.round_number, notice.events)
            return
        if isinstance(notice, Recovered):
            self.alerts = [text for text in self.alerts if text != self._trouble]
        kind = Kind.CHAT if isinstance(notice, ChatHeard) else Kind.ALERT
        lasts = isinstance(
            notice, Advanced | Convicted | DigestDiffers | RivalCopy | Forked | Outranked | Trouble | Gone
        )
        for text in tell_notice(notice, self._narrator, folder, looks_on=self._looks_on):
            if isinstance(notice, Trouble):
                self._trouble = text
            if lasts:
                self.alert(text)
            else:
                self.tell(text, kind)

    def alert(self, text: str) -> None:
        """Add a line that stays in sight, once."""
        if text not in self.alerts:
            self.alerts.append(text)
            self.tell(text)

    def stand(self, text: str) -> None:
        """Keep this line in sight as long as it is given anew; "" for none takes the one before away."""
        if text != self._standing:
            self.alerts = [one for one in self.alerts if one != self._standing]
            self._standing = text
            if text:
                self.alert(text)

    def follow(self, round_number: int, events: Sequence[SignedEvent]) -> None:
        """Tell a settled round; one that has been told already is passed over."""
        before = self.round_number
        for text in self._narrator.tell(round_number, events):
            self.tell(text, Kind.MOVE)
        if self.round_number > before:
            self._keep()

    def _keep(self) -> None:
        """Keep what is shown of the newest round for longer."""
        log = self._narrator.log
        for happening in self._narrator.happened:
            match happening:
                case Drawn():
                    self.words = check_words(log.heads[-1])
                    self._keep_links(0)
                case Rolled():
                    self._keep_links(log.state.rolls)
                    if log.state.rolls - self._shown >= SHOWN_ROLLS:
                        self.bids = ()
                case BidsShown(bids=bids):
                    self.bids, self._shown = bids, log.state.rolls
                case _:
                    pass

    def _keep_links(self, roll: int) -> None:
        if self._narrator.log.last_roll is not None:
            self.links[roll] = self._narrator.log.last_roll.link_index
