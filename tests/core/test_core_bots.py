"""The bots play by the rules, change nothing, and the careful one is worth its name."""

from random import Random

import pytest
from hypothesis import given, settings

from core.bots import BOTS, Bot
from core.decision import Sell
from core.invariants import broken_invariants
from core.outcome import Reason
from core.phase import Phase
from core.ruleset import DEFAULT, Ruleset
from core.state import State
from tests.core.positions import GLASS, PAPER, to_roll
from tests.strategies import rulesets, seat_counts, seeds


def speak(state: State, bots: list[Bot], rng: Random) -> None:
    """Let the awaited seats speak; the dice are the same chance."""
    match state.phase:
        case Phase.DRAW:
            state.draw(rng.randrange(state.seats))
        case Phase.ROLL:
            state.roll(rng.randrange(6), rng.randrange(6))
        case Phase.BID:
            bids = [bots[seat].bid(state, seat, rng.randrange) for seat in state.active]
            assert all(bid in state.bid_range(seat) for seat, bid in enumerate(bids))
            state.bid(bids)
        case _:
            (seat,) = state.awaited
            decision = bots[seat].decide(state, seat, rng.randrange)
            assert decision in state.legal()
            state.decide(decision)


def played(bots: list[Bot], seed: int, ruleset: Ruleset = DEFAULT) -> State:
    state, rng = State(ruleset, len(bots)), Random(seed)
    while state.phase is not Phase.OVER:
        speak(state, bots, rng)
    return state


def test_a_careful_player_beats_three_at_random() -> None:
    wins = 0
    for game in range(100):
        bots = [BOTS["random"]] * 4
        bots[game % 4] = BOTS["cautious"]
        outcome = played(bots, game).outcome
        assert outcome
        wins += outcome.winners == (game % 4,)
    assert wins >= 95


@pytest.mark.parametrize(("rival", "row"), [("....", 4), ("GGGG", 0)])
def test_a_careful_player_opens_a_steep_row_for_itself_and_a_flat_one_for_others(
    rival: str, row: int
) -> None:
    state = to_roll({0: "GG..", 1: rival}, {0: "G..."})
    state.roll(GLASS, PAPER)
    assert BOTS["cautious"].decide(state, 0, Random(1).randrange) == Sell(0, row)


def test_a_game_of_careful_players_has_the_length_that_the_rules_tell() -> None:
    rolls = sum(played([BOTS["cautious"]] * 4, seed).rolls for seed in range(40))
    assert 70 <= rolls / 40 <= 100


def test_every_game_of_careful_players_ends_by_full_rows() -> None:
    for seed in range(30):
        outcome = played([BOTS["cautious"]] * 3, seed).outcome
        assert outcome
        assert outcome.reason is Reason.ROWS


@settings(max_examples=40)
@given(rulesets(), seat_counts, seeds)
def test_bots_play_any_ruleset_and_only_read(ruleset: Ruleset, seats: int, seed: int) -> None:
    names = list(BOTS)
    bots = [BOTS[names[(seed + seat) % len(names)]] for seat in range(seats)]
    state, rng = State(ruleset, seats), Random(seed)
    while state.phase is not Phase.OVER:
        if state.phase in (Phase.ACT, Phase.PLACE):
            before = state.snapshot()
            (seat,) = state.awaited
            bots[seat].decide(state, seat, Random(1).randrange)
            assert state.snapshot() == before
        speak(state, bots, rng)
    assert broken_invariants(state) == []


def test_the_same_chance_gives_the_same_game() -> None:
    bots = [BOTS["cautious"], BOTS["random"], BOTS["cautious"]]
    assert played(bots, 7).snapshot() == played(bots, 7).snapshot()
    assert played(bots, 7).snapshot() != played(bots, 8).snapshot()
