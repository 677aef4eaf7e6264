"""A file that is no whole game, with what is to be found in it; and the games that such files are made of."""

from functools import cache
from itertools import count
from typing import Final, NamedTuple

from core.ruleset import Ruleset
from p2p.event import EventKind, SignedEvent
from p2p.verdict import Fault
from tests.p2p.gamebuilder import GameBuilder, log_bytes, round_body

MEDIUM: Final = Ruleset(most_rolls=8)
SHORT: Final = Ruleset(most_rolls=1)


class Broken(NamedTuple):
    """A file, and what both audits must say first: the finding, the refusal's name, round, seat and kind."""

    name: str
    rules: str
    what: str
    data: bytes
    fault: Fault
    error: str = ""
    at: tuple[int, int, str] | None = None
    is_sound_by_default: bool = False


@cache
def whole() -> GameBuilder:
    return GameBuilder(2, "broken", SHORT).play()


@cache
def game_at(kind: EventKind, seats: int = 3) -> GameBuilder:
    """Give the first game whose open round is of this kind, after the draw."""
    games = (GameBuilder(seats, f"broken {number}", MEDIUM).play(2).play_to(kind) for number in count())
    return next(game for game in games if game.log.expects is not None)


def with_wrong(game: GameBuilder, wrong: SignedEvent) -> bytes:
    """Give the log of a game whose open round holds this event, and right ones of the other seats."""
    events = game.copy().awaited({wrong.event.seat: wrong})
    return log_bytes([*game.bodies(), round_body([events[seat] for seat in sorted(events)])])


def place_of(one: SignedEvent) -> tuple[int, int, str]:
    return one.event.round_number, one.event.seat, one.event.kind.name.lower()
