"""The soft clock of clause 6.10, with a time that the tests make."""

import math

import pytest

from cli.soft_clock import WARNING_SECONDS, Alarm, SoftClock
from p2p.view import Wanted

ROLL, BID = (4, Wanted.ROLL), (5, Wanted.BID)


def test_without_a_clock_or_a_question_time_never_runs_out() -> None:
    timeless, unasked = SoftClock(0), SoftClock(60)
    timeless.show(ROLL, 0)
    unasked.show(None, 0)
    for clock in (timeless, unasked):
        assert clock.due() == clock.left(10**9) == math.inf
        assert clock.tick(10**9) is None


def test_time_is_over_once_the_seconds_have_passed_since_the_question_was_shown() -> None:
    clock = SoftClock(60)
    clock.show(ROLL, 100)
    assert clock.left(130) == 30
    assert clock.due() == 160 - WARNING_SECONDS
    assert clock.tick(149.9) is None
    assert clock.tick(150) is Alarm.WARNING
    assert clock.due() == 160
    assert clock.tick(159.9) is None
    assert clock.tick(160) is Alarm.OVER


def test_a_question_shown_again_keeps_its_time() -> None:
    clock = SoftClock(5)
    clock.show(ROLL, 0)
    clock.show(ROLL, 4)
    assert clock.tick(5) is Alarm.OVER


def test_a_later_question_has_a_time_of_its_own() -> None:
    clock = SoftClock(5)
    clock.show(ROLL, 0)
    clock.show(BID, 4.9)
    assert clock.tick(5) is None
    assert clock.left(5) == pytest.approx(4.9)
    clock.show((6, Wanted.BID), 9)
    assert clock.tick(13.9) is None


def test_what_is_no_more_asked_has_no_time_and_starts_anew_when_it_is_asked_again() -> None:
    clock = SoftClock(5)
    clock.show(ROLL, 0)
    clock.show(None, 4)
    assert clock.tick(100) is None
    clock.show(ROLL, 100)
    assert clock.left(101) == 4


@pytest.mark.parametrize("seconds", [1, 2 * WARNING_SECONDS - 1])
def test_a_short_time_has_no_warning(seconds: int) -> None:
    clock = SoftClock(seconds)
    clock.show(ROLL, 0)
    assert clock.due() == seconds
    assert clock.tick(seconds) is Alarm.OVER


def test_a_late_look_tells_that_time_is_over_and_warns_no_more() -> None:
    clock = SoftClock(60)
    clock.show(ROLL, 0)
    assert clock.tick(1000) is Alarm.OVER


def test_time_starts_anew_for_a_question_that_stays() -> None:
    clock = SoftClock(5)
    clock.show(ROLL, 0)
    assert clock.tick(7) is Alarm.OVER
    assert clock.tick(11) is None
    assert clock.tick(12) is Alarm.OVER
