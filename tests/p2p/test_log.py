"""The chain of rounds: heads, what is awaited when, what closing a round does (protocol.md, chapter 7)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.outcome import Reason
from core.phase import Phase
from core.ruleset import Ruleset
from p2p.dice import draw_start, roll_dice
from p2p.encoding import encode
from p2p.event import EventKind, read_note
from p2p.hashing import TAG_DIGEST, TAG_HEAD, tagged_hash
from p2p.log import Log, Roll, next_head
from tests.p2p.gamebuilder import GameBuilder, whole_game
from tests.strategies import seat_counts

RULES = Ruleset(rows_to_end=1, most_rolls=12)
AWAITED = {
    Phase.DRAW: {EventKind.LINK},
    Phase.ROLL: {EventKind.LINK},
    Phase.RETURN: {EventKind.ACTION},
    Phase.ACT: {EventKind.ACTION},
    Phase.NAME: {EventKind.ACTION},
    Phase.PLACE: {EventKind.ACTION},
    Phase.BID: {EventKind.COMMITMENT, EventKind.OPENING},
    Phase.OVER: {EventKind.SEAL},
}
ALL_ACTIVE = (EventKind.LINK, EventKind.COMMITMENT, EventKind.OPENING, EventKind.SEAL)


def test_the_first_head_is_the_game_id_and_the_first_round_awaits_every_start() -> None:
    game = GameBuilder(4)
    assert game.log.heads == [game.genesis.game_id]
    assert game.log.expects == (EventKind.START, (0, 1, 2, 3))
    assert (game.log.round_number, game.log.complete) == (0, False)


def test_a_head_hashes_the_one_before_and_the_ids_in_order() -> None:
    ids = [bytes([1]) * 32, bytes([2]) * 32]
    assert next_head(bytes(32), ids) == tagged_hash(TAG_HEAD, bytes(32), *ids)
    assert next_head(bytes(32), ids) != next_head(bytes(32), ids[::-1])


@settings(max_examples=30)
@given(seat_counts, st.integers(0, 10**6), st.sampled_from(["random", "cautious"]))
def test_every_round_awaits_what_the_phase_calls_for(seats: int, seed: int, bot: str) -> None:
    game = GameBuilder(seats, str(seed), RULES, bot)
    before = None
    while game.log.expects is not None:
        kind, awaited = game.log.expects
        state = game.log.state
        if kind is not EventKind.START:
            assert kind in AWAITED[state.phase]
            assert (kind is EventKind.OPENING) == (
                state.phase is Phase.BID and before is EventKind.COMMITMENT
            )
            assert awaited == (state.active if kind in ALL_ACTIVE else state.awaited)
        number, head, index = game.log.round_number, game.log.head, game.log.link_indexes[-1]
        played = game.play_round()
        assert game.log.round_number == number + 1
        assert game.log.head == next_head(head, [one.event_id for one in played])
        assert game.log.link_indexes[-1] == index + (kind is EventKind.LINK)
        assert all(game.log.spoken[seat] == number for seat in awaited)
        before = kind
    assert game.log.complete


@settings(max_examples=20)
@given(seat_counts, st.integers(0, 10**6))
def test_the_order_in_which_events_came_does_not_matter(seats: int, seed: int) -> None:
    game = GameBuilder(seats, str(seed), RULES)
    other = Log(game.genesis)
    while game.log.expects is not None:
        events = {one.event.seat: one for one in reversed(game.play_round())}
        other.close(events)
        assert (other.head, other.digest) == (game.log.head, game.log.digest)


def test_rolls_are_made_of_the_links_of_their_round() -> None:
    game = GameBuilder(3, "rolls", RULES)
    index = 0
    while game.log.expects is not None:
        is_link = game.log.expects.kind is EventKind.LINK
        played = game.play_round()
        if is_link:
            links = [(one.event.seat, one.event.body[0]) for one in played]
            roll = game.log.last_roll
            assert roll == Roll(index, tuple(links), game.log.round_number - 1)  # type: ignore[arg-type]
            if index:
                assert game.log.state.dice == roll_dice(game.genesis.game_id, index, links)  # type: ignore[arg-type]
            else:
                start = draw_start(game.genesis.game_id, 0, links, 3)  # type: ignore[arg-type]
                assert game.log.state.roller == start
            index += 1


def test_a_copy_goes_its_own_way() -> None:
    game = GameBuilder(2, "copy", RULES).play(3)
    copy = game.log.copy()
    head, digest = copy.head, copy.digest
    game.play()
    assert (copy.head, copy.digest, copy.round_number) == (head, digest, 3)
    assert game.log.complete


def test_the_digest_is_that_of_the_snapshot() -> None:
    game = whole_game(2)
    snapshot = encode(game.log.state.snapshot())  # type: ignore[arg-type]
    assert game.log.digest == tagged_hash(TAG_DIGEST, snapshot)


def test_the_result_is_reason_winners_and_money() -> None:
    game = whole_game(3)
    outcome = game.log.state.outcome
    assert outcome is not None
    assert game.log.result() == (int(outcome.reason), outcome.winners, outcome.money)


def test_a_note_in_a_roll_gives_its_link_and_retires_its_seat() -> None:
    game = GameBuilder(3, "note", RULES).play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)
    index = game.log.link_indexes[-1]
    note = game.resign(2)
    links = [(seat, game.players[seat].chain.link(index)) for seat in range(3)]
    game.play_round()
    assert read_note(note.event)[1] == links[2][1]
    assert game.log.last_roll == Roll(index, tuple(links), game.log.round_number - 1)
    assert game.log.state.dice == roll_dice(game.genesis.game_id, index, links)
    assert game.log.state.active == (0, 1)


def test_a_note_in_the_draw_leaves_the_draw_to_all_seats() -> None:
    game = GameBuilder(3, "draw", RULES).play(1)
    game.resign(1)
    game.play_round()
    assert game.log.last_roll is not None
    start = draw_start(game.genesis.game_id, 0, game.log.last_roll.links, 3)
    assert game.log.state.roller == (start if start != 1 else 2)


@pytest.mark.parametrize("kind", [EventKind.COMMITMENT, EventKind.OPENING])
def test_a_note_in_an_auction_leaves_it_to_the_others(kind: EventKind) -> None:
    game = GameBuilder(3, "judge", RULES).play_to(kind)
    money = game.log.state.money.copy()
    game.resign(1)
    game.play_round()
    if kind is EventKind.COMMITMENT:
        assert game.log.expects == (EventKind.OPENING, (0, 2))
        assert sorted(game.log.commitments) == [0, 2]
        game.play_round()
    assert game.log.state.active == (0, 2)
    assert game.log.state.money[1] == money[1]


def test_a_round_of_an_action_with_a_note_is_nothing_but_the_retirement() -> None:
    game = GameBuilder(3, "judge", RULES).play_to(EventKind.ACTION)
    roller = game.log.state.roller
    rolls = game.log.state.rolls
    game.resign(roller)
    game.play_round()
    assert roller not in game.log.state.active
    assert game.log.state.roller != roller
    assert game.log.state.rolls == rolls


def test_the_last_seat_seals_alone() -> None:
    game = GameBuilder(2, "last", RULES).play_to(EventKind.LINK)
    game.resign(0)
    game.play_round()
    assert game.log.expects == (EventKind.SEAL, (1,))
    assert game.log.result() == (int(Reason.LAST_SEAT), (1,), (30, 30))
    game.play()
    assert game.log.complete


def test_a_game_that_everyone_leaves_is_complete_without_a_seal() -> None:
    game = GameBuilder(2, "nobody", RULES).play_to(EventKind.LINK)
    game.resign(0)
    game.resign(1)
    game.play_round()
    assert game.log.complete
    assert game.log.result() == (int(Reason.NOBODY), (), (30, 30))


def test_a_note_that_comes_too_late_changes_nothing() -> None:
    game = GameBuilder(2, "late", Ruleset(rows_to_end=1, most_rolls=1)).play_to(EventKind.ACTION)
    waiting = 1 - game.log.state.roller
    game.resign(waiting)
    game.play_to(EventKind.SEAL)
    assert game.log.state.active == (0, 1)
    game.play()
    assert [one.event.kind for one in game.rounds[-1]] == [EventKind.SEAL, EventKind.SEAL]
