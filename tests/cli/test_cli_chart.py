"""The chart of money and its lines: pure functions of the course of a game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.chart import ASCII, LEAST_COLUMNS, LEAST_LINES, UNICODE, draw_chart, tell_course
from cli.width import columns
from cli.words import set_language

COURSES = st.integers(1, 4).flatmap(
    lambda seats: st.lists(
        st.tuples(*[st.integers(0, 10_000_000)] * seats),
        min_size=1,
        max_size=60,
    )
)


def test_each_seat_draws_with_its_number_and_the_axes_say_how_much_and_how_long() -> None:
    course = [(30, 30, 30), (25, 30, 40), (20, 30, 50), (10, 30, 60)]
    assert draw_chart(course, 24, 6, ASCII) == [
        "$60|                3333",
        "   |          333333",
        "   |**********2222222222",
        "   |    111111111111",
        "$10|                1111",
        "   + *: several - roll 3",
    ]


def test_where_lines_meet_a_star_stands_and_no_seat_is_hidden_otherwise() -> None:
    drawn = "\n".join(draw_chart([(0, 10), (10, 10), (10, 0)], 30, 8))
    assert {"1", "2", "*"} <= set(drawn)
    assert drawn.endswith("─ *: several ─ roll 2")
    assert draw_chart([(0, 10)] * 3, 30, 8)[-1].endswith("─ roll 2")


@pytest.mark.parametrize(
    ("width", "height"), [(LEAST_COLUMNS - 1, 30), (80, LEAST_LINES - 1), (0, 0), (-3, 9), (9, -3)]
)
def test_without_room_there_is_no_chart(width: int, height: int) -> None:
    assert draw_chart([(1, 2), (3, 4)], width, height) == []


@pytest.mark.parametrize("language", ["en", "fr"])
@given(course=COURSES, width=st.integers(LEAST_COLUMNS, 200), height=st.integers(LEAST_LINES, 50))
def test_a_chart_keeps_to_its_room_whatever_the_course(
    language: str, course: list[tuple[int, ...]], width: int, height: int
) -> None:
    set_language(language)
    try:
        lines = draw_chart(course, width, height, UNICODE)
        plain = draw_chart(course, width, height, ASCII)
    finally:
        set_language("en")
    assert len(lines) == height
    assert all(columns(line) <= width for line in lines)
    assert [line.translate(str.maketrans("│└─", "|+-")) for line in lines] == plain


def test_a_course_is_told_at_its_quarters() -> None:
    course = [(30, 30), (31, 29), (32, 28), (33, 27), (34, 26), (35, 25), (36, 24), (37, 23), (40, 20)]
    assert tell_course(course, ("Ada", "Ben")) == [
        "Money at the start and after each quarter of the game, rolls 0, 2, 4, 6, 8:",
        "Ada: $30, $32, $34, $36, $40",
        "Ben: $30, $28, $26, $24, $20",
    ]
