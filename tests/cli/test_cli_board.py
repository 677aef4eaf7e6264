from hypothesis import given
from hypothesis import strategies as st

from cli.board import draw_board
from cli.table_words import tell_table
from cli.width import columns
from cli.words import set_language
from core.phase import Phase
from core.ruleset import Ruleset
from core.state import State
from tests.core.positions import to_roll
from tests.strategies import random_steps, rulesets, seat_counts, seeds

NAMES = ("North", "East", "South", "West")
HOSTILE = ("\u65e5\u672c" * 12, "M" * 24, "e\u0301" * 12, "\U0001f600" * 12)


def position() -> State:
    state = to_roll(
        {0: "G.P.", 1: "MMC.", 3: "PPCC"},
        {0: ".P..", 3: "MLLC"},
        seats=4,
        roller=1,
        market={1: (0, 3), 0: (1, 1)},
        money={1: 1234, 2: 0},
        rolls=57,
    )
    state.dice = (1, 5)
    state.phase = Phase.ACT
    return state


def test_before_a_roll_no_dice_of_another_turn_are_shown() -> None:
    state = position()
    state.phase = Phase.ROLL
    assert draw_board(state, NAMES)[0] == "Roll 57, 0 of 4 rows full, turn of East"


GOLDEN = """\
Roll 57, 0 of 4 rows full, turn of East, dice: paper and star

  market                          bank
1 paper     [P] [P] [P] 13  14    G glass    6
2 glass     [G] 13  16  19  22    P paper    1
3 -         10  15  20  25  30    M metal    5
4 -         10  17  24  31  38    C cork     4
5 -         10  19  28  37  46    L plastic  6

  North $30                             > East $1,234, storage due $5
  yard       [G][ ][P][ ]                 yard       [M][M][C][ ]
  treatment  [ ][P][ ][ ]                 treatment  [ ][ ][ ][ ]

  South $0                                West $30, storage due $10
  yard       [ ][ ][ ][ ]                 yard       [P][P][C][C]
  treatment  [ ][ ][ ][ ]                 treatment  [M][L][L][C]"""

GOLDEN_FRENCH = """\
Lancer 57, rangées pleines : 0 sur 4, à East de jouer, dés : papier et étoile

  marché                            banque
1 papier      [P] [P] [P] 13  14    V verre      6
2 verre       [V] 13  16  19  22    P papier     1
3 -           10  15  20  25  30    M métal      5
4 -           10  17  24  31  38    L liège      4
5 -           10  19  28  37  46    S plastique  6

  North 30 $                            > East 1 234 $, stockage dû 5 $
  cour        [V][ ][P][ ]                cour        [M][M][L][ ]
  traitement  [ ][P][ ][ ]                traitement  [ ][ ][ ][ ]

  South 0 $                               West 30 $, stockage dû 10 $
  cour        [ ][ ][ ][ ]                cour        [P][P][L][L]
  traitement  [ ][ ][ ][ ]                traitement  [M][S][S][L]"""

GOLDEN_NARROW = """\
Roll 57, 0 of 4 rows full, turn of East,~

  market                          bank
1 paper     [P] [P] [P] 13  14    G glas~
2 glass     [G] 13  16  19  22    P pape~
3 -         10  15  20  25  30    M meta~
4 -         10  17  24  31  38    C cork~
5 -         10  19  28  37  46    L plas~

  North $30
  yard       [G][ ][P][ ]
  treatment  [ ][P][ ][ ]

> East $1,234, storage due $5
  yard       [M][M][C][ ]
  treatment  [ ][ ][ ][ ]"""


def test_the_board_at_80_columns() -> None:
    assert "\n".join(draw_board(position(), NAMES)) == GOLDEN


def test_the_board_in_french() -> None:
    set_language("fr")
    assert "\n".join(draw_board(position(), NAMES)).replace("\u00a0", " ") == GOLDEN_FRENCH


def test_the_board_on_a_narrow_screen_has_one_company_below_another() -> None:
    assert "\n".join(draw_board(position(), NAMES, 41)[:16]) == GOLDEN_NARROW


def test_seats_that_are_out_and_closed_materials_are_marked() -> None:
    state = to_roll(seats=3, market={2: (4, 4)}, treatments={0: "M..."})
    state.retire((1,))
    text = "\n".join(draw_board(state, NAMES))
    assert "East $30, out of the game" in text
    assert "5 metal     [M] [M] [M] [M] 46" in text


def test_the_end_is_in_the_heading() -> None:
    state = to_roll(seats=2)
    state.retire((0,))
    assert "the game is over" in draw_board(state, NAMES)[0]


@given(seeds, seat_counts, rulesets(), st.integers(1, 120))
def test_any_position_fits(seed: int, seats: int, ruleset: Ruleset, width: int) -> None:
    state = State(ruleset, seats)
    for number, _step in enumerate(random_steps(state, seed, 0.02)):
        if number % 17 == 0:
            lines = draw_board(state, HOSTILE, width)
            assert all(columns(line) <= width for line in lines)
            assert len(draw_board(state, HOSTILE)) <= 16
        if number > 80:
            return


def test_the_largest_amounts_fit_80_columns() -> None:
    ruleset = Ruleset(amounts=((1_000_000,) * 5,) * 5, chips=200, money=1_000_000, fee=1_000_000)
    state = to_roll({0: "GGG."}, {0: "PPP."}, ruleset=ruleset, seats=4)
    text = "\n".join(draw_board(state, HOSTILE))
    assert "plastic" in text
    assert "200" in text
    assert "$1,000,000, storage due $2,000,000" in text.replace("~ ", "")


def test_the_table_in_sentences() -> None:
    assert tell_table(position(), NAMES) == [
        "Row 1 holds 3 chips of paper; the next one brings $13.",
        "Row 2 holds 1 chip of glass; the next one brings $13.",
        "Row 3 is free and pays 10, 15, 20, 25, 30.",
        "Row 4 is free and pays 10, 17, 24, 31, 38.",
        "Row 5 is free and pays 10, 19, 28, 37, 46.",
        "The bank holds 6 glass, 1 paper, 5 metal, 4 cork and 6 plastic.",
        "North has $30; yard: glass on 1, paper on 3; treatment: paper on 2; storage due: $0.",
        "East has $1,234; yard: metal on 1, metal on 2, cork on 3; treatment: empty; storage due: $5.",
        "South has $0; yard: empty; treatment: empty; storage due: $0.",
        "West has $30; yard: paper on 1, paper on 2, cork on 3, cork on 4; "
        "treatment: metal on 1, plastic on 2, plastic on 3, cork on 4; storage due: $10.",
    ]
