"""The whole client through a pipe: keys in, decisions at the peer."""

import asyncio
import logging
import sys
from io import StringIO

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.ending import Ending
from cli.screen.client import ScreenClient
from cli.screen.scene import Kind
from cli.screen.settings import Settings
from cli.screen.table_screen import TableScreen
from core.decision import Deliver
from p2p.aside import ChatHeard
from p2p.view import Wanted
from tests.cli.fakes import FakePeer
from tests.cli.screen.scenes import LONGER, hear_all, paint

CONTROL_C = "\x03"
ESCAPE = "\x1b"


async def _play(peer: FakePeer, keys: str, *, confirm: bool) -> tuple[Ending, TableScreen]:
    table = TableScreen(peer, Settings(confirm=confirm), clock=lambda: 0.0)
    with create_pipe_input() as pipe:
        client = ScreenClient(table, source=pipe, output=DummyOutput())
        for key in keys:
            pipe.send_text(key)
        return await asyncio.wait_for(client.show(), 60), table


def play(keys: str, peer: FakePeer | None = None, *, confirm: bool = False) -> tuple[FakePeer, TableScreen]:
    peer = peer or FakePeer(2, "keys", LONGER)
    ending, table = asyncio.run(_play(peer, keys, confirm=confirm))
    assert ending is (Ending.DONE if peer.done.is_set() else Ending.LEFT)
    return peer, table


def test_a_whole_game_is_played_by_keys_alone() -> None:
    peer, _table = play("1\r0\r2\r3\r4\r\x0c" * 200 + "q", FakePeer(2, "whole", LONGER))
    assert peer.game.log.complete


def test_ctrl_c_asks_and_the_second_one_leaves() -> None:
    peer, _table = play(CONTROL_C + CONTROL_C)
    assert not peer.said


def test_what_was_asked_by_ctrl_c_can_be_declined() -> None:
    peer, _table = play(CONTROL_C + "n" + "r" + CONTROL_C + CONTROL_C)
    assert peer.said[0] is None


def test_a_typed_line_rolls_and_quits() -> None:
    peer, _table = play("/roll\r" + "/quit\r" + "y")
    assert peer.said == [None]


def test_typed_words_choose_as_in_the_line_mode() -> None:
    peer = at(Wanted.DECISION)
    decision = next(one for one in peer.view().state.legal() if isinstance(one, Deliver))
    material = ("glass", "paper", "metal", "cork", "plastic")[decision.material]
    played, _table = play(f"/d {material} {decision.square + 1}\r" + CONTROL_C * 2, peer)
    assert played.said[0] is decision


def test_a_decision_is_said_only_after_a_yes() -> None:
    peer, _table = play("1" + CONTROL_C * 2, at(Wanted.DECISION, single=True), confirm=True)
    assert not peer.said
    peer, _table = play("1" + "n" + CONTROL_C * 2, at(Wanted.DECISION, single=True), confirm=True)
    assert not peer.said
    peer, _table = play("1" + "y" + CONTROL_C * 2, at(Wanted.DECISION, single=True), confirm=True)
    assert len(peer.said) == 1


def test_a_bid_is_typed_and_never_shown() -> None:
    peer = at(Wanted.BID)
    table = TableScreen(peer, Settings(confirm=False), clock=lambda: 0.0)
    hear_all(table)
    for number, key in enumerate(("1", "7", "backspace", "2")):
        table.press(key)
        (typed,) = (line.strip() for line in paint(table) if "your bid" in line)
        assert typed == f"your bid: {'•' * (1, 2, 1, 2)[number]}_"
    table.press("enter")
    assert peer.said[0] == 12


def test_a_bid_is_typed_by_keys_of_a_terminal() -> None:
    played, _table = play("17\x7f2\r" + CONTROL_C * 2, at(Wanted.BID))
    assert played.said[0] == 12


def test_the_newest_bids_can_be_checked_by_hand() -> None:
    peer = at(Wanted.BID)
    table = TableScreen(peer, Settings(), clock=lambda: 0.0)
    table.press("b")
    assert table.ui.note == "There has been no auction yet."
    table.submit("7")
    hear_all(table)
    table.press("b")
    assert table.ui.page is not None
    assert any("sealed $7" in text for text in table.ui.page.lines)
    assert not any("is not what it sealed" in text for text in table.ui.page.lines)


def test_a_bid_above_the_own_money_is_not_said() -> None:
    played, table = play("99\r" + CONTROL_C * 2, at(Wanted.BID))
    assert not played.said
    assert "30" in table.ui.note


class Broken(FakePeer):
    def roll(self) -> None:
        raise ZeroDivisionError


def test_an_error_in_a_key_ends_the_screen_and_is_raised() -> None:
    peer = at(Wanted.ROLL)
    peer.__class__ = Broken
    with pytest.raises(ZeroDivisionError):
        play("r", peer)


class Noisy(FakePeer):
    """Has callbacks in the loop that fail and print; told to insist, they run."""

    def insist(self) -> None:
        loop = asyncio.get_running_loop()
        loop.call_soon(exec, "raise LookupError")  # of neither this program nor its screen
        loop.call_soon(print, "Ben is calling")


def test_an_error_elsewhere_leaves_the_screen_alone_and_is_told_after_it() -> None:
    told: list[tuple[type, bool]] = []
    peer = at(Wanted.ROLL)
    peer.__class__ = Noisy

    async def run() -> TableScreen:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(
            lambda _, context: told.append((type(context["exception"]), bool(peer.said)))
        )
        return (await _play(peer, "/insist\rr" + CONTROL_C * 2, confirm=False))[1]

    table = asyncio.run(run())
    assert told == [(LookupError, True)]
    assert "Ben is calling" in [line.text for line in table.story.feed]


class Talkative(FakePeer):
    """Has libraries that log and warn, which they do when told to insist."""

    def insist(self) -> None:
        for name in ("", "asyncio", "any.library"):
            logging.getLogger(name).warning("logged by %s", name or "the root")
        print("a warning", file=sys.stderr)
        self.insisted = sys.__stderr__.getvalue() == ""  # type: ignore[union-attr]  # the test's terminal


@pytest.mark.parametrize("has_handler", [True, False])
def test_what_libraries_log_is_told_after_the_screen_and_never_on_it(
    monkeypatch: pytest.MonkeyPatch, has_handler: bool
) -> None:
    terminal = StringIO()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(sys, "__stderr__", terminal)
    handler = logging.StreamHandler(terminal)
    monkeypatch.setattr(logging.root, "handlers", [handler] if has_handler else [])
    peer = at(Wanted.ROLL)
    peer.__class__ = Talkative
    play("/insist\rr" + CONTROL_C * 2, peer)
    assert peer.insisted
    told = terminal.getvalue()
    assert all(f"logged by {name}" in told for name in ("the root", "asyncio", "any.library"))
    assert "a warning" in told
    assert handler.stream is terminal


@pytest.mark.parametrize("key", ["?", "f", "n", "o", "u", "w"])
def test_each_page_opens_over_the_board_and_closes_again(key: str) -> None:
    peer = at(Wanted.DECISION)
    table = TableScreen(peer, Settings())
    table.press(key)
    page = table.ui.page
    assert page is not None
    assert page.lines
    table.press("escape")
    assert table.ui.page is None


def at(wanted: Wanted, *, single: bool = False) -> FakePeer:
    """Give a peer whose first question is of this kind, with `single` one whose first option decides."""
    for seed in range(400):
        peer = FakePeer(2, f"keys {seed}", LONGER)
        while peer.wanted is Wanted.ROLL and wanted is not Wanted.ROLL:
            peer.roll()
        peer.said.clear()
        if peer.wanted is wanted and (not single or _is_single(peer)):
            return peer
    raise AssertionError(wanted)


def _is_single(peer: FakePeer) -> bool:
    first = TableScreen(peer, Settings()).asked.options[0].meaning
    return isinstance(first, tuple) and len(first) == 1


def test_what_is_typed_behind_say_is_said_and_shown_as_chat() -> None:
    peer, table = play("/say well played\r/chat\r" + CONTROL_C * 2)
    assert [line.text for line in peer.lines] == ["well played"]
    chat = [line.text for line in table.story.feed if line.kind is Kind.CHAT]
    assert chat == [f"[chat] {table.story.names[peer.seat]}: well played"]


@pytest.mark.parametrize("keys", ["khello\r", "/say\rhello\r"])
def test_a_line_for_the_others_begins_with_its_word(keys: str) -> None:
    peer, _table = play(keys + CONTROL_C * 2)
    assert [line.text for line in peer.lines] == ["hello"]


def test_a_muted_seat_is_not_shown_until_it_is_read_again() -> None:
    table = TableScreen(FakePeer(3), Settings(), clock=lambda: 0.0)
    table.submit("mute 2")
    table.hear(ChatHeard(1, "nobody reads me"))
    table.hear(ChatHeard(2, "but me"))
    table.submit("mute x")
    table.submit("unmute")
    table.hear(ChatHeard(1, "now me too"))
    shown = [line.text.partition(": ")[2] for line in table.story.feed if line.kind is Kind.CHAT]
    assert shown == ["but me", "now me too"]


def test_what_was_answered_about_a_question_goes_with_it() -> None:
    table = TableScreen(at(Wanted.DECISION), Settings(confirm=False), clock=lambda: 0.0)
    for line in ("hint", "why not dance", "99"):
        table.submit(line)
        told = table.ui.note
        table.look_around()
        assert table.ui.note == told != ""
        table.peer.decide(table.peer.view().state.legal()[0])  # as by a clock
        hear_all(table)
        assert table.ui.note == ""
        while table.peer.view().wanted is not Wanted.DECISION:
            table.press("0" if table.peer.view().wanted is Wanted.BID else "1")
            table.press("enter")
            hear_all(table)
