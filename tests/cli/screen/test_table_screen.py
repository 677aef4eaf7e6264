"""What the controller of a table does beside the game's choices: absences, clicks, leaving, a rematch."""

from typing import cast

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from cli.rematch_desk import RematchDesk, Wish
from cli.screen.app import _Words
from cli.screen.settings import Settings
from cli.screen.spans import Ask
from cli.screen.table_screen import TableScreen
from cli.waiting import tell_nobody_here, tell_too_late
from core.decision import Decision
from p2p.session import NotNow
from p2p.view import Presence, Wanted
from tests.cli.fakes import FakePeer
from tests.cli.screen.scenes import LONGER, hear_all, play_until, press


def sit(peer: FakePeer, again: object = None) -> TableScreen:
    table = TableScreen(
        peer, Settings(confirm=False), again=cast("RematchDesk | None", again), clock=lambda: 0.0
    )
    hear_all(table)
    return table


def deciding(kind: type[FakePeer] = FakePeer) -> TableScreen:
    table = sit(kind(2, "whole", LONGER))
    while table.peer.view().wanted is not Wanted.DECISION:
        press(table, *("0", "enter") if table.peer.view().wanted is Wanted.BID else ("enter",))
    return table


def test_who_goes_and_comes_back_is_told_once() -> None:
    peer = FakePeer(2, "whole", LONGER)
    table = sit(peer)
    other = table.story.names[1]
    for presence in (Presence.AWAY, Presence.AWAY, Presence.HERE, Presence.HERE):
        peer.presence = presence
        table.look_around()
    told = [line.text for line in table.story.feed if line.text.startswith(f"{other} is ")]
    assert told == [f"{other} is away, silent for 12 seconds.", f"{other} is here."]


def test_who_has_resigned_and_finds_nobody_is_told_so_as_long_as_it_stays() -> None:
    peer = FakePeer(3, "whole", LONGER)
    table = sit(peer)
    peer.resigned, peer.presence = True, Presence.AWAY
    table.look_around()
    table.look_around()
    assert table.scene().alerts == (tell_nobody_here(),)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (Ask("treatment", 0), "A2: treating takes a chip on that yard square"),
        (Ask("row", 0), "A3: selling takes a chip"),
    ],
)
def test_a_click_on_what_cannot_be_chosen_says_which_rule_forbids_it(place: Ask, told: str) -> None:
    table = deciding()
    assert table.ui.note == ""
    table.click(place)
    assert table.ui.note.startswith(told)


def test_a_click_where_nothing_is_to_be_chosen_says_that() -> None:
    table = sit(FakePeer(2, "whole", LONGER))
    assert table.peer.view().wanted is Wanted.ROLL
    table.click(Ask("row", 0))
    assert table.ui.note == "There is nothing to choose there now."


def test_a_choice_that_comes_too_late_is_told_and_not_pending() -> None:
    class Late(FakePeer):
        def decide(self, decision: Decision) -> None:  # noqa: ARG002 - a peer's
            raise NotNow

    table = deciding(Late)
    while table.ui.note == "":
        press(table, "enter")
    assert table.ui.note == tell_too_late()
    assert table.scene().pending == ""


@pytest.mark.parametrize(("key", "resigns"), [("1", True), ("2", False)])
def test_resigning_takes_a_yes(key: str, *, resigns: bool) -> None:
    peer = FakePeer(3, "whole", LONGER)
    table = sit(peer)
    table.submit("resign")
    assert (table.asked.title, peer.resigned) == ("Resign? This is for good.", False)
    table.press(key)
    assert peer.resigned is resigns
    assert ("You have resigned" in table.ui.note) is resigns


def test_a_seat_that_cannot_resign_is_told_so() -> None:
    peer = FakePeer(3, "whole", LONGER)
    table = sit(peer)
    peer.resigned = True
    table.submit("resign")
    table.press("1")
    assert table.ui.note.startswith("Nobody can resign now")


class FakeDesk:
    """A desk of a rematch that others have offered; notes what it is told."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def wish(self) -> Wish:
        return Wish(offered=(1,))

    def look(self) -> None:
        self.calls.append("look")

    def want(self) -> None:
        self.calls.append("want")

    def refuse(self) -> None:
        self.calls.append("refuse")


@pytest.mark.parametrize(("key", "call"), [("1", "want"), ("2", "refuse")])
def test_an_offered_rematch_is_taken_up_or_refused_by_a_key(key: str, call: str) -> None:
    desk = FakeDesk()
    table = sit(FakePeer(2, "whole", LONGER), desk)
    play_until(table, lambda view: view.complete)
    assert desk.calls.count("look") > 1, "it looks with whatever is told, so also once the log is whole"
    desk.calls.clear()
    table.press(key)
    assert desk.calls == [call]


def test_a_typed_word_is_completed_by_all_that_can_be_typed() -> None:
    table = deciding()
    words = _Words(lambda: table, lambda: False)
    event = CompleteEvent(text_inserted=True)
    assert [one.text for one in words.get_completions(Document("rem"), event)] == ["rematch", "remove"]
    assert [one.text for one in words.get_completions(Document("remove"), event)] == []
    assert [one.text for one in words.get_completions(Document(""), event)] == []
    choice = table.asked.options[0].text
    assert any(one.text.startswith(choice) for one in words.get_completions(Document(choice[:9]), event))
