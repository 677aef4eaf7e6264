"""Places in a log and the speed of playing, as a pure model."""

import pytest

from cli.playhead import SPEEDS, Aim, Goal, Playing, is_before, last_resort, reach
from p2p.landmarks import Landmarks

ROUNDS = 30


def landmarks() -> Landmarks:
    marks = Landmarks()
    marks.turns.extend([2, 6, 11, 19])
    marks.auctions.extend([8, 21])
    marks.rolls.extend([1, 3, 7, 12, 20])
    return marks


@pytest.mark.parametrize(
    ("goal", "place", "found"),
    [
        (Goal(Aim.NEXT), 0, 1),
        (Goal(Aim.NEXT), ROUNDS - 1, ROUNDS),
        (Goal(Aim.NEXT), ROUNDS, None),
        (Goal(Aim.BACK), 5, 4),
        (Goal(Aim.BACK), 0, 0),
        (Goal(Aim.NEXT_TURN), 0, 2),
        (Goal(Aim.NEXT_TURN), 2, 6),
        (Goal(Aim.NEXT_TURN), 19, None),
        (Goal(Aim.BACK_TURN), 13, 11),
        (Goal(Aim.BACK_TURN), 11, 6),
        (Goal(Aim.BACK_TURN), 2, 0),
        (Goal(Aim.NEXT_AUCTION), 8, 21),
        (Goal(Aim.NEXT_AUCTION), 21, None),
        (Goal(Aim.BACK_AUCTION), 21, 8),
        (Goal(Aim.BACK_AUCTION), 8, None),
        (Goal(Aim.START), 17, 0),
        (Goal(Aim.END), 17, None),
        (Goal(Aim.ROUND, 0), 17, 0),
        (Goal(Aim.ROUND, ROUNDS), 17, ROUNDS),
        (Goal(Aim.ROUND, ROUNDS + 1), 17, None),
        (Goal(Aim.TURN, 1), 17, 2),
        (Goal(Aim.TURN, 4), 0, 19),
        (Goal(Aim.TURN, 0), 17, None),
        (Goal(Aim.TURN, 5), 17, None),
        (Goal(Aim.ROLL, 0), 17, 2),
        (Goal(Aim.ROLL, 4), 0, 21),
        (Goal(Aim.ROLL, 5), 0, None),
    ],
)
def test_each_goal_leads_to_its_place(goal: Goal, place: int, found: int | None) -> None:
    assert reach(goal, place, landmarks(), ROUNDS) == found


def test_a_whole_log_ends_the_search_for_a_turn_and_for_the_end_at_its_end() -> None:
    for aim in Aim:
        expected = ROUNDS if aim in {Aim.NEXT_TURN, Aim.END} else None
        assert last_resort(Goal(aim), ROUNDS) == expected


def test_what_lies_behind_is_not_looked_for_further_on() -> None:
    assert [aim for aim in Aim if is_before(Goal(aim))] == [
        Aim.BACK,
        Aim.BACK_TURN,
        Aim.BACK_AUCTION,
        Aim.START,
    ]


def test_the_speed_stays_among_those_that_there_are() -> None:
    playing = Playing()
    assert playing.faster(100).rate == SPEEDS[-1]
    assert playing.faster(-100).rate == SPEEDS[0]
    assert playing.faster(1).faster(-1) == playing
    assert playing.faster(1).rate > playing.rate


def test_playing_is_switched_on_and_off_and_keeps_its_speed() -> None:
    playing = Playing().faster(1)
    assert playing.toggled().is_on
    assert playing.toggled().toggled() == playing == playing.stopped()
    assert playing.toggled().stopped() == playing
