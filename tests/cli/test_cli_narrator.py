import pytest

from cli.narrator import Narrator, RoundUntold
from cli.words import set_language
from core.ruleset import Ruleset
from p2p.event import EventKind
from tests.p2p.gamebuilder import GameBuilder, whole_game

LONGER = Ruleset(rows_to_end=1, most_rolls=40)


def tell(game: GameBuilder) -> list[str]:
    narrator = Narrator(game.genesis)
    return [line for number, events in enumerate(game.rounds) for line in narrator.tell(number, events)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_told_line_by_line(language: str, seats: int) -> None:
    set_language(language)
    game = whole_game(seats, "told", LONGER, "cautious")
    told = tell(game)
    assert len(told) > game.log.state.rolls
    assert all(line and "\n" not in line and "{" not in line for line in told)


def test_it_begins_with_the_signatures_and_ends_with_them() -> None:
    told = tell(whole_game(3))
    assert told[0] == "All seats have signed the start of the game."
    assert told[1].startswith("The dice draw ")
    assert told[-2].startswith("The game is over")
    assert told[-1] == "All seats have signed the result."


def test_bids_are_told_sealed_and_then_all_together() -> None:
    for seed in range(50):
        told = tell(whole_game(2, f"bids {seed}"))
        if "All bids are in, still sealed." in told:
            after = told[told.index("All bids are in, still sealed.") + 1]
            assert after.startswith("The bids are shown: ")
            return
    raise AssertionError


def test_who_resigns_is_told() -> None:
    game = GameBuilder(3, "leaving", LONGER).play(4)
    assert game.log.expects is not None
    seat = game.log.expects.seats[0]
    game.resign(seat)
    told = tell(game.play())
    name = Narrator(game.genesis).names[seat]
    at = told.index(f"{name} resigns.")
    assert f"{name} is out of the game, and its chips go back to the bank." in told[at : at + 3]


def test_who_is_removed_and_who_has_voted_are_not_mixed_up() -> None:
    """Rule L4: the round is made anew without the removed, not without the voters."""
    game = GameBuilder(3, "removed", LONGER).play(9).play_to(EventKind.LINK)
    game.remove([1])
    told = tell(game.play())
    assert "Ada and Ben have voted to remove Cleo: the round is made anew without Cleo." in told


def test_when_all_resign_nothing_is_said_of_all_having_spoken() -> None:
    game = GameBuilder(2, "both", LONGER).play_to(EventKind.LINK)
    for seat in (0, 1):
        game.resign(seat)
    told = tell(game.play())
    assert [line for line in told if "resigns" in line] == ["Ada resigns.", "Ben resigns."] or len(told) > 3
    assert "The game is over without a winner: nobody is left." in told


def test_a_round_is_told_once_and_no_round_is_skipped() -> None:
    game = whole_game()
    narrator = Narrator(game.genesis)
    assert narrator.tell(0, game.rounds[0])
    assert narrator.tell(0, game.rounds[0]) == []
    with pytest.raises(RoundUntold) as error:
        narrator.tell(3, game.rounds[3])
    assert (error.value.round_number, error.value.expected) == (3, 1)


def test_after_catching_up_the_rest_is_told() -> None:
    game = whole_game()
    narrator = Narrator(game.genesis)
    narrator.catch_up(game.rounds[:5])
    narrator.catch_up(game.rounds[:5])
    assert narrator.log.head == game.log.heads[5]
    rest = [
        line for number in range(5, len(game.rounds)) for line in narrator.tell(number, game.rounds[number])
    ]
    assert tell(game)[-len(rest) :] == rest
    assert narrator.tell(len(game.rounds), ()) == []


@pytest.mark.parametrize("place", [0, 7, 20])
def test_a_game_is_told_from_any_moment_on_as_from_its_start(place: int) -> None:
    game = whole_game(3, "moment", LONGER)
    there = Narrator(game.genesis)
    there.catch_up(game.rounds[:place])
    narrator = Narrator(game.genesis)
    narrator.catch_up(game.rounds)
    narrator.start_at(there.log.copy())
    assert narrator.tally.course == [tuple(there.log.state.money)]
    for number in range(place, len(game.rounds)):
        assert narrator.tell(number, game.rounds[number]) == there.tell(number, game.rounds[number])
    assert narrator.tally.course[-1] == there.tally.course[-1]
    assert narrator.log.head == game.log.head
