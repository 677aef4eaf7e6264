"""A seat that says nothing though the game awaits it: why, for whom it waits, and what can be done."""

import asyncio

import pytest

from cli import plain
from cli.screen.pages import who_page
from cli.screen.settings import Settings
from cli.screen.table_screen import TableScreen
from cli.silence import SOON_SECONDS, tell_hindrance, tell_silence, tell_standstill
from cli.slow_start import LATE_SECONDS
from cli.words import set_language
from p2p.view import Bar, Barred, View
from tests.cli.fakes import FakePeer
from tests.cli.screen.scenes import paint
from tests.cli.test_cli_plain_clock import Scene
from tests.cli.test_cli_slow_start import at_start

NAMES = ("Ada", "Ben", "Cleo")
TOLD = {
    Bar.OTHERS: "The game waits to hear from Ben and Cleo which round is open there; your seat then goes on.",
    Bar.ELSEWHERE: "Your seat has signed for round 7 in a copy of the game that counts no more, and must not "
    "sign there twice: it waits until the others end this round by a removal, so tell them.",
    Bar.TWICE: "Your seat has signed two things for round 7, as two copies of one data folder do: it waits "
    "until another player has built on one of them.",
    Bar.BEHIND: "This computer lacks rounds that your seat has played, up to round 7: your seat waits until "
    "another player who has them is here.",
    Bar.BID: "What opens your bid is not in private.mark, which was put back or damaged: the game waits "
    "until you give your seat up (resign), or the others remove it.",
}


class Silent(FakePeer):
    """A seat that is barred, of which nothing is wanted."""

    barred: Barred | None = None

    def view(self) -> View:
        view = super().view()
        return view if self.barred is None else view.changed(barred=self.barred, wanted=None)


def barred(why: Bar, seats: int = 3) -> View:
    others = (1, 2) if why is Bar.OTHERS else ()
    return FakePeer(seats).view().changed(barred=Barred(why, 7, others), wanted=None)


@pytest.mark.parametrize("why", Bar)
def test_each_reason_is_told_in_both_languages(why: Bar) -> None:
    """Clauses 8.4, 8.8, 8.9, 8.14, 8.18, 10.4."""
    view = barred(why)
    assert tell_silence(view, NAMES, SOON_SECONDS) == TOLD[why]
    assert tell_standstill(view, NAMES, 60, view.seat) == TOLD[why]
    assert tell_silence(view, NAMES, SOON_SECONDS - 1) == ""
    set_language("fr")
    assert tell_silence(view, NAMES, 60) not in {"", TOLD[why]}


def test_two_seats_cannot_remove_each_other() -> None:
    """Clause 19.2."""
    told = tell_silence(barred(Bar.ELSEWHERE, 2), NAMES, 60)
    assert told.endswith("the game goes on only if that copy comes to count again.")


def test_for_whose_vote_or_answer_it_waits_is_told_in_place_of_the_seat_itself() -> None:
    """Clauses 8.16, 19.16."""
    view = FakePeer(3).view().changed(wanted=None, missing=(0,))
    assert tell_standstill(view.changed(owing=(2,)), NAMES, 0) == (
        "You have voted for a removal, and it waits for Cleo."
    )
    mute = view.changed(ready=False, unanswered=(1,))
    assert tell_standstill(mute, NAMES, 60) == (
        "Your seat stays silent until an answer about what it has signed has come from: Ben."
    )
    assert tell_silence(mute.changed(missing=(1,)), NAMES, 60) == ""


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        ({"forked": 7}, "The game has ended: two copies of round 7 have both been played on."),
        ({"outranked": True}, "The game goes on without you: the others have removed your seat."),
    ],
)
def test_where_the_game_goes_on_no_more_nobody_is_waited_for(ended: dict[str, object], told: str) -> None:
    """Clauses 8.8, 19.9; the alert about it stays in sight already."""
    view = barred(Bar.BEHIND).changed(**ended)
    assert tell_standstill(view, NAMES, 60, view.seat) == told
    assert tell_hindrance(view, NAMES, 60) == ""


def test_of_a_start_that_waits_for_one_seat_the_others_are_not_named() -> None:
    """Clause 8.4: who is past it cannot sign either before all stand there."""
    view = at_start(0, 1, 2).changed(barred=Barred(Bar.OTHERS, 0, (2,)))
    assert "nothing has come from Cleo for" in tell_hindrance(view, NAMES, LATE_SECONDS)


def test_on_the_full_screen_it_stands_in_sight_and_among_who_is_there() -> None:
    peer, now = Silent(3), 0.0
    table = TableScreen(peer, Settings(), clock=lambda: now)
    table.look_around()
    assert table.scene().alerts == ()
    peer.barred, now = Barred(Bar.ELSEWHERE, 7), 60.0
    table.look_around()
    table.look_around()
    assert table.scene().alerts == (TOLD[Bar.ELSEWHERE],)
    assert "\n".join(paint(table, 120, 30)).count("Your seat has signed for round 7 in a copy") == 1
    assert who_page(table.scene()).lines[0] == TOLD[Bar.ELSEWHERE]
    table.story.alert("another")
    assert "\n".join(paint(table, 120, 30)).count("Your seat has signed for round 7 in a copy") == 1
    peer.barred = None
    table.look_around()
    assert TOLD[Bar.ELSEWHERE] not in table.scene().alerts


def test_in_lines_it_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "WATCH_SECONDS", 0)

    async def run() -> None:
        peer = Silent(3)
        async with Scene(peer) as scene:
            peer.barred = Barred(Bar.BID, 7)
            assert await scene.pass_to(1) == []
            assert await scene.pass_to(60) == [TOLD[Bar.BID]]
            assert await scene.pass_to(90) == []

    asyncio.run(run())


def test_for_whom_who_has_resigned_stays_is_told() -> None:
    """Clause 8.12."""
    peer = FakePeer(3)
    table = TableScreen(peer, Settings(), clock=lambda: 0.0)
    scene = table.scene()
    told = f"You have resigned; mark stays until this has reached: {scene.names[1]}."
    staying = scene.changed(view=scene.view.changed(leaving=True, needed_by=(1,)))
    assert told in who_page(staying).lines
    assert told not in who_page(scene).lines
