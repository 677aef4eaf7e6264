"""The games in which a client has to choose what it follows, and the form of a case."""

from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Final, NamedTuple

from core.ruleset import Ruleset
from p2p.event import EventKind, SignedEvent
from tests.p2p.gamebuilder import GameBuilder

RULES: Final = Ruleset(most_rolls=8)
POOR: Final = Ruleset(most_rolls=30, money=5, fee=5, limit=0)
"""Who cannot pay storage acts, returns chips one by one, and acts again, alone all the time."""


class Case(NamedTuple):
    """What the client of `seat` (None for a spectator) holds beyond a settled log, and what it makes of it.

    closed: the rounds that it closes, each by the events or votes that are named.
    end: "fork", "outranked", or "" if it goes on.
    """

    what: str
    clause: str
    game: str
    seat: int | None
    held: Sequence[SignedEvent]
    closed: Sequence[Sequence[SignedEvent]]
    end: str = ""


class Doubled(NamedTuple):
    """A game in which X may act twice, and has signed two copies of both; Y and Z are the others."""

    game: GameBuilder
    one: SignedEvent
    one_more: SignedEvent
    two: SignedEvent
    two_more: SignedEvent
    after_one: GameBuilder
    after_two: GameBuilder


@cache
def games() -> dict[str, GameBuilder]:
    """Give the games, all their rounds being settled."""
    four = GameBuilder(4, "following", RULES).play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)
    bids = GameBuilder(4, "bids", RULES).play_to(EventKind.COMMITMENT)
    poor = GameBuilder(3, "deep 289", POOR).play(17)
    return {
        "double": doubled().game,
        "four": poor,
        "removed": _one_removed(),
        "roll": four,
        "decision": _before_a_decision(),
        "bids": bids,
        "seals": GameBuilder(3, "seals").play_to(EventKind.SEAL),
    }


@cache
def doubled() -> Doubled:
    for number in count():
        game = GameBuilder(3, f"following {number}", RULES).play_to(EventKind.ACTION)
        copies = []
        for decision in game.log.state.legal():
            [seat] = game.log.state.awaited
            after = game.copy()
            [first] = after.play_round({seat: game.sign(seat, EventKind.ACTION, decision.code)})
            if after.log.state.awaited == (seat,) and after.log.state.actions_left == 1:
                [second] = after.play_round()
                copies.append((first, second, after))
        if len(copies) > 1:
            (one, one_more, after_one), (two, two_more, after_two) = copies[:2]
            return Doubled(game, one, one_more, two, two_more, after_one, after_two)
    raise AssertionError


def _before_a_decision() -> GameBuilder:
    """Give a game with a roll open, after which one seat has to decide."""
    for number in count():
        game = GameBuilder(3, f"decision {number}", RULES).play_to(EventKind.LINK).play(1)
        ahead = game.play_to(EventKind.LINK).copy()
        ahead.play_round()
        if ahead.log.expects is not None and ahead.log.expects.kind is EventKind.ACTION:
            return game
    raise AssertionError


def _one_removed() -> GameBuilder:
    """Give a game of four before a decision, seat 3 having been removed."""
    for number in count():
        game = (
            GameBuilder(4, f"removed {number}", RULES).play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)
        )
        game.remove((3,))
        game.play_to(EventKind.ACTION)
        if game.log.expects is not None and len(game.log.state.legal()) > 1:
            return game
    raise AssertionError


def sealed_twice() -> tuple[GameBuilder, list[SignedEvent], list[SignedEvent]]:
    """Give the game before the bids, all commitments, and the same with another one of seat 2."""
    game = games()["bids"].copy()
    said = list(game.awaited().values())
    return game, said, [*said[:2], game.commit(2, 0, bytes(32)), said[3]]
