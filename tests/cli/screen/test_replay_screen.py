"""A replay on the screen: its controller by keys and lines, and the whole client through a pipe."""

import asyncio
import io
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.narrator import Narrator
from cli.playhead import FRAME_SECONDS, SPEEDS, Aim, Goal
from cli.results import tell_standings
from cli.screen.controller import NAMED_KEYS
from cli.screen.glyphs import ASCII, UNICODE
from cli.screen.layout import lay_out
from cli.screen.replay_client import ReplayClient
from cli.screen.replay_commands import COMMANDS, KEYS, find_command
from cli.screen.replay_screen import KEPT_LINES, LEAD_ROUNDS, ReplayScreen
from cli.screen.settings import Settings
from cli.screen.spans import Do, width_of
from cli.words import set_language
from p2p.event import EventKind
from p2p.tape import Tape
from tests.cli.screen.replays import RULES, go, open_replay, paint
from tests.cli.screen.test_screen_golden import SIZES
from tests.p2p.gamebuilder import GameBuilder, log_bytes, whole_game


@pytest.fixture(scope="module")
def game() -> GameBuilder:
    return whole_game(3, "look", RULES)


def press(at: ReplayScreen, *keys: str) -> ReplayScreen:
    for key in keys:
        at.press(key)
    return at


def page(at: ReplayScreen) -> Sequence[str] | None:
    """The lines of the page that lies open."""
    return None if at.ui.page is None else at.ui.page.lines


def first_line(at: ReplayScreen) -> str:
    lines = page(at)
    assert lines
    return lines[0]


@pytest.mark.parametrize(
    ("keys", "goal"),
    [
        (("right",), Goal(Aim.ROUND, 1)),
        ((">", "enter", "right", "<"), Goal(Aim.ROUND, 2)),
        (("right", "left"), Goal(Aim.START)),
        (("pagedown",), Goal(Aim.TURN, 1)),
        (("pagedown", "pagedown", "pagedown", "pageup"), Goal(Aim.TURN, 2)),
        (("a",), Goal(Aim.NEXT_AUCTION)),
        (("end",), Goal(Aim.END)),
        (("end", "home"), Goal(Aim.START)),
        (("end", "right"), Goal(Aim.END)),
    ],
)
def test_keys_lead_to_places(game: GameBuilder, keys: tuple[str, ...], goal: Goal) -> None:
    expected = go(open_replay(game), goal)
    at = press(open_replay(game), *keys)
    assert at.place == expected.place
    assert at.screen().table == expected.screen().table


@pytest.mark.parametrize("line", ["round 57", "57", "manche 57", "ROUND 57"])
def test_a_typed_round_is_gone_to(game: GameBuilder, line: str) -> None:
    set_language("fr" if line.startswith("manche") else "en")
    at = open_replay(game)
    at.submit(line)
    assert at.place == 57


def troubled() -> GameBuilder:
    """A game of four, one of whom resigns while another one is removed from a roll."""
    game = GameBuilder(4, "gone", RULES).play(12)
    game.resign(0)
    game.play(9).play_to(EventKind.LINK)
    absent = next(seat for seat in game.log.state.active if seat != game.log.state.roller)
    game.remove([absent])
    return game.play()


@pytest.mark.parametrize("make", [lambda: whole_game(3, "look", RULES), troubled])
def test_each_place_looks_the_same_however_it_was_come_to(make: Callable[[], GameBuilder]) -> None:
    """What stands beside the board goes back as far, whether the place was stepped or jumped to."""
    game = make()
    stepped, jumped = open_replay(game), open_replay(game)
    for place in range(len(game.rounds) + 1):
        stepped.move(place)
        if place % 7 == 0:
            jumped.move(len(game.rounds) - 1)
            jumped.move(place)
            one, other = stepped.screen(), jumped.screen()
            assert one.table == other.table
            assert one.feed[-20:] == other.feed[-20:]


def test_what_stands_beside_the_board_is_bounded(game: GameBuilder) -> None:
    at = open_replay(game)
    for place in range(len(game.rounds) + 1):
        at.move(place)
        assert len(at.story.feed) <= KEPT_LINES


@pytest.mark.parametrize("line", ["round 100000", "roll 100000", "turn 100000", "auction back"])
def test_a_place_that_is_not_there_is_not_gone_to(game: GameBuilder, line: str) -> None:
    at = open_replay(game)
    at.submit(line)
    assert at.place == 0
    assert "no such place" in at.ui.note


def test_a_digit_begins_the_number_of_a_round(game: GameBuilder) -> None:
    at = press(open_replay(game), "5")
    assert (at.is_typing, at.opening) == (True, "5")
    at.submit("57")
    assert (at.is_typing, at.place) == (False, 57)


def test_a_word_that_wants_a_number_waits_for_it(game: GameBuilder) -> None:
    at = open_replay(game)
    at.submit("roll")
    assert (at.is_typing, at.opening) == (True, "roll ")


def test_the_bar_goes_from_the_start_to_the_end(game: GameBuilder) -> None:
    at = open_replay(game)
    spans = [span for spans in lay_out(at.screen(), 80, 24, UNICODE).body for span in spans]
    targets = [span.target for span in spans if isinstance(span.target, Do)]
    places = []
    for target in targets:
        at.click(target)
        places.append(at.place)
    assert (places[0], places[-1]) == (0, len(game.rounds))
    assert all(one <= other for one, other in pairwise(places))


def test_the_company_of_the_seat_that_looks_stands_first(game: GameBuilder) -> None:
    at = open_replay(game)
    order = []
    for _seat in range(3):
        order.append([company.seat for company in at.screen().table.companies])
        press(at, "v")
    assert order == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    at.submit("view 3")
    assert at.seat == 2
    at.submit("view 4")
    assert at.seat == 2
    assert "3" in at.ui.note


def test_nobody_is_told_that_it_is_its_turn(game: GameBuilder) -> None:
    at = open_replay(game)
    for seat in range(3):
        at.look_from(seat)
        for place in range(0, len(game.rounds), 9):
            at.move(place)
            text = "\n".join(paint(at))
            assert "your turn" not in text
            assert "you are" not in text


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_bids_are_sealed_until_the_round_that_opens_them(game: GameBuilder, seat: int) -> None:
    """A bid stands nowhere on the screen before all are open, from whatever seat it is looked at."""
    at = open_replay(game, seat=seat)
    sealed = [
        number for number, events in enumerate(game.rounds) if events[0].event.kind is EventKind.OPENING
    ]
    assert sealed
    for number in sealed:
        at.move(number)
        text = "\n".join(paint(at))
        assert "are sealed." in text
        assert "The bids are shown" not in at.screen().table.reveal
        press(at, "right")
        assert "The bids are shown" in at.screen().table.reveal


def test_it_plays_to_the_end_and_stops_there(game: GameBuilder) -> None:
    at = open_replay(game)
    called: list[bool] = []
    at.began = lambda: called.append(at.playing.is_on)
    press(at, " ")
    assert called == [True]
    steps = 0
    while at.playing.is_on:
        at.advance()
        steps += 1
    assert steps == len(game.rounds)
    assert at.place == len(game.rounds)
    assert press(at, " ").playing.is_on
    assert at.place == 0


def test_each_speed_plays_so_many_rounds_in_a_second(game: GameBuilder) -> None:
    at = press(open_replay(game), " ", *"-" * 9)
    rates = []
    for _speed in SPEEDS:
        rates.append(at.playing.rounds / at.playing.pause)
        assert at.playing.pause >= FRAME_SECONDS
        press(at, "+")
    assert rates == pytest.approx(SPEEDS)
    assert at.playing.is_on


@pytest.mark.parametrize("key", [" ", "right", "home", "?", "n", "f"])
def test_whoever_goes_somewhere_or_reads_stops_the_playing(game: GameBuilder, key: str) -> None:
    at = press(open_replay(game), "right", "right", " ")
    assert at.playing.is_on
    press(at, key)
    assert not at.playing.is_on


def test_a_log_that_is_still_read_is_played_as_far_as_it_is(game: GameBuilder) -> None:
    at = ReplayScreen(Tape(io.BytesIO(game.data())), Settings())
    press(at, " ")
    at.advance()
    assert (at.place, at.playing.is_on) == (0, True)
    while at.work():
        pass
    at.advance()
    assert at.place == 1


def test_the_result_is_that_of_the_whole_game_wherever_it_is_asked_for(game: GameBuilder) -> None:
    narrator = Narrator(game.genesis)
    narrator.catch_up(game.rounds)
    at = press(go(open_replay(game), Goal(Aim.ROUND, 60)), "e")
    shown = at.screen().result
    assert shown is not None
    assert at.place == len(game.rounds)
    assert shown.course == tuple(narrator.tally.course)
    outcome = game.log.state.outcome
    assert outcome is not None
    assert list(shown.standings) == tell_standings(outcome, narrator.tally, narrator.names)
    assert press(at, "e").screen().result is None
    assert press(at, "e", "left").screen().result is None


def test_an_unfinished_game_has_no_result() -> None:
    at = press(open_replay(GameBuilder(2, "open", RULES).play(9)), "e")
    assert at.screen().result is None
    assert at.ui.note == "The game is not over."


def test_the_result_is_shown_once_all_is_read(game: GameBuilder) -> None:
    at = press(ReplayScreen(Tape(io.BytesIO(game.data())), Settings()), "e")
    assert at.screen().result is None
    while at.work():
        pass
    assert at.screen().result is not None


def test_the_proof_of_dice_to_come_is_not_shown_unasked(game: GameBuilder) -> None:
    at = press(open_replay(game), "right", "f")
    assert at.ui.page is None
    assert press(at, "right", "f").ui.page is not None


def test_a_place_further_on_is_gone_to_once_it_is_read() -> None:
    at = ReplayScreen(Tape(io.BytesIO(whole_game(2, "whole", RULES).data())), Settings())
    press(at, "end")
    assert at.place == 0
    assert "Reading" in at.ui.note
    while at.work():
        pass
    assert at.place == at.tape.rounds
    assert at.ui.note == ""


@pytest.mark.parametrize("key", [one.key for one in COMMANDS if one.key and one.key in "?fbntu!"])
def test_each_page_opens_over_the_board_and_closes_again(game: GameBuilder, key: str) -> None:
    at = press(go(open_replay(game), Goal(Aim.ROUND, 60)), key)
    assert page(at)
    press(at, "down", "escape")
    assert page(at) is None


def test_the_proof_is_that_of_the_roll_shown_or_of_a_number(game: GameBuilder) -> None:
    at = go(open_replay(game), Goal(Aim.ROLL, 7))
    press(at, "f")
    assert first_line(at).startswith("Roll 7, in round ")
    at.submit("fair 3")
    assert first_line(at).startswith("Roll 3, in round ")
    press(at, "escape")
    at.submit("fair 4000")
    assert page(at) is None
    assert "4000" in at.ui.note


def test_bids_that_are_sealed_are_on_no_page(game: GameBuilder) -> None:
    at = open_replay(game)
    press(at, "a", "right", "b")
    assert page(at) is None
    press(at, "right", "b")
    assert f"in round {at.place - 2};" in first_line(at)


def test_the_moves_are_told_with_their_rounds_the_newest_first(game: GameBuilder) -> None:
    at = press(go(open_replay(game), Goal(Aim.ROUND, 60)), "n")
    numbers = [int(text[:5]) for text in page(at) or ()]
    assert numbers == sorted(numbers, reverse=True)
    assert set(numbers) == set(range(60))


def test_every_key_stands_for_a_command() -> None:
    assert all(find_command(line) for line in KEYS.values())
    assert len({one.key for one in COMMANDS if one.key}) == sum(1 for one in COMMANDS if one.key)


@pytest.mark.parametrize("line", ["nonsense", "turn x", "round x", "next 4"])
def test_what_means_nothing_is_answered(game: GameBuilder, line: str) -> None:
    at = open_replay(game)
    at.submit(line)
    assert "no such command" in at.ui.note
    assert at.place == 0


def broken(game: GameBuilder) -> bytes:
    bodies = game.bodies()
    return log_bytes([*bodies[:40], *bodies[41:]])


def whole(game: GameBuilder) -> bytes:
    return game.data()


@pytest.mark.parametrize("make", [whole, broken])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_size_gets_exactly_its_lines_and_none_too_wide(
    game: GameBuilder, make: Callable[[GameBuilder], bytes], language: str
) -> None:
    set_language(language)
    screen = go(open_replay(make(game)), Goal(Aim.ROUND, 30)).screen()
    for width, height in SIZES:
        painted = lay_out(screen, width, height, UNICODE)
        assert len(painted.body) == max(height - 2, 0)
        assert all(width_of(spans) <= width for spans in (*painted.body, painted.keys))


def test_a_broken_log_stops_at_the_finding_and_says_so(game: GameBuilder) -> None:
    at = press(open_replay(broken(game)), "end")
    assert at.place == 39
    text = "\n".join(paint(at))
    assert "Audit: broken." in text
    assert "in round 40" in text


def test_ascii_glyphs_draw_nothing_else_but_names_and_words(game: GameBuilder) -> None:
    assert "\n".join(paint(go(open_replay(game, glyphs=ASCII), Goal(Aim.ROUND, 30)))).isascii()


def test_a_far_place_is_told_from_a_few_rounds_before() -> None:
    at = open_replay(whole_game(3, "look", RULES))
    at.move(150)
    assert 0 < len(at.story.feed) <= 5 * LEAD_ROUNDS


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_pressed_or_typed_the_screen_is_drawn(game: GameBuilder, seed: int) -> None:
    chance = Random(seed)
    data = chance.choice([whole, broken])(game)[: chance.choice([None, 9000])]
    at = ReplayScreen(Tape(io.BytesIO(data)), Settings())
    keys = (*NAMED_KEYS, *KEYS, *"/:059xyz")
    lines = (
        "round 3",
        "roll 4",
        "turn back",
        "turn 3",
        "view 2",
        "fair 2",
        "fair 99999999999",
        "round \u00b2",
        "",
    )
    for _step in range(60):
        match chance.randrange(4):
            case 0:
                at.submit(chance.choice(lines))
            case 1:
                at.work()
                at.advance()
            case _:
                at.press(chance.choice(keys))
        width, height = chance.choice(SIZES)
        assert len(at.paint(width, height).body) == max(height - 2, 0)
        assert 0 <= at.place <= at.tape.rounds


async def _show(at: ReplayScreen, keys: str) -> None:
    with create_pipe_input() as pipe:
        client = ReplayClient(at, source=pipe, output=DummyOutput())
        pipe.send_text(keys)
        await asyncio.wait_for(client.show(), 60)


def show(game: GameBuilder, keys: str) -> ReplayScreen:
    at = ReplayScreen(Tape(io.BytesIO(game.data())), Settings())
    asyncio.run(_show(at, keys))
    return at


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ("\x1b[C\x1b[C\x1b[C\x1b[Dq", 2),
        ("42\rq", 42),
        ("/round 42\r/next\rq", 43),
        (":round 42\r\x03", 42),
        ("?\x1b[B\x1b[Bq" + "q", 0),
    ],
)
def test_keys_and_lines_reach_the_controller(game: GameBuilder, keys: str, place: int) -> None:
    at = show(game, keys)
    assert at.is_left
    assert at.place == place


def test_the_end_is_reached_by_playing_at_the_highest_speed() -> None:
    at = ReplayScreen(Tape(io.BytesIO(whole_game(2, "b").data())), Settings())

    async def play() -> None:
        with create_pipe_input() as pipe:
            client = ReplayClient(at, source=pipe, output=DummyOutput())
            pipe.send_text(" " + "+" * len(SPEEDS))
            showing = asyncio.ensure_future(client.show())
            while at.playing.is_on or at.place == 0:
                await asyncio.sleep(0.01)
            pipe.send_text("q")
            await asyncio.wait_for(showing, 60)

    asyncio.run(asyncio.wait_for(play(), 60))
    assert at.place == at.tape.rounds
