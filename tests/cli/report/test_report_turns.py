"""The turns of a page: those of the replay, each with its board, and nothing told twice or left out."""

from io import BytesIO

from cli.narrator import Narrator
from cli.report.boards import read_board
from cli.report.turns import Turn, Turns
from core.ruleset import Ruleset
from p2p.tape import Tape
from tests.cli.report.pages import auctions_game
from tests.p2p.gamebuilder import GameBuilder


def turns_of(game: GameBuilder) -> tuple[Tape, list[Turn], Turns]:
    tape = Tape(BytesIO(game.data()))
    while tape.read_on():
        pass
    turns = Turns(tape)
    return tape, [*turns], turns


def test_turns_have_the_numbers_of_the_replay_and_the_boards_at_their_beginnings() -> None:
    tape, turns, whole = turns_of(auctions_game())
    assert [turn.first_round for turn in turns] == [0, *tape.landmarks.turns]
    assert [turn.number for turn in turns] == [*range(len(turns))]
    for turn in turns:
        state = tape.log_at(turn.first_round).state
        assert turn.board == read_board(state)
        assert turn.seat == (state.roller if turn.number else None)
    assert whole.board == read_board(tape.log_at(tape.rounds).state)


def test_all_that_happened_is_told_once_and_in_its_order() -> None:
    game = auctions_game()
    _tape, turns, _whole = turns_of(game)
    told = [line for turn in turns for _number, lines in turn.steps for line in lines]
    narrator = Narrator(game.genesis)
    all_lines = [line for number, events in enumerate(game.rounds) for line in narrator.tell(number, events)]
    assert told == [line for line in all_lines if not line.startswith("It is the turn of")]


def test_storage_stands_in_the_turn_that_it_begins() -> None:  # T1
    _tape, turns, _whole = turns_of(auctions_game())
    for turn in turns:
        for _number, lines in turn.steps:
            for line in lines:
                if line.endswith("for storage."):
                    assert turn.seat is not None
                    assert line == turn.steps[0][1][0]


def test_turns_are_made_one_at_a_time_so_that_long_games_take_no_more_memory() -> None:
    tape, _turns, _whole = turns_of(auctions_game())
    turns = Turns(tape)
    each = iter(turns)
    for beginning in tape.landmarks.turns[:3]:
        next(each)
        assert turns.board == read_board(tape.log_at(beginning).state)


def test_a_log_without_a_round_has_one_empty_turn() -> None:
    _tape, turns, _whole = turns_of(GameBuilder(2, "a", Ruleset()))
    assert [(turn.number, turn.steps) for turn in turns] == [(0, [])]
