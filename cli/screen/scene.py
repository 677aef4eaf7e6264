"""What the client knows about its table at one moment: what view models are made of, besides the UI state.

It holds values only; `cli.screen.table_screen` makes one whenever the screen is drawn.
"""

from enum import Enum
from math import inf
from typing import TYPE_CHECKING

from cli.tally import Tally
from core.frozen import Frozen
from core.state import State

if TYPE_CHECKING:  # screens that show no game do without what a game loads
    from cli.rematch_desk import Wish
    from p2p.view import View


class Kind(Enum):
    """What a line of the feed is."""

    MOVE = "move"
    CHAT = "chat"
    ALERT = "alert"
    REVEAL = "reveal"


class FeedLine(Frozen):
    """One line of what has happened, in words."""

    text: str
    kind: Kind = Kind.MOVE


class Scene(Frozen):
    """One moment at a table.

    `settled` is the game as far as it is settled, `view.state` as far as this seat knows it: what differs
    is pending. `waited` are the seconds for which the open round has been awaiting somebody. `words` are
    the check words, empty before the first roll is settled; `bids` those shown last, by seat, for a
    while; `alerts` what stands in the way of
    the game or of its fairness; `left` the seconds that the soft clock leaves, infinitely many without one;
    `pending` what this seat has said and what is not settled yet. With `looks_on` nobody sits here: the game
    is looked at from the seat of the view; `through` are the seats through which a spectator watches at this
    moment, None where nobody watches. `tally` is what the settled game has come to, `log` where its file
    is, and `verdict` what the audit of that has said, empty before. `wish` is how a rematch stands, where one
    may come.
    """

    title: str
    names: tuple[str, ...]
    view: "View"
    settled: State
    waited: float = 0.0
    feed: tuple[FeedLine, ...] = ()
    words: tuple[str, ...] = ()
    bids: tuple[int | None, ...] = ()
    alerts: tuple[str, ...] = ()
    left: float = inf
    pending: str = ""
    looks_on: bool = False
    through: tuple[int, ...] | None = None
    tally: Tally | None = None
    log: str = ""
    verdict: str = ""
    wish: "Wish | None" = None
