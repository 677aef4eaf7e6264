"""What the charts of a page are drawn from: money, market, and accounts that add up."""

from io import BytesIO
from itertools import pairwise

from cli.narrator import Narrator
from cli.report.command import read_whole
from cli.report.course import MOST_POINTS, Course
from cli.report.snapshot import Snapshot
from core.ruleset import Ruleset
from core.state import State
from tests.cli.report.pages import auctions_game


def test_what_each_seat_took_in_and_paid_makes_its_money_at_the_end() -> None:  # A3, B2, T1
    game = auctions_game()
    _tape, course, report = read_whole(Snapshot(BytesIO(game.data()), 0, ""))
    assert report.result is not None
    start = game.genesis.ruleset.money
    money = [
        start + income - spent - fees
        for income, spent, fees in zip(course.income, course.spent, course.fees, strict=True)
    ]
    assert tuple(money) == report.result.money == course.points[-1].money
    assert all(sum(amounts) > 0 for amounts in (course.income, course.spent, course.fees))
    assert sum(course.sold) == sum(course.points[-1].chips)
    narrator = Narrator(game.genesis)
    narrator.catch_up(game.rounds)
    assert course.won == narrator.tally.auctions
    assert all(count > 0 for count in course.won)


def test_there_is_a_point_for_the_start_and_for_every_roll() -> None:
    game = auctions_game()
    _tape, course, _report = read_whole(Snapshot(BytesIO(game.data()), 0, ""))
    assert [point.roll for point in course.points] == [*range(game.log.state.rolls + 1)]
    assert course.points[0].money == (30, 30, 30)


def test_a_long_course_is_thinned_out_evenly_and_keeps_its_end() -> None:
    state, course = State(Ruleset(), 2), Course(2)
    for roll in range(10 * MOST_POINTS + 4):
        state.rolls = roll
        state.money[0] = roll
        course.see(state, ())
        course.see(state, ())
    rolls = [point.roll for point in course.points]
    assert len(rolls) <= MOST_POINTS + 1
    assert len(rolls) > MOST_POINTS // 2
    assert (rolls[0], rolls[-1]) == (0, 10 * MOST_POINTS + 3)
    assert {later - earlier for earlier, later in pairwise(rolls[:-1])} == {16}
    assert all(point.money[0] == point.roll for point in course.points)
