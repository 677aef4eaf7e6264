"""What each question is about, for who never played, and whom the game waits for when that is oneself."""

import pytest

from cli.guidance import guidance, in_short
from cli.waiting import tell_waiting
from cli.words import set_language
from core.phase import Phase
from core.ruleset import Ruleset
from core.state import State
from p2p.view import Wanted
from tests.cli.fakes import FakePeer
from tests.cli.screen.scenes import paint, play_until, press, sit


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_question_has_a_guidance_of_its_own(language: str) -> None:
    set_language(language)
    met: dict[tuple[Wanted | None, Phase], list[str]] = {}
    for seed in range(30):
        table = sit(3, f"guide {seed}")
        view = table.peer.view()
        while view.wanted is not None:
            met[view.wanted, view.state.phase] = guidance(view)
            play_until(table, lambda now, before=view.round_number: now.round_number != before)  # type: ignore[misc]
            view = table.peer.view()
    assert {phase for _wanted, phase in met} >= {Phase.ROLL, Phase.ACT, Phase.BID, Phase.PLACE}
    assert all(met.values())
    assert len({tuple(lines) for lines in met.values()}) == len(met)


def test_the_game_in_short_says_what_its_own_ruleset_says() -> None:
    """E2 and T1, with the rows, the fee and the limit of the table."""
    short = " ".join(in_short(State(Ruleset(rows_to_end=1, fee=7, limit=3), 2)))
    assert "once 1 row of the market is full" in short
    assert "it costs $7 of storage to have more than 3 chips" in short


def test_a_newcomer_sees_on_the_board_and_in_the_help_what_the_first_question_is_about() -> None:
    table = sit(2, "new")
    play_until(table, lambda view: view.wanted is Wanted.ROLL)
    goal = in_short(table.peer.view().state)[0]
    assert any(goal in line for line in paint(table, height=40))
    press(table, "?")
    assert table.ui.page is not None
    assert sum(goal in line for line in table.ui.page.lines) == 1


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "The game waits for you: the roll."), (5, "The game waits for you, for 5 seconds: the roll.")],
)
def test_who_is_awaited_itself_is_told_so(seconds: float, told: str) -> None:
    games = (FakePeer(2, f"own {number}") for number in range(100))
    view = next(peer.view() for peer in games if peer.view().wanted is Wanted.ROLL)
    assert tell_waiting(view, ("Ada", "Ben"), seconds, view.seat) == told
    assert "you" not in tell_waiting(view, ("Ada", "Ben"), seconds)
