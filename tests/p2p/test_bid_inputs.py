import hashlib

from core.ruleset import Ruleset
from p2p.bid_inputs import newest_bids
from p2p.event import EventKind
from tests.p2p.gamebuilder import GameBuilder


def game_with_two_auctions() -> tuple[GameBuilder, list[int]]:
    """Give a game, and the rounds in which bids were opened."""
    for seed in range(100):
        game = GameBuilder(3, f"bids {seed}", Ruleset(rows_to_end=1, most_rolls=20))
        while game.log.expects is not None:
            game.play_round()
        opened = [
            number for number, events in enumerate(game.rounds) if events[0].event.kind is EventKind.OPENING
        ]
        if len(opened) > 1:
            return game, opened
    raise AssertionError


def test_each_newest_bid_hashes_to_its_commitment_as_chapter_10_says() -> None:
    game, opened = game_with_two_auctions()
    for count in (opened[0] + 1, len(game.rounds)):
        rounds = game.rounds[:count]
        last = max(number for number in opened if number < count)
        found = newest_bids(game.genesis, rounds)
        assert [(one.seat, one.bid) for one in found] == [
            (one.event.seat, one.event.body[0]) for one in game.rounds[last]
        ]
        for one in found:
            assert one.commitment == game.rounds[one.round_number][one.seat].event.body[0]
            assert hashlib.sha256(one.data).digest() == one.digest
            assert one.data.endswith(one.bid.to_bytes(8, "big") + one.nonce)
            assert one.fits


def test_before_the_first_opening_there_are_none() -> None:
    game, opened = game_with_two_auctions()
    assert newest_bids(game.genesis, game.rounds[: opened[0]]) == ()
