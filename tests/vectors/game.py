"""The one short game that the vectors are taken from: scripted, so that no bot's taste changes its bytes."""

from functools import cache
from itertools import count

from core.decision import DELIVER, PLACE, SELL, TREAT, Decision
from core.phase import Phase
from core.ruleset import Ruleset
from core.state import State
from p2p.ballot import BALLOTS
from p2p.event import EventKind, SignedEvent
from p2p.hashing import HASH_BYTES
from p2p.keys import SigningKey
from tests.p2p.gamebuilder import GameBuilder

RULES = Ruleset(rows_to_end=1, most_rolls=8)
SEATS = 3


def choose(state: State) -> Decision:
    """Give the last of the legal decisions by code: sales before treatments before deliveries."""
    return max(state.legal(), key=lambda decision: decision.code)


class VectorGame(GameBuilder):
    """A game of three seats in which every kind of event is said, ballots excepted."""

    snapshots: dict[int, State]

    def __init__(self, number: int | str) -> None:
        super().__init__(SEATS, f"vectors {number}", RULES)
        self.snapshots = {}

    def seeds(self) -> list[bytes]:
        """Give the seed of each seat's Ed25519 key."""
        drawn = [self._entropy(f"key {number}") for number in range(SEATS)]
        by_key = {SigningKey(seed).public: seed for seed in drawn}
        return [by_key[seat.key] for seat in self.genesis.seats]

    def say(self, seat: int) -> SignedEvent:
        """Give what the script says for this seat in the open round."""
        assert self.log.expects is not None
        match self.log.expects.kind:
            case EventKind.ACTION:
                return self.sign(seat, EventKind.ACTION, choose(self.log.state).code)
            case EventKind.COMMITMENT:
                return self.commit(
                    seat, min(3 + 2 * seat, self.log.state.money[seat]), bytes([seat]) * HASH_BYTES
                )
            case _:
                return self.speak(seat)

    def step(self) -> None:
        """Play one round by the script."""
        assert self.log.expects is not None
        kind, seats = self.log.expects
        standing = {seat for seat in self._notes if kind in (EventKind.LINK, EventKind.ACTION)}
        self.snapshots[self.log.round_number] = self.log.state.copy()
        self.play_round({seat: self.say(seat) for seat in seats if seat not in standing})


def _play(number: int) -> VectorGame:
    """Play game `number`: after its first auction the last seat resigns, with its event of the round said."""
    game = VectorGame(number)
    while game.log.expects is not None:
        state = game.log.state
        auctioned = any(one.event.kind is EventKind.OPENING for events in game.rounds for one in events)
        if auctioned and state.phase is Phase.ROLL and SEATS - 1 in state.active and not game._notes:
            game.step()
            game.resign(SEATS - 1)
            continue
        game.step()
    return game


@cache
def vector_game() -> VectorGame:
    """Give the first such game with every kind of event but ballots, and with most kinds of decisions."""
    for number in count():
        game = _play(number)
        kinds = {one.event.kind for events in game.rounds for one in events}
        verbs = {
            one.event.body[0]
            for events in game.rounds
            for one in events
            if one.event.kind is EventKind.ACTION
        }
        if (
            kinds == set(EventKind) - BALLOTS
            and {DELIVER, TREAT, SELL, PLACE} <= verbs
            and len(game.log.state.active) == SEATS - 1
        ):
            return game
    raise AssertionError


@cache
def removal_game() -> VectorGame:
    """Give a game of three seats in which two remove the third at a roll, and then play on to the end."""
    game = VectorGame("removal")
    while game.log.state.rolls < 2 or game.log.state.phase is not Phase.ROLL:
        game.step()
    game.snapshots[game.log.round_number] = game.log.state.copy()
    game.remove((SEATS - 1,))
    while game.log.expects is not None:
        game.step()
    return game
