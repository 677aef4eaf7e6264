"""The parts of the game and its set-up: rules C1 to C6 and S1 to S3."""

from typing import Any

import pytest

from core.errors import BadRoll, BadSeats, Problem, RulesetError
from core.happening import Drawn, TurnPassed
from core.material import MATERIALS, SPECIAL, Material
from core.phase import Phase
from core.ruleset import BOUNDS, DEFAULT, LONG, PRESETS, Ruleset
from core.state import State
from tests.core.positions import GLASS, METAL, PAPER, areas, happened, to_roll


def test_c1_five_materials_of_eight_chips_each() -> None:
    state = State(DEFAULT, 4)
    assert [material.name for material in MATERIALS] == ["GLASS", "PAPER", "METAL", "CORK", "PLASTIC"]
    assert state.bank == [8] * 5


def test_c2_a_die_has_five_colours_and_one_special_face() -> None:
    assert len(MATERIALS) == SPECIAL
    for first in range(6):
        for second in range(6):
            to_roll().roll(first, second)
    for faces in ((6, 0), (0, 6), (-1, 0)):
        with pytest.raises(BadRoll):
            to_roll().roll(*faces)


def test_c3_a_company_has_two_areas_of_four_squares() -> None:
    state = to_roll({0: "GP.M"}, {1: "...L"})
    assert state.yard(0) == (Material.GLASS, Material.PAPER, None, Material.METAL)
    assert state.treatment(1) == (None, None, None, Material.PLASTIC)
    assert areas(state, 2) == ".... ...."


def test_c4_market_amounts_begin_alike_and_part() -> None:
    market = State(DEFAULT, 2).market
    assert [row.amounts for row in market] == [
        (10, 11, 12, 13, 14),
        (10, 13, 16, 19, 22),
        (10, 15, 20, 25, 30),
        (10, 17, 24, 31, 38),
        (10, 19, 28, 37, 46),
    ]
    assert [(row.material, row.chips, row.next_amount) for row in market] == [(None, 0, 10)] * 5


def test_c4_a_row_tells_its_holder_and_the_next_amount() -> None:
    market = to_roll(market={METAL: (4, 2), GLASS: (0, 5)}).market
    assert (market[4].material, market[4].chips, market[4].next_amount) == (Material.METAL, 2, 28)
    assert (market[0].material, market[0].chips, market[0].next_amount) == (Material.GLASS, 5, None)


def test_c5_every_seat_starts_with_thirty_dollars() -> None:
    assert State(DEFAULT, 3).money == [30, 30, 30]


def test_c6_a_material_without_a_chip_in_the_bank_is_still_in_play() -> None:
    state = to_roll({0: "GGG."}, market={GLASS: (0, 4)})
    state.bank[GLASS] = 0
    assert state.is_in_play(GLASS)
    assert not to_roll(market={GLASS: (0, 5)}).is_in_play(GLASS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s1_the_drawn_seat_begins(seats: int) -> None:
    for seat in range(seats):
        state = State(DEFAULT, seats)
        assert (state.phase, state.awaited, state.roller) == (Phase.DRAW, tuple(range(seats)), -1)
        state.happenings = []
        state.draw(seat)
        assert (state.phase, state.roller) == (Phase.ROLL, seat)
        assert happened(state) == [Drawn(seat), TurnPassed(seat)]


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_s1_two_to_four_seats(seats: int) -> None:
    with pytest.raises(BadSeats):
        State(DEFAULT, seats)
    with pytest.raises(BadSeats):
        State(DEFAULT, 3).draw(3)


def test_s2_presets_and_defaults() -> None:
    assert PRESETS == {"default": DEFAULT, "long": LONG}
    assert (DEFAULT.rows_to_end, LONG.rows_to_end) == (4, 5)
    assert (DEFAULT.money, DEFAULT.fee, DEFAULT.limit, DEFAULT.chips, DEFAULT.most_rolls) == (
        30,
        5,
        2,
        8,
        4096,
    )
    assert tuple(BOUNDS) == Ruleset.__match_args__
    assert DEFAULT.options() == tuple(DEFAULT.as_dict().values())


def options(key: str, value: object) -> dict[str, Any]:
    return {key: value}


@pytest.mark.parametrize("key", [key for key in BOUNDS if key != "amounts"])
def test_s2_every_number_has_two_bounds(key: str) -> None:
    low, high = BOUNDS[key]
    for value in (low, high):
        assert getattr(Ruleset(**options(key, value)), key) == value
    for value in (low - 1, high + 1):
        with pytest.raises(RulesetError) as caught:
            Ruleset(**options(key, value))
        assert (caught.value.key, caught.value.problem) == (key, Problem.OUT_OF_BOUNDS)
        assert caught.value.allowed == (low, high)


@pytest.mark.parametrize("value", [True, 4.0, "4", None])
def test_s2_only_whole_numbers_are_numbers(value: object) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset(**options("rows_to_end", value))
    assert (caught.value.key, caught.value.problem) == ("rows_to_end", Problem.WRONG_TYPE)


ROW = (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("amounts", "problem"),
    [
        ((ROW,) * 4, Problem.WRONG_SHAPE),
        ((ROW,) * 4 + (ROW[:4],), Problem.WRONG_SHAPE),
        ((ROW,) * 4 + ((1, 2, 3, 4, True),), Problem.WRONG_TYPE),
        ((ROW,) * 4 + ([1, 2, 3, 4, 5],), Problem.WRONG_TYPE),
        (12, Problem.WRONG_TYPE),
        ((ROW,) * 4 + ((1, 2, 3, 5, 4),), Problem.FALLING),
        ((ROW,) * 4 + ((-1, 2, 3, 4, 5),), Problem.OUT_OF_BOUNDS),
        ((ROW,) * 4 + ((1, 2, 3, 4, 1_000_001),), Problem.OUT_OF_BOUNDS),
    ],
)
def test_s2_amounts_are_five_rows_that_do_not_fall(amounts: object, problem: Problem) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset(**options("amounts", amounts))
    assert (caught.value.key, caught.value.problem) == ("amounts", problem)


def test_s3_a_seat_retired_before_the_draw_passes_the_start_to_its_left() -> None:
    state = State(DEFAULT, 4)
    state.retire((2,))
    assert (state.phase, state.awaited) == (Phase.DRAW, (0, 1, 3))
    state.draw(2)
    assert (state.phase, state.roller) == (Phase.ROLL, 3)


def test_s3_a_seat_retired_in_the_round_of_the_draw_passes_the_start_too() -> None:
    state = State(DEFAULT, 4)
    state.draw(3, retired=(0, 3))
    assert (state.roller, state.active) == (1, (1, 2))
    assert state.colours == ()
    assert PAPER in state.in_play
