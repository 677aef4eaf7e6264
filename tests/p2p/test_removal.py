"""Certificates: which set can be removed when, by whom, and what it does to the log (chapter 19)."""

from collections.abc import Callable

import pytest

from core.phase import Phase
from core.ruleset import Ruleset
from p2p.dice import roll_dice
from p2p.event import Event, EventKind, EventMalformed, EventRefused, SignedEvent, read_note
from p2p.heard import Heard
from p2p.judge import WrongGame, WrongHead, WrongNote, WrongRound, WrongSeat, judge
from p2p.log import Roll, next_head
from p2p.removal import (
    WrongSet,
    can_be_removed,
    certificates,
    close_round,
    judge_ballot,
    keeps,
    voted_sets,
    voters,
)
from tests.p2p.gamebuilder import GameBuilder

RULES = Ruleset(rows_to_end=1, most_rolls=20)
VOTE, LINK, COMMITMENT, OPENING = EventKind.VOTE, EventKind.LINK, EventKind.COMMITMENT, EventKind.OPENING


def at_roll(seats: int = 3, seed: str = "removal") -> GameBuilder:
    """Give a game in which the second link round is open."""
    return GameBuilder(seats, seed, RULES).play_to(LINK).play(1).play_to(LINK)


@pytest.mark.parametrize(
    ("seats", "masks"),
    [
        (2, set()),
        (3, {0b001, 0b010, 0b100}),
        (4, {0b0001, 0b0010, 0b0100, 0b1000, 0b0110, 0b1010, 0b1100}),
    ],
)
def test_the_quorum_is_more_than_half_or_half_with_the_lowest(seats: int, masks: set[int]) -> None:
    log = at_roll(seats).log
    assert {mask for mask in range(16) if can_be_removed(log, mask)} == masks


def test_no_two_sets_that_can_be_removed_have_disjoint_voters() -> None:
    log = at_roll(4).log
    sets = [set(voters(log, mask)) for mask in range(16) if can_be_removed(log, mask)]
    assert all(one & other for one in sets for other in sets)


def test_where_one_seat_speaks_only_sets_with_it_can_be_removed() -> None:
    game = at_roll(4).play_to(EventKind.ACTION)
    assert game.log.expects is not None
    [speaker] = game.log.expects.seats
    masks = {mask for mask in range(16) if can_be_removed(game.log, mask)}
    assert masks
    assert all(mask >> speaker & 1 for mask in masks)


def test_the_start_the_seals_and_the_complete_log_take_no_certificate() -> None:
    game = GameBuilder(3, "ends", RULES)
    assert not any(can_be_removed(game.log, mask) for mask in range(16))
    game.play_to(EventKind.SEAL)
    assert not any(can_be_removed(game.log, mask) for mask in range(16))
    game.play()
    assert not any(can_be_removed(game.log, mask) for mask in range(16))


def test_after_a_removal_the_last_two_cannot_remove_each_other() -> None:
    game = at_roll(3)
    game.remove((1,))
    assert not any(can_be_removed(game.log, mask) for mask in range(16))


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"body": (0,)}, EventMalformed),
        ({"body": (0b100, 0)}, EventMalformed),
        ({"game_id": bytes(32)}, WrongGame),
        ({"round_number": 0}, WrongRound),
        ({"head": bytes(32)}, WrongHead),
        ({"body": (0b110,)}, WrongSet),
        ({"body": (0b1000,)}, WrongSet),
        ({"seat": 2}, WrongSeat),
        ({"seat": 3}, WrongSeat),
    ],
)
def test_a_ballot_that_does_not_belong_here_is_named(
    fields: dict[str, object], refusal: type[EventRefused]
) -> None:
    game = at_roll()
    event = game.vote(0, (2,)).event
    assert judge_ballot(game.log, event) == 0b100
    with pytest.raises(refusal) as caught:
        judge_ballot(game.log, event._replace(**fields))  # type: ignore[arg-type]
    assert type(caught.value) is refusal


def test_a_keep_belongs_where_a_vote_does() -> None:
    game = at_roll()
    assert judge_ballot(game.log, game.keep(0, [game.speak(2)], (2,)).event) == 0b100


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _, votes: votes[:1],
        lambda _, votes: votes[::-1],
        lambda _, votes: (*votes, votes[0]),
        lambda game, votes: (votes[0], game.vote(1, (3,))),
        lambda game, votes: (votes[0], game.keep(1, [game.speak(2)], (2,))),
    ],
)
def test_what_is_no_certificate_leaves_the_log_untouched(
    spoil: Callable[[GameBuilder, tuple[SignedEvent, ...]], tuple[SignedEvent, ...]],
) -> None:
    game = at_roll(3)
    votes = (game.vote(0, (2,)), game.vote(1, (2,)))
    before = game.log.copy()
    with pytest.raises(EventRefused):
        close_round(game.log, spoil(game, votes))
    assert (game.log.heads, game.log.digest) == (before.heads, before.digest)
    close_round(game.log, votes)
    assert game.log.removals == (before.round_number,)


def test_a_round_of_events_is_closed_as_ever() -> None:
    game = at_roll()
    other = game.log.copy()
    played = game.play_round()
    with pytest.raises(WrongSeat):
        close_round(other, played[:-1])
    close_round(other, played)
    assert other.heads == game.log.heads


def test_a_roll_is_asked_anew_with_next_links() -> None:
    game = at_roll()
    index, last, spoken = game.log.link_indexes[-1], game.log.last_roll, game.log.spoken.copy()
    number, head = game.log.round_number, game.log.head
    votes = game.remove((2,))
    log = game.log
    assert log.head == next_head(head, [one.event_id for one in votes])
    assert (log.state.active, log.removals, log.spoken) == ((0, 1), (number,), spoken)
    assert (log.expects, log.last_roll) == ((LINK, (0, 1)), last)
    assert log.link_indexes[-1] == index + 1
    game.play_round()
    links = [(seat, game.players[seat].chain.link(index + 1)) for seat in (0, 1)]
    assert log.last_roll == Roll(index + 1, tuple(links), number + 1)
    assert log.state.dice == roll_dice(game.genesis.game_id, index + 1, links)
    assert game.play().log.complete


def test_the_draw_can_go_on_without_a_seat() -> None:
    game = GameBuilder(3, "draw", RULES).play(1)
    game.remove((0,))
    assert game.log.expects == (LINK, (1, 2))
    assert game.play().log.complete


def test_the_roller_that_is_removed_at_its_action_passes_its_turn() -> None:
    game = at_roll()
    while game.log.state.phase is not Phase.ACT:
        game.play_round()
    roller = game.log.state.roller
    assert roller is not None
    index = game.log.link_indexes[-1]
    game.remove((roller,))
    assert game.log.state.roller != roller
    assert game.log.link_indexes[-1] == index
    assert game.play().log.complete


def test_commitments_are_asked_again_and_openings_open_those_that_stand() -> None:
    game = GameBuilder(4, "auction", Ruleset(most_rolls=80)).play_to(COMMITMENT)
    assert awaited(game) == (COMMITMENT, (0, 1, 2, 3))
    game.remove((3,))
    assert awaited(game) == (COMMITMENT, (0, 1, 2))
    game.play_round()
    committed = dict(game.log.commitments)
    assert awaited(game) == (OPENING, (0, 1, 2))
    game.remove((2,))
    assert awaited(game) == (OPENING, (0, 1))
    assert game.log.commitments == committed
    game.play_round()
    assert awaited(game)[0] is not OPENING
    assert game.play().log.complete


def awaited(game: GameBuilder) -> tuple[EventKind, tuple[int, ...]]:
    assert game.log.expects is not None
    return game.log.expects


@pytest.mark.parametrize("has_spoken", [False, True])
def test_a_note_out_of_step_stands_after_the_removal_with_its_link(has_spoken: bool) -> None:
    """Seat 1 signs its note for the removed roll, or for the next round as if it had spoken in it."""
    game = at_roll()
    index = game.log.link_indexes[-1]
    note = game.resign(1, has_spoken=has_spoken)
    before = game.log.copy()
    game.remove((2,))
    game.play_round()
    assert game.log.last_roll is not None
    links = ((0, game.players[0].chain.link(index + 1)), (1, read_note(note.event)[1]))
    assert (game.log.last_roll.link_index, game.log.last_roll.links) == (index + 1, links)
    assert game.log.last_links[1] == (index + has_spoken, read_note(note.event)[1])
    assert game.log.state.active == (0,)
    if has_spoken:
        with pytest.raises(WrongNote):
            judge(before, note.event)


def hearing(*signed: SignedEvent) -> Heard:
    heard = Heard()
    for one in signed:
        heard.add(one, frozenset())
    return heard


def test_certificates_are_found_the_largest_first() -> None:
    game = at_roll(4)
    small = [game.vote(seat, (3,)) for seat in (0, 1, 2)]
    large = [game.vote(seat, (2, 3)) for seat in (0, 1)]
    heard = hearing(*small, large[0])
    assert [one.mask for one in certificates(game.log, heard)] == [0b1000]
    heard = hearing(*large[::-1], *small)
    found = certificates(game.log, heard)
    assert [one.mask for one in found] == [0b1100, 0b1000]
    assert found[0].votes == tuple(large)
    assert sorted(voted_sets(game.log, heard, 0)) == [0b1000, 0b1100]
    assert voted_sets(game.log, heard, 2) == [0b1000]


def test_ballots_over_another_head_are_passed_over() -> None:
    game = at_roll()
    elsewhere = [game.sign(seat, VOTE, (0b100,), head=bytes(32)) for seat in (0, 1)]
    heard = hearing(*elsewhere)
    assert certificates(game.log, heard) == []
    assert voted_sets(game.log, heard, 0) == []


def test_keeps_of_the_voters_alone_are_given() -> None:
    game = at_roll()
    said: Callable[[int], SignedEvent] = game.speak
    mine, inside = game.keep(0, [said(2)], (2,)), game.keep(2, [said(2)], (2,))
    heard = hearing(mine, inside, game.vote(1, (2,)))
    assert keeps(game.log, heard, 0b100) == [mine]
    assert keeps(game.log, heard, 0b010) == []


def test_an_event_of_a_removed_round_is_not_taken_later() -> None:
    game = at_roll()
    late: Event = game.speak(1).event
    game.remove((2,))
    with pytest.raises(WrongRound):
        judge(game.log, late)
